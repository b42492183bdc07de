// SPDX-License-Identifier: Apache-2.0
/// Bytes packed as the gzip program does: one member.
#pragma once

#include <zlib.h>

#include <stdexcept>
#include <string>

namespace runlens::test {

inline std::string gzipped(const std::string& bytes, int level = 6)
{
    z_stream zip{};
    if (deflateInit2(&zip, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
        throw std::runtime_error("no memory");
    }
    std::string out(deflateBound(&zip, bytes.size()) + 64, '\0');
    zip.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    zip.avail_in = static_cast<uInt>(bytes.size());
    zip.next_out = reinterpret_cast<Bytef*>(out.data());
    zip.avail_out = static_cast<uInt>(out.size());
    deflate(&zip, Z_FINISH);
    out.resize(zip.total_out);
    deflateEnd(&zip);
    return out;
}

} // namespace runlens::test
