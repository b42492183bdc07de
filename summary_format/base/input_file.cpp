// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/input_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace runlens {

InputFile::InputFile(const std::string& path)
    : m_descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
{}

InputFile::~InputFile()
{
    if (m_descriptor >= 0) {
        close(m_descriptor);
    }
}

ssize_t readAt(int descriptor, std::span<std::byte> out, std::uint64_t offset)
{
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t n = pread(
            descriptor, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return -1;
        }
        if (n == 0) {
            break;
        }
        done += static_cast<std::size_t>(n);
    }
    return static_cast<ssize_t>(done);
}

} // namespace runlens
