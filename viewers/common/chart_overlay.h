// SPDX-License-Identifier: GPL-3.0-or-later
/// What lies over the curves of a CurveChart: title with the value of the main run, crosshair with
/// dots at the recorded points, step cursor, brush, and the sentence of an empty chart. Cheap to
/// draw: a moving mouse repaints only this.
#pragma once

#include "viewers/common/curve_item.h"

#include <QGraphicsItem>

namespace runlens::viewers {

class CurveChart;

class ChartOverlay : public QGraphicsItem {
public:
    explicit ChartOverlay(const CurveChart& chart);

    void setGeometry(const QRectF& rect);

    void setExporting(bool isExporting) { m_isExporting = isExporting; }

    /// The curve of the main run, or the first one; null without curves.
    [[nodiscard]] const PlotCurve* mainCurve() const;
    /// The row whose value stands in the title: at the crosshair, at the cursor, or the last one.
    [[nodiscard]] std::optional<std::size_t> titleRow(const PlotCurve& curve) const;

    [[nodiscard]] QRectF boundingRect() const override { return m_rect; }

    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintTitle(QPainter& painter) const;
    void paintExpand(QPainter& painter) const;
    void paintBrush(QPainter& painter, const QRectF& plot) const;
    void paintLine(QPainter& painter, const QRectF& plot, double x, bool isCursor) const;
    void paintEmpty(QPainter& painter, const QRectF& plot) const;

    const CurveChart& m_chart;
    QRectF m_rect;
    bool m_isExporting = false;
};

} // namespace runlens::viewers
