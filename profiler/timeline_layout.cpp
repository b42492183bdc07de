// SPDX-License-Identifier: Apache-2.0
#include "profiler/timeline_layout.h"

#include "profiler/column_cursor.h"

#include <algorithm>
#include <cmath>

namespace runlens::profiler {

namespace {

/// Blocks without a span of a pixel's width are spread over at most this many pixels instead of
/// being opened.
constexpr double kSpreadBlockPixels = 2.0;
constexpr double kSpreadLeafPixels = 2.5;
/// Shorter ones lie in the column of their middle.
constexpr double kPointPixels = 0.5;
constexpr std::size_t kFanOutBits = 2;
static_assert(kBlockFanOut == std::size_t{1} << kFanOutBits);
constexpr int kLoadSteps = 8;

/// Collects the density of one pixel column and merges it with its left neighbour where they look
/// the same.
class RowWriter {
public:
    RowWriter(std::vector<DrawItem>& items, std::uint16_t row, DensityMerge merge)
        : m_items(items), m_row(row), m_merge(merge)
    {}

    /// load: part of the pixel that is covered.
    void
    addDensity(std::int32_t x, float load, std::uint32_t count, SpanCategory category, NameId name)
    {
        if (x != m_x) {
            const float excess = m_isOpen && x == m_x + 1 ? std::max(m_load - 1.0F, 0.0F) : 0.0F;
            flush();
            m_x = x;
            m_load = excess;
        }
        m_isOpen = true;
        m_load += load;
        m_count += count;
        // Weighted majority vote: the category with more than half of the load wins. Without
        // branches: which category comes next cannot be predicted.
        const bool isSame = category == m_category;
        m_category = !isSame && load >= m_lead ? category : m_category;
        m_lead = isSame ? m_lead + load : std::abs(m_lead - load);
        m_name = load >= m_largestLoad ? name : m_name;
        m_largestLoad = std::max(m_largestLoad, load);
    }

    void addSpan(const DrawItem& item)
    {
        flush();
        m_items.push_back(item);
        m_items.back().row = m_row;
    }

    void flush()
    {
        if (!m_isOpen) {
            return;
        }
        m_isOpen = false;
        const int steps =
            std::max(1, static_cast<int>(std::lround(std::min(m_load, 1.0F) * kLoadSteps)));
        const float load = static_cast<float>(steps) / kLoadSteps;
        if (!extendsLast(load)) {
            DrawItem item;
            item.x0 = m_x;
            item.x1 = m_x + 1;
            item.row = m_row;
            item.category = m_category;
            item.isDensity = true;
            item.load = load;
            item.name = m_name;
            item.count = m_count;
            m_items.push_back(item);
        }
        m_load = 0.0F;
        m_count = 0;
        m_lead = 0.0F;
        m_largestLoad = 0.0F;
    }

private:
    [[nodiscard]] bool extendsLast(float load)
    {
        if (m_items.empty()) {
            return false;
        }
        DrawItem& last = m_items.back();
        const bool looksSame = last.isDensity && last.row == m_row && last.x1 == m_x
                               && last.load == load
                               && (m_merge == DensityMerge::ByCategory ? last.category == m_category
                                                                       : last.name == m_name);
        if (looksSame) {
            last.x1 = m_x + 1;
            last.count += m_count;
        }
        return looksSame;
    }

    std::vector<DrawItem>& m_items;
    std::uint16_t m_row;
    DensityMerge m_merge;
    std::int32_t m_x = -1;
    bool m_isOpen = false;
    float m_load = 0.0F;
    std::uint32_t m_count = 0;
    float m_lead = 0.0F; ///< of m_category over all others
    float m_largestLoad = 0.0F;
    SpanCategory m_category = SpanCategory::Other;
    NameId m_name{};
};

/// Walks the pyramid of the rows of one track. Blocks are opened only where something is wider than
/// a pixel.
class RowLayout {
public:
    RowLayout(const SpanSeries& series, TimeInterval range, double nsPerPixel)
        : m_times(series)
        , m_names(series.names)
        , m_categories(series.categories)
        , m_range(range)
        , m_nsPerPixel(nsPerPixel)
        , m_pixelsPerNs(1.0 / nsPerPixel)
        , m_lastPixel(static_cast<std::int32_t>(
              std::min(std::ceil(static_cast<double>(range.durationNs()) / nsPerPixel),
                       kMaxLayoutPixels)
              - 1.0))
    {}

    void layout(const TraceRow& row, RowWriter& writer)
    {
        m_row = &row;
        m_parentsPassed = 0;
        m_writer = &writer;
        if (!row.levels.empty()) {
            visitBlocks(row.levels.size() - 1, 0, row.levels.back().size());
        }
    }

private:
    /// Half a pixel to the right, so that cutting off rounds: spans and density fall into columns
    /// by one rule, in order.
    [[nodiscard]] double pixel(std::int64_t ns) const
    {
        return static_cast<double>(ns - m_range.startNs) * m_pixelsPerNs + 0.5;
    }

    [[nodiscard]] std::int32_t clamp(double x) const
    {
        return static_cast<std::int32_t>(std::clamp(x, 0.0, static_cast<double>(m_lastPixel)));
    }

    /// Depth of recursion is the number of levels: at most 16 for 2^32 spans.
    void
    visitBlocks(std::size_t level, std::size_t first, std::size_t end) // NOLINT(misc-no-recursion)
    {
        const std::vector<SpanBlock>& blocks = m_row->levels[level];
        for (std::size_t i = first; i < end; ++i) {
            const SpanBlock& block = blocks[i];
            if (block.endNs < m_range.startNs) {
                continue;
            }
            if (block.startNs >= m_range.endNs) {
                return;
            }
            if (spread(block, level, i)) {
                continue;
            }
            if (level > 0) {
                const std::size_t below = i * kBlockFanOut;
                visitBlocks(level - 1,
                            below,
                            std::min(below + kBlockFanOut, m_row->levels[level - 1].size()));
            } else {
                const std::size_t below = i * kBlockSpans;
                visitSpans(below, std::min(below + kBlockSpans, m_row->spans.size()));
            }
        }
    }

    [[nodiscard]] bool spread(const SpanBlock& block, std::size_t level, std::size_t position)
    {
        if (block.longestNs >= m_nsPerPixel) {
            return false;
        }
        const double x0 = pixel(block.startNs);
        const double length = static_cast<double>(block.endNs - block.startNs) * m_pixelsPerNs;
        if (length > (level == 0 ? kSpreadLeafPixels : kSpreadBlockPixels)) {
            return false;
        }
        const std::size_t covered = kBlockSpans << (kFanOutBits * level);
        const auto count =
            static_cast<std::uint32_t>(std::min(covered, m_row->spans.size() - position * covered));
        const float busy = block.busyNs * static_cast<float>(m_pixelsPerNs);
        if (length < kPointPixels) {
            m_writer->addDensity(
                column(x0 + 0.5 * length), busy, count, block.category, block.name);
            return true;
        }
        spreadOver(x0, x0 + length, busy, count, block);
        return true;
    }

    /// The column of a place that is near the range.
    [[nodiscard]] std::int32_t column(double x) const
    {
        return std::clamp(static_cast<std::int32_t>(x), 0, m_lastPixel);
    }

    /// Shares a load out among the few columns that [x0, x1) reaches into.
    void spreadOver(double x0, double x1, float load, std::uint32_t count, const SpanBlock& block)
    {
        const std::int32_t from = column(x0);
        const std::int32_t to = column(x1);
        const float perPixel = load / static_cast<float>(x1 - x0);
        for (std::int32_t x = from; x <= to; ++x) {
            const double left = x == from ? x0 : static_cast<double>(x);
            const double right = x == to ? x1 : x + 1.0;
            m_writer->addDensity(x,
                                 perPixel * static_cast<float>(right - left),
                                 x == from ? count : 0,
                                 block.category,
                                 block.name);
        }
    }

    [[nodiscard]] bool isParent(std::size_t position)
    {
        const auto begin = m_row->parents.begin() + m_parentsPassed;
        const auto found = std::lower_bound(begin, m_row->parents.end(), position);
        m_parentsPassed = found - m_row->parents.begin();
        return found != m_row->parents.end() && *found == position;
    }

    void visitSpans(std::size_t first, std::size_t end)
    {
        for (std::size_t i = first; i < end; ++i) {
            const std::uint32_t index = m_row->spans[i];
            const std::int64_t start = m_times.startNs(index);
            const std::int64_t stop = m_times.endNs(index);
            if (stop < m_range.startNs || (stop == m_range.startNs && start < stop)) {
                continue;
            }
            if (start >= m_range.endNs) {
                return;
            }
            const double x0 = pixel(start);
            const double x1 = pixel(stop);
            if (x1 - x0 >= 1.0) {
                const std::int32_t left = clamp(x0);
                const auto right = static_cast<std::int32_t>(std::min(x1, m_lastPixel + 1.0));
                DrawItem item;
                item.x0 = left;
                item.x1 = std::max(right, left + 1);
                item.category = m_categories[index];
                item.name = m_names[index];
                item.index = index;
                item.isParent = item.x1 - left >= kParentPixels && isParent(i);
                m_writer->addSpan(item);
            } else {
                m_writer->addDensity(
                    clamp(x0), static_cast<float>(x1 - x0), 1, m_categories[index], m_names[index]);
            }
        }
    }

    SpanTimes m_times;
    ColumnCursor<NameId> m_names;
    ColumnCursor<SpanCategory> m_categories;
    TimeInterval m_range;
    double m_nsPerPixel;
    double m_pixelsPerNs;
    std::int32_t m_lastPixel;
    const TraceRow* m_row = nullptr;
    std::ptrdiff_t m_parentsPassed = 0; ///< of m_row->parents
    RowWriter* m_writer = nullptr;
};

/// Cuts a range to what can be laid out; false when there is nothing.
[[nodiscard]] bool usable(TimeInterval& range, double nsPerPixel)
{
    range = intersect(range, kAllTime);
    if (range.isEmpty() || !(nsPerPixel > 0.0) || !std::isfinite(nsPerPixel)) {
        return false;
    }
    const double longest = kMaxLayoutPixels * nsPerPixel;
    if (longest < static_cast<double>(range.durationNs())) {
        range.endNs = range.startNs + std::max<std::int64_t>(1, static_cast<std::int64_t>(longest));
    }
    return true;
}

/// The range of the samples at positions [first, end); whole blocks are taken as they are.
[[nodiscard]] ValueRange
rangeOf(const CounterIndex& index, const CounterSeries& series, std::size_t first, std::size_t end)
{
    ValueRange range;
    const auto widen = [&range](double minimum, double maximum) {
        range.minimum = std::min(range.minimum, minimum);
        range.maximum = std::max(range.maximum, maximum);
    };
    std::size_t i = first;
    while (i < end) {
        if (i % CounterIndex::kBlock == 0 && i + CounterIndex::kBlock <= end) {
            const ValueRange& block = index.blocks[i / CounterIndex::kBlock];
            widen(block.minimum, block.maximum);
            i += CounterIndex::kBlock;
            continue;
        }
        const double value = series.values[index.sample(i)];
        if (std::isfinite(value)) {
            widen(value, value);
        }
        ++i;
    }
    return range;
}

} // namespace

TrackLayout layoutTrack(const TraceModel& model,
                        TrackId trackId,
                        TimeInterval range,
                        double nsPerPixel,
                        const LayoutOptions& options)
{
    TrackLayout layout;
    const TrackIndex* track = model.track(trackId);
    const SpanSeries* series = model.run().spans(trackId);
    if (!track || !series) {
        return layout;
    }
    layout.rowCount = track->rowCount;
    if (!usable(range, nsPerPixel)) {
        return layout;
    }
    const auto first = std::partition_point(
        track->segments.begin(), track->segments.end(), [&](const auto& segment) {
            return segment->time.endNs < range.startNs;
        });
    RowLayout rows(*series, range, nsPerPixel);
    for (std::size_t r = 0; r < std::min(track->rowCount, options.maxRows); ++r) {
        RowWriter writer(layout.items, static_cast<std::uint16_t>(r), options.merge);
        for (auto segment = first; segment != track->segments.end(); ++segment) {
            if ((*segment)->time.startNs >= range.endNs) {
                break;
            }
            if (r < (*segment)->rows.size()) {
                rows.layout((*segment)->rows[r], writer);
            }
        }
        writer.flush();
    }
    return layout;
}

CounterLayout
layoutCounter(const TraceModel& model, TrackId trackId, TimeInterval range, double nsPerPixel)
{
    CounterLayout layout;
    const TrackIndex* track = model.track(trackId);
    const CounterSeries* series = model.run().counters(trackId);
    if (!track || !track->counter || !series || !usable(range, nsPerPixel)) {
        return layout;
    }
    const CounterIndex& index = *track->counter;
    const std::size_t size =
        index.order.empty() ? std::min(index.sampleCount, series->size()) : index.order.size();
    const auto timeAt = [&](std::size_t position) { return series->ns[index.sample(position)]; };
    const auto firstNotBefore = [&](std::int64_t ns, std::size_t from) {
        std::size_t low = from;
        std::size_t high = size;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            (timeAt(middle) < ns ? low : high) = timeAt(middle) < ns ? middle + 1 : middle;
        }
        return low;
    };
    const auto widen = [](ValueRange& whole, double minimum, double maximum) {
        whole.minimum = std::min(whole.minimum, minimum);
        whole.maximum = std::max(whole.maximum, maximum);
    };
    std::size_t position = firstNotBefore(range.startNs, 0);
    if (position > 0) {
        const double before = series->values[index.sample(position - 1)];
        if (std::isfinite(before)) {
            const auto value = static_cast<float>(before);
            layout.columns.push_back({-1, value, value, value});
            layout.hasBefore = true;
            widen(layout.range, before, before);
        }
    }
    while (position < size && timeAt(position) < range.endNs) {
        const auto x = static_cast<std::int32_t>(
            static_cast<double>(timeAt(position) - range.startNs) / nsPerPixel);
        const double edge = (x + 1.0) * nsPerPixel;
        const std::int64_t edgeNs =
            edge < static_cast<double>(range.durationNs()) ? std::max(
                timeAt(position) + 1, range.startNs + static_cast<std::int64_t>(std::ceil(edge)))
                                                           : range.endNs;
        const std::size_t end = firstNotBefore(edgeNs, position + 1);
        const ValueRange values = rangeOf(index, *series, position, end);
        if (!values.isEmpty()) {
            const double last = series->values[index.sample(end - 1)];
            widen(layout.range, values.minimum, values.maximum);
            layout.columns.push_back(
                {x,
                 static_cast<float>(values.minimum),
                 static_cast<float>(values.maximum),
                 static_cast<float>(std::isfinite(last) ? last : values.maximum)});
        }
        position = end;
    }
    return layout;
}

} // namespace runlens::profiler
