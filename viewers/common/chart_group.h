// SPDX-License-Identifier: GPL-3.0-or-later
/// Charts that belong together: the same part of the x axis, one crosshair, one step cursor, one
/// way back through the zooms. Values fit what is visible, unless a chart was zoomed in its values
/// alone. A click sets the run, tag and step of the Selection, Shift+drag its step range. GUI
/// thread only.
#pragma once

#include "viewers/common/curve_chart.h"
#include "viewers/common/selection.h"

#include <QElapsedTimer>
#include <QHash>
#include <QObject>

namespace runlens::viewers {

class ChartGroup : public QObject {
    Q_OBJECT

public:
    struct Zoom {
        std::optional<XRange> x;           ///< nullopt: everything
        QHash<QString, ValueRange> values; ///< by tag, or else title: zoomed by hand
    };

    ChartGroup(Selection* selection, QObject* parent);

    /// tag: what a click selects; empty for a curve that is no tag. A chart that is destroyed
    /// leaves by itself.
    void add(CurveChart* chart, const QString& tag);
    void remove(CurveChart* chart);

    [[nodiscard]] const std::vector<CurveChart*>& charts() const { return m_charts; }

    [[nodiscard]] QString tagOf(const CurveChart* chart) const { return m_tags.value(chart); }

    void setXAxis(XAxis axis); ///< forgets the zoom: x means something else

    [[nodiscard]] XAxis xAxis() const { return m_xAxis; }

    void setScale(YScale scale);

    [[nodiscard]] YScale scale() const { return m_scale; }

    void setIgnoreOutliers(bool isIgnoring);

    void curvesChanged(CurveChart* chart); ///< after setCurves
    void resetExtent();                    ///< other runs: the full x range is found anew
    [[nodiscard]] XRange fullX() const;
    /// Of one chart: the shared range, or its own when it covers only a small part of that.
    [[nodiscard]] XRange fullX(const CurveChart& chart) const;

    void fit();
    bool back(); ///< false when there is nothing to go back to

    [[nodiscard]] const Zoom& zoom() const { return m_zoom; }

    void setZoomX(std::optional<XRange> x);
    void setCrosshair(std::optional<double> x);

signals:
    void crosshairMoved(runlens::viewers::CurveChart* chart, double x, QPoint position);
    void crosshairLeft();
    void expandRequested(const QString& tag);
    void pictureReady();

private:
    void applyAll(bool keepsValues = false);
    void apply(CurveChart* chart, bool keepsValues);
    [[nodiscard]] QString zoomKey(const CurveChart& chart) const; ///< charts of no tag go by title
    void applySelection(CurveChart* chart);
    void
    onZoom(CurveChart* chart, const XRange& x, const std::optional<ValueRange>& values, bool isNew);
    void onClick(CurveChart* chart, const CurvePoint& point);
    void onBrush(CurveChart* chart, const XRange& range);
    [[nodiscard]] XRange limited(const XRange& x) const;

    Selection* m_selection;
    std::vector<CurveChart*> m_charts;
    QHash<const CurveChart*, QString> m_tags;
    XAxis m_xAxis = XAxis::Step;
    YScale m_scale = YScale::Auto;
    bool m_ignoresOutliers = true;
    std::optional<XRange> m_fullX;
    Zoom m_zoom;
    std::vector<Zoom> m_history;
    QElapsedTimer m_lastZoom;
};

/// Where a step lies on the x axis of the curve; nullopt when it has no such step, nor one on
/// either side of it.
[[nodiscard]] std::optional<double> xOfStep(const CurveData& curve, std::int64_t step);

} // namespace runlens::viewers
