// SPDX-License-Identifier: Apache-2.0
/// Where the payloads of a W&B run lie: an item of a record of the .wandb file, or a file below the
/// folder "files" beside it. Names of files come from the log and are not trusted.
#pragma once

#include "summary_format/base/result.h"
#include "summary_format/record_sink.h"

#include <string>
#include <string_view>
#include <vector>

namespace simdjson::dom {
class element;
}

namespace runlens::wandb {

/// PayloadRef::part: the form in the lowest three bits, the item of the record above them.
enum class PayloadForm : std::int32_t {
    Json = 0,      ///< the value as it stands
    Text = 1,      ///< a JSON text without its quotes and escapes
    Histogram = 2, ///< its bins and values: encoded buckets (histogram.h)
    Line = 3,      ///< of the console
    Record = 4,    ///< the message of the record
    File = 5,      ///< PayloadRef::file says which
};

[[nodiscard]] constexpr std::int32_t partOf(PayloadForm form, std::int32_t item)
{
    return static_cast<std::int32_t>(form) | item << 3;
}

/// What load() makes of a record: item and form as in part.
[[nodiscard]] Result<std::vector<std::byte>> payloadOf(std::string_view record, std::int32_t part);

/// The place of a file that a log names: below base, without links that lead out of it. An Error
/// for any other name.
[[nodiscard]] Result<std::string> mediaPath(const std::string& base, const std::string& name);

/// Has it values and bins, in either of the two forms?
[[nodiscard]] bool isHistogram(const simdjson::dom::element& object);

/// The value_json of item number `item` of a history record.
[[nodiscard]] std::string_view historyValue(std::string_view history, std::int32_t item);

} // namespace runlens::wandb
