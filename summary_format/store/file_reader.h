// SPDX-License-Identifier: Apache-2.0
/// Reads one .rlens file into a sink: what is there now, and from then on only what is new. Reads
/// happen in short transactions, each of which hands over everything it sees in an order that ids
/// can follow. One thread; the location may be asked by others.
#pragma once

#include "summary_format/store/read_copy.h"
#include "summary_format/store/record_reader.h"
#include "summary_format/store/registry_reader.h"
#include "summary_format/store/series_reader.h"
#include "summary_format/store/span_reader.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

namespace runlens::store {

/// Where a file is and how it can be opened. Shared between the reading thread and those that load
/// payloads.
class SharedLocation {
public:
    explicit SharedLocation(std::string path) : m_path(std::move(path)) {}

    [[nodiscard]] const std::string& path() const { return m_path; }

    /// Walks the ladder the first time.
    [[nodiscard]] Result<ReadLocation> get(Diagnostics& diagnostics);
    void set(ReadLocation location); ///< it is to be read in another way from now on

private:
    std::string m_path;
    std::mutex m_mutex; ///< guards m_location
    std::optional<ReadLocation> m_location;
};

/// What a recording is known by when its file was replaced: its first session.
struct Recording {
    std::int64_t startNs = kNoTime;
    std::int64_t pid = 0;
    std::string host;

    friend bool operator==(const Recording&, const Recording&) = default;
};

class FileReader {
public:
    FileReader(std::shared_ptr<SharedLocation> location, std::int32_t file, int rank);

    struct Progress {
        bool isComplete = true; ///< everything that was there was read
        bool hasChanged = false;
    };

    /// An Error means that nothing of this file can be read (now).
    Result<Progress> read(RecordSink& sink, Diagnostics& diagnostics, ReadBudget& budget);
    /// Gives descriptors back; what was read stays known.
    void closeConnection();

    [[nodiscard]] bool isConnected() const { return m_database.connection.isOpen(); }

    [[nodiscard]] std::uint64_t records() const { return m_records; }

    [[nodiscard]] std::uint64_t bytesRead() const { return m_bytes; }

private:
    Status connect(Diagnostics& diagnostics);
    Status checkVersion(Diagnostics& diagnostics);
    void checkTables(Diagnostics& diagnostics);
    [[nodiscard]] bool hasNews(Diagnostics& diagnostics);
    [[nodiscard]] bool hasNewCopy(Diagnostics& diagnostics);
    [[nodiscard]] bool isReplaced(Diagnostics& diagnostics);
    bool moveTo(Result<ReadLocation> location, const ChangeStamp& stamp, Diagnostics& diagnostics);
    void tellGone(Diagnostics& diagnostics);
    void tellLog(Diagnostics& diagnostics);
    void tellMissingLog(Diagnostics& diagnostics);
    ReadOutcome readTransaction(ReadContext& context);

    std::shared_ptr<SharedLocation> m_location;
    std::int32_t m_file;
    FileIdentity m_identity; ///< of the file whose records were read
    Database m_database;
    ReadMode m_mode = ReadMode::Shared;
    Statement m_dataVersion;
    std::int64_t m_seenVersion = -1;
    ChangeStamp m_seenStamp; ///< of the file that was read, or that the copy was made of
    std::chrono::steady_clock::time_point m_nextCopy;
    std::optional<Recording> m_recording;
    bool m_isComplete = false;
    bool m_wasChecked = false;
    bool m_wasGoneTold = false;
    FileIdentity m_otherFile; ///< in the place of the one that was read, with another recording
    bool m_missesLog = false; ///< the file says that its records go on in a log that is not there
    bool m_wasLogTold = false;
    int m_busyInARow = 0;
    std::set<std::string> m_tables;
    FileIds m_ids;
    RegistryReader m_registry;
    SeriesReader m_scalars{SeriesReader::Kind::Scalar};
    SeriesReader m_counters{SeriesReader::Kind::Counter};
    SpanReader m_spans;
    RecordReader m_rows;
    std::uint64_t m_records = 0;
    std::uint64_t m_bytes = 0;
};

} // namespace runlens::store
