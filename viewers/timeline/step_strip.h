// SPDX-License-Identifier: GPL-3.0-or-later
/// Above the plot: one cell per step and rank, coloured by how much longer or shorter it took than
/// the median, and an overview of the whole trace with the visible part marked. Without steps only
/// the overview.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/palette.h"
#include "viewers/common/trace_provider.h"
#include "viewers/timeline/time_axis.h"
#include "viewers/timeline/timeline_paint.h"

#include <QWidget>

#include <optional>

namespace runlens::viewers {

class StepStrip : public QWidget {
    Q_OBJECT

public:
    explicit StepStrip(const Palette* palette, QWidget* parent = nullptr);

    void setData(std::shared_ptr<const TraceData> trace);
    /// The step cursor; scrolls to it.
    void setStep(std::optional<std::int64_t> step);

    [[nodiscard]] std::optional<std::int64_t> step() const { return m_step; }

    void setVisibleTime(profiler::TimeInterval time);
    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

    /// In pixels of the widget; empty when it is scrolled away.
    [[nodiscard]] QRect cellOf(int rank, std::size_t index) const;

    [[nodiscard]] bool isSettled() const { return !m_slot->isBusy(); }

signals:
    void stepChosen(int rank, const runlens::profiler::TraceStep& step);
    void timeChosen(std::int64_t centreNs); ///< the overview was clicked or dragged

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Hit {
        int rank = 0;
        std::size_t index = 0;
    };

    [[nodiscard]] bool hasSteps() const { return m_data && !m_data->steps.empty(); }

    [[nodiscard]] int plotWidth() const;
    [[nodiscard]] int cellWidth() const;
    [[nodiscard]] int stepsHeight() const;
    [[nodiscard]] std::size_t longestRank() const; ///< most steps of any rank
    [[nodiscard]] std::optional<Hit> hitAt(const QPoint& point) const;
    [[nodiscard]] QRect overviewRect() const;
    [[nodiscard]] std::int64_t overviewNs(double x) const;
    void scrollTo(std::size_t index);
    void askForOverview();
    void paintSteps(QPainter& painter) const;
    void paintColourKey(QPainter& painter, const QRect& line) const; ///< what a cell's colour says
    void paintCells(QPainter& painter, const RankSteps& rank, std::size_t row) const;
    void paintOverview(QPainter& painter) const;

    const Palette* m_palette;
    TimelineColours m_colours;
    AsyncSlot* m_slot;
    std::shared_ptr<const TraceData> m_data;
    std::optional<std::int64_t> m_step;
    profiler::TimeInterval m_visible;
    std::ptrdiff_t m_first = 0; ///< first cell shown
    profiler::TrackLayout m_overview;
    double m_overviewNsPerPixel = 1.0;
    bool m_isOverviewStale = false;
};

} // namespace runlens::viewers
