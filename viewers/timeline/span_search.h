// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds spans by name. Pure functions over a model, for a worker.
#pragma once

#include "profiler/trace_model.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace runlens::viewers {

struct SpanHit {
    std::int64_t startNs = 0;
    SpanRef span;
};

struct SpanHits {
    std::string text;          ///< what was searched
    std::vector<SpanHit> hits; ///< in order of start
    std::vector<bool> names;   ///< by NameId: does the name match?

    [[nodiscard]] bool matches(NameId name) const
    {
        return isValid(name) && index(name) < names.size() && names[index(name)];
    }

    /// The first hit that starts at or after ns, else the first; nullopt when there is none.
    [[nodiscard]] std::optional<std::size_t> from(std::int64_t ns) const;
    [[nodiscard]] std::optional<std::size_t> indexOf(SpanRef span) const;
};

/// A name of spans, with one span that has it.
struct SpanName {
    NameId name{};
    SpanRef span;
    std::uint64_t count = 0;
};

/// All names of spans in order of first appearance.
[[nodiscard]] std::vector<SpanName> namesOf(const profiler::TraceModel& model,
                                            const std::stop_token& stop = {});

/// Spans whose name holds the text, whatever the case of its letters. Nothing for an empty text.
[[nodiscard]] SpanHits searchSpans(const profiler::TraceModel& model,
                                   const std::string& text,
                                   const std::stop_token& stop = {});

} // namespace runlens::viewers
