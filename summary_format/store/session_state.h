// SPDX-License-Identifier: Apache-2.0
/// How a session whose end was not written goes on: the rules of docs/schema.md, "How a run ended".
#pragma once

#include "summary_format/records.h"

#include <optional>
#include <string>
#include <string_view>

namespace runlens::store {

struct OpenSession {
    std::string folder;
    std::string fileName;
    int rank = 0;
    std::string host;
    std::int64_t pid = 0;
    std::int64_t heartbeatNs = kNoTime;
};

/// Running, crashed or unknown, as of now: by the writer's lock on the same host, by the heartbeat
/// on another.
[[nodiscard]] EndReason judgeOpenSession(const OpenSession& session);

/// How a session ended whose writer had no room for the row that tells it: one line of numbers,
/// then the reason.
struct EndMark {
    std::int64_t startNs = kNoTime; ///< of the session it is about
    std::int64_t endNs = kNoTime;
    EndReason ended = EndReason::Unknown; ///< clean or failed
    std::string reasonText;
};

[[nodiscard]] std::string encodeEndMark(const EndMark& mark);
/// Nothing for a text that is not one.
[[nodiscard]] std::optional<EndMark> decodeEndMark(std::string_view text);

[[nodiscard]] std::string hostName();
[[nodiscard]] std::int64_t nowNs(); ///< since the epoch

} // namespace runlens::store
