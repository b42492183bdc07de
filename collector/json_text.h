// SPDX-License-Identifier: Apache-2.0
/// Small JSON values as text.
#pragma once

#include <string>
#include <string_view>

namespace runlens::collector {

/// A JSON string with its quotes. Control characters and bytes that are not UTF-8 are escaped or
/// replaced (U+FFFD).
[[nodiscard]] std::string jsonString(std::string_view text);

} // namespace runlens::collector
