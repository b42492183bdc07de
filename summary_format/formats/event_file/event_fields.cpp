// SPDX-License-Identifier: Apache-2.0
// The fields of an event and of its values, in both dialects: which record each becomes.
#include "summary_format/base/wire.h"
#include "summary_format/formats/event_file/event_decoder.h"
#include "summary_format/formats/event_file/event_metadata.h"

#include <fmt/format.h>

namespace runlens::event_file {

namespace {

/// PluginData: name (1), content (2).
void readPlugin(std::string_view message, ValueMetadata& metadata)
{
    pbf_reader plugin = readerOf(message);
    while (plugin.next()) {
        if (plugin.tag_and_type() == bytesField(1)) {
            metadata.plugin = viewOf(plugin);
        } else if (plugin.tag_and_type() == bytesField(2)) {
            metadata.content = viewOf(plugin);
        } else {
            plugin.skip();
        }
    }
}

/// SummaryMetadata: plugin (1), display name, description, data class.
ValueMetadata metadataOf(std::string_view message)
{
    ValueMetadata metadata;
    metadata.exists = true;
    pbf_reader about = readerOf(message);
    while (about.next()) {
        switch (about.tag_and_type()) {
        case bytesField(1):
            readPlugin(viewOf(about), metadata);
            break;
        case bytesField(2):
            metadata.displayName = viewOf(about);
            break;
        case bytesField(3):
            metadata.description = viewOf(about);
            break;
        case varintField(4):
            metadata.dataClass = about.get_int32();
            break;
        default:
            about.skip();
        }
    }
    return metadata;
}

/// SessionLog: status (1) is START (1).
bool isSessionStart(std::string_view message)
{
    int status = 0;
    pbf_reader log = readerOf(message);
    while (nextVarint(log, 1)) {
        status = log.get_int32();
    }
    return status == 1;
}

} // namespace

void EventDecoder::decodeValue(const Event& event, std::string_view value)
{
    std::string_view tag;
    std::string_view nodeName;
    std::string_view body;
    std::uint32_t bodyField = 0;
    float simple = 0.0F;
    Metadata metadata;
    pbf_reader fields = readerOf(value);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
        case bytesField(1):
            tag = viewOf(fields);
            break;
        case floatField(2):
            simple = fields.get_float();
            bodyField = 2;
            break;
        case bytesField(4):
        case bytesField(5):
        case bytesField(6):
        case bytesField(8):
            bodyField = fields.tag();
            body = viewOf(fields);
            break;
        case bytesField(7):
            nodeName = viewOf(fields);
            break;
        case bytesField(9):
            metadata = metadataOf(viewOf(fields));
            break;
        default:
            fields.skip();
        }
    }
    if (tag.empty()) {
        tag = nodeName;
    }
    if (metadata.exists && m_plugins.find(tag) == m_plugins.end()) {
        m_plugins.emplace(tag, metadata.plugin);
    }
    switch (bodyField) {
    case 2:
        point(event, tag, toBits(simple), NumberType::Float32, metadata);
        break;
    case 4:
        image(event, tag, body, metadata);
        break;
    case 5:
        histogram(event, tag, body, metadata);
        break;
    case 6:
        audio(event, tag, body, metadata);
        break;
    case 8:
        decodeTensor(event, tag, body, metadata);
        break;
    default: // metadata only: what there is to know stands in the plugin's content
        sample(event,
               tag,
               kindOfPlugin(metadata.plugin),
               event.refTo(metadata.content, PayloadForm::Raw),
               fmt::format(R"({{"plugin":{}}})", jsonText(metadata.plugin)),
               metadata);
    }
}

void EventDecoder::decodeMindSporeValue(const Event& event, std::string_view value)
{
    std::string_view tag;
    pbf_reader names = readerOf(value);
    while (nextBytes(names, 1)) {
        tag = viewOf(names);
    }
    pbf_reader fields = readerOf(value);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
        case floatField(3):
            point(event, tag, toBits(fields.get_float()), NumberType::Float32, {});
            break;
        case bytesField(4):
            image(event, tag, viewOf(fields), {});
            break;
        case bytesField(8): {
            const std::string_view tensor = viewOf(fields);
            const TensorHeader header = readMindSporeTensorHeader(tensor);
            sample(event,
                   tag,
                   RecordKind::Tensor,
                   event.refTo(tensor, PayloadForm::MindSporeTensor),
                   fmt::format(R"({{"dtype":{},"shape":{}{}}})",
                               jsonText(header.dtype),
                               jsonList(header.shape),
                               header.declaredType.empty()
                                   ? std::string()
                                   : ",\"declared_dtype\":" + jsonText(header.declaredType)));
            break;
        }
        case bytesField(9):
            mindSporeHistogram(event, tag, viewOf(fields));
            break;
        case bytesField(10):
            sample(event,
                   tag,
                   RecordKind::Landscape,
                   event.refTo(viewOf(fields), PayloadForm::Raw),
                   "{}");
            break;
        default:
            fields.skip();
        }
    }
}

void EventDecoder::decodeSummary(const Event& event, std::string_view summary)
{
    pbf_reader values = readerOf(summary);
    while (values.next()) {
        if (values.tag_and_type() != bytesField(1)) {
            values.skip();
            continue;
        }
        const std::string_view value = viewOf(values);
        if (event.file->dialect == Dialect::MindSpore) {
            decodeMindSporeValue(event, value);
        } else {
            decodeValue(event, value);
        }
    }
}

void EventDecoder::decodeLineage(Event& event)
{
    pbf_reader fields = readerOf(event.whole);
    while (fields.next()) {
        const char* name = nullptr;
        switch (fields.tag_and_type()) {
        case doubleField(1):
        case varintField(2):
            fields.skip();
            continue;
        case bytesField(3):
            ++event.file->counts.others["file_version"];
            fields.skip();
            continue;
        case bytesField(6):
            name = "train_lineage";
            break;
        case bytesField(7):
            name = "evaluation_lineage";
            break;
        case bytesField(9):
            name = "dataset_graph";
            break;
        case bytesField(10):
            name = "user_defined_info";
            break;
        default:
            fields.skip();
            continue;
        }
        ++event.file->counts.others[name];
        sample(
            event, name, RecordKind::Lineage, event.refTo(viewOf(fields), PayloadForm::Raw), "{}");
    }
}

void EventDecoder::decodeEvent(Event& event)
{
    const bool isMindSpore = event.file->dialect == Dialect::MindSpore;
    const auto count = [&](const char* kind) { ++event.file->counts.others[kind]; };
    const auto keep = [&](const char* tag, RecordKind kind, std::string_view bytes) {
        count(tag);
        sample(event, tag, kind, event.refTo(bytes, PayloadForm::Raw), "{}");
    };
    pbf_reader fields = readerOf(event.whole);
    while (fields.next()) {
        if (fields.wire_type() != protozero::pbf_wire_type::length_delimited) {
            fields.skip();
            continue;
        }
        const std::uint32_t field = fields.tag();
        const std::string_view bytes = viewOf(fields);
        if (field == 3) {
            count("file_version");
            event.file->dialect =
                bytes.starts_with("MindSpore") ? Dialect::MindSpore : Dialect::TensorBoard;
            event.sink->property({0, sessionOf(event), "info", "file_version", jsonText(bytes)});
        } else if (field == 4) {
            count("graph_def");
            ++event.file->counts.values[static_cast<std::size_t>(RecordKind::Graph)];
            event.sink->graph(
                {0,
                 sessionOf(event),
                 "graph",
                 event.wallNs,
                 {{},
                  event.refTo(bytes,
                              isMindSpore ? PayloadForm::MindSporeGraph : PayloadForm::GraphDef)}});
        } else if (field == 5) {
            ++event.file->counts.summaries;
            decodeSummary(event, bytes);
        } else if (isMindSpore) {
            if (field == 6) {
                keep("explain", RecordKind::Explanation, bytes);
            }
        } else if (field == 6) {
            keep("log_message", RecordKind::SessionLog, bytes);
        } else if (field == 7) {
            if (m_hasPoints && isSessionStart(bytes)) {
                beginSession(event);
            }
            keep("session_log", RecordKind::SessionLog, bytes);
        } else if (field == 8) {
            keep("tagged_run_metadata", RecordKind::RunMetadata, bytes);
        } else if (field == 9) {
            keep("meta_graph_def", RecordKind::Other, bytes);
        } else if (field == 10) {
            event.sink->property({0, sessionOf(event), "info", "writer", jsonText(bytes)});
        }
    }
}

} // namespace runlens::event_file
