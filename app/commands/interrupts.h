// SPDX-License-Identifier: GPL-3.0-or-later
/// Ctrl-C and the order to end, as something to ask for: a command that writes finishes what it
/// has begun. While one of these lives, SIGINT and SIGTERM wait until they are asked for; make it
/// before any thread is started.
#pragma once

#include <chrono>
#include <csignal>

namespace runlens::app {

class Interrupts {
public:
    Interrupts();
    Interrupts(const Interrupts&) = delete;
    Interrupts& operator=(const Interrupts&) = delete;
    ~Interrupts();

    /// Has one come?
    [[nodiscard]] bool wasAsked();
    /// Waits for one, at most this long.
    bool waitFor(std::chrono::milliseconds duration);

private:
    sigset_t m_signals{};
    sigset_t m_before{};
    bool m_wasAsked = false;
};

} // namespace runlens::app
