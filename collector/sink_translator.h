// SPDX-License-Identifier: Apache-2.0
/// Writer thread: turns the collector's ids and ticks into the sink's and hands records over in
/// batches, counting what it handed over. attach() starts with a new file: everything is registered
/// there again when it is next used. Without a sink it only counts (takeRefused).
#pragma once

#include "collector/call_kind.h"
#include "collector/events.h"
#include "collector/name_registry.h"
#include "collector/tick_clock.h"
#include "summary_format/record_sink.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace runlens::collector {

class SinkTranslator {
public:
    SinkTranslator(NameRegistry& registry, const TickClock& clock, int rank);

    void attach(RecordSink* sink, SessionId session); ///< null: records are refused from here on

    [[nodiscard]] bool isAttached() const { return m_sink != nullptr; }

    [[nodiscard]] RecordSink& sink() { return *m_sink; }

    [[nodiscard]] SessionId session() const { return m_session; }

    [[nodiscard]] int rank() const { return m_rank; }

    [[nodiscard]] const TickClock& clock() const { return m_clock; }

    void fetchNames();
    void add(std::span<const ScalarEvent> events);
    void add(std::span<const TimeEvent> events);
    /// Hands over what add() has batched.
    void flushBatches();

    [[nodiscard]] NameId name(std::int32_t id);
    [[nodiscard]] TagId tag(std::int32_t index);
    [[nodiscard]] TrackId track(std::int32_t id);
    [[nodiscard]] PassId pass(std::int32_t handle) const; ///< kNone when it is not in this file
    void setPass(std::int32_t handle, PassId pass);

    void property(std::string_view section, std::string_view key, std::string_view json);
    void counter(std::int32_t track, std::int64_t ns, double value);

    void count(CallKind kind, std::uint64_t n = 1)
    {
        m_handed[static_cast<std::size_t>(kind)] += n;
    }

    /// What was given to the sink (or refused, without one) since the last call.
    [[nodiscard]] KindTotals takeHanded();

    [[nodiscard]] std::uint64_t handedRows() const
    {
        return m_rows;
    } ///< since the last takeHanded()

    void addRows(std::uint64_t n) { m_rows += n; }

private:
    struct ScalarRows {
        std::vector<std::int64_t> steps;
        std::vector<std::int64_t> wallNs;
        std::vector<std::uint64_t> bits;
        std::optional<NumberType> type; ///< of the bits; nothing before the first row

        [[nodiscard]] bool empty() const { return steps.empty(); }
    };

    struct SpanRows {
        std::vector<std::int64_t> startNs;
        std::vector<std::int64_t> durationNs;
        std::vector<NameId> names;
        std::vector<SpanCategory> categories;
        std::vector<std::uint16_t> depths;
        std::vector<NodeRef> nodes;
        std::vector<std::int64_t> steps;
        std::vector<std::pair<std::int64_t, CommunicationRecord>>
            communications; ///< row in the batch

        [[nodiscard]] bool empty() const { return startNs.empty(); }
    };

    struct CounterRows {
        std::vector<std::int64_t> ns;
        std::vector<double> values;

        [[nodiscard]] bool empty() const { return ns.empty(); }
    };

    void addSpan(const TimeEvent& event);
    void addOther(const TimeEvent& event);
    [[nodiscard]] std::int64_t toNs(std::uint64_t time, const TimeEvent& event) const;
    void addScalar(const ScalarEvent& event);
    void handOver(std::int32_t tag, ScalarRows& rows);
    void flushScalars();
    void flushSpans();
    void flushCounters();

    NameRegistry& m_registry;
    const TickClock& m_clock;
    int m_rank;
    RecordSink* m_sink = nullptr;
    SessionId m_session = kNone<SessionId>;

    std::vector<const std::string*> m_nameTexts;
    std::vector<const RegisteredTag*> m_tagTexts;
    std::vector<const RegisteredTrack*> m_trackTexts;
    std::vector<NameId> m_names;
    std::vector<TagId> m_tags;
    std::vector<TrackId> m_tracks;
    TrackId m_processTrack = kNone<TrackId>;
    std::vector<PassId> m_passes;

    std::vector<ScalarRows> m_scalars; ///< by tag
    std::vector<std::int32_t> m_usedScalars;
    std::vector<SpanRows> m_spans; ///< by track
    std::vector<std::int32_t> m_usedSpans;
    std::vector<CounterRows> m_counters; ///< by track
    std::vector<std::int32_t> m_usedCounters;

    KindTotals m_handed{};
    std::uint64_t m_rows = 0;
    std::int64_t m_processId = 0;
};

} // namespace runlens::collector
