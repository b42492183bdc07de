// SPDX-License-Identifier: GPL-3.0-or-later
/// A heading and rows of name, value and note below it, 20 px each. Values may be links to other
/// views. The whole list copies as TSV with Ctrl+C or its context menu. Hidden while it has no
/// rows.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/overview/overview_model.h"

#include <QWidget>

namespace runlens::viewers {

enum class NoteKind { Plain, Good, Warning };

class PropertyList : public QWidget {
    Q_OBJECT

public:
    PropertyList(const Palette* palette, const QString& heading, QWidget* parent = nullptr);

    void setRows(std::vector<PropertyRow> rows);
    /// Behind the heading: "2 differ from shown runs"; Good draws a check mark before it.
    void setHeadingNote(const QString& note, NoteKind kind = NoteKind::Plain);

    [[nodiscard]] const std::vector<PropertyRow>& rows() const { return m_rows; }

    [[nodiscard]] QString asTsv() const;
    [[nodiscard]] QRect linkRect(int row) const; ///< empty without a link
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void linkActivated(const runlens::viewers::PropertyRow& row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] int rowAt(int y) const;
    void copy() const;

    const Palette* m_palette;
    QString m_heading;
    QString m_note;
    NoteKind m_noteKind = NoteKind::Plain;
    std::vector<PropertyRow> m_rows;
};

} // namespace runlens::viewers
