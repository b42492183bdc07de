// SPDX-License-Identifier: Apache-2.0
#include "summary_format/record_rules.h"
#include "summary_format/store/sqlite_writer.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace runlens::store {

namespace {

/// A transaction of this size is committed without being asked: it bounds memory and what a fault
/// can take away.
constexpr std::uint64_t kMaxPendingRecords = 250'000;
constexpr std::uint64_t kMaxPendingBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxPayloadBytes = 900'000'000; ///< SQLite's own limit is 1e9 for a row
// What a record takes in the file, roughly: only for the file size limit, which commits correct.
constexpr std::uint64_t kScalarBytes = 32;
constexpr std::uint64_t kSpanBytes = 16;
constexpr std::uint64_t kWrittenRowBytes = 64;
constexpr const char* kLimitReason = "file size limit";

} // namespace

template <typename Write>
void SqliteSummaryWriter::put(LossKind kind, std::uint64_t count, std::uint64_t bytes, Write write)
{
    if (!isUsable()) {
        m_losses.lose(kind, count, kClosedReason);
        return;
    }
    if (m_options.maxFileBytes > 0
        && m_committedBytes + m_pendingBytes + bytes > m_options.maxFileBytes)
    {
        m_losses.lose(kind, count, kLimitReason);
        return;
    }
    m_losses.addPending(kind, count);
    m_pendingBytes += bytes;
    errno = 0;
    int code = begin();
    if (code == SQLITE_OK) {
        code = write();
    }
    if (code != SQLITE_OK) {
        abandon(code);
    } else if (m_losses.pendingTotal() >= kMaxPendingRecords || m_pendingBytes >= kMaxPendingBytes)
    {
        commitAll(false);
    }
}

bool SqliteSummaryWriter::load(LossKind kind,
                               const Payload& payload,
                               std::vector<std::byte>& buffer,
                               LoadedPayload& out)
{
    out = {payload.bytes, payload.bytes.data() != nullptr};
    if (!out.isPresent && payload.ref.exists()) {
        if (!m_options.loadPayload) {
            m_losses.lose(kind, 1, "the payload lies in another file");
            return false;
        }
        auto loaded = m_options.loadPayload(payload.ref);
        if (!loaded) {
            m_losses.lose(kind, 1, loaded.error().message());
            return false;
        }
        buffer = std::move(*loaded);
        out = {buffer, true};
    }
    if (out.bytes.size() > kMaxPayloadBytes) {
        m_losses.lose(kind, 1, "a payload of more than 900 MB");
        return false;
    }
    return true;
}

void SqliteSummaryWriter::scalars(TagId tag, const ScalarBatch& batch)
{
    const RegisteredTag* registered = m_registry.find(tag);
    const std::size_t count = batch.steps.size();
    if (registered == nullptr || registered->kind != RecordKind::Scalar
        || batch.wallNs.size() != count || batch.bits.size() != count)
    {
        m_losses.lose(lossKind(RecordKind::Scalar), count, "not a scalar tag");
        return;
    }
    if (count > 0) {
        put(lossKind(RecordKind::Scalar), count, count * kScalarBytes, [&] {
            return writeScalars(tag, batch);
        });
    }
}

int SqliteSummaryWriter::writeScalars(TagId tag, const ScalarBatch& batch)
{
    const NumberType kept = m_registry.find(tag)->numberType;
    const NumberType given = batch.type.value_or(kept);
    ScalarBatch written = batch;
    TagId row = tag;
    if (given != kept) {
        m_converted.clear();
        for (const std::uint64_t bits : batch.bits) {
            const auto same = converted(bits, given, kept);
            if (!same) { // the type of the tag cannot hold it: these points get a row of theirs
                row = m_registry.tagOfType(tag, given);
                break;
            }
            m_converted.push_back(*same);
        }
        written.bits = row == tag ? std::span<const std::uint64_t>(m_converted) : batch.bits;
    }
    RegisteredTag& registered = *m_registry.find(row);
    std::int64_t& nextSeq = m_registry.find(tag)->nextSeq;
    registered.series.nextSeq = std::max(registered.series.nextSeq, nextSeq);
    const int code = m_tables.scalars(row, registered, written);
    nextSeq = registered.series.nextSeq;
    return code;
}

void SqliteSummaryWriter::tensorStats(TagId tag, const TensorStatsRecord& record)
{
    const RegisteredTag* registered = m_registry.find(tag);
    const bool isRightKind = registered != nullptr
                             && (registered->kind == RecordKind::TensorStats
                                 || registered->kind == RecordKind::Histogram);
    const LossKind kind = lossKind(isRightKind ? registered->kind : RecordKind::TensorStats);
    if (!isRightKind) {
        m_losses.lose(kind, 1, "not a tag of tensor statistics");
        return;
    }
    std::vector<std::byte> buffer;
    LoadedPayload histogram;
    if (load(kind, record.encoded, buffer, histogram)) {
        const std::uint64_t bytes =
            kWrittenRowBytes + histogram.bytes.size() + record.edges.size() * 2 * sizeof(double);
        put(kind, 1, bytes, [&] { return m_tables.tensorStats(tag, record, histogram); });
    }
}

void SqliteSummaryWriter::sample(TagId tag, const SampleRecord& record)
{
    const RegisteredTag* registered = m_registry.find(tag);
    const LossKind kind = lossKind(registered != nullptr ? registered->kind : RecordKind::Other);
    if (registered == nullptr || registered->kind <= RecordKind::Histogram) {
        m_losses.lose(kind, 1, "not a tag of samples");
        return;
    }
    std::vector<std::byte> buffer;
    LoadedPayload payload;
    if (load(kind, record.payload, buffer, payload)) {
        put(kind, 1, kWrittenRowBytes + record.metadata.size() + payload.bytes.size(), [&] {
            return m_tables.sample(tag, registered->kind, record, payload);
        });
    }
}

GraphId SqliteSummaryWriter::graph(const GraphRecord& record)
{
    const auto id = GraphId{m_nextGraph++}; // never used twice, even when the record is lost
    std::vector<std::byte> buffer;
    LoadedPayload payload;
    if (load(LossKind::Graph, record.payload, buffer, payload)) {
        put(LossKind::Graph, 1, kWrittenRowBytes + payload.bytes.size(), [&] {
            return m_tables.graph(id, record, payload);
        });
    }
    return id;
}

PassId SqliteSummaryWriter::irDump(const IrDumpRecord& record)
{
    if (!areNumberedFromZero(record.nodes)) {
        m_losses.lose(LossKind::IrDump, 1, "its nodes are not numbered from 0 on, each once");
        return kNone<PassId>;
    }
    const auto id = PassId{m_nextPass++};
    std::vector<std::byte> buffer;
    LoadedPayload text;
    if (load(LossKind::IrDump, record.text, buffer, text)) {
        const std::uint64_t bytes =
            kWrittenRowBytes * (1 + record.nodes.size() + record.origins.size())
            + text.bytes.size() / 4;
        put(LossKind::IrDump, 1, bytes, [&] {
            return m_tables.irDump(
                id, record, text, [this](std::string_view name) { return m_registry.name(name); });
        });
    }
    return id;
}

void SqliteSummaryWriter::sourceFile(const SourceFileRecord& record)
{
    std::vector<std::byte> buffer;
    LoadedPayload text;
    if (load(LossKind::SourceFile, record.text, buffer, text)) {
        put(LossKind::SourceFile, 1, kWrittenRowBytes + text.bytes.size() / 3, [&] {
            return m_tables.sourceFile(record, text);
        });
    }
}

void SqliteSummaryWriter::property(const PropertyRecord& record)
{
    put(LossKind::Property, 1, kWrittenRowBytes + record.value.size(), [&] {
        return m_tables.property(record);
    });
}

std::int64_t SqliteSummaryWriter::spans(TrackId track, const SpanBatch& batch)
{
    RegisteredTrack* registered = m_registry.find(track);
    const std::size_t count = batch.startNs.size();
    const std::array sizes{batch.durationNs.size(),
                           batch.names.size(),
                           batch.categories.size(),
                           batch.depths.size(),
                           batch.nodes.size(),
                           batch.steps.size()};
    if (registered == nullptr || std::any_of(sizes.begin(), sizes.end(), [count](std::size_t size) {
            return size != count;
        }))
    {
        m_losses.lose(LossKind::Span, count, "not a track");
        return 0;
    }
    std::int64_t first = registered->spans.nextIndex();
    if (count > 0) {
        put(LossKind::Span, count, count * kSpanBytes, [&] {
            registered->spans.add(batch);
            return SQLITE_OK;
        });
    }
    return first;
}

void SqliteSummaryWriter::flow(const FlowRecord& record)
{
    put(LossKind::Flow, 1, kWrittenRowBytes, [&] { return m_tables.flow(record); });
}

void SqliteSummaryWriter::counters(TrackId track, const CounterBatch& batch)
{
    RegisteredTrack* registered = m_registry.find(track);
    const std::size_t count = batch.ns.size();
    if (registered == nullptr || batch.values.size() != count) {
        m_losses.lose(LossKind::Counter, count, "not a track");
        return;
    }
    if (count > 0) {
        put(LossKind::Counter, count, count * kScalarBytes, [&] {
            return m_tables.counters(track, *registered, batch);
        });
    }
}

void SqliteSummaryWriter::communication(const CommunicationRecord& record)
{
    put(LossKind::Communication, 1, kWrittenRowBytes, [&] {
        return m_tables.communication(record);
    });
}

void SqliteSummaryWriter::memory(const MemoryRecord& record)
{
    if (!isKnown(record.action)) {
        m_losses.lose(LossKind::Memory, 1, "its action is neither allocate nor free");
        return;
    }
    put(LossKind::Memory, 1, kWrittenRowBytes, [&] { return m_tables.memory(record); });
}

void SqliteSummaryWriter::queueSample(const QueueRecord& record)
{
    put(LossKind::QueueSample, 1, kWrittenRowBytes, [&] { return m_tables.queueSample(record); });
}

void SqliteSummaryWriter::finding(const FindingRecord& record)
{
    const std::uint64_t bytes =
        kWrittenRowBytes + record.title.size() + record.detail.size() + record.metadata.size();
    put(LossKind::Finding, 1, bytes, [&] { return m_tables.finding(record); });
}

void SqliteSummaryWriter::dropped(const DropRecord& record)
{
    DropSum& sum = m_drops[DropKey{
        record.rank, record.session, std::string(record.kind), std::string(record.reason)}];
    sum.count += record.count;
    if (record.firstNs != kNoTime && (sum.firstNs == kNoTime || record.firstNs < sum.firstNs)) {
        sum.firstNs = record.firstNs;
    }
    sum.lastNs = std::max(sum.lastNs, record.lastNs);
    sum.isDirty = true;
    m_dropsAreDirty = true;
}
} // namespace runlens::store
