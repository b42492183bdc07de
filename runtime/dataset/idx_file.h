// SPDX-License-Identifier: Apache-2.0
/// Reads IDX files (the format of MNIST and its kin), plain or gzip: a big-endian header (two zero
/// bytes, element type, number of dimensions, one 32-bit length each) and the elements. Only
/// unsigned bytes are read. The file is hostile until checked: memory grows with the bytes that are
/// really there, never with a length that a header claims.
#pragma once

#include "summary_format/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace runlens::runtime {

struct IdxArray {
    std::vector<std::uint32_t> dims;  ///< outermost first: {60000, 28, 28}
    std::vector<std::uint8_t> values; ///< row-major; as many as the product of dims
};

struct IdxLimits {
    std::size_t maxFileBytes = std::size_t{1} << 30; ///< as it lies on disk
    std::size_t maxValues = std::size_t{1} << 30;
};

/// Refuses what is not a whole IDX file: wrong magic, another element type, too few or too many
/// bytes, a gzip stream that is cut or whose checksum is wrong. Anything but a regular file is
/// refused too.
[[nodiscard]] Result<IdxArray> readIdxFile(const std::string& path, const IdxLimits& limits = {});

/// The same for bytes in memory; where is named in errors.
[[nodiscard]] Result<IdxArray>
decodeIdx(std::span<const std::byte> file, const std::string& where, const IdxLimits& limits = {});

} // namespace runlens::runtime
