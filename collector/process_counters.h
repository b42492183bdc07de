// SPDX-License-Identifier: Apache-2.0
/// What the process uses, read from /proc/self: processor time, memory, storage I/O. Rates are over
/// the time since the previous sample.
#pragma once

#include <cstdint>
#include <optional>

namespace runlens::collector {

struct ProcessSample {
    double cpuPercent = 0.0;    ///< 100 = one core
    double residentBytes = 0.0; ///< memory held
    std::optional<double>
        readBytesPerSecond; ///< from storage; absent where the kernel does not tell
    std::optional<double> writtenBytesPerSecond;
};

class ProcessCounters {
public:
    ProcessCounters();
    /// The counters since the construction or the last call; nothing when no time has passed.
    [[nodiscard]] std::optional<ProcessSample> sample();

private:
    struct Reading {
        std::int64_t ns = 0;
        std::int64_t cpuNs = 0;
        std::int64_t residentBytes = 0;
        bool hasIo = false;
        std::int64_t readBytes = 0;
        std::int64_t writtenBytes = 0;
    };

    [[nodiscard]] static Reading read();

    Reading m_last;
};

} // namespace runlens::collector
