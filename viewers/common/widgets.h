// SPDX-License-Identifier: GPL-3.0-or-later
/// Small controls that every view uses, so that they look and behave alike. All take the Palette
/// and follow its theme.
#pragma once

#include "viewers/common/palette.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QToolButton>
#include <QWidget>

class QAction;
class QHBoxLayout;

namespace runlens::viewers {

/// 24 px square button with an icon; checked: accent on a tint.
class IconButton : public QToolButton {
    Q_OBJECT

public:
    IconButton(const Palette* palette,
               const QString& iconName,
               const QString& toolTip,
               QWidget* parent = nullptr);
    void setIconName(const QString& iconName);

private:
    void recolour();

    const Palette* m_palette;
    QString m_iconName;
};

/// A row of choices of which one is taken ("Category | Operator"). Left and right keys move it.
class SegmentedControl : public QWidget {
    Q_OBJECT

public:
    SegmentedControl(const Palette* palette, const QStringList& labels, QWidget* parent = nullptr);

    [[nodiscard]] int currentIndex() const { return m_current; }

    void setCurrentIndex(int index); ///< emits currentChanged when it differs
    void setLabels(const QStringList& labels);
    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRect segmentRect(int index) const;

    const Palette* m_palette;
    QStringList m_labels;
    int m_current = 0;
};

/// A line edit with an icon at its left ("search", "filter") and a clear button. Escape clears it.
class SearchField : public QLineEdit {
    Q_OBJECT

public:
    SearchField(const Palette* palette,
                const QString& iconName,
                const QString& placeholder,
                QWidget* parent = nullptr);
    void setWrong(bool isWrong, const QString& why = {}); ///< error colour, as for a bad regex
    void takeFocus(); ///< Ctrl+F: what is typed next replaces what stands there

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void recolour();

    const Palette* m_palette;
    QString m_iconName;
    QAction* m_icon;
    bool m_isWrong = false;
};

/// Text in a role of the palette; follows the theme. Elides at the right when it has no room, with
/// the whole text as tooltip then.
class TextLabel : public QWidget {
    Q_OBJECT

public:
    TextLabel(const Palette* palette,
              const QString& text,
              Role role = Role::Text,
              const QFont& font = Palette::font(),
              QWidget* parent = nullptr);

    [[nodiscard]] QString text() const { return m_text; }

    void setText(const QString& text);
    void setRole(Role role);
    void setAlignment(Qt::Alignment alignment);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

    const Palette* m_palette;
    QString m_text;
    Role m_role;
    Qt::Alignment m_alignment = Qt::AlignLeft | Qt::AlignVCenter;
};

/// Text in the accent colour that can be clicked, with an optional 12 px icon before it.
class LinkLabel : public TextLabel {
    Q_OBJECT

public:
    LinkLabel(const Palette* palette,
              const QString& text,
              const QString& iconName = {},
              QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void activated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString m_iconName;
    bool m_isUnderMouse = false;
};

/// A line of one pixel.
class Separator : public QWidget {
    Q_OBJECT

public:
    explicit Separator(const Palette* palette,
                       Qt::Orientation orientation = Qt::Horizontal,
                       Role role = Role::Line,
                       QWidget* parent = nullptr);
    /// Between the controls of a header bar: 1 x 16 px.
    static Separator* forHeader(const Palette* palette, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Palette* m_palette;
    Role m_role;
};

/// Name at the left in Text3, value in Text (20 px high): a row of facts. Values can be selected
/// and copied.
class FactList : public QWidget {
    Q_OBJECT

public:
    explicit FactList(const Palette* palette, QWidget* parent = nullptr);
    void clear();
    /// note: secondary text behind the value, in Text3; toolTip: the exact value.
    void add(const QString& name,
             const QString& value,
             const QString& note = {},
             const QString& toolTip = {});

    void setNameWidth(int px) { m_nameWidth = px; } ///< default 100; for facts added afterwards

    [[nodiscard]] int count() const { return static_cast<int>(m_rows.size()); }

    [[nodiscard]] QString valueOf(const QString& name) const; ///< empty when there is none
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    struct Row {
        QString name;
        QString value;
        QString note;
        QString toolTip;
    };

    const Palette* m_palette;
    QList<Row> m_rows;
    int m_nameWidth = 100;
};

/// What a view shows when it has nothing: one sentence, and the line of code that records it.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    EmptyState(const Palette* palette,
               const QString& text,
               const QString& code,
               QWidget* parent = nullptr);
    void setText(const QString& text, const QString& code);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Palette* m_palette;
    QString m_text;
    QString m_code;
};

} // namespace runlens::viewers
