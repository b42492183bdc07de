// SPDX-License-Identifier: GPL-3.0-or-later
/// The plot of the timeline: a ruler, a column of labels, and the lanes. Frames are made on a
/// worker; painting copies the last finished one and draws selection, hover and area over it. Knows
/// no Selection and no RunSet: it is told what to show and says what the user did.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/palette.h"
#include "viewers/timeline/timeline_frame.h"
#include "viewers/timeline/timeline_paint.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QScrollBar;

namespace runlens::viewers {

inline constexpr int kLabelColumnPx = 144;
inline constexpr int kRulerPx = 24;

class TimelineCanvas : public QWidget {
    Q_OBJECT

public:
    explicit TimelineCanvas(const Palette* palette, QWidget* parent = nullptr);

    using Model = std::shared_ptr<const profiler::TraceModel>;

    /// A later snapshot of the same run keeps the view where it is, or follows the end when it was
    /// at the end; another run is shown whole. Null: nothing to show.
    void setModel(Model model, bool isSameRun);

    [[nodiscard]] const Model& model() const { return m_model; }

    [[nodiscard]] const TimeView& timeView() const { return m_view; }

    void setTimeView(const TimeView& view);
    void fitAll();
    /// Shows all of the interval with a margin; Backspace leads back.
    void fit(profiler::TimeInterval time, double margin = 0.05);

    [[nodiscard]] profiler::TimeInterval visibleTime() const { return m_view.range(plotWidth()); }

    [[nodiscard]] int plotWidth() const;
    /// Moves so that the span can be seen; zooms when it would be too small or too large to see.
    void reveal(SpanRef span);

    void setSelectedSpan(std::optional<SpanRef> span);

    [[nodiscard]] std::optional<SpanRef> selectedSpan() const { return m_selected; }

    void setArea(std::optional<profiler::TimeInterval> area);

    [[nodiscard]] std::optional<profiler::TimeInterval> area() const { return m_area; }

    void setColouring(SpanColouring colouring);

    [[nodiscard]] SpanColouring colouring() const { return m_colouring; }

    void setShowFlows(bool isShown);
    void setFound(std::vector<bool> names); ///< by NameId; empty: none

    [[nodiscard]] const FoldedLanes& folded() const { return m_folded; }

    void setFolded(const FoldedLanes& folded);

    [[nodiscard]] const std::vector<std::int64_t>& flags() const { return m_flags; }

    void setFlags(std::vector<std::int64_t> flags);

    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }

    /// In pixels of the widget; empty when it is folded away or outside the time shown.
    [[nodiscard]] QRectF rectOf(SpanRef span) const;
    [[nodiscard]] std::optional<SpanRef> spanAtPoint(const QPointF& point) const;

    [[nodiscard]] std::optional<SpanRef> hovered() const { return m_hovered; }

    [[nodiscard]] std::optional<profiler::TimeInterval> measured() const { return m_measure; }

    /// The frame on screen is the one asked for.
    [[nodiscard]] bool isSettled() const { return !m_isStale && !m_frameSlot->isBusy(); }

    [[nodiscard]] QString hoverText() const; ///< what the hover box says; empty without one
    /// All of it as vectors, at the present size.
    void paintVector(QPainter& painter);

signals:
    void spanClicked(SpanRef span);
    void backgroundClicked();
    void areaChosen(std::optional<profiler::TimeInterval> area); ///< the user's choice
    void viewChanged();
    void foldedChanged();
    void framePainted(); ///< a new frame is on screen
    void searchAsked();  ///< "/"

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Drag { None, Click, Pan, Area, Measure };

    void rebuildLanes();
    void askForFrame();
    void startFrame();
    void takeFrame(TimelineFrame frame);
    void redraw();
    void updateScrollBar();
    [[nodiscard]] double widestNsPerPixel() const;

    [[nodiscard]] int lanesTop() const { return kRulerPx; }

    [[nodiscard]] int lanesHeight() const;

    [[nodiscard]] std::int64_t nsAtX(double x) const { return m_view.nsAt(x - kLabelColumnPx); }

    [[nodiscard]] double xOf(std::int64_t ns) const { return kLabelColumnPx + m_view.pixelOf(ns); }

    [[nodiscard]] PaintOptions paintOptions() const;
    void remember();

    // painting over the frame
    void paintRuler(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintLabel(QPainter& painter, const Lane& lane, const QRect& rect) const;
    void paintGroup(QPainter& painter, const Lane& lane, const QRect& rect) const;
    void paintInterval(QPainter& painter, profiler::TimeInterval time) const;
    void paintFlags(QPainter& painter) const;
    void paintSelection(QPainter& painter) const;
    void paintFlows(QPainter& painter) const;
    void paintFlow(QPainter& painter, const profiler::FlowLink& link, const QRectF& from) const;
    void paintHover(QPainter& painter) const;
    [[nodiscard]] QStringList hoverLines() const;

    // input
    void press(const QPointF& point);
    void drag(const QPointF& point);
    void hover(const QPointF& point);
    bool zoomKey(int key);
    bool walkKey(int key);
    void walkTo(std::optional<profiler::SpanPlace> place);
    void mark();
    void escape();
    void toggleFold(const Lane& lane);

    const Palette* m_palette;
    TimelineColours m_colours;
    QScrollBar* m_scrollBar;
    AsyncSlot* m_frameSlot;
    Model m_model;
    std::vector<Lane> m_lanes;
    FoldedLanes m_folded;
    TimeView m_view;
    std::vector<TimeView> m_before; ///< for Backspace
    SpanColouring m_colouring = SpanColouring::ByCategory;
    bool m_showFlows = true;
    bool m_isStale = false;   ///< a newer frame must be made
    bool m_wasFitted = false; ///< to be fitted when there is a width
    TimelineFrame m_frame;
    int m_frameScrollPx = 0;
    TimelineRaster m_raster;
    LabelCache m_labels;
    std::vector<bool> m_found;

    std::optional<SpanRef> m_selected;
    std::optional<SpanRef> m_hovered;
    std::optional<profiler::TimeInterval> m_area;
    std::optional<profiler::TimeInterval> m_measure;
    std::vector<std::int64_t> m_flags;
    QPointF m_mouse;
    bool m_isPointed = false; ///< the mouse is over this widget
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    std::int64_t m_pressedNs = 0;
    TimeView m_pressedView;
    int m_pressedScroll = 0;
};

} // namespace runlens::viewers
