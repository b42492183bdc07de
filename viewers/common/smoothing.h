// SPDX-License-Identifier: GPL-3.0-or-later
/// Exponential moving average without the bias of its start, as TensorBoard computes it: s <- w*s +
/// (1-w)*y and n <- n+1 for each finite y, output s / (1 - w^n). It works on rows, not on x.
/// Non-finite values pass through and are not counted; a series whose values are all equal is
/// returned untouched. Can go on where it stopped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace runlens::viewers {

class Smoothing {
public:
    /// weight 0 (no smoothing) to 1; values outside and NaN are clamped.
    explicit Smoothing(double weight);

    [[nodiscard]] double weight() const { return m_weight; }

    [[nodiscard]] std::size_t rows() const { return m_rows; }

    /// True while all values so far are equal: they are returned untouched, and what was returned
    /// has to be computed again from the start once a different value comes.
    [[nodiscard]] bool isConstant() const { return m_isConstant; }

    /// Looks at the values without smoothing them: isConstant() is about all values, so all must be
    /// seen first.
    void observe(std::span<const double> values);
    /// Smooths the next values; in and out have the same length and may be the same memory.
    void smooth(std::span<const double> in, std::span<double> out);

private:
    double m_weight = 0.0;
    double m_sum = 0.0;
    double m_first = 0.0;
    std::uint64_t m_counted = 0;
    std::size_t m_rows = 0;
    bool m_isConstant = true;
    bool m_hasFirst = false;
    bool m_isDebiased = false; ///< 1 - w^n has become exactly 1
};

} // namespace runlens::viewers
