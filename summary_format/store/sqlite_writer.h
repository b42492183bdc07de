// SPDX-License-Identifier: Apache-2.0
/// The SummaryWriter of this folder: transactions, losses and the end of a session
/// (summary_writer.cpp), and one method per kind of record (sqlite_writer_records.cpp).
#pragma once

#include "summary_format/store/database.h"
#include "summary_format/store/loss_counter.h"
#include "summary_format/store/record_tables.h"
#include "summary_format/store/summary_writer.h"

#include <unistd.h>

#include <tuple>

namespace runlens::store {

inline constexpr const char* kClosedReason = "the writer is closed";

class SqliteSummaryWriter final : public SummaryWriter {
public:
    explicit SqliteSummaryWriter(WriterOptions options)
        : m_options(std::move(options)), m_registry(m_options.session, m_options.isCopy)
    {}

    ~SqliteSummaryWriter() override;

    Status start(RankLock lock);

    NameId name(std::string_view text) override { return m_registry.name(text); }

    SessionId session(const SessionRecord& record) override { return m_registry.session(record); }

    TagId tag(const TagRecord& record) override { return m_registry.tag(record); }

    TrackId track(const TrackRecord& record) override { return m_registry.track(record); }

    void scalars(TagId tag, const ScalarBatch& batch) override;
    void tensorStats(TagId tag, const TensorStatsRecord& record) override;
    void sample(TagId tag, const SampleRecord& record) override;
    GraphId graph(const GraphRecord& record) override;
    PassId irDump(const IrDumpRecord& record) override;
    void sourceFile(const SourceFileRecord& record) override;
    void property(const PropertyRecord& record) override;
    std::int64_t spans(TrackId track, const SpanBatch& batch) override;
    void flow(const FlowRecord& record) override;
    void counters(TrackId track, const CounterBatch& batch) override;
    void communication(const CommunicationRecord& record) override;
    void memory(const MemoryRecord& record) override;
    void queueSample(const QueueRecord& record) override;
    void finding(const FindingRecord& record) override;
    void dropped(const DropRecord& record) override;

    [[nodiscard]] const std::string& path() const override { return m_file.path; }

    [[nodiscard]] SessionId currentSession() const override { return Registry::kOwnSession; }

    Status commit() override;
    Status close(EndReason reason, const std::string& reasonText) override;

    LostRecords takeLost() override { return m_losses.take(); }

    [[nodiscard]] std::uint64_t fileBytes() const override { return bytesOnDisk(m_file.path); }

private:
    struct DropSum {
        std::uint64_t count = 0;
        std::int64_t firstNs = kNoTime;
        std::int64_t lastNs = kNoTime;
        bool isDirty = false;
    };

    using DropKey = std::tuple<int, SessionId, std::string, std::string>;

    [[nodiscard]] int prepare();

    [[nodiscard]] bool isUsable() const { return m_isOpen && m_owner == getpid(); }

    /// Counts the records, opens a transaction when there is none and writes; on a failure all
    /// since the last commit are lost.
    template <typename Write>
    void put(LossKind kind, std::uint64_t count, std::uint64_t bytes, Write write);
    /// Loads what is to be written; false after counting the record as lost.
    bool
    load(LossKind kind, const Payload& payload, std::vector<std::byte>& buffer, LoadedPayload& out);
    int writeScalars(TagId tag, const ScalarBatch& batch);
    int begin();
    int flush(bool mergeSpans);
    [[nodiscard]] bool isFileGone();
    Error abandon(int code);
    Status commitAll(bool mergeSpans);
    void letGoOfStatements();
    void leaveWalMode();
    void letGo(const std::string& endMark = {});

    WriterOptions m_options;
    pid_t m_owner = getpid();
    bool m_isOpen = false;
    RankLock m_lock;
    CreatedFile m_file;
    FileIdentity m_logIdentity; ///< of the write-ahead log, once there is one
    Registry m_registry;
    RecordTables m_tables;
    SpanTable m_spanTable;
    LossCounter m_losses;
    std::map<DropKey, DropSum> m_drops;
    bool m_dropsAreDirty = false;
    bool m_hasNoteToWrite = false; ///< why there is no write-ahead log
    std::int32_t m_nextGraph = 0;
    std::int32_t m_nextPass = 0;
    std::vector<std::uint64_t> m_converted;
    std::uint64_t m_committedBytes = 0;
    std::uint64_t m_pendingBytes = 0;
};

} // namespace runlens::store
