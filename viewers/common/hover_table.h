// SPDX-License-Identifier: GPL-3.0-or-later
/// The table beside a crosshair: every curve at that x, sorted by value, with what was recorded
/// there. A child widget that floats over its parent and lets the mouse through.
#pragma once

#include "viewers/common/curve_chart.h"

#include <QWidget>

namespace runlens::viewers {

struct HoverRow {
    QColor colour;
    QString run;
    QString smoothed; ///< empty when the chart does not smooth
    QString value;
    QString step;
    QString time; ///< since the start of the run, or empty
    friend bool operator==(const HoverRow&, const HoverRow&) = default;
};

struct HoverContent {
    QString title; ///< "Step 2,604"
    QString note;  ///< time since the start of the run, when all rows share it
    bool hasSmoothed = false;
    bool hasStep = false; ///< rows differ in their step
    bool hasTime = false;
    std::vector<HoverRow> rows;
    int more = 0; ///< rows left out
};

/// At most atMost rows, the largest first; origins: where each run's time begins (kNoTime:
/// unknown).
[[nodiscard]] HoverContent
hoverContent(const CurveChart& chart,
             double x,
             XAxis axis,
             const std::function<std::int64_t(const QString& runKey)>& origin,
             int atMost = 20);

class HoverTable : public QWidget {
    Q_OBJECT

public:
    HoverTable(const Palette* palette, QWidget* parent);

    /// Shows the content beside the given point (of the parent), on the side with more room.
    void showAt(const HoverContent& content, QPoint point);

    [[nodiscard]] const HoverContent& content() const { return m_content; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Widths {
        int run = 0;
        int smoothed = 0;
        int value = 0;
        int step = 0;
        int time = 0;
    };

    [[nodiscard]] Widths measure() const;

    const Palette* m_palette;
    HoverContent m_content;
    Widths m_widths;
};

} // namespace runlens::viewers
