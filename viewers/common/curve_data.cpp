// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/curve_data.h"

#include <array>

namespace runlens::viewers {

namespace {

constexpr std::size_t kPartRows = 4096;

double secondsBetween(std::int64_t ns, std::int64_t originNs)
{
    // The difference of two int64 may not fit into one; near times are exact this way.
    std::int64_t difference = 0;
    if (!__builtin_sub_overflow(ns, originNs, &difference)) {
        return static_cast<double>(difference) * 1e-9;
    }
    return static_cast<double>(ns) * 1e-9 - static_cast<double>(originNs) * 1e-9;
}

bool hasOnlyGrown(const ScalarSeries& before, const ScalarSeries& now)
{
    if (before.size() > now.size() || before.numberType != now.numberType) {
        return false;
    }
    return before.size() == 0 || &before.steps[0] == &now.steps[0];
}

} // namespace

double CurveData::x(std::size_t row) const
{
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    if (m_options.xAxis == XAxis::Step) {
        const std::int64_t step = m_series->steps[row];
        return step == kNoStep ? kNone : static_cast<double>(step);
    }
    const std::int64_t ns = m_series->wallNs[row];
    if (ns == kNoTime) {
        return kNone;
    }
    if (m_options.xAxis == XAxis::Wall) {
        return static_cast<double>(ns) * 1e-9;
    }
    return m_options.originNs == kNoTime ? kNone : secondsBetween(ns, m_options.originNs);
}

void CurveData::readValues(std::size_t first, std::span<double> out) const
{
    const NumberType type = m_series->numberType;
    std::size_t done = 0;
    while (done < out.size()) {
        const std::size_t k = chunkOf(first + done);
        const std::size_t offset = first + done - chunkStart(k);
        if (isFloat32Held(type)) {
            const auto values = m_series->narrow.chunk(k).subspan(offset);
            const std::size_t n = std::min(values.size(), out.size() - done);
            for (std::size_t i = 0; i < n; ++i) {
                out[done + i] = static_cast<double>(values[i]);
            }
            done += n;
        } else {
            const auto values = m_series->wide.chunk(k).subspan(offset);
            const std::size_t n = std::min(values.size(), out.size() - done);
            for (std::size_t i = 0; i < n; ++i) {
                out[done + i] = toDouble(values[i], type);
            }
            done += n;
        }
    }
}

ValueSummary CurveData::summary(std::size_t first, std::size_t last) const
{
    return m_raw.summary(
        first, last, [this](std::size_t row, std::span<double> out) { readValues(row, out); });
}

ValueSummary CurveData::smoothedSummary(std::size_t first, std::size_t last) const
{
    if (!isSmoothed()) {
        return summary(first, last);
    }
    return m_smoothedPyramid.summary(first, last, [this](std::size_t row, std::span<double> out) {
        m_smoothed.copyTo(row, out);
    });
}

std::optional<std::pair<double, double>> CurveData::xRange() const
{
    std::optional<std::pair<double, double>> range;
    for (const CurveSegment& segment : m_segments) {
        const double first = x(segment.first);
        const double last = x(segment.first + segment.count - 1);
        range = range ? std::pair(std::min(range->first, first), std::max(range->second, last))
                      : std::pair(first, last);
    }
    return range;
}

std::size_t
CurveData::lowerBound(const CurveSegment& segment, std::size_t from, double wanted) const
{
    // Columns are asked for from left to right: doubling steps from the last answer are shorter
    // than halving all.
    const std::size_t end = segment.first + segment.count;
    std::size_t low = from;
    std::size_t stride = 1;
    while (low + stride < end && x(low + stride) < wanted) {
        low += stride;
        stride *= 2;
    }
    std::size_t high = std::min(end, low + stride);
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (x(middle) < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::size_t
CurveData::upperBound(const CurveSegment& segment, std::size_t from, double wanted) const
{
    return lowerBound(
        segment, from, std::nextafter(wanted, std::numeric_limits<double>::infinity()));
}

std::optional<std::size_t> CurveData::nearestRow(double wanted) const
{
    std::optional<std::size_t> best;
    double bestDistance = std::numeric_limits<double>::infinity();
    const auto consider = [&](std::size_t row) {
        const double distance = std::abs(x(row) - wanted);
        if (distance <= bestDistance) {
            best = row;
            bestDistance = distance;
        }
    };
    for (const CurveSegment& segment : m_segments) {
        const std::size_t end = segment.first + segment.count;
        const std::size_t above = lowerBound(segment, segment.first, wanted);
        if (above > segment.first) {
            consider(above - 1);
        }
        if (above < end) {
            // Of several rows with the same x the last one counts.
            consider(upperBound(segment, above, x(above)) - 1);
        }
    }
    return best;
}

void CurveData::addRows(std::size_t first, std::span<const double> values)
{
    m_raw.append(values);
    m_smoothing.observe(values);
    for (std::size_t row = first; row < first + values.size(); ++row) {
        const double at = x(row);
        if (std::isnan(at)) {
            continue;
        }
        const bool continues = !m_segments.empty()
                               && m_segments.back().first + m_segments.back().count == row
                               && at >= m_lastX;
        if (continues) {
            ++m_segments.back().count;
        } else {
            m_segments.push_back({row, 1});
        }
        m_lastX = at;
    }
}

void CurveData::smoothRows(std::size_t first, const std::stop_token& stop)
{
    std::vector<double> values(kPartRows);
    for (std::size_t row = first; row < rows() && !stop.stop_requested(); row += kPartRows) {
        const std::span<double> part(values.data(), std::min(kPartRows, rows() - row));
        readValues(row, part);
        m_smoothing.smooth(part, part);
        m_smoothed.append(part);
        m_smoothedPyramid.append(part);
    }
}

std::shared_ptr<const CurveData> prepareCurve(std::shared_ptr<const Run> run,
                                              TagId tag,
                                              const CurveOptions& options,
                                              const std::shared_ptr<const CurveData>& previous,
                                              const std::stop_token& stop)
{
    auto series = run ? run->sharedScalars(tag) : nullptr;
    if (!series) {
        return nullptr;
    }
    const bool goesOn =
        previous && previous->m_options == options && hasOnlyGrown(*previous->m_series, *series);
    auto curve = goesOn ? std::make_shared<CurveData>(*previous) : std::make_shared<CurveData>();
    const std::size_t first = goesOn ? previous->rows() : 0;
    const bool wasConstant = curve->m_smoothing.isConstant();
    if (!goesOn) {
        curve->m_options = options;
        curve->m_smoothing = Smoothing(options.smoothing);
    }
    curve->m_run = std::move(run);
    curve->m_series = std::move(series);
    curve->m_rowsVisited = curve->rows() - first;
    std::vector<double> values(kPartRows);
    for (std::size_t row = first; row < curve->rows(); row += kPartRows) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        const std::span<double> part(values.data(), std::min(kPartRows, curve->rows() - row));
        curve->readValues(row, part);
        curve->addRows(row, part);
    }
    if (options.smoothing > 0.0) {
        std::size_t smoothFrom = first;
        if (goesOn && wasConstant && !curve->m_smoothing.isConstant() && first > 0) {
            // What was untouched as a constant has to be smoothed now.
            curve->m_smoothed = {};
            curve->m_smoothedPyramid = {};
            curve->m_rowsVisited += first;
            smoothFrom = 0;
        }
        curve->smoothRows(smoothFrom, stop);
    }
    return stop.stop_requested() ? nullptr : curve;
}

std::int64_t relativeOrigin(const Run& run)
{
    std::int64_t origin = kNoTime;
    const auto consider = [&origin](std::int64_t ns) {
        if (ns != kNoTime && (origin == kNoTime || ns < origin)) {
            origin = ns;
        }
    };
    for (std::size_t tag = 0; tag < run.tags().size(); ++tag) {
        const ScalarSeries* series = run.scalars(static_cast<TagId>(tag));
        if (series != nullptr && series->size() > 0) {
            consider(series->wallNs[0]);
        }
    }
    if (origin == kNoTime) {
        for (const SessionRecord& session : run.sessions()) {
            consider(session.startNs);
        }
    }
    return origin;
}

} // namespace runlens::viewers
