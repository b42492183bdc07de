// SPDX-License-Identifier: GPL-3.0-or-later
/// Where results go: a buffer in front of a descriptor that reports every failed write, and a file
/// that appears whole or not at all. One thread.
#pragma once

#include "summary_format/base/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace runlens::app {

class Output {
public:
    /// stdout; it is not closed.
    Output();
    /// A file. A regular file is written beside its place and moved there by finish(); what stands
    /// there stays until then. Devices and pipes are written directly. "-" is stdout.
    static Result<std::unique_ptr<Output>> toFile(const std::string& path);
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    /// Without finish() the file is left as it was.
    ~Output();

    /// Keeps the first failure for finish(); what follows it is dropped.
    void write(std::string_view text);

    [[nodiscard]] bool hasFailed() const { return !m_status; }

    [[nodiscard]] Status finish();

private:
    void flush();
    void fail(int errorNumber);

    int m_fd = 1;
    std::string m_name = "to stdout";
    std::string m_target; ///< moved to here at the end; empty: written in place
    std::string m_temporary;
    std::string m_buffer;
    Status m_status;
};

/// Prints the error to stderr and returns exit code 1.
int complain(const Error& error);
/// Prints one line to stderr.
void say(std::string_view line);

} // namespace runlens::app
