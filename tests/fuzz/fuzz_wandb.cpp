// SPDX-License-Identifier: Apache-2.0
/// Arbitrary bytes as a .wandb file: reading must end, stay within memory, and every payload must
/// load or say why not. The first byte chooses whether the bytes are a whole file (0) or records
/// of up to 255 bytes, each behind a byte with its length, framed here.
#include "summary_format/formats/wandb/wandb_source.h"
#include "summary_format/run_builder.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/wandb_bytes.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    static const runlens::test::TemporaryFolder folder;
    const std::string path = folder.file("run-x.wandb");
    std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (data[0] % 2 == 1) {
        runlens::test::WandbBytes file;
        for (std::size_t at = 0; at < bytes.size();) {
            const auto length = static_cast<std::size_t>(static_cast<unsigned char>(bytes[at]));
            file.add(bytes.substr(at + 1, length));
            at += 1 + length;
        }
        bytes = file.bytes;
    }
    runlens::test::writeFile(path, bytes);
    auto source = runlens::openWandbRun(path);
    runlens::RunBuilder builder({path, "fuzz", "wandb"});
    runlens::Diagnostics diagnostics;
    if (!source || !(*source)->readInto(builder, diagnostics, {})) {
        return 0;
    }
    const auto run = builder.snapshot();
    constexpr std::size_t kLimit = std::size_t{1} << 24U;
    for (std::size_t i = 0; i < run->tags().size(); ++i) {
        const auto tag = static_cast<runlens::TagId>(i);
        const auto* samples = run->samples(tag);
        for (std::size_t row = 0; samples != nullptr && row < samples->size(); ++row) {
            static_cast<void>((*source)->load((*samples)[row].payload, {}, kLimit));
        }
        const auto* stats = run->tensorStats(tag);
        for (std::size_t row = 0; stats != nullptr && row < stats->size(); ++row) {
            static_cast<void>((*source)->load((*stats)[row].histogram, {}, kLimit));
        }
    }
    return 0;
}
