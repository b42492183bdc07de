// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/event_metadata.h"

#include <fmt/format.h>

#include <array>

namespace runlens::event_file {

std::string jsonText(std::string_view text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::string jsonList(const std::vector<std::int64_t>& values)
{
    std::string out = "[";
    for (const std::int64_t value : values) {
        out += (out.size() > 1 ? "," : "") + std::to_string(value);
    }
    return out + ']';
}

std::string jsonSizes(const TensorHeader& tensor, std::size_t first)
{
    std::vector<std::int64_t> sizes;
    for (std::size_t i = first; i < tensor.strings.size(); ++i) {
        sizes.push_back(static_cast<std::int64_t>(tensor.strings[i].size()));
    }
    return jsonList(sizes);
}

RecordKind kindOfPlugin(std::string_view plugin)
{
    constexpr std::array kKinds{
        std::pair{"pr_curves", RecordKind::PrCurve},
        std::pair{"mesh", RecordKind::Mesh},
        std::pair{"hparams", RecordKind::HParams},
        std::pair{"custom_scalars", RecordKind::Layout},
        std::pair{"text", RecordKind::Text},
        std::pair{"audio", RecordKind::Audio},
        std::pair{"images", RecordKind::Image},
        std::pair{"histograms", RecordKind::Histogram},
        std::pair{"scalars", RecordKind::Scalar},
        std::pair{"graph_run_metadata", RecordKind::RunMetadata},
        std::pair{"graph_run_metadata_graph", RecordKind::RunMetadata},
        std::pair{"graph_keras_model", RecordKind::RunMetadata},
    };
    for (const auto& [name, kind] : kKinds) {
        if (plugin == name) {
            return kind;
        }
    }
    return RecordKind::Other;
}

} // namespace runlens::event_file
