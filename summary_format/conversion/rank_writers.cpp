// SPDX-License-Identifier: Apache-2.0
#include "summary_format/conversion/rank_writers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace runlens {

struct RankWriters::File {
    int rank = 0;
    std::unique_ptr<SummaryWriter> writer;
    std::string path;
    // From our ids to those of this file; kNone where it does not know them yet.
    std::vector<NameId> names;
    std::vector<SessionId> sessions;
    std::vector<TagId> tags;
    std::vector<TrackId> tracks;
};

namespace {

template <typename Id>
Id& slot(std::vector<Id>& ids, Id id)
{
    if (index(id) >= ids.size()) {
        ids.resize(index(id) + 1, kNone<Id>);
    }
    return ids[index(id)];
}

} // namespace

RankWriters::RankWriters(RankWritersOptions options) : m_options(std::move(options)) {}

RankWriters::~RankWriters() = default;

Result<std::unique_ptr<RankWriters::File>> RankWriters::openFile(int rank)
{
    if (!m_options.fileName.empty() && !m_files.empty()) {
        return failure("write",
                       m_options.folder + '/' + m_options.fileName,
                       "the run has several ranks, and one file holds one",
                       "Name a folder instead");
    }
    WriterOptions options;
    options.folder = m_options.folder;
    options.rank = rank;
    options.fileName = m_options.fileName;
    options.isCopy = true;
    options.loadPayload = m_options.loadPayload;
    const auto first =
        std::find_if(m_sessions.begin(), m_sessions.end(), [rank](const SessionRecord& session) {
            return session.rank == rank;
        });
    if (first != m_sessions.end()) {
        options.session = *first;
    }
    auto writer = SummaryWriter::open(options);
    if (!writer) {
        return failure(writer);
    }
    auto file = std::make_unique<File>();
    file->rank = rank;
    file->writer = std::move(*writer);
    file->path = file->writer->path();
    if (first != m_sessions.end()) {
        const auto id = static_cast<SessionId>(first - m_sessions.begin());
        slot(file->sessions, id) = file->writer->currentSession();
    }
    return file;
}

RankWriters::File* RankWriters::fileOf(int rank)
{
    const auto known = m_files.find(rank);
    if (known != m_files.end()) {
        return known->second.get();
    }
    auto file = openFile(rank);
    if (!file && m_status) {
        m_status = failure(file);
    }
    auto& made = m_files[rank];
    made = file ? std::move(*file) : nullptr;
    return made.get();
}

NameId RankWriters::toFile(File& file, NameId id) const
{
    NameId& known = slot(file.names, isValid(id) ? id : NameId{0});
    if (!isValid(known)) {
        known = file.writer->name(m_names.text(isValid(id) ? id : NameId{0}));
    }
    return known;
}

SessionId RankWriters::toFile(File& file, SessionId id) const
{
    if (!isValid(id) || index(id) >= m_sessions.size()) {
        return kNone<SessionId>;
    }
    SessionId& known = slot(file.sessions, id);
    if (!isValid(known)) {
        known = file.writer->session(m_sessions[index(id)]);
    }
    return known;
}

TagId RankWriters::toFile(File& file, TagId id) const
{
    TagId& known = slot(file.tags, id);
    if (!isValid(known)) {
        const KnownTag& tag = m_tags[index(id)];
        TagRecord record = tag.record;
        record.name = tag.name;
        record.displayName = tag.displayName;
        record.description = tag.description;
        known = file.writer->tag(record);
    }
    return known;
}

TrackId RankWriters::toFile(File& file, TrackId id) const
{
    if (!isValid(id) || index(id) >= m_tracks.size()) {
        return kNone<TrackId>;
    }
    // Parents come first: a track is registered after its parent, so its id is larger.
    std::vector<TrackId> chain;
    for (TrackId at = id; isValid(at) && index(at) < m_tracks.size();
         at = m_tracks[index(at)].record.parent)
    {
        if (isValid(slot(file.tracks, at)) || (!chain.empty() && index(at) >= index(chain.back())))
        {
            break;
        }
        chain.push_back(at);
    }
    std::reverse(chain.begin(), chain.end());
    for (const TrackId at : chain) {
        const KnownTrack& track = m_tracks[index(at)];
        TrackRecord record = track.record;
        record.name = track.name;
        record.unit = track.unit;
        record.parent = isValid(record.parent) && index(record.parent) < file.tracks.size()
                            ? file.tracks[index(record.parent)]
                            : kNone<TrackId>;
        slot(file.tracks, at) = file.writer->track(record);
    }
    return slot(file.tracks, id);
}

PassId RankWriters::toFile(const File& file, PassId id) const
{
    return isValid(id) && index(id) < m_passes.size() && m_passes[index(id)].rank == file.rank
               ? m_passes[index(id)].id
               : kNone<PassId>;
}

NodeRef RankWriters::toFile(const File& file, NodeRef node) const
{
    const PassId pass = toFile(file, node.pass);
    return isValid(pass) ? NodeRef{pass, node.node} : NodeRef{};
}

SessionId RankWriters::session(const SessionRecord& record)
{
    const auto known =
        std::find_if(m_sessions.begin(), m_sessions.end(), [&](const SessionRecord& session) {
            return isSameSession(session, record);
        });
    const auto id = static_cast<SessionId>(known - m_sessions.begin());
    if (known == m_sessions.end()) {
        m_sessions.push_back(record);
    } else {
        *known = record;
    }
    if (File* file = fileOf(record.rank)) {
        SessionId& written = slot(file->sessions, id);
        written = file->writer->session(record);
    }
    return id;
}

TagId RankWriters::tag(const TagRecord& record)
{
    const auto [known, isNew] = m_tagIds.try_emplace(
        fmt::format("{} {} {}", record.rank, static_cast<int>(record.kind), record.name),
        static_cast<TagId>(m_tags.size()));
    if (isNew) {
        KnownTag& tag = m_tags.emplace_back();
        tag.record.rank = record.rank;
        tag.record.kind = record.kind;
        tag.record.numberType = record.numberType;
        tag.name = record.name;
        tag.displayName = record.displayName;
        tag.description = record.description;
    }
    return known->second;
}

TrackId RankWriters::track(const TrackRecord& record)
{
    const auto [known, isNew] = m_trackIds.try_emplace(fmt::format("{} {} {} {} {} {}",
                                                                   record.rank,
                                                                   static_cast<int>(record.kind),
                                                                   static_cast<int>(record.parent),
                                                                   record.processId,
                                                                   record.threadId,
                                                                   record.name),
                                                       static_cast<TrackId>(m_tracks.size()));
    if (isNew) {
        KnownTrack& track = m_tracks.emplace_back();
        track.record = record;
        track.record.name = {};
        track.record.unit = {};
        track.name = record.name;
        track.unit = record.unit;
    }
    return known->second;
}

RankWriters::File* RankWriters::fileOfTag(TagId tag)
{
    return isValid(tag) && index(tag) < m_tags.size() ? fileOf(m_tags[index(tag)].record.rank)
                                                      : nullptr;
}

RankWriters::File* RankWriters::fileOfTrack(TrackId track)
{
    return isValid(track) && index(track) < m_tracks.size()
               ? fileOf(m_tracks[index(track)].record.rank)
               : nullptr;
}

void RankWriters::scalars(TagId tag, const ScalarBatch& batch)
{
    if (File* file = fileOfTag(tag)) {
        ScalarBatch copy = batch;
        copy.session = toFile(*file, batch.session);
        file->writer->scalars(toFile(*file, tag), copy);
    }
}

void RankWriters::tensorStats(TagId tag, const TensorStatsRecord& record)
{
    if (File* file = fileOfTag(tag)) {
        TensorStatsRecord copy = record;
        copy.session = toFile(*file, record.session);
        file->writer->tensorStats(toFile(*file, tag), copy);
    }
}

void RankWriters::sample(TagId tag, const SampleRecord& record)
{
    if (File* file = fileOfTag(tag)) {
        SampleRecord copy = record;
        copy.session = toFile(*file, record.session);
        file->writer->sample(toFile(*file, tag), copy);
    }
}

GraphId RankWriters::graph(const GraphRecord& record)
{
    if (File* file = fileOf(record.rank)) {
        GraphRecord copy = record;
        copy.session = toFile(*file, record.session);
        file->writer->graph(copy);
    }
    return GraphId{m_graphs++};
}

PassId RankWriters::irDump(const IrDumpRecord& record)
{
    const auto id = static_cast<PassId>(m_passes.size());
    KnownPass pass{record.rank, kNone<PassId>};
    if (File* file = fileOf(record.rank)) {
        IrDumpRecord copy = record;
        copy.session = toFile(*file, record.session);
        std::vector<IrOriginRecord> origins(record.origins.begin(), record.origins.end());
        for (IrOriginRecord& origin : origins) {
            origin.fromPass = toFile(*file, origin.fromPass);
        }
        copy.origins = origins;
        pass.id = file->writer->irDump(copy);
    }
    m_passes.push_back(pass);
    return id;
}

void RankWriters::sourceFile(const SourceFileRecord& record)
{
    if (File* file = fileOf(record.rank)) {
        file->writer->sourceFile(record);
    }
}

void RankWriters::property(const PropertyRecord& record)
{
    if (File* file = fileOf(record.rank)) {
        PropertyRecord copy = record;
        copy.session = toFile(*file, record.session);
        file->writer->property(copy);
    }
}

std::int64_t RankWriters::spans(TrackId track, const SpanBatch& batch)
{
    File* file = fileOfTrack(track);
    if (file == nullptr) {
        return 0;
    }
    std::vector<NameId> names(batch.names.size());
    std::transform(batch.names.begin(), batch.names.end(), names.begin(), [&](NameId id) {
        return toFile(*file, id);
    });
    std::vector<NodeRef> nodes(batch.nodes.size());
    std::transform(batch.nodes.begin(), batch.nodes.end(), nodes.begin(), [&](NodeRef node) {
        return toFile(*file, node);
    });
    SpanBatch copy = batch;
    copy.session = toFile(*file, batch.session);
    copy.names = names;
    copy.nodes = nodes;
    return file->writer->spans(toFile(*file, track), copy);
}

void RankWriters::flow(const FlowRecord& record)
{
    File* file = fileOfTrack(record.fromTrack);
    file = file != nullptr ? file : fileOfTrack(record.toTrack);
    if (file != nullptr) {
        FlowRecord copy = record;
        copy.name = toFile(*file, record.name);
        copy.fromTrack = toFile(*file, record.fromTrack);
        copy.toTrack = toFile(*file, record.toTrack);
        file->writer->flow(copy);
    } else {
        ++m_lost["flow"];
        m_lossReason = "a flow belongs to no track";
    }
}

void RankWriters::counters(TrackId track, const CounterBatch& batch)
{
    if (File* file = fileOfTrack(track)) {
        CounterBatch copy = batch;
        copy.session = toFile(*file, batch.session);
        file->writer->counters(toFile(*file, track), copy);
    }
}

void RankWriters::communication(const CommunicationRecord& record)
{
    if (File* file = fileOfTrack(record.span.track)) {
        CommunicationRecord copy = record;
        copy.span.track = toFile(*file, record.span.track);
        copy.operation = toFile(*file, record.operation);
        copy.group = toFile(*file, record.group);
        file->writer->communication(copy);
    }
}

void RankWriters::memory(const MemoryRecord& record)
{
    if (File* file = fileOf(record.rank)) {
        MemoryRecord copy = record;
        copy.session = toFile(*file, record.session);
        copy.pool = toFile(*file, record.pool);
        copy.name = toFile(*file, record.name);
        copy.node = toFile(*file, record.node);
        file->writer->memory(copy);
    }
}

void RankWriters::queueSample(const QueueRecord& record)
{
    if (File* file = fileOf(record.rank)) {
        QueueRecord copy = record;
        copy.session = toFile(*file, record.session);
        copy.queue = toFile(*file, record.queue);
        file->writer->queueSample(copy);
    }
}

void RankWriters::finding(const FindingRecord& record)
{
    if (File* file = fileOf(record.rank)) {
        FindingRecord copy = record;
        copy.session = toFile(*file, record.session);
        file->writer->finding(copy);
    }
}

void RankWriters::dropped(const DropRecord& record)
{
    if (File* file = fileOf(record.rank)) {
        DropRecord copy = record;
        copy.session = toFile(*file, record.session);
        file->writer->dropped(copy);
    }
}

int RankWriters::firstRank() const
{
    return m_files.empty() ? 0 : m_files.begin()->first;
}

std::vector<std::string> RankWriters::paths() const
{
    std::vector<std::string> paths;
    for (const auto& [rank, file] : m_files) {
        if (file) {
            paths.push_back(file->path);
        }
    }
    return paths;
}

/// Also tags and tracks that have no record yet belong to the run.
void RankWriters::registerAll()
{
    for (; m_registeredTags < m_tags.size(); ++m_registeredTags) {
        const auto id = static_cast<TagId>(m_registeredTags);
        if (File* file = fileOfTag(id)) {
            toFile(*file, id);
        }
    }
    for (; m_registeredTracks < m_tracks.size(); ++m_registeredTracks) {
        const auto id = static_cast<TrackId>(m_registeredTracks);
        if (File* file = fileOfTrack(id)) {
            toFile(*file, id);
        }
    }
}

void RankWriters::takeLosses()
{
    for (const auto& [rank, file] : m_files) {
        if (!file) {
            continue;
        }
        const LostRecords lost = file->writer->takeLost();
        for (const auto& [kind, count] : lost.byKind) {
            m_lost[kind] += count;
            m_lossReason = lost.reason;
            DropRecord drop;
            drop.rank = rank;
            drop.kind = kind;
            drop.reason = lost.reasons.at(kind);
            drop.count = count;
            file->writer->dropped(drop);
        }
    }
}

Status RankWriters::commit()
{
    registerAll();
    takeLosses();
    for (const auto& [rank, file] : m_files) {
        if (!file) {
            continue;
        }
        if (Status status = file->writer->commit(); !status && m_status) {
            m_status = std::move(status);
        }
    }
    return std::exchange(m_status, Status{});
}

Status RankWriters::close()
{
    if (m_files.empty()) {
        fileOf(0);
    }
    Status status = commit();
    for (const auto& [rank, file] : m_files) {
        if (!file) {
            continue;
        }
        const auto first = std::find_if(
            m_sessions.begin(),
            m_sessions.end(),
            [wanted = file->rank](const SessionRecord& session) { return session.rank == wanted; });
        SessionRecord own = first != m_sessions.end() ? *first : SessionRecord{};
        if (own.ended == EndReason::Running) {
            own.ended = EndReason::Unknown; // it went on when the copy was made
        }
        const Status closed = file->writer->close(own.ended, own.reasonText);
        status = status ? closed : status;
    }
    return status;
}

} // namespace runlens
