// SPDX-License-Identifier: Apache-2.0
#include "collector/call_kind.h"

namespace runlens::collector {

namespace {

constexpr std::array<const char*, kCallKinds> kNames = {
    "scalar",      "tensor_stats",  "histogram",    "image",        "text",    "tensor",
    "graph",       "ir_dump",       "source_file",  "property",     "span",    "flow",
    "counter",     "communication", "memory",       "queue_sample", "audio",   "pr_curve",
    "mesh",        "embedding",     "hparams",      "layout",       "lineage", "landscape",
    "explanation", "session_log",   "run_metadata", "other",        "finding"};

} // namespace

const char* callKindName(CallKind kind)
{
    return kNames.at(static_cast<std::size_t>(kind));
}

std::size_t callKindOf(std::string_view name)
{
    for (std::size_t i = 0; i < kCallKinds; ++i) {
        if (name == kNames.at(i)) {
            return i;
        }
    }
    return kCallKinds;
}

} // namespace runlens::collector
