// SPDX-License-Identifier: Apache-2.0
/// Broken .rlens files: reading must end, stay within memory, and every payload must load or say
/// why not. Input that does not begin like an SQLite file is a recipe of damage for a whole run: a
/// cut, then bytes to overwrite. So both a corpus of files and blind mutation reach the tables.
#include "summary_format/graph.h"
#include "summary_format/histogram.h"
#include "summary_format/run_builder.h"
#include "tests/support/fuzz_run.h"

#include <cstring>

namespace {

using namespace runlens;

void loadAll(const RunSource& source, const Run& run)
{
    constexpr std::size_t kLimit = std::size_t{1} << 22U;
    const auto load = [&source](const PayloadRef& ref) { return source.load(ref, {}, kLimit); };
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        const auto tag = static_cast<TagId>(i);
        if (const auto* entries = run.samples(tag)) {
            for (std::size_t row = 0; row < entries->size(); ++row) {
                static_cast<void>(load((*entries)[row].payload));
            }
        }
        if (const auto* stats = run.tensorStats(tag)) {
            for (std::size_t row = 0; row < stats->size(); ++row) {
                if (const auto bytes = load((*stats)[row].histogram)) {
                    static_cast<void>(decodeHistogram(*bytes));
                }
            }
        }
    }
    for (const GraphEntry& graph : run.graphs()) {
        if (const auto bytes = load(graph.payload)) {
            static_cast<void>(decodeGraph(*bytes));
        }
    }
    for (const auto& pass : run.irPasses()) {
        static_cast<void>(load(pass->text));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace runlens;
    static const test::FuzzRun whole;
    std::string bytes(reinterpret_cast<const char*>(data), size);
    if (!bytes.starts_with("SQLite format 3")) {
        bytes = test::damaged(whole.bytes(), bytes);
    }
    const std::string path = whole.write(bytes);
    auto source = openSqliteRun(path);
    if (!source) {
        return 0;
    }
    RunBuilder builder({path, "fuzz", "runlens"});
    Diagnostics diagnostics;
    for (int i = 0; i < 1000; ++i) {
        const auto progress = (*source)->readInto(builder, diagnostics, {});
        if (!progress || !progress->more) {
            break;
        }
        if (i == 999) {
            __builtin_trap(); // it never ends
        }
    }
    loadAll(**source, *builder.snapshot());
    return 0;
}
