// SPDX-License-Identifier: GPL-3.0-or-later
/// Can a window be shown here?
#pragma once

#include "summary_format/base/result.h"

namespace runlens::app {

/// An X or Wayland display is named, or a Qt platform is chosen by hand. Does not try to reach it.
[[nodiscard]] bool hasDisplay();

/// A display that somebody can look at: not Qt's platforms without one (offscreen, minimal), where
/// nobody could close a window.
[[nodiscard]] bool hasScreen();

/// What to say in a build without a window.
[[nodiscard]] Error noWindowError();

} // namespace runlens::app
