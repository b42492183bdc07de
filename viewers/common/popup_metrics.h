// SPDX-License-Identifier: GPL-3.0-or-later
/// Sizes that the popups beside the pointer share, in pixels.
#pragma once

namespace runlens::viewers {

inline constexpr int kPopupRowHeight = 18;
inline constexpr int kPopupTitleHeight = 22;
inline constexpr int kPopupPadding = 8;

} // namespace runlens::viewers
