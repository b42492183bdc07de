// SPDX-License-Identifier: Apache-2.0
/// What load() makes of a range of an event file.
#pragma once

#include "summary_format/base/result.h"
#include "summary_format/formats/event_file/event_decoder.h"

namespace runlens::event_file {

/// message: the bytes of the range. Refuses results above limit. Never throws.
[[nodiscard]] Result<std::vector<std::byte>>
payloadOf(PayloadForm form, std::vector<std::byte> message, std::size_t limit);

} // namespace runlens::event_file
