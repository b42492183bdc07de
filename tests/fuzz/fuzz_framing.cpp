// SPDX-License-Identifier: Apache-2.0
/// Arbitrary bytes as the framing of an event file, plain or packed, cut anywhere and then grown:
/// reading must end, stay within memory, hand over no record twice, and give what one reading of
/// the whole file gives. The first byte chooses: bit 0 packs the rest; the other bits say where the
/// file is cut first.
#include "summary_format/formats/event_file/crc32c.h"
#include "summary_format/formats/event_file/record_stream.h"
#include "tests/support/event_bytes.h"
#include "tests/support/gzip_bytes.h"
#include "tests/support/temporary_folder.h"

#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

using Record = std::pair<std::int64_t, std::string>;

void readOn(runlens::event_file::RecordStream& stream, std::vector<Record>& records)
{
    runlens::Diagnostics diagnostics;
    const auto outcome = stream.read(
        [&](std::span<const std::byte> data, std::int64_t offset) {
            records.emplace_back(offset, std::string(runlens::asText(data)));
            return true;
        },
        diagnostics,
        {});
    if (!outcome) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    static const runlens::test::TemporaryFolder folder;
    const std::string path = folder.file("events.out.tfevents.1.h");
    std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    if (data[0] % 2 == 1) {
        bytes = runlens::test::gzipped(bytes);
    }
    runlens::test::writeFile(path, bytes.substr(0, bytes.size() * (data[0] / 2) / 127));
    std::vector<Record> grown;
    runlens::event_file::RecordStream stream(path);
    readOn(stream, grown);
    std::vector<Record> whole;
    const std::string copy = folder.file("events.out.tfevents.2.h");
    runlens::test::writeFile(copy, bytes);
    runlens::event_file::RecordStream another(copy);
    readOn(another, whole);
    for (std::size_t i = 1; i < whole.size(); ++i) {
        if (whole[i].first <= whole[i - 1].first) {
            std::abort();
        }
    }
    // The same inode grows: what was cut off comes.
    runlens::test::appendFile(path, bytes.substr(bytes.size() * (data[0] / 2) / 127));
    readOn(stream, grown);
    for (std::size_t i = 1; i < grown.size(); ++i) {
        if (grown[i].first <= grown[i - 1].first) {
            std::abort();
        }
    }
    return 0;
}
