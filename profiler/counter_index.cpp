// SPDX-License-Identifier: Apache-2.0
#include "profiler/counter_index.h"

#include "profiler/column_cursor.h"

#include <cmath>
#include <numeric>

namespace runlens::profiler {

namespace {

/// kNoTime and times out of range sort to the ends and are never drawn.
[[nodiscard]] bool isInOrder(const CounterSeries& series, std::size_t first)
{
    ColumnCursor<std::int64_t> times(series.ns);
    std::int64_t before = first > 0 ? times[first - 1] : kEarliestNs;
    for (std::size_t i = first; i < series.size(); ++i) {
        const std::int64_t ns = times[i];
        if (ns < before || !isIndexable(ns)) {
            return false;
        }
        before = ns;
    }
    return true;
}

void widen(ValueRange& range, double value)
{
    if (std::isfinite(value)) {
        range.minimum = std::min(range.minimum, value);
        range.maximum = std::max(range.maximum, value);
    }
}

} // namespace

std::shared_ptr<const CounterIndex>
indexCounter(const CounterSeries* series, const std::shared_ptr<const CounterIndex>& previous)
{
    if (!series || series->size() == 0) {
        return nullptr;
    }
    if (previous && previous->sampleCount == series->size()) {
        return previous;
    }
    auto index = std::make_shared<CounterIndex>();
    const std::size_t count =
        std::min<std::size_t>(series->size(), std::numeric_limits<std::uint32_t>::max());
    index->sampleCount = series->size();
    ColumnCursor<std::int64_t> times(series->ns);
    ColumnCursor<double> values(series->values);
    std::size_t known = 0;
    std::size_t size = count;
    if (previous && previous->order.empty() && isInOrder(*series, previous->sampleCount)) {
        known = previous->sampleCount / CounterIndex::kBlock;
        index->blocks.assign(previous->blocks.begin(),
                             previous->blocks.begin() + static_cast<std::ptrdiff_t>(known));
        index->range = previous->range;
    } else if (!isInOrder(*series, 0)) {
        for (std::size_t i = 0; i < count; ++i) {
            if (isIndexable(times[i])) {
                index->order.push_back(static_cast<std::uint32_t>(i));
            }
        }
        std::stable_sort(
            index->order.begin(), index->order.end(), [&times](std::uint32_t a, std::uint32_t b) {
                const std::int64_t first = times[a];
                return first < times[b];
            });
        size = index->order.size();
        if (size == 0) {
            return nullptr;
        }
    }
    for (std::size_t first = known * CounterIndex::kBlock; first < size;
         first += CounterIndex::kBlock) {
        ValueRange range;
        for (std::size_t i = first; i < std::min(first + CounterIndex::kBlock, size); ++i) {
            widen(range, values[index->sample(i)]);
        }
        widen(index->range, range.minimum);
        widen(index->range, range.maximum);
        index->blocks.push_back(range);
    }
    index->time = {times[index->sample(0)], times[index->sample(size - 1)]};
    return index;
}

} // namespace runlens::profiler
