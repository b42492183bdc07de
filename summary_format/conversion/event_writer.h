// SPDX-License-Identifier: Apache-2.0
/// Writes scalars as TensorBoard events: records that TensorBoard and our own reader give back with
/// the same steps, times and values. float32 becomes a simple value, every other type a tensor of
/// one number. The bytes go wherever the caller puts them.
#pragma once

#include "summary_format/run.h"

#include <functional>
#include <string>

namespace runlens {

/// data framed as a record: length, its checksum, data, its checksum.
[[nodiscard]] std::string eventRecord(std::string_view data);

struct WrittenEvents {
    std::uint64_t points = 0;
    std::uint64_t withoutStep = 0; ///< the format has no word for that: written as step 0
};

/// All scalars of one rank in the order of their times; points of one tag stay in theirs. write
/// takes whole records and returns false to stop.
WrittenEvents
writeScalarEvents(const Run& run, int rank, const std::function<bool(std::string_view)>& write);

/// The rounded-off bits of a float that came from a 16-bit one: gives those 16 bits back.
[[nodiscard]] std::uint16_t halfOf(float value);

} // namespace runlens
