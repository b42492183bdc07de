// SPDX-License-Identifier: Apache-2.0
#include "runtime/executor/threads.h"

#include <dlfcn.h>

namespace runlens::runtime {

bool setComputeThreads(int count)
{
    // Asks the very OpenMP library that oneDNN brought along; linking another one would set the
    // number elsewhere.
    using SetThreads = void (*)(int);
    const auto set = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
    if (!set || count < 1) {
        return false;
    }
    set(count);
    return true;
}

} // namespace runlens::runtime
