// SPDX-License-Identifier: Apache-2.0
#include "summary_format/record_rules.h"

namespace runlens {

bool areNumberedFromZero(std::span<const IrNodeRecord> nodes)
{
    std::vector<bool> isSeen(nodes.size(), false);
    for (const IrNodeRecord& node : nodes) {
        const auto number = static_cast<std::size_t>(node.node);
        if (node.node < 0 || number >= nodes.size() || isSeen[number]) {
            return false;
        }
        isSeen[number] = true;
    }
    return true;
}

} // namespace runlens
