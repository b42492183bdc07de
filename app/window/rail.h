// SPDX-License-Identifier: GPL-3.0-or-later
/// The vertical list of views with their groups. A view without data is dimmed and says in its
/// tooltip what would fill it. Up and down keys move, Return chooses.
#pragma once

#include "viewers/common/palette.h"

#include <QList>
#include <QWidget>

namespace runlens::app {

struct RailEntry {
    QString id;
    QString title;
    QString group; ///< caption above the first entry of a group; empty: none
    QString icon;
    bool hasData = true;
    QString toolTip;
};

class Rail : public QWidget {
    Q_OBJECT

public:
    explicit Rail(const viewers::Palette* palette, QWidget* parent = nullptr);

    void setEntries(const QList<RailEntry>& entries);
    void setCurrent(const QString& id);
    void setHasData(const QString& id, bool hasData, const QString& toolTip);
    [[nodiscard]] QRect entryRect(const QString& id) const; ///< empty when there is none
    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void chosen(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] int at(const QPoint& position) const; ///< index, -1: none
    [[nodiscard]] QRect rectOf(int index) const;
    void paintEntry(QPainter& painter, int index) const;

    const viewers::Palette* m_palette;
    QList<RailEntry> m_entries;
    QString m_current;
    int m_hovered = -1;
};

} // namespace runlens::app
