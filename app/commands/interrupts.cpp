// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/interrupts.h"

#include <algorithm>
#include <cerrno>
#include <ctime>

namespace runlens::app {

Interrupts::Interrupts()
{
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT);
    sigaddset(&m_signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
}

Interrupts::~Interrupts()
{
    pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
}

bool Interrupts::wasAsked()
{
    return waitFor(std::chrono::milliseconds(0));
}

bool Interrupts::waitFor(std::chrono::milliseconds duration)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + duration;
    while (!m_wasAsked) {
        const auto left = std::max(Clock::duration::zero(), end - Clock::now());
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
        const timespec wait{static_cast<std::time_t>(seconds.count()),
                            static_cast<long>(std::chrono::nanoseconds(left - seconds).count())};
        if (sigtimedwait(&m_signals, nullptr, &wait) > 0) {
            m_wasAsked = true;
        } else if (errno != EINTR) { // EAGAIN: the time is over
            break;
        }
    }
    return m_wasAsked;
}

} // namespace runlens::app
