// SPDX-License-Identifier: GPL-3.0-or-later
/// A scrolling grid of equal cells in groups. Only the cells in sight need a widget: visibleCells()
/// names them, place() puts a widget where its cell is. Captions of groups are drawn and folded
/// here. Measures in pixels. GUI thread only.
#pragma once

#include "viewers/common/palette.h"

#include <QAbstractScrollArea>
#include <QSet>

#include <vector>

namespace runlens::viewers {

struct GridGroup {
    QString name;
    int first = 0; ///< index of its first cell
    int count = 0;
};

class ChartGrid : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ChartGrid(const Palette* palette, QWidget* parent = nullptr);

    /// Groups in order, their cells without gaps. Without captions all cells flow as one group.
    void setGroups(std::vector<GridGroup> groups, bool hasCaptions);
    void setColumns(int columns); ///< 0: as many as have room
    [[nodiscard]] int columns() const;
    void setFolded(const QSet<QString>& groups);

    [[nodiscard]] const QSet<QString>& folded() const { return m_folded; }

    [[nodiscard]] std::vector<int> visibleCells() const;
    void place(QWidget* widget, int cell) const;
    void ensureVisible(int cell);

signals:
    void visibleCellsChanged();
    void foldedChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    struct Block {
        int top = 0; ///< of the caption
        int cellTop = 0;
        int bottom = 0;
    };

    void relayout();
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] QRect cellRect(int cell) const; ///< in the viewport; empty when folded
    [[nodiscard]] int totalCells() const;

    const Palette* m_palette;
    std::vector<GridGroup> m_groups;
    std::vector<Block> m_blocks;
    QSet<QString> m_folded;
    int m_wantedColumns = 0;
    int m_height = 0;
    bool m_hasCaptions = false;
};

} // namespace runlens::viewers
