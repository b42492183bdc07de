// SPDX-License-Identifier: Apache-2.0
/// Processor time, which a busy machine does not change. POSIX.
#pragma once

#include <ctime>

namespace runlens::test {

/// Of the calling thread.
[[nodiscard]] inline double threadCpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

} // namespace runlens::test
