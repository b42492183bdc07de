// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/display.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace runlens::app {

bool hasDisplay()
{
    constexpr std::array kNames{"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"};
    return std::any_of(kNames.begin(), kNames.end(), [](const char* name) {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): before any thread
        return value != nullptr && *value != '\0';
    });
}

Error noWindowError()
{
    return {"open a window",
            {},
            "this build of runlens has none (it was configured with RUNLENS_GUI=OFF)",
            "`runlens info` and `runlens export` work; to see runs, build with RUNLENS_GUI=ON"};
}

} // namespace runlens::app
