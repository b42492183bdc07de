// SPDX-License-Identifier: GPL-3.0-or-later
/// Where a step goes, as bars: the main run large with texts, up to five others small below it on
/// the same scale of time, and the legend. Hover tells the exact numbers.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/overview/overview_trace.h"

#include <QWidget>

namespace runlens::viewers {

struct NamedSplit {
    StepSplit split;
    QString name;
    QColor colour;
};

class StepSplitBar : public QWidget {
    Q_OBJECT

public:
    explicit StepSplitBar(const Palette* palette, QWidget* parent = nullptr);

    void setSplits(std::vector<NamedSplit> splits); ///< the main run first

    [[nodiscard]] const std::vector<NamedSplit>& splits() const { return m_splits; }

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] static QString categoryText(SpanCategory category);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Cell {
        QRectF rect;
        std::size_t split = 0;
        std::size_t part = 0;
    };

    [[nodiscard]] std::vector<Cell> cells() const;
    [[nodiscard]] std::size_t shownSplits() const;
    [[nodiscard]] int heightFor(int width) const;
    template <typename Place>
    int layoutLegend(int width, const Place& place) const;
    [[nodiscard]] int legendRows(int width) const;

    const Palette* m_palette;
    std::vector<NamedSplit> m_splits;
};

} // namespace runlens::viewers
