// SPDX-License-Identifier: Apache-2.0
/// What a training thread leaves in its queues: plain values that fill one cache line (time events)
/// or half of one (scalars). Ids are those of the NameRegistry.
#pragma once

#include "summary_format/base/kinds.h"

#include <cstdint>

namespace runlens::collector {

struct ScalarEvent {
    std::int32_t tag = -1;
    NumberType type = NumberType::Float64; ///< of the bits: as the program gave the value
    std::int64_t step = kNoStep;
    std::uint64_t ticks = 0;
    std::uint64_t bits = 0;
};

static_assert(sizeof(ScalarEvent) == 32);

enum class EventKind : std::uint8_t { Span, Communication, Flow, Counter, Memory, QueueSample };

/// Fields by kind; those not named keep what they say.
struct TimeEvent {
    std::uint64_t start = 0;     ///< ticks, or ns since the epoch when inNs; Flow: from, in ns
    std::uint64_t end = 0;       ///< Span: as start; Flow: to, in ns; Memory: total bytes
    std::int64_t step = kNoStep; ///< Memory: address; QueueSample: depth
    std::int32_t name = -1;      ///< Memory: pool
    std::int32_t track = -1;     ///< Flow: from track
    std::int32_t pass = -1;
    std::int32_t node = -1;
    EventKind kind = EventKind::Span;
    std::uint8_t category = 0; ///< Memory: action
    std::uint16_t depth = 0;
    std::int32_t other = -1; ///< Communication: group; Flow: to track; Memory: name
    std::int64_t value = 0;  ///< Communication, Memory: bytes; Flow: id; Counter: bits of the
                             ///< double; QueueSample: capacity
    std::int32_t peer = -1;
    std::uint32_t inNs = 0;
};

static_assert(sizeof(TimeEvent) == 64);

} // namespace runlens::collector
