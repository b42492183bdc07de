// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/sample_rows.h"

#include <cmath>

namespace runlens::viewers {

int rowOfStep(const ColumnView<SampleEntry>& entries, std::int64_t step, int before)
{
    const auto last = static_cast<int>(entries.size()) - 1;
    const bool hasBefore = before >= 0 && before <= last;
    if (hasBefore && entries[static_cast<std::size_t>(before)].step == step) {
        return before; // of several at one step the chosen one
    }
    int best = -1;
    double bestDistance = 0.0;
    for (int row = 0; row <= last; ++row) {
        const std::int64_t at = entries[static_cast<std::size_t>(row)].step;
        if (at == kNoStep) {
            continue;
        }
        const double distance = std::abs(static_cast<double>(at) - static_cast<double>(step));
        if (best < 0 || distance <= bestDistance) {
            best = row;
            bestDistance = distance;
        }
    }
    return best >= 0 ? best : hasBefore ? before : last;
}

} // namespace runlens::viewers
