// SPDX-License-Identifier: GPL-3.0-or-later
/// What the command line needs from the window, as values, so that app/commands knows no Qt.
/// guiHooks() is defined once per executable: by app/gui_main.cpp, or by app/no_gui.cpp in a build
/// without a window.
#pragma once

#include "summary_format/base/result.h"

#include <string>
#include <vector>

namespace runlens::app {

/// `runlens [PATH...]`: the paths exist. programName is argv[0].
struct WindowRequest {
    std::string programName;
    std::vector<std::string> paths; ///< none: as it was when it was last closed
};

/// `runlens render`: everything is checked but the path's content.
struct RenderRequest {
    std::string programName;
    std::string path;
    std::string view; ///< one of viewIds(), or "all": then output is a folder, made when missing
    int widthPx = 1440;
    int heightPx = 900;
    bool isDark = false;
    std::string language; ///< "en" or "zh"
    std::string output;   ///< PNG file
};

struct GuiHooks {
    /// Shows the window until it is closed; returns the exit code.
    Result<int> (*openWindow)(const WindowRequest& request) = nullptr;
    /// Draws without a display (platform "offscreen") and returns the files written.
    Result<std::vector<std::string>> (*render)(const RenderRequest& request) = nullptr;
    /// What `--view` takes, without "all", in the order of the rail. Called before any Qt
    /// application exists.
    std::vector<std::string> (*viewIds)() = nullptr;

    [[nodiscard]] bool hasWindow() const
    {
        return openWindow != nullptr && render != nullptr && viewIds != nullptr;
    }
};

[[nodiscard]] GuiHooks guiHooks();

} // namespace runlens::app
