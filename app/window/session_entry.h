// SPDX-License-Identifier: GPL-3.0-or-later
/// One run of a Session. For session*.cpp only.
#pragma once

#include "app/window/session.h"

namespace runlens::app {

struct Session::Entry {
    QString key;
    FoundRun found;
    std::shared_ptr<RunReader> reader;
    std::shared_ptr<const Run> run;
    std::vector<Diagnostic> diagnostics;
    std::uint64_t diagnosticCount = 0;
    ReadProgress progress;
    RunNotes notes;
    QString error;
    int colourSlot = 0;
    bool isShown = true;
    bool isBusy = false;
    bool wasReadToEnd = false;
    bool isDeferred = false; ///< not opened: too many runs
};

} // namespace runlens::app
