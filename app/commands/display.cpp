// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/display.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace runlens::app {

bool hasDisplay()
{
    constexpr std::array kNames{"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"};
    return std::any_of(kNames.begin(), kNames.end(), [](const char* name) {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): before any thread
        return value != nullptr && *value != '\0';
    });
}

bool hasScreen()
{
    const char* value = std::getenv("QT_QPA_PLATFORM"); // NOLINT(concurrency-mt-unsafe): as above
    const std::string_view platform = value == nullptr ? "" : value;
    return hasDisplay() && !platform.starts_with("offscreen") && !platform.starts_with("minimal");
}

Error noWindowError()
{
    return {"open a window",
            {},
            "this build of runlens has none (it was configured with RUNLENS_GUI=OFF)",
            "`runlens info` and `runlens export` work; to see runs, build with RUNLENS_GUI=ON"};
}

} // namespace runlens::app
