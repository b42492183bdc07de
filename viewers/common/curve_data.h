// SPDX-License-Identifier: GPL-3.0-or-later
/// One scalar series prepared for drawing: where x goes back (a restart), the pyramid of its values
/// and its smoothed values. Made on a worker thread by prepareCurve(), which goes on from an
/// earlier state when the run has only grown: then only new rows are visited. Immutable; holds the
/// run snapshot whose memory it reads. Values are doubles.
#pragma once

#include "summary_format/run.h"
#include "viewers/common/min_max_pyramid.h"
#include "viewers/common/smoothing.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace runlens::viewers {

enum class XAxis {
    Step,
    Relative, ///< seconds since the first point of the run that has a time
    Wall,     ///< seconds since the epoch
};

struct CurveOptions {
    XAxis xAxis = XAxis::Step;
    double smoothing = 0.0;          ///< weight of Smoothing; 0: no smoothed values
    std::int64_t originNs = kNoTime; ///< where relative time is zero
    friend bool operator==(const CurveOptions&, const CurveOptions&) = default;
};

/// Rows [first, first + count) whose x never falls. Rows without an x (no step or no time) are in
/// no segment.
struct CurveSegment {
    std::size_t first = 0;
    std::size_t count = 0;
    friend bool operator==(const CurveSegment&, const CurveSegment&) = default;
};

class CurveData {
public:
    [[nodiscard]] std::size_t rows() const { return m_series->size(); }

    [[nodiscard]] const ScalarSeries& series() const { return *m_series; }

    [[nodiscard]] const CurveOptions& options() const { return m_options; }

    [[nodiscard]] const std::vector<CurveSegment>& segments() const { return m_segments; }

    [[nodiscard]] bool isSmoothed() const { return m_options.smoothing > 0.0; }

    /// Smallest and largest x of all segments; nullopt without any.
    [[nodiscard]] std::optional<std::pair<double, double>> xRange() const;

    [[nodiscard]] ValueSummary values() const { return m_raw.total(); }

    [[nodiscard]] std::size_t rowsVisited() const
    {
        return m_rowsVisited;
    } ///< to prepare this state

    [[nodiscard]] double x(std::size_t row) const; ///< NaN without a step or time

    [[nodiscard]] double value(std::size_t row) const { return m_series->value(row); }

    /// value() for a series that is not smoothed.
    [[nodiscard]] double smoothed(std::size_t row) const
    {
        return isSmoothed() ? m_smoothed[row] : m_series->value(row);
    }

    [[nodiscard]] ValueSummary summary(std::size_t first, std::size_t last) const;
    [[nodiscard]] ValueSummary smoothedSummary(std::size_t first, std::size_t last) const;
    /// First row of the segment at or behind `from` with x >= (or >) the given one; the segment's
    /// end without any.
    [[nodiscard]] std::size_t
    lowerBound(const CurveSegment& segment, std::size_t from, double x) const;
    [[nodiscard]] std::size_t
    upperBound(const CurveSegment& segment, std::size_t from, double x) const;
    /// The recorded row whose x is nearest; of equally near ones the last written. nullopt without
    /// any.
    [[nodiscard]] std::optional<std::size_t> nearestRow(double x) const;

private:
    friend std::shared_ptr<const CurveData> prepareCurve(std::shared_ptr<const Run>,
                                                         TagId,
                                                         const CurveOptions&,
                                                         const std::shared_ptr<const CurveData>&,
                                                         const std::stop_token&);
    void addRows(std::size_t first, std::span<const double> values);
    void smoothRows(std::size_t first, const std::stop_token& stop);
    void readValues(std::size_t first, std::span<double> out) const;

    std::shared_ptr<const Run> m_run;
    std::shared_ptr<const ScalarSeries> m_series;
    CurveOptions m_options;
    std::vector<CurveSegment> m_segments;
    double m_lastX = 0.0; ///< of the last segment
    MinMaxPyramid m_raw;
    Smoothing m_smoothing{0.0};
    SharedList<double> m_smoothed;
    MinMaxPyramid m_smoothedPyramid;
    std::size_t m_rowsVisited = 0;
};

/// Prepares the series of a tag. previous (may be null) is an earlier state of the same series and
/// is used when the options are the same and the series has only grown. Null when the tag holds no
/// scalars or when stopped.
[[nodiscard]] std::shared_ptr<const CurveData>
prepareCurve(std::shared_ptr<const Run> run,
             TagId tag,
             const CurveOptions& options,
             const std::shared_ptr<const CurveData>& previous = nullptr,
             const std::stop_token& stop = {});

/// Where relative time is zero: the earliest first point of any scalar tag, or else start of a
/// session; kNoTime if none.
[[nodiscard]] std::int64_t relativeOrigin(const Run& run);

} // namespace runlens::viewers
