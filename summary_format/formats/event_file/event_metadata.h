// SPDX-License-Identifier: Apache-2.0
/// The metadata of a record as JSON, and what a plugin's values are.
#pragma once

#include "summary_format/formats/event_file/tensor_proto.h"
#include "summary_format/records.h"

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

} // namespace runlens::event_file
