// SPDX-License-Identifier: Apache-2.0
/// What a record must be so that a reader takes it: one rule for those who write and those who
/// read, so that nothing counts as recorded that is refused later.
#pragma once

#include "summary_format/records.h"

#include <span>

namespace runlens {

/// Nodes of a pass are numbered from 0 on, each number once, in any order.
[[nodiscard]] bool areNumberedFromZero(std::span<const IrNodeRecord> nodes);

/// False for what no source may hand over: a cast from any number.
[[nodiscard]] constexpr bool isKnown(MemoryAction action)
{
    return action == MemoryAction::Allocate || action == MemoryAction::Free;
}

} // namespace runlens
