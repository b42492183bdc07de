// SPDX-License-Identifier: Apache-2.0
/// A gzip file read as what was packed into it, at any offset of that: several members one after
/// the other are one stream, and a file may still grow. Memory is bounded, whatever the file says:
/// a file that unpacks to absurdly more than its size is not read on. One thread.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace runlens::event_file {

class GzipStream {
public:
    /// Does the file begin like one?
    [[nodiscard]] static bool isGzip(int descriptor);

    /// keepsPoints: reading at earlier offsets will be asked for, and must not begin at the start.
    explicit GzipStream(bool keepsPoints);
    ~GzipStream();
    GzipStream(const GzipStream&) = delete;
    GzipStream& operator=(const GzipStream&) = delete;

    /// Bytes [offset, offset + out.size()) of what was packed; fewer at its present end or before a
    /// problem. -1: an error of the file (errno).
    ssize_t readAt(int descriptor, std::span<std::byte> out, std::uint64_t offset);

    /// How far the file itself was read.
    [[nodiscard]] std::uint64_t packedOffset() const { return m_packed; }

    /// How much it has given until now.
    [[nodiscard]] std::uint64_t unpackedEnd() const { return m_furthest; }

    /// The end of what is packed is not there yet.
    [[nodiscard]] bool isInside() const;

    /// Why nothing behind unpackedEnd() can be had; empty: nothing is wrong.
    [[nodiscard]] const std::string& problem() const { return m_problem; }

private:
    struct State;
    struct Point;

    void goTo(std::uint64_t offset);
    /// Unpacks into out; 0 at the present end.
    ssize_t unpack(int descriptor, std::span<std::byte> out);
    ssize_t fill(int descriptor);
    void keepPoint();

    bool m_keepsPoints;
    std::unique_ptr<State> m_state;
    std::vector<std::unique_ptr<Point>> m_points; ///< by offset
    std::uint64_t m_spacing;
    std::uint64_t m_packed = 0; ///< of the next byte that was not unpacked
    std::uint64_t m_offset = 0; ///< of the next byte that comes out
    std::uint64_t m_furthest = 0;
    std::string m_problem;
};

} // namespace runlens::event_file
