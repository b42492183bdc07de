// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/gzip_stream.h"

#include "summary_format/base/input_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>

namespace runlens::event_file {

namespace {

constexpr std::size_t kInputBytes = std::size_t{64} << 10U;
constexpr std::size_t kMostPoints = 128; ///< about 48 KiB each
constexpr std::uint64_t kFirstSpacing = std::uint64_t{1} << 20U;
/// Beyond this much, no honest log unpacks to so many times its size: records carry checksums.
constexpr std::uint64_t kHarmlessBytes = std::uint64_t{32} << 20U;
constexpr std::uint64_t kLargestRatio = 200;
constexpr int kGzipOnly = 15 + 16;

} // namespace

struct GzipStream::State {
    State()
    {
        if (inflateInit2(&zip, kGzipOnly) != Z_OK) {
            throw std::bad_alloc();
        }
    }

    State(const State&) = delete;
    State& operator=(const State&) = delete;

    ~State() { inflateEnd(&zip); }

    z_stream zip{};
    std::array<std::byte, kInputBytes> input{};
    bool isBetween = true; ///< no member has begun since the last one ended
};

struct GzipStream::Point {
    // Only what inflate needs: the input is read again.
    z_stream zip{};
    bool isBetween = false;
    std::uint64_t packed = 0;
    std::uint64_t offset = 0;

    Point() = default;
    Point(const Point&) = delete;
    Point& operator=(const Point&) = delete;

    ~Point() { inflateEnd(&zip); }
};

bool GzipStream::isGzip(int descriptor)
{
    std::array<std::byte, 3> magic{};
    return runlens::readAt(descriptor, magic, 0) == 3 && magic[0] == std::byte{0x1f}
           && magic[1] == std::byte{0x8b} && magic[2] == std::byte{8};
}

GzipStream::GzipStream(bool keepsPoints)
    : m_keepsPoints(keepsPoints), m_state(std::make_unique<State>()), m_spacing(kFirstSpacing)
{}

GzipStream::~GzipStream() = default;

bool GzipStream::isInside() const
{
    return !m_state->isBetween;
}

void GzipStream::keepPoint()
{
    const std::uint64_t last = m_points.empty() ? 0 : m_points.back()->offset;
    if (!m_keepsPoints || m_offset < last + m_spacing) {
        return;
    }
    auto point = std::make_unique<Point>();
    if (inflateCopy(&point->zip, &m_state->zip) != Z_OK) {
        return; // for want of memory: reading back only takes longer
    }
    point->zip.next_in = nullptr;
    point->zip.avail_in = 0;
    point->isBetween = m_state->isBetween;
    point->packed = m_packed;
    point->offset = m_offset;
    m_points.push_back(std::move(point));
    if (m_points.size() >= kMostPoints) { // every second one stays
        std::size_t kept = 0;
        for (std::size_t i = 1; i < m_points.size(); i += 2) {
            m_points[kept++] = std::move(m_points[i]);
        }
        m_points.resize(kept);
        m_spacing *= 2;
    }
}

/// To the nearest place at or before offset from which unpacking can go on.
void GzipStream::goTo(std::uint64_t offset)
{
    const auto behind = std::upper_bound(
        m_points.begin(), m_points.end(), offset, [](std::uint64_t at, const auto& point) {
            return at < point->offset;
        });
    Point* const point = behind == m_points.begin() ? nullptr : std::prev(behind)->get();
    const std::uint64_t start = point != nullptr ? point->offset : 0;
    if (offset >= m_offset && start <= m_offset) {
        return; // it lies ahead
    }
    z_stream& zip = m_state->zip;
    if (point != nullptr) {
        inflateEnd(&zip);
        if (inflateCopy(&zip, &point->zip) != Z_OK) {
            throw std::bad_alloc();
        }
    } else {
        inflateReset2(&zip, kGzipOnly);
    }
    zip.next_in = nullptr;
    zip.avail_in = 0;
    m_state->isBetween = point == nullptr || point->isBetween;
    m_packed = point != nullptr ? point->packed : 0;
    m_offset = start;
}

ssize_t GzipStream::fill(int descriptor)
{
    z_stream& zip = m_state->zip;
    if (zip.avail_in > 0) {
        return static_cast<ssize_t>(zip.avail_in);
    }
    const ssize_t got = runlens::readAt(descriptor, m_state->input, m_packed);
    if (got > 0) {
        zip.next_in = reinterpret_cast<Bytef*>(m_state->input.data());
        zip.avail_in = static_cast<uInt>(got);
    }
    return got;
}

ssize_t GzipStream::unpack(int descriptor, std::span<std::byte> out)
{
    z_stream& zip = m_state->zip;
    while (m_problem.empty() || m_offset < m_furthest) {
        const ssize_t available = fill(descriptor);
        if (available <= 0) {
            return available;
        }
        if (m_state->isBetween && *zip.next_in == 0) { // padding behind a member
            ++zip.next_in;
            --zip.avail_in;
            ++m_packed;
            continue;
        }
        zip.next_out = reinterpret_cast<Bytef*>(out.data());
        zip.avail_out = static_cast<uInt>(std::min<std::size_t>(out.size(), kInputBytes * 4));
        const uInt room = zip.avail_out;
        const uInt had = zip.avail_in;
        const int code = inflate(&zip, Z_NO_FLUSH);
        const std::uint64_t produced = room - zip.avail_out;
        m_packed += had - zip.avail_in;
        m_offset += produced;
        m_furthest = std::max(m_furthest, m_offset);
        if (code == Z_STREAM_END) {
            inflateReset(&zip);
            m_state->isBetween = true;
        } else if (code == Z_OK || code == Z_BUF_ERROR) {
            m_state->isBetween = false;
        } else {
            m_problem = m_state->isBetween
                            ? "what follows the packed data is not packed: it was left out"
                            : std::string("the packed data is damaged: what follows is lost (")
                                  + (zip.msg != nullptr ? zip.msg : "no memory") + ")";
        }
        if (m_furthest > kHarmlessBytes && m_furthest / kLargestRatio > m_packed) {
            m_problem = "it unpacks to more than " + std::to_string(kLargestRatio)
                        + " times its size, as no log does: reading stopped";
        }
        if (produced > 0) {
            keepPoint();
            return static_cast<ssize_t>(produced);
        }
    }
    return 0;
}

ssize_t GzipStream::readAt(int descriptor, std::span<std::byte> out, std::uint64_t offset)
{
    goTo(offset);
    std::vector<std::byte> skipped;
    std::size_t done = 0;
    while (done < out.size()) {
        std::span<std::byte> room = out.subspan(done);
        const bool isSkipping = m_offset < offset;
        if (isSkipping) {
            skipped.resize(kInputBytes);
            room = std::span(skipped).first(static_cast<std::size_t>(
                std::min<std::uint64_t>(skipped.size(), offset - m_offset)));
        }
        const ssize_t got = unpack(descriptor, room);
        if (got < 0) {
            return -1;
        }
        if (got == 0) {
            break;
        }
        done += isSkipping ? 0 : static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(done);
}

} // namespace runlens::event_file
