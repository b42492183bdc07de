// SPDX-License-Identifier: Apache-2.0
#include "collector/exit_guard.h"

#include "collector/collector_state.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

namespace runlens::collector {

namespace {

constexpr std::chrono::seconds kTimeout{30}; ///< as long as close() waits by itself

/// The open collectors of one process. A forked child makes a table of its own: the mutex of its
/// parent's may have been held when it was forked.
struct OpenCollectors {
    const pid_t owner = ::getpid();
    std::mutex mutex; ///< guards all
    std::vector<std::weak_ptr<CollectorState>> all;
    const OpenCollectors* parents = nullptr; ///< in a forked child: not to be touched there
};

/// Process-wide like the exit handler itself. Never destroyed: static objects may still record.
std::atomic<OpenCollectors*> openCollectors{nullptr};
std::atomic<bool> isKeptLoaded{false};

OpenCollectors& tableOfThisProcess()
{
    OpenCollectors* known = openCollectors.load();
    while (known == nullptr || known->owner != ::getpid()) {
        auto fresh = std::make_unique<OpenCollectors>();
        fresh->parents = known;
        if (openCollectors.compare_exchange_strong(known, fresh.get())) {
            return *fresh.release();
        }
    }
    return *known;
}

void closeAll(int status, void* /*unused*/) noexcept
{
    OpenCollectors* table = openCollectors.load();
    if (table == nullptr || table->owner != ::getpid()) {
        return; // a forked child: the recordings are its parent's
    }
    try {
        std::vector<std::weak_ptr<CollectorState>> all;
        {
            const std::lock_guard lock(table->mutex);
            all.swap(table->all);
        }
        for (const auto& entry : all) {
            const std::shared_ptr<CollectorState> state = entry.lock();
            if (!state || state->isChild()) {
                continue;
            }
            state->stopAccepting();
            if (status == 0) {
                state->writer.close(
                    EndReason::Clean, "the program exited without closing the recording", kTimeout);
            } else {
                state->writer.close(EndReason::Failed,
                                    "the program exited with status " + std::to_string(status),
                                    kTimeout);
            }
        }
    } catch (...) { // no memory: the run is then told as crashed
    }
}

/// The handler must not be unloaded with a plug-in that holds this code.
void keepLoaded()
{
    Dl_info own{};
    if (::dladdr(reinterpret_cast<const void*>(&closeAll), &own) != 0 && own.dli_fname != nullptr) {
        [[maybe_unused]] const void* handle =
            ::dlopen(own.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    }
}

} // namespace

void closeAtExit(const std::shared_ptr<CollectorState>& state)
{
    if (!isKeptLoaded.exchange(true)) {
        keepLoaded();
    }
    OpenCollectors& table = tableOfThisProcess();
    {
        const std::lock_guard lock(table.mutex);
        table.all.erase(std::remove_if(table.all.begin(),
                                       table.all.end(),
                                       [](const auto& entry) { return entry.expired(); }),
                        table.all.end());
        table.all.push_back(state);
    }
    // Once for every collector: handlers run in reverse order, so this one comes before the
    // destructors of the static objects that are there now. One of them may own the collector; it
    // does not know the exit status, and finds it closed.
    static_cast<void>(::on_exit(closeAll, nullptr));
}

} // namespace runlens::collector
