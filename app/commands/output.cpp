// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/output.h"

#include "app/commands/text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>

namespace runlens::app {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;

/// Where a chain of links leads, so that the link stays and its target is replaced.
std::string resolved(const std::string& path)
{
    std::array<char, PATH_MAX> buffer{};
    return ::realpath(path.c_str(), buffer.data()) != nullptr ? std::string(buffer.data()) : path;
}

} // namespace

Output::Output()
{
    m_buffer.reserve(kBufferBytes);
}

Result<std::unique_ptr<Output>> Output::toFile(const std::string& path)
{
    auto output = std::make_unique<Output>();
    if (path == "-") {
        return output;
    }
    output->m_name = path;

    struct stat info {};

    const bool exists = ::stat(path.c_str(), &info) == 0;
    if (exists && !S_ISREG(info.st_mode)) {
        output->m_fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    } else {
        output->m_target = resolved(path);
        output->m_temporary = fmt::format("{}.{}.part", output->m_target, ::getpid());
        output->m_fd =
            ::open(output->m_temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (output->m_fd < 0) {
        const int error = errno;
        output->m_temporary.clear();
        return failure("write", path, errnoText(error), "Choose another place for the output");
    }
    return output;
}

Output::~Output()
{
    if (m_fd > 2) {
        ::close(m_fd);
    }
    if (!m_temporary.empty()) {
        ::unlink(m_temporary.c_str());
    }
}

void Output::write(std::string_view text)
{
    m_buffer.append(text);
    if (m_buffer.size() >= kBufferBytes) {
        flush();
    }
}

void Output::flush()
{
    std::string_view rest = m_buffer;
    while (m_status && !rest.empty()) {
        const ssize_t n = ::write(m_fd, rest.data(), rest.size());
        if (n >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno != EINTR) {
            fail(errno);
        }
    }
    m_buffer.clear();
}

void Output::fail(int errorNumber)
{
    const char* advice = errorNumber == ENOSPC || errorNumber == EFBIG || errorNumber == EDQUOT
                             ? "Make room, or choose another place for the output"
                             : "";
    m_status = failure("write", m_name, errnoText(errorNumber), advice);
}

Status Output::finish()
{
    flush();
    if (m_fd > 2) {
        // Some file systems tell only now that the data did not fit.
        if (::close(m_fd) != 0 && m_status) {
            fail(errno);
        }
        m_fd = -1;
    }
    if (m_status && !m_temporary.empty()) {
        if (::rename(m_temporary.c_str(), m_target.c_str()) == 0) {
            m_temporary.clear();
        } else {
            fail(errno);
        }
    }
    return m_status;
}

int complain(const Error& error)
{
    say("runlens: " + error.message());
    return 1;
}

void say(std::string_view line)
{
    const std::string text = terminalText(line) + '\n';
    std::fwrite(text.data(), 1, text.size(), stderr);
}

} // namespace runlens::app
