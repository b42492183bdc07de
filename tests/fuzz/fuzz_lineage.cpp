// SPDX-License-Identifier: Apache-2.0
/// Arbitrary bytes as a lineage or HParams record: decoding must end, and every value must be JSON.
/// The first byte chooses the kind of record.
#include "summary_format/formats/event_file/lineage.h"

#include <array>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 1) {
        return 0;
    }
    using namespace runlens::event_file;
    constexpr std::array kTags{
        "train_lineage", "evaluation_lineage", "dataset_graph", "user_defined_info"};
    const std::string_view record(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t kind = data[0] % 5;
    if (kind == kTags.size()) {
        static_cast<void>(hparamMetrics(record));
    }
    const auto facts =
        kind < kTags.size() ? lineageFacts(kTags[kind], record) : hparamFacts(record);
    for (const LineageFact& fact : facts) {
        if (fact.value.empty()) {
            std::abort();
        }
    }
    return 0;
}
