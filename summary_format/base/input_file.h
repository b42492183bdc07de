// SPDX-License-Identifier: Apache-2.0
/// Files that others write: opened for reading only, read at offsets, never mapped (a file that is
/// cut while it is mapped ends the program).
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace runlens {

/// Opened while it lives. Never waits, also not for a pipe.
class InputFile {
public:
    explicit InputFile(const std::string& path);
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    [[nodiscard]] int descriptor() const { return m_descriptor; } ///< -1: it failed (errno)

private:
    int m_descriptor;
};

/// Reads up to out.size() bytes; fewer at the end of the file. -1: an error (errno).
[[nodiscard]] ssize_t readAt(int descriptor, std::span<std::byte> out, std::uint64_t offset);

} // namespace runlens
