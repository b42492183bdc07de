// SPDX-License-Identifier: Apache-2.0
/// Orders of samples that depend on (seed, epoch) alone: the same on every machine, compiler and
/// number of workers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace runlens::runtime {

/// A number that looks random and depends on its inputs alone.
[[nodiscard]] std::uint64_t mixedSeed(std::uint64_t seed, std::uint64_t epoch, std::uint64_t index);

/// Each of 0..size-1 once, in an order drawn evenly from all orders. Up to 2^32 samples.
[[nodiscard]] std::vector<std::uint32_t>
shuffledOrder(std::size_t size, std::uint64_t seed, std::uint64_t epoch);

} // namespace runlens::runtime
