// SPDX-License-Identifier: Apache-2.0
#include "collector/process_counters.h"

#include "collector/tick_clock.h"

#include <unistd.h>

#include <ctime>
#include <fstream>
#include <string>

namespace runlens::collector {

ProcessCounters::ProcessCounters() : m_last(read()) {}

ProcessCounters::Reading ProcessCounters::read()
{
    Reading now;
    now.ns = monotonicNs();
    timespec cpu{};
    if (::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu) == 0) {
        now.cpuNs = static_cast<std::int64_t>(cpu.tv_sec) * 1'000'000'000 + cpu.tv_nsec;
    }
    std::ifstream statm("/proc/self/statm");
    std::int64_t total = 0;
    std::int64_t resident = 0;
    if (statm >> total >> resident) {
        now.residentBytes = resident * ::sysconf(_SC_PAGESIZE);
    }
    std::ifstream io("/proc/self/io");
    std::string key;
    std::int64_t value = 0;
    while (io >> key >> value) {
        if (key == "read_bytes:") {
            now.readBytes = value;
            now.hasIo = true;
        } else if (key == "write_bytes:") {
            now.writtenBytes = value;
        }
    }
    return now;
}

std::optional<ProcessSample> ProcessCounters::sample()
{
    const Reading now = read();
    const double seconds = static_cast<double>(now.ns - m_last.ns) * 1e-9;
    if (seconds <= 0.0) {
        return std::nullopt;
    }
    ProcessSample sample;
    sample.cpuPercent = static_cast<double>(now.cpuNs - m_last.cpuNs) * 1e-7 / seconds;
    sample.residentBytes = static_cast<double>(now.residentBytes);
    if (now.hasIo && m_last.hasIo) {
        sample.readBytesPerSecond = static_cast<double>(now.readBytes - m_last.readBytes) / seconds;
        sample.writtenBytesPerSecond =
            static_cast<double>(now.writtenBytes - m_last.writtenBytes) / seconds;
    }
    m_last = now;
    return sample;
}

} // namespace runlens::collector
