// SPDX-License-Identifier: Apache-2.0
/// Ends the collectors that are still open when the process exits: exit(), or main() returning,
/// destroys no object on the stack, so the last second of a recording would be lost. Does nothing
/// in a forked child, and nothing at _exit(), quick_exit(), abort() or a signal.
#pragma once

#include <memory>

namespace runlens::collector {

class CollectorState;

/// Any thread. A collector that is closed or gone by then is left alone. May throw (no memory).
void closeAtExit(const std::shared_ptr<CollectorState>& state);

} // namespace runlens::collector
