// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/session_state.h"

#include "summary_format/store/open_files.h"

#include <unistd.h>

#include <array>
#include <charconv>
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
    using std::chrono::nanoseconds;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<nanoseconds>(now).count();
}

std::string encodeEndMark(const EndMark& mark)
{
    constexpr std::size_t kLongestReason = 3000; // the mark must fit into the block of a lock file
    return "ended " + std::to_string(static_cast<int>(mark.ended)) + ' '
           + std::to_string(mark.startNs) + ' ' + std::to_string(mark.endNs) + '\n'
           + mark.reasonText.substr(0, kLongestReason) + '\n';
}

std::optional<EndMark> decodeEndMark(std::string_view text)
{
    constexpr std::string_view kBegin = "ended ";
    const auto lineEnd = text.find('\n');
    if (!text.starts_with(kBegin) || lineEnd == std::string_view::npos) {
        return std::nullopt;
    }
    std::array<std::int64_t, 3> numbers{};
    const char* at = text.data() + kBegin.size();
    const char* const end = text.data() + lineEnd;
    for (std::int64_t& number : numbers) {
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc()) {
            return std::nullopt;
        }
        at = next < end && *next == ' ' ? next + 1 : next;
    }
    const auto ended = static_cast<EndReason>(numbers[0]);
    if (at != end
        || (numbers[0] != static_cast<std::int64_t>(EndReason::Clean)
            && numbers[0] != static_cast<std::int64_t>(EndReason::Failed)))
    {
        return std::nullopt;
    }
    text.remove_prefix(lineEnd + 1);
    return EndMark{numbers[1], numbers[2], ended, std::string(text.substr(0, text.rfind('\n')))};
}

EndReason judgeOpenSession(const OpenSession& session)
{
    constexpr std::int64_t kFreshNs = 30'000'000'000; // a mirror comes every few seconds
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
