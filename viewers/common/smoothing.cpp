// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/smoothing.h"

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

Smoothing::Smoothing(double weight)
    : m_weight(std::isnan(weight) ? 0.0 : std::clamp(weight, 0.0, 1.0))
{}

void Smoothing::observe(std::span<const double> values)
{
    if (values.empty() || !m_isConstant) {
        return;
    }
    if (!m_hasFirst) {
        m_first = values.front();
        m_hasFirst = true;
    }
    // NaN equals nothing, so a series with a NaN is never constant.
    m_isConstant = std::ranges::all_of(values, [this](double value) { return value == m_first; });
}

void Smoothing::smooth(std::span<const double> in, std::span<double> out)
{
    m_rows += in.size();
    if (m_isConstant) {
        std::ranges::copy(in, out.begin());
        return;
    }
    for (std::size_t i = 0; i < in.size(); ++i) {
        const double value = in[i];
        if (!std::isfinite(value)) {
            out[i] = value;
            continue;
        }
        m_sum = m_sum * m_weight + (1.0 - m_weight) * value;
        ++m_counted;
        double divisor = 1.0;
        if (m_weight < 1.0 && !m_isDebiased) {
            divisor = 1.0 - std::pow(m_weight, static_cast<double>(m_counted));
            m_isDebiased = divisor == 1.0;
        }
        out[i] = m_sum / divisor;
    }
}

} // namespace runlens::viewers
