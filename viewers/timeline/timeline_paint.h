// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws a TimelineFrame. The raster path writes rows of pixels into an image that is kept (spans
/// are flat rectangles, and fresh memory is what costs most); the vector path draws the same items
/// with a QPainter, for files. GUI thread only.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/timeline/timeline_frame.h"

#include <QHash>
#include <QImage>
#include <QStaticText>

#include <array>
#include <vector>

class QPainter;

namespace runlens::viewers {

enum class SpanColouring { ByCategory, ByOperator };

/// All colours of the plot as pixels, for one theme.
struct TimelineColours {
    static constexpr std::size_t kCategories = 12;
    static constexpr std::size_t kOperators = 20;
    static constexpr std::size_t kLoads = 8;
    using Ramp = std::array<QRgb, kLoads + 1>; ///< density by load, in eighths

    explicit TimelineColours(const Palette& palette);

    std::array<QRgb, kCategories> fill{};
    std::array<QRgb, kCategories> scope{}; ///< of a span with others below it
    std::array<Ramp, kCategories> density{};
    std::array<QRgb, kOperators> operatorFill{};
    std::array<QRgb, kOperators> operatorScope{};
    std::array<Ramp, kOperators> operatorDensity{};
    QRgb surface = 0;
    QRgb raised = 0;
    QRgb grid = 0;
    QRgb line = 0;
    QRgb waitLine = 0;
    QRgb accent = 0;
    QColor spanText;
    QColor text;
    QColor text3;
    QColor counterFill;
    QColor counterLine;
};

/// Elided texts of spans, kept between frames.
class LabelCache {
public:
    /// Null when not even three characters fit. Valid until the next call.
    [[nodiscard]] const QStaticText* label(const Run& run, NameId name, int widthPx);

    void clear() { m_labels.clear(); }

    void setFont(const QFont& font);

private:
    static constexpr qsizetype kMaxLabels = 20'000;

    struct Name {
        QString text;
        int widthPx = 0;
        const char* source = nullptr; ///< tells whether the id still means the same text
    };

    QFont m_font;
    int m_shortestPx = 24;
    QHash<NameId, Name> m_names;
    QHash<quint64, QStaticText> m_labels;
};

struct PaintOptions {
    SpanColouring colouring = SpanColouring::ByCategory;
    const std::vector<bool>* found = nullptr; ///< by NameId: names to underline
    std::vector<double> gridPixels;           ///< vertical lines
    int scrollPx = 0;                         ///< top of the picture within the lanes
    int heightPx = 0;
};

class TimelineRaster {
public:
    /// Draws the frame into the image that image() returns.
    void draw(const TimelineFrame& frame,
              const TimelineColours& colours,
              const PaintOptions& options,
              LabelCache& labels);

    [[nodiscard]] const QImage& image() const { return m_image; }

private:
    void drawSpans(const FrameLane& lane);
    void
    drawRow(int top, int height, const profiler::DrawItem* first, const profiler::DrawItem* end);
    void fillWait(int top, int height, const profiler::DrawItem& item);

    QImage m_image;
    std::vector<QRgb> m_background; ///< one line: surface and grid
    const TimelineColours* m_colours = nullptr;
    const PaintOptions* m_options = nullptr;
    const Run* m_run = nullptr;
    double m_ratio = 1.0;
};

/// Texts of spans, headers and counters on top of the rectangles. Shared by both paths.
void drawLaneTexts(QPainter& painter,
                   const TimelineFrame& frame,
                   const TimelineColours& colours,
                   const PaintOptions& options,
                   LabelCache& labels);
/// Rectangles by QPainter, for SVG and PDF.
void drawLaneShapes(QPainter& painter,
                    const TimelineFrame& frame,
                    const TimelineColours& colours,
                    const PaintOptions& options);

/// A slot of the operator colours for a name: the same in every run and session.
[[nodiscard]] int operatorColourSlot(std::string_view name);

} // namespace runlens::viewers
