// SPDX-License-Identifier: Apache-2.0
/// How many threads oneDNN's primitives use, for the calling thread from now on.
#pragma once

namespace runlens::runtime {

/// False when oneDNN was built without OpenMP: then nothing changes.
bool setComputeThreads(int count);

} // namespace runlens::runtime
