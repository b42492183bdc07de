// SPDX-License-Identifier: GPL-3.0-or-later
/// One chart: frame, axes and legend by Qt Charts, curves by a CurveItem, title, crosshair, step
/// cursor and brush on top. It shows the ranges it is told and reports what the user does with
/// mouse and wheel; who owns several charts (ChartGroup) decides what they all show. x is what
/// CurveOptions::xAxis says, y are plain values. GUI thread only.
#pragma once

#include "viewers/common/axis_ticks.h"
#include "viewers/common/curve_item.h"

#include <QChartView>

QT_BEGIN_NAMESPACE
class QCategoryAxis;
QT_END_NAMESPACE

namespace runlens::viewers {

class ChartOverlay;

/// What one curve says at one x.
struct CurvePoint {
    std::size_t curve = 0; ///< index into curves()
    std::size_t row = 0;
    double x = 0.0;
    double value = 0.0;    ///< as recorded
    double smoothed = 0.0; ///< value when the chart does not smooth
    std::int64_t step = 0;
    std::int64_t wallNs = 0; ///< kNoTime: none
};

/// The recorded point of every curve that is nearest to x, by falling value as drawn (smoothed if
/// it is), NaN last.
[[nodiscard]] std::vector<CurvePoint> pointsAt(std::span<const PlotCurve> curves, double x);
/// Points farther than this share of their curve's own extent from x are not there any more.
[[nodiscard]] bool reaches(const PlotCurve& curve, double x, double slack);

class CurveChart : public QChartView {
    Q_OBJECT

public:
    explicit CurveChart(const Palette* palette, QWidget* parent = nullptr);
    ~CurveChart() override;

    void setTitle(const QString& title, const QString& detail = {});

    [[nodiscard]] const QString& title() const { return m_title; }

    [[nodiscard]] QString detail() const; ///< with "log" when the values are shown so
    void setShare(bool isShare);          ///< values are shown as per cent

    [[nodiscard]] bool isShare() const { return m_isShare; }

    void setCompact(bool isCompact); ///< small charts: fewer numbers, no expand button
    void setLegendVisible(bool isVisible);

    /// The range of the values holds all of them, spikes included, whatever the group ignores.
    void setShowsOutliers(bool isShowing) { m_showsOutliers = isShowing; }

    [[nodiscard]] bool showsOutliers() const { return m_showsOutliers; }

    /// One large value shall not flatten the rest, unless the user chose a scale.
    void setPrefersLog(bool prefers) { m_prefersLog = prefers; }

    [[nodiscard]] bool prefersLog() const { return m_prefersLog; }

    void setCurves(std::vector<PlotCurve> curves);

    [[nodiscard]] const std::vector<PlotCurve>& curves() const { return m_item->picture().curves; }

    void setXAxis(XAxis axis);
    void setRanges(const XRange& x, const ValueRange& y);

    [[nodiscard]] const XRange& xRange() const { return m_x; }

    [[nodiscard]] const ValueRange& yRange() const { return m_y; }

    void setCrosshair(std::optional<double> x);

    [[nodiscard]] std::optional<double> crosshair() const { return m_crosshair; }

    /// The step cursor of the window: a dashed line, below the crosshair.
    void setCursor(std::optional<double> x);

    [[nodiscard]] std::optional<double> cursorX() const { return m_cursor; }

    void setBrush(std::optional<XRange> range);

    [[nodiscard]] std::optional<XRange> brush() const { return m_brush; }

    /// The run whose value stands at the right of the title.
    void setMainRun(const QString& runKey);
    [[nodiscard]] QString titleValue() const; ///< as shown; empty for none

    [[nodiscard]] QRectF plotRect() const; ///< in widget coordinates

    [[nodiscard]] const PlotFrame& plotFrame() const { return m_item->picture().frame; }

    /// The picture on the screen is the exact one; true while nothing of the plot is in sight.
    [[nodiscard]] bool isExact() const;

    /// Paints the chart as vectors; the painter's origin becomes its top left.
    void paintVectors(QPainter& painter);
    [[nodiscard]] QString valueText(double value) const; ///< as in title and table

signals:
    void
    hovered(double x,
            QPoint position); ///< x of the nearest recorded point; position in widget coordinates
    void left();
    void clicked(const runlens::viewers::CurvePoint& point);
    /// y: only when this chart alone changes its values. isNew: a gesture begins.
    void zoomRequested(const runlens::viewers::XRange& x,
                       const std::optional<runlens::viewers::ValueRange>& y,
                       bool isNew);
    void panFinished();
    void brushed(const runlens::viewers::XRange& range);
    void fitRequested();
    void expandRequested();
    void pictureReady();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum class Gesture { None, Press, Pan, Brush };
    friend class ChartOverlay;

    void applyPalette();
    void layoutPlot();
    void updateAxes();
    void updateFrame();
    void updateLegend();
    void hoverAt(const QPointF& position);
    [[nodiscard]] double xAt(double widgetX) const;
    [[nodiscard]] QRectF expandRect() const;
    [[nodiscard]] std::vector<AxisTick> xTicks() const;
    [[nodiscard]] std::vector<AxisTick> yTicks() const;

    const Palette* m_palette;
    QCategoryAxis* m_xAxisItem;
    QCategoryAxis* m_yAxisItem;
    CurveItem* m_item;
    ChartOverlay* m_overlay;
    QString m_title;
    QString m_detail;
    QString m_mainRun;
    XAxis m_xAxis = XAxis::Step;
    XRange m_x;
    ValueRange m_y;
    std::optional<double> m_crosshair;
    std::optional<double> m_cursor;
    std::optional<XRange> m_brush;
    Gesture m_gesture = Gesture::None;
    QPointF m_pressed;
    XRange m_pressedX;
    ValueRange m_pressedY;
    bool m_isShare = false;
    bool m_prefersLog = false;
    bool m_isCompact = false;
    bool m_isLegendVisible = false;
    bool m_showsOutliers = false;
    bool m_isUnderMouse = false;
};

} // namespace runlens::viewers
