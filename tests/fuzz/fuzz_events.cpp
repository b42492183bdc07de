// SPDX-License-Identifier: Apache-2.0
/// Arbitrary bytes as an event file: reading must end, stay within memory, and every payload must
/// load or say why not. The first byte chooses the dialect; the second whether the bytes are one
/// event (framed here) or a whole file.
#include "summary_format/formats/event_file/event_source.h"
#include "summary_format/run_builder.h"
#include "tests/support/event_bytes.h"
#include "tests/support/temporary_folder.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    static const runlens::test::TemporaryFolder folder;
    static const char* const kNames[] = {
        "events.out.tfevents.1.h", "events.summary.1.0.h_MS", "events.summary.1.0.h_lineage"};
    const std::string path = folder.file(kNames[data[0] % 3]);
    const std::string bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    runlens::test::writeFile(path, data[1] % 2 == 0 ? bytes : runlens::test::framed(bytes));
    auto source = runlens::openEventRun(path);
    runlens::RunBuilder builder({path, "fuzz", "events"});
    runlens::Diagnostics diagnostics;
    if (!source || !(*source)->readInto(builder, diagnostics, {})) {
        return 0;
    }
    const auto run = builder.snapshot();
    constexpr std::size_t kLimit = std::size_t{1} << 24U;
    for (std::size_t i = 0; i < run->tags().size(); ++i) {
        const auto tag = static_cast<runlens::TagId>(i);
        if (const auto* entries = run->samples(tag)) {
            for (std::size_t row = 0; row < entries->size(); ++row) {
                static_cast<void>((*source)->load((*entries)[row].payload, {}, kLimit));
            }
        }
        if (const auto* stats = run->tensorStats(tag)) {
            for (std::size_t row = 0; row < stats->size(); ++row) {
                static_cast<void>((*source)->load((*stats)[row].histogram, {}, kLimit));
            }
        }
    }
    for (const auto& graph : run->graphs()) {
        static_cast<void>((*source)->load(graph.payload, {}, kLimit));
    }
    return 0;
}
