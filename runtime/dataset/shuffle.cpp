// SPDX-License-Identifier: Apache-2.0
#include "runtime/dataset/shuffle.h"

#include <numeric>
#include <utility>

namespace runlens::runtime {

namespace {

/// The splitmix64 generator: one addition and one mix per number.
class Random {
public:
    explicit Random(std::uint64_t state) : m_state(state) {}

    std::uint64_t next()
    {
        m_state += 0x9e3779b97f4a7c15ULL;
        return mix(m_state);
    }

    /// Even over 0..bound-1, bound < 2^32: a multiplication, and another draw where that would be
    /// uneven.
    std::uint32_t below(std::uint32_t bound)
    {
        const std::uint32_t uneven = (0U - bound) % bound;
        while (true) {
            const std::uint64_t product = (next() >> 32U) * bound;
            if (static_cast<std::uint32_t>(product) >= uneven) {
                return static_cast<std::uint32_t>(product >> 32U);
            }
        }
    }

    static std::uint64_t mix(std::uint64_t value)
    {
        value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
        return value ^ (value >> 31U);
    }

private:
    std::uint64_t m_state;
};

} // namespace

std::uint64_t mixedSeed(std::uint64_t seed, std::uint64_t epoch, std::uint64_t index)
{
    std::uint64_t mixed = seed;
    for (const std::uint64_t part : {epoch, index}) {
        mixed = Random(mixed ^ Random::mix(part + 1)).next();
    }
    return mixed;
}

std::vector<std::uint32_t> shuffledOrder(std::size_t size, std::uint64_t seed, std::uint64_t epoch)
{
    std::vector<std::uint32_t> order(size);
    std::iota(order.begin(), order.end(), 0U);
    Random random(mixedSeed(seed, epoch, 0));
    for (std::size_t left = size; left > 1; --left) {
        std::swap(order[left - 1], order[random.below(static_cast<std::uint32_t>(left))]);
    }
    return order;
}

} // namespace runlens::runtime
