// SPDX-License-Identifier: Apache-2.0
/// Writes one rank's records of one session to one .rlens file (SQLite, WAL; docs/schema.md).
/// Records collect in one open transaction until commit(). One thread owns a writer. A write that
/// fails (disk full, folder gone) rolls back to the last commit; the records since then are counted
/// per kind (takeLost) and writing goes on with the next record: recorded + lost = calls made.
#pragma once

#include "summary_format/base/result.h"
#include "summary_format/record_sink.h"
#include "summary_format/run_source.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace runlens {

struct WriterOptions {
    std::string folder; ///< of the run; made when missing
    int rank = 0;
    SessionRecord session; ///< host, pid, startNs: filled in when empty
    std::uint64_t maxFileBytes =
        0; ///< 0: no limit; beyond it records are lost with reason "file size limit"
    /// Loads payloads that come as a PayloadRef (convert); empty: such payloads are counted as
    /// lost.
    std::function<Result<std::vector<std::byte>>(const PayloadRef&)> loadPayload;
    std::string vfs;      ///< SQLite VFS to use; empty: the default (tests inject faults here)
    std::string fileName; ///< another name than rank-<N>.rlens; must not exist; empty: that one
    /// The records are those of another run file or log: session is taken as it is, its heartbeat
    /// and end are what it says.
    bool isCopy = false;
};

struct LostRecords {
    std::map<std::string, std::uint64_t> byKind; ///< "scalar" -> count; keys as in DropRecord::kind
    std::map<std::string, std::string> reasons;  ///< of the last failure of each kind
    std::string reason; ///< of the last failure of all: "database or disk is full"
    [[nodiscard]] std::uint64_t total() const;
};

class SummaryWriter : public RecordSink {
public:
    /// Makes <folder>/rank-<N>.rlens, or rank-<N>.<session>.rlens when that exists; takes the lock
    /// rank-<N>.lock. Fails when another live writer holds the lock (its pid is in the message) or
    /// the folder cannot be written.
    static Result<std::unique_ptr<SummaryWriter>> open(const WriterOptions& options);

    [[nodiscard]] virtual const std::string& path() const = 0;
    [[nodiscard]] virtual SessionId currentSession() const = 0;
    /// Makes everything since the last commit durable against the death of the process, and the
    /// heartbeat current.
    virtual Status commit() = 0;
    /// Commits, writes how the session ended, checkpoints and leaves WAL mode if no reader prevents
    /// it; removes the lock.
    virtual Status close(EndReason reason, const std::string& reasonText) = 0;
    /// What was lost since the last call.
    virtual LostRecords takeLost() = 0;
    /// Bytes of the file and its WAL.
    [[nodiscard]] virtual std::uint64_t fileBytes() const = 0;
};

} // namespace runlens
