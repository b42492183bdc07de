// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/session_state.h"

#include "summary_format/store/open_files.h"

#include <unistd.h>

#include <array>
#include <chrono>

namespace runlens::store {

std::string hostName()
{
    std::array<char, 256> buffer{};
    return gethostname(buffer.data(), buffer.size() - 1) == 0 ? std::string(buffer.data())
                                                              : std::string();
}

std::int64_t nowNs()
{
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

EndReason judgeOpenSession(const OpenSession& session)
{
    constexpr std::int64_t kFreshNs = 10'000'000'000;
    if (session.host == hostName()) {
        const LockState lock = lockState(session.folder, session.rank);
        const bool isThisFile =
            lock.fileName.empty() ? lock.pid == session.pid : lock.fileName == session.fileName;
        return lock.isHeld && isThisFile ? EndReason::Running : EndReason::Crashed;
    }
    const std::int64_t now = nowNs();
    if (session.heartbeatNs == kNoTime || session.heartbeatNs > now + kFreshNs) {
        return EndReason::Unknown; // no clock that can be compared with ours
    }
    return now - session.heartbeatNs < kFreshNs ? EndReason::Running : EndReason::Crashed;
}

} // namespace runlens::store
