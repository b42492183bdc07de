// SPDX-License-Identifier: GPL-3.0-or-later
/// A child process and, if wanted, what it prints.
#pragma once

#include "summary_format/base/result.h"

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::app {

class ChildProcess {
public:
    /// arguments[0] is the path of the program. With capture its stdout goes to readLines(),
    /// otherwise to ours.
    static Result<ChildProcess> start(const std::vector<std::string>& arguments, bool capture);
    ChildProcess(ChildProcess&& other) noexcept;
    ChildProcess& operator=(ChildProcess&&) = delete;
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;
    ~ChildProcess(); ///< waits for the child

    /// Calls with(line) for every line until the child closes its stdout.
    void readLines(const std::function<void(std::string_view)>& with) const;
    [[nodiscard]] bool isRunning();
    /// Waits for the end. An Error unless the child exited with 0.
    [[nodiscard]] Status wait();

private:
    ChildProcess(std::string program, pid_t pid, int fd);

    std::string m_program;
    pid_t m_pid = -1; ///< -1: there is none, or no more
    int m_fd = -1;
    int m_state = 0; ///< as waitpid() gave it
};

} // namespace runlens::app
