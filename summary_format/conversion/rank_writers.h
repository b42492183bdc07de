// SPDX-License-Identifier: Apache-2.0
/// A sink that keeps a whole run: every rank gets a run file of its own. What a record refers to
/// (names, sessions, tags, tracks) is written into the file that the record goes to, also when it
/// belongs to another rank: a flow from rank to rank stays whole. Sessions are taken as their
/// source tells them. One thread.
#pragma once

#include "summary_format/base/string_pool.h"
#include "summary_format/store/summary_writer.h"

#include <map>

namespace runlens {

struct RankWritersOptions {
    std::string folder;
    std::string fileName; ///< of the one file of a run with one rank; empty: rank-<N>.rlens
    /// Loads payloads that the source left where they are.
    std::function<Result<std::vector<std::byte>>(const PayloadRef&)> loadPayload;
};

class RankWriters final : public RecordSink {
public:
    explicit RankWriters(RankWritersOptions options);
    ~RankWriters() override;

    NameId name(std::string_view text) override { return m_names.add(text); }

    SessionId session(const SessionRecord& record) override;
    TagId tag(const TagRecord& record) override;
    TrackId track(const TrackRecord& record) override;
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

    /// The lowest rank that has a file; 0 before there is one.
    [[nodiscard]] int firstRank() const;

    [[nodiscard]] std::size_t rankCount() const { return m_files.size(); }

    [[nodiscard]] std::vector<std::string> paths() const;

    /// Makes everything so far durable. The first failure since the last call.
    Status commit();
    /// Writes how each session ended and lets go of the files; a run without any record gets an
    /// empty file of rank 0.
    Status close();

    [[nodiscard]] const std::map<std::string, std::uint64_t>& lost() const { return m_lost; }

    [[nodiscard]] const std::string& lossReason() const { return m_lossReason; }

private:
    struct File;

    struct KnownTag {
        TagRecord record; ///< without its texts, which are below
        std::string name;
        std::string displayName;
        std::string description;
    };

    struct KnownTrack {
        TrackRecord record;
        std::string name;
        std::string unit;
    };

    struct KnownPass {
        int rank = 0;
        PassId id = kNone<PassId>; ///< of its own rank's file
    };

    File* fileOf(int rank);
    Result<std::unique_ptr<File>> openFile(int rank);
    NameId toFile(File& file, NameId id) const;
    SessionId toFile(File& file, SessionId id) const;
    TagId toFile(File& file, TagId id) const;
    TrackId toFile(File& file, TrackId id) const;
    [[nodiscard]] PassId toFile(const File& file, PassId id) const;
    [[nodiscard]] NodeRef toFile(const File& file, NodeRef node) const;
    File* fileOfTag(TagId tag);
    File* fileOfTrack(TrackId track);
    void registerAll();
    void takeLosses();

    RankWritersOptions m_options;
    StringPool m_names;
    std::vector<SessionRecord> m_sessions;
    std::vector<KnownTag> m_tags;
    std::map<std::string, TagId> m_tagIds;
    std::vector<KnownTrack> m_tracks;
    std::map<std::string, TrackId> m_trackIds;
    std::vector<KnownPass> m_passes;
    std::int32_t m_graphs = 0;
    std::map<int, std::unique_ptr<File>> m_files; ///< null: it could not be made
    std::size_t m_registeredTags = 0;             ///< of m_tags: in the file of their rank
    std::size_t m_registeredTracks = 0;
    Status m_status;
    std::map<std::string, std::uint64_t> m_lost;
    std::string m_lossReason;
};

} // namespace runlens
