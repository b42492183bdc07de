// SPDX-License-Identifier: Apache-2.0
/// Numbers as Python writes them into JSON.
#pragma once

#include <optional>
#include <string_view>

namespace runlens::wandb {

/// NaN, Infinity and -Infinity, for which JSON has no word, also in quotes; nullopt for all else.
[[nodiscard]] std::optional<double> bareNumber(std::string_view json);
/// Any number; NaN for what is none.
[[nodiscard]] double realOf(std::string_view json);

} // namespace runlens::wandb
