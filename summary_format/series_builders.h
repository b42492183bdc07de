// SPDX-License-Identifier: Apache-2.0
/// The growing columns of one tag, track or counter while a Run is built, and the views of them
/// that a snapshot shares. For RunBuilder; not thread-safe.
#pragma once

#include "summary_format/run.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <vector>

namespace runlens {

/// Notes where the rows of another session begin.
inline void noteSession(std::vector<SessionStart>& sessions, std::size_t row, SessionId session)
{
    if (sessions.empty() || sessions.back().session != session) {
        sessions.push_back({row, session});
    }
}

struct ScalarBuilder {
    NumberType numberType = NumberType::Float64;
    NumberType declared = NumberType::Float64; ///< of batches that name no type
    Column<std::int64_t> steps;
    Column<std::int64_t> wallNs;
    Column<float> narrow;
    Column<std::uint64_t> wide;
    std::vector<ChunkRange> ranges;
    std::vector<SessionStart> sessions;

    /// Every value as a double: what is held is in chunks that readers have, so it is copied.
    void widen(Arena& arena)
    {
        const ColumnView<float> oldNarrow = narrow.view();
        const ColumnView<std::uint64_t> oldWide = wide.view();
        narrow = {};
        wide = {};
        for (std::size_t i = 0; i < steps.size(); ++i) {
            wide.append(arena,
                        toBits(isFloat32Held(numberType) ? static_cast<double>(oldNarrow[i])
                                                         : toDouble(oldWide[i], numberType)));
        }
        numberType = NumberType::Float64;
    }

    /// The bits in the type that is held; false when one of them does not fit.
    bool convert(std::span<const std::uint64_t> bits,
                 NumberType from,
                 std::vector<std::uint64_t>& out) const
    {
        out.clear();
        for (const std::uint64_t value : bits) {
            const auto same = converted(value, from, numberType);
            if (!same && numberType != NumberType::Float64) {
                return false;
            }
            // An integer that no double holds is shown rounded; the file has it whole.
            out.push_back(same.value_or(toBits(toDouble(value, from))));
        }
        return true;
    }

    /// True when the number type has changed.
    bool append(Arena& arena, const ScalarBatch& batch)
    {
        const NumberType from = batch.type.value_or(declared);
        if (from == numberType) {
            appendHeld(arena, batch);
            return false;
        }
        ScalarBatch same = batch;
        std::vector<std::uint64_t> bits;
        const bool isWidened = !convert(batch.bits, from, bits);
        if (isWidened) {
            widen(arena);
            convert(batch.bits, from, bits);
        }
        same.bits = bits;
        appendHeld(arena, same);
        return isWidened;
    }

    void appendHeld(Arena& arena, const ScalarBatch& batch)
    {
        noteSession(sessions, steps.size(), batch.session);
        for (const std::uint64_t bits : batch.bits) {
            const std::size_t chunk =
                chunkOf(isFloat32Held(numberType) ? narrow.size() : wide.size());
            if (chunk >= ranges.size()) {
                ranges.resize(chunk + 1);
            }
            extend(ranges[chunk], toDouble(bits, numberType));
            if (isFloat32Held(numberType)) {
                narrow.append(arena, std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
            } else {
                wide.append(arena, bits);
            }
        }
        steps.append(arena, batch.steps);
        wallNs.append(arena, batch.wallNs);
    }

    static void extend(ChunkRange& range, double value)
    {
        if (std::isnan(value)) {
            ++range.nans;
            return;
        }
        range.infinities += std::isinf(value) ? 1U : 0U;
        range.minimum = std::min(range.minimum, value);
        range.maximum = std::max(range.maximum, value);
    }

    [[nodiscard]] std::shared_ptr<const ScalarSeries> view() const
    {
        auto series = std::make_shared<ScalarSeries>();
        series->numberType = numberType;
        series->steps = steps.view();
        series->wallNs = wallNs.view();
        series->narrow = narrow.view();
        series->wide = wide.view();
        series->ranges = ranges;
        series->sessions = sessions;
        return series;
    }
};

template <typename T>
struct EntryBuilder {
    Column<T> entries;

    [[nodiscard]] std::shared_ptr<const ColumnView<T>> view() const
    {
        return std::make_shared<const ColumnView<T>>(entries.view());
    }
};

struct SpanBuilder {
    bool keepsSteps = false;
    Column<std::int64_t> startNs;
    Column<std::int64_t> durationNs;
    Column<NameId> names;
    Column<SpanCategory> categories;
    Column<std::uint16_t> depths;
    Column<NodeRef> nodes;
    Column<std::int64_t> steps;
    std::vector<SessionStart> sessions;

    void append(Arena& arena, const SpanBatch& batch)
    {
        noteSession(sessions, startNs.size(), batch.session);
        startNs.append(arena, batch.startNs);
        durationNs.append(arena, batch.durationNs);
        names.append(arena, batch.names);
        categories.append(arena, batch.categories);
        depths.append(arena, batch.depths);
        nodes.append(arena, batch.nodes);
        if (keepsSteps) {
            steps.append(arena, batch.steps);
        }
    }

    [[nodiscard]] std::shared_ptr<const SpanSeries> view() const
    {
        auto series = std::make_shared<SpanSeries>();
        series->startNs = startNs.view();
        series->durationNs = durationNs.view();
        series->names = names.view();
        series->categories = categories.view();
        series->depths = depths.view();
        series->nodes = nodes.view();
        series->steps = steps.view();
        series->sessions = sessions;
        return series;
    }
};

struct CounterBuilder {
    Column<std::int64_t> ns;
    Column<double> values;

    [[nodiscard]] std::shared_ptr<const CounterSeries> view() const
    {
        auto series = std::make_shared<CounterSeries>();
        series->ns = ns.view();
        series->values = values.view();
        return series;
    }
};

} // namespace runlens
