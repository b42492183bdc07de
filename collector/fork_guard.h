// SPDX-License-Identifier: Apache-2.0
/// Tells a process that it is a forked child: a page that the kernel wipes at fork(). One load, no
/// handler, no global.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

namespace runlens::collector {

class ForkGuard {
public:
    ForkGuard() : m_pid(::getpid())
    {
        void* page =
            ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED) {
            return;
        }
        if (::madvise(page, kBytes, MADV_WIPEONFORK) != 0) {
            ::munmap(page, kBytes);
            return;
        }
        m_page = static_cast<volatile int*>(page);
        *m_page = 1;
    }

    ForkGuard(const ForkGuard&) = delete;
    ForkGuard& operator=(const ForkGuard&) = delete;

    ~ForkGuard()
    {
        if (m_page) {
            ::munmap(const_cast<int*>(m_page), kBytes);
        }
    }

    /// Is this another process than the one that made the guard?
    [[nodiscard]] bool isChild() const noexcept
    {
        return m_page ? *m_page == 0 : ::getpid() != m_pid;
    }

private:
    static constexpr unsigned long kBytes = 4096;
    volatile int* m_page = nullptr;
    pid_t m_pid;
};

} // namespace runlens::collector
