// SPDX-License-Identifier: Apache-2.0
/// How a session whose end was not written goes on: the rules of docs/schema.md, "How a run ended".
#pragma once

#include "summary_format/records.h"

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

[[nodiscard]] std::string hostName();
[[nodiscard]] std::int64_t nowNs(); ///< since the epoch

} // namespace runlens::store
