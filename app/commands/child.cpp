// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace runlens::app {

ChildProcess::ChildProcess(std::string program, pid_t pid, int fd)
    : m_program(std::move(program)), m_pid(pid), m_fd(fd)
{}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : m_program(std::move(other.m_program))
    , m_pid(std::exchange(other.m_pid, -1))
    , m_fd(std::exchange(other.m_fd, -1))
    , m_state(other.m_state)
{}

ChildProcess::~ChildProcess()
{
    if (m_fd >= 0) {
        ::close(m_fd);
    }
    [[maybe_unused]] const Status ended = wait();
}

Result<ChildProcess> ChildProcess::start(const std::vector<std::string>& arguments, bool capture)
{
    const std::string& program = arguments.front();
    std::array<int, 2> pipe{-1, -1};
    if (capture && ::pipe2(pipe.data(), O_CLOEXEC) != 0) {
        return failure("start", program, errnoText(errno));
    }
    posix_spawn_file_actions_t actions{};
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    if (capture) {
        posix_spawn_file_actions_adddup2(&actions, pipe[1], 1);
    }
    // We ignore SIGPIPE; the child shall not inherit that.
    sigset_t defaults{};
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);

    std::vector<char*> argv;
    argv.reserve(arguments.size() + 1);
    for (const std::string& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str())); // posix_spawn() does not write to them
    }
    argv.push_back(nullptr);
    pid_t pid = -1;
    const int error =
        ::posix_spawn(&pid, program.c_str(), &actions, &attributes, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (pipe[1] >= 0) {
        ::close(pipe[1]);
    }
    if (error != 0) {
        if (pipe[0] >= 0) {
            ::close(pipe[0]);
        }
        return failure("start", program, errnoText(error));
    }
    return ChildProcess(program, pid, pipe[0]);
}

void ChildProcess::readLines(const std::function<void(std::string_view)>& with) const
{
    std::string held;
    std::array<char, 4096> buffer{};
    while (m_fd >= 0) {
        const ssize_t n = ::read(m_fd, buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            break;
        }
        held.append(buffer.data(), static_cast<std::size_t>(n));
        std::size_t start = 0;
        for (std::size_t end = held.find('\n'); end != std::string::npos;
             end = held.find('\n', start)) {
            with(std::string_view(held).substr(start, end - start));
            start = end + 1;
        }
        held.erase(0, start);
    }
    if (!held.empty()) {
        with(held);
    }
}

bool ChildProcess::isRunning()
{
    if (m_pid > 0 && ::waitpid(m_pid, &m_state, WNOHANG) != 0) {
        m_pid = -1;
    }
    return m_pid > 0;
}

Status ChildProcess::wait()
{
    while (m_pid > 0 && ::waitpid(m_pid, &m_state, 0) < 0 && errno == EINTR) {
    }
    m_pid = -1;
    if (WIFSIGNALED(m_state)) {
        return failure("run", m_program, fmt::format("signal {} ended it", WTERMSIG(m_state)));
    }
    if (WEXITSTATUS(m_state) != 0) {
        return failure(
            "run", m_program, fmt::format("it ended with exit code {}", WEXITSTATUS(m_state)));
    }
    return {};
}

} // namespace runlens::app
