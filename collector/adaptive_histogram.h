// SPDX-License-Identifier: Apache-2.0
/// A histogram whose buckets double in width whenever a value falls outside, so that one pass is
/// enough. Bucket k holds [k * 2^e, (k + 1) * 2^e): scaling by a power of two is exact, and so is
/// merging.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace runlens::collector {

class AdaptiveHistogram {
public:
    /// Only finite values. minimum and maximum are those of all values added so far, these
    /// included.
    void add(const double* values, std::size_t count, double minimum, double maximum);

    /// At most limit buckets (limit >= 1) that cover [minimum, maximum]; nothing when nothing was
    /// added.
    void result(int limit, std::vector<double>& edges, std::vector<double>& counts) const;

private:
    static constexpr std::int64_t kBins = 512;

    void begin(double minimum, double maximum);
    void widenTo(double minimum, double maximum);
    [[nodiscard]] bool covers(double value) const;
    [[nodiscard]] std::int64_t bucketOf(double value) const; ///< value must be covered

    bool m_hasBegun = false;
    int m_exponent = 0;       ///< width = 2^exponent
    double m_scale = 1.0;     ///< 2^-exponent
    std::int64_t m_first = 0; ///< k of the first bin
    double m_minimum = 0.0;
    double m_maximum = 0.0;
    std::array<std::uint64_t, kBins> m_counts{};
};

} // namespace runlens::collector
