// SPDX-License-Identifier: Apache-2.0
/// A RunSource reads one run from wherever it lies. It reads what there is now, remembers where it
/// stopped, and can be asked again: opening an old file and following a live one are the same call.
/// It never prints and never throws; damaged input becomes Diagnostics. readInto() is called by one
/// thread at a time; load() by any, at any time.
#pragma once

#include "summary_format/base/diagnostics.h"
#include "summary_format/base/result.h"
#include "summary_format/record_sink.h"

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace runlens {

struct ReadOptions {
    std::stop_token stop;
    /// Return after about this long with more = true, so that the first curves appear early. Zero:
    /// read to the end.
    std::chrono::milliseconds slice{0};
};

struct ReadProgress {
    bool more = false;            ///< the slice ended or a stop was asked before the end
    bool changed = false;         ///< something was handed to the sink
    std::uint64_t bytesRead = 0;  ///< since the source was opened
    std::uint64_t bytesTotal = 0; ///< 0: unknown
    std::uint64_t records = 0;    ///< since the source was opened
};

/// One file of a run, as far as it was read.
struct FileFacts {
    std::string path;
    std::uint64_t bytes = 0;
    std::uint64_t records = 0;                   ///< whole and right
    std::uint64_t badRecords = 0;                ///< places where something is damaged or missing
    std::uint64_t tailBytes = 0;                 ///< at its end, not a whole record (yet)
    std::map<std::string, std::uint64_t> byKind; ///< values by kind; empty: the tags tell them
};

/// Payloads are refused above this, so that a hostile length cannot fill the memory.
inline constexpr std::size_t kDefaultLoadLimit = std::size_t{1} << 30;

class RunSource {
public:
    RunSource() = default;
    RunSource(const RunSource&) = delete;
    RunSource& operator=(const RunSource&) = delete;
    virtual ~RunSource() = default;

    [[nodiscard]] virtual std::string format() const = 0;
    /// An Error means that nothing can be read at all; what was skipped goes to the diagnostics.
    virtual Result<ReadProgress>
    readInto(RecordSink& sink, Diagnostics& diagnostics, const ReadOptions& options) = 0;
    /// The payload as it was recorded (decompressed). Thread-safe.
    [[nodiscard]] virtual Result<std::vector<std::byte>>
    load(const PayloadRef& ref,
         std::stop_token stop,
         std::size_t limit = kDefaultLoadLimit) const = 0;

    /// The files that were read. Reading thread only.
    [[nodiscard]] virtual std::vector<FileFacts> files() const { return {}; }

    /// Files that this source holds open: nobody else in the process may open them (POSIX locks).
    [[nodiscard]] virtual std::vector<std::string> openFiles() const { return {}; }
};

} // namespace runlens
