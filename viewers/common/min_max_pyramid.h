// SPDX-License-Identifier: GPL-3.0-or-later
/// Summaries of values in blocks of 64, 64², 64³ ... rows, so that the smallest and largest value
/// of any range of rows is found by looking at a few hundred numbers. Grows at its end; a copy
/// shares what is complete. NaN and infinities are counted and left out of the range. Immutable
/// once shared between threads.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace runlens::viewers {

/// What a range of values holds. With no finite value minimum > maximum.
struct ValueSummary {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    double minimumPositive =
        std::numeric_limits<double>::infinity(); ///< infinity: no value above zero
    std::uint32_t nans = 0;
    std::uint32_t positiveInfinities = 0;
    std::uint32_t negativeInfinities = 0;

    [[nodiscard]] bool hasFinite() const { return minimum <= maximum; }

    [[nodiscard]] bool hasOthers() const
    {
        return (nans | positiveInfinities | negativeInfinities) != 0;
    }

    void add(double value)
    {
        if (std::isfinite(value)) {
            minimum = std::min(minimum, value);
            maximum = std::max(maximum, value);
            if (value > 0.0) {
                minimumPositive = std::min(minimumPositive, value);
            }
        } else if (std::isnan(value)) {
            ++nans;
        } else {
            ++(value > 0.0 ? positiveInfinities : negativeInfinities);
        }
    }

    void add(const ValueSummary& other)
    {
        minimum = std::min(minimum, other.minimum);
        maximum = std::max(maximum, other.maximum);
        minimumPositive = std::min(minimumPositive, other.minimumPositive);
        nans += other.nans;
        positiveInfinities += other.positiveInfinities;
        negativeInfinities += other.negativeInfinities;
    }

    friend bool operator==(const ValueSummary&, const ValueSummary&) = default;
};

/// A growing list whose copies share all complete blocks. Once copied, only copies are appended to:
/// the original is what readers hold.
template <typename T>
class SharedList {
public:
    static constexpr std::size_t kBlock = 4096;

    SharedList() = default;

    SharedList(const SharedList& other) : m_blocks(other.m_blocks), m_size(other.m_size) {}

    SharedList& operator=(const SharedList& other)
    {
        m_blocks = other.m_blocks;
        m_size = other.m_size;
        m_open = nullptr;
        return *this;
    }

    SharedList(SharedList&&) noexcept = default;
    SharedList& operator=(SharedList&&) noexcept = default;
    ~SharedList() = default;

    [[nodiscard]] std::size_t size() const { return m_size; }

    [[nodiscard]] const T& operator[](std::size_t i) const
    {
        return (*m_blocks[i / kBlock])[i % kBlock];
    }

    void append(std::span<const T> values)
    {
        while (!values.empty()) {
            std::vector<T>& block = openBlock();
            const std::size_t n = std::min(values.size(), kBlock - block.size());
            block.insert(
                block.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n));
            m_size += n;
            values = values.subspan(n);
        }
    }

    void copyTo(std::size_t first, std::span<T> out) const
    {
        for (std::size_t done = 0; done < out.size();) {
            const auto& block = *m_blocks[(first + done) / kBlock];
            const std::size_t offset = (first + done) % kBlock;
            const std::size_t n = std::min(block.size() - offset, out.size() - done);
            std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(offset),
                        n,
                        out.begin() + static_cast<std::ptrdiff_t>(done));
            done += n;
        }
    }

private:
    std::vector<T>& openBlock()
    {
        if (m_size % kBlock == 0) {
            m_open = std::make_shared<std::vector<T>>();
            m_blocks.push_back(m_open);
        } else if (!m_open) {
            // The list this one was copied from holds the block too: it must not see it grow.
            m_open = std::make_shared<std::vector<T>>(*m_blocks.back());
            m_blocks.back() = m_open;
        }
        return *m_open;
    }

    std::vector<std::shared_ptr<const std::vector<T>>> m_blocks;
    std::shared_ptr<std::vector<T>> m_open; ///< the last block, when it is this list's own
    std::size_t m_size = 0;
};

class MinMaxPyramid {
public:
    static constexpr std::size_t kWidth = 64;

    [[nodiscard]] std::size_t rows() const { return m_rows; }

    /// All rows so far.
    [[nodiscard]] ValueSummary total() const
    {
        ValueSummary all = m_complete;
        all.add(m_open);
        return all;
    }

    void append(std::span<const double> values);

    /// What rows [first, last) hold. read(first, span) copies single values; it is asked for at
    /// most 63 rows at each end.
    template <typename Read>
    [[nodiscard]] ValueSummary summary(std::size_t first, std::size_t last, const Read& read) const
    {
        ValueSummary result;
        last = std::min(last, m_rows);
        std::array<double, kWidth> values{};
        while (first < last) {
            const std::size_t blockEnd = std::min(last, (first / kWidth + 1) * kWidth);
            if (first % kWidth == 0 && first + kWidth <= last) {
                first = addBlocks(result, first, last);
                continue;
            }
            const std::span<double> part(values.data(), blockEnd - first);
            read(first, part);
            for (const double value : part) {
                result.add(value);
            }
            first = blockEnd;
        }
        return result;
    }

private:
    /// Adds the largest complete block that starts at first and ends before last; returns its end.
    std::size_t addBlocks(ValueSummary& result, std::size_t first, std::size_t last) const;

    SharedList<ValueSummary> m_blocks; ///< of kWidth complete rows each
    std::vector<std::vector<ValueSummary>>
        m_levels;            ///< of kWidth complete blocks of the level below
    ValueSummary m_open;     ///< the rows behind the last complete block
    ValueSummary m_complete; ///< all complete blocks
    std::size_t m_rows = 0;
};

} // namespace runlens::viewers
