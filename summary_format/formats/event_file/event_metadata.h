// SPDX-License-Identifier: Apache-2.0
/// The metadata of a record as JSON, its wall time, and what a plugin's values are.
#pragma once

#include "summary_format/formats/event_file/tensor_proto.h"
#include "summary_format/records.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::event_file {

[[nodiscard]] std::string jsonText(std::string_view text);
[[nodiscard]] std::string jsonList(const std::vector<std::int64_t>& values);
/// Sizes of the strings of a tensor from `first` on, so that a reader of the joined payload can
/// part them.
[[nodiscard]] std::string jsonSizes(const TensorHeader& tensor, std::size_t first);
/// Other for a plugin that is not known.
[[nodiscard]] RecordKind kindOfPlugin(std::string_view plugin);

/// Seconds to nanoseconds, rounded as the exact product would be; kNoTime when int64 cannot hold
/// them.
[[nodiscard]] inline std::int64_t wallNsOf(double seconds)
{
    if (!(std::fabs(seconds) < 9.2e9)) {
        return kNoTime;
    }
    // Whole seconds and the rest apart: both products are exact enough, where seconds * 1e9 would
    // not be.
    const auto whole = static_cast<std::int64_t>(seconds);
    return whole * 1'000'000'000 + std::llround((seconds - static_cast<double>(whole)) * 1e9);
}

} // namespace runlens::event_file
