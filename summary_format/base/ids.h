// SPDX-License-Identifier: Apache-2.0
/// Ids are distinct types so that they cannot be mixed up; a bare int is a count or an index. All
/// are dense from 0, append-only, valid within one Run (or one file) and stable over its snapshots.
/// -1 (kNone<Id>) means "none".
#pragma once

#include "summary_format/base/kinds.h"

#include <cstdint>
#include <type_traits>

namespace runlens {

enum class NameId : std::int32_t {};    ///< a string of the Run's StringPool; 0 is always ""
enum class SessionId : std::int32_t {}; ///< one start of the training program for one rank
enum class TagId : std::int32_t {};     ///< one (rank, name, record kind)
enum class TrackId : std::int32_t {};   ///< one row of the timeline: a thread, a stream, a counter
enum class PassId : std::int32_t {};    ///< one dumped IR text: a compiler pass of one graph
enum class GraphId : std::int32_t {};   ///< one computational graph

template <typename Id>
inline constexpr Id kNone = Id{-1};

template <typename Id>
[[nodiscard]] constexpr auto index(Id id)
{
    return static_cast<std::size_t>(static_cast<std::underlying_type_t<Id>>(id));
}

template <typename Id>
[[nodiscard]] constexpr bool isValid(Id id)
{
    return static_cast<std::underlying_type_t<Id>>(id) >= 0;
}

/// A node of the IR of one pass. node counts from 0 in the order of printing within the pass.
struct NodeRef {
    PassId pass = kNone<PassId>;
    std::int32_t node = -1;
    friend bool operator==(const NodeRef&, const NodeRef&) = default;
};

/// A span: its track, and its position in the order of arrival on that track.
struct SpanRef {
    TrackId track = kNone<TrackId>;
    std::int64_t index = -1;
    friend bool operator==(const SpanRef&, const SpanRef&) = default;
};

} // namespace runlens
