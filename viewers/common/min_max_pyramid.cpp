// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/min_max_pyramid.h"

namespace runlens::viewers {

void MinMaxPyramid::append(std::span<const double> values)
{
    for (const double value : values) {
        m_open.add(value);
        ++m_rows;
        if (m_rows % kWidth != 0) {
            continue;
        }
        m_blocks.append(std::span(&m_open, 1));
        m_complete.add(m_open);
        m_open = {};
        // Hand the summary up as long as it completes a block of the level above.
        std::size_t count = m_blocks.size();
        for (std::size_t level = 0; count % kWidth == 0; ++level) {
            if (level == m_levels.size()) {
                m_levels.emplace_back();
            }
            ValueSummary above;
            for (std::size_t i = count - kWidth; i < count; ++i) {
                above.add(level == 0 ? m_blocks[i] : m_levels[level - 1][i]);
            }
            m_levels[level].push_back(above);
            count = m_levels[level].size();
        }
    }
}

std::size_t
MinMaxPyramid::addBlocks(ValueSummary& result, std::size_t first, std::size_t last) const
{
    std::size_t width = kWidth;
    std::size_t level = 0;
    while (level < m_levels.size() && first % (width * kWidth) == 0
           && first + width * kWidth <= last) {
        width *= kWidth;
        ++level;
    }
    result.add(level == 0 ? m_blocks[first / kWidth] : m_levels[level - 1][first / width]);
    return first + width;
}

} // namespace runlens::viewers
