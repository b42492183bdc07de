// SPDX-License-Identifier: GPL-3.0-or-later
/// Text of a run as a QString: UTF-8, cut after so many bytes, so that a hostile name cannot stall
/// a widget.
#pragma once

#include <QString>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace runlens::viewers {

inline constexpr std::size_t kLongestText = 2000;

[[nodiscard]] inline QString toText(std::string_view text, std::size_t atMost = kLongestText)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min(text.size(), atMost)));
}

/// The same uncut: for names that something is found by.
[[nodiscard]] inline QString toWholeText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace runlens::viewers
