// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/lineage.h"

#include "summary_format/base/number.h"
#include "summary_format/base/wire.h"
#include "summary_format/formats/event_file/event_metadata.h"

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace runlens::event_file {

namespace {

constexpr int kDeepestMessage = 64;        ///< children of a data-set graph
constexpr std::size_t kMostFacts = 10'000; ///< of one record

using Facts = std::vector<LineageFact>;

std::string jsonNumber(std::uint64_t bits, NumberType type)
{
    const std::string text = shortestText(bits, type);
    return std::isfinite(toDouble(bits, type)) ? text : jsonText(text);
}

/// A field of any plain type as JSON.
std::string valueOf(pbf_reader& field)
{
    switch (field.wire_type()) {
    case protozero::pbf_wire_type::varint:
        return std::to_string(field.get_int64());
    case protozero::pbf_wire_type::fixed32:
        return jsonNumber(toBits(field.get_float()), NumberType::Float32);
    case protozero::pbf_wire_type::fixed64:
        return jsonNumber(toBits(field.get_double()), NumberType::Float64);
    case protozero::pbf_wire_type::length_delimited:
        return jsonText(viewOf(field));
    default:
        field.skip();
        return "null";
    }
}

void add(Facts& facts, std::string key, std::string value)
{
    if (facts.size() < kMostFacts) {
        facts.push_back({std::move(key), std::move(value)});
    }
}

/// Fields by number, named by the table; others are left out.
void addFields(Facts& facts, pbf_reader message, const std::map<std::uint32_t, const char*>& names)
{
    while (message.next()) {
        const auto name = names.find(message.tag());
        if (name == names.end()) {
            message.skip();
        } else {
            add(facts, name->second, valueOf(message));
        }
    }
}

void addTrain(Facts& facts, std::string_view record)
{
    pbf_reader fields = readerOf(record);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
        case bytesField(1):
            addFields(facts,
                      readerOf(viewOf(fields)),
                      {{1, "optimizer"},
                       {2, "learning_rate"},
                       {3, "loss_function"},
                       {4, "epoch"},
                       {5, "parallel_mode"},
                       {6, "device_num"},
                       {8, "batch_size"}});
            break;
        case bytesField(2):
            addFields(facts,
                      readerOf(viewOf(fields)),
                      {{1, "train_dataset_path"}, {2, "train_dataset_count"}});
            break;
        case bytesField(3):
            addFields(facts, readerOf(viewOf(fields)), {{1, "network"}, {2, "loss"}});
            break;
        case bytesField(4):
            addFields(facts, readerOf(viewOf(fields)), {{3, "model_path"}, {4, "model_size"}});
            break;
        default:
            fields.skip();
        }
    }
}

/// {"Accuracy": 0.9}: one fact a key; text that is no such object stays whole.
void addMetrics(Facts& facts, std::string_view json)
{
    simdjson::dom::parser parser;
    simdjson::dom::object metrics;
    if (parser.parse(simdjson::padded_string(json)).get(metrics) != simdjson::SUCCESS) {
        add(facts, "metric", jsonText(json));
        return;
    }
    for (const auto metric : metrics) {
        double number = 0.0;
        const bool isReal =
            metric.value.is_double() && metric.value.get(number) == simdjson::SUCCESS;
        add(facts,
            "metric/" + std::string(metric.key),
            isReal ? jsonNumber(toBits(number), NumberType::Float64)
                   : simdjson::minify(metric.value));
    }
}

void addEvaluation(Facts& facts, std::string_view record)
{
    pbf_reader fields = readerOf(record);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(2)) {
            addMetrics(facts, viewOf(fields));
        } else if (fields.tag_and_type() == bytesField(3)) {
            addFields(facts,
                      readerOf(viewOf(fields)),
                      {{1, "test_dataset_path"}, {2, "test_dataset_count"}});
        } else {
            fields.skip();
        }
    }
}

/// An entry of a protobuf map: key (1), value (2).
struct MapEntry {
    std::string key;
    std::string value;
};

/// A map's entry; a value that is a message holds a repeated field: lists become JSON arrays.
MapEntry entryOf(std::string_view message, bool isList, bool isBool)
{
    MapEntry entry;
    entry.value = isList ? "[]" : "null";
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(1)) {
            entry.key = textOf(fields);
        } else if (fields.tag() != 2) {
            fields.skip();
        } else if (isList && fields.wire_type() == protozero::pbf_wire_type::length_delimited) {
            std::string list;
            pbf_reader items = readerOf(viewOf(fields));
            while (nextBytes(items, 1)) {
                list += (list.empty() ? "" : ",") + jsonText(viewOf(items));
            }
            entry.value = '[' + list + ']';
        } else {
            entry.value = valueOf(fields);
            if (isBool) {
                entry.value = entry.value == "0" ? "false" : "true";
            }
        }
    }
    return entry;
}

/// OperationParameter: maps of texts, lists of texts, truths, integers and reals.
std::vector<MapEntry> parametersOf(std::string_view message)
{
    std::vector<MapEntry> entries;
    pbf_reader maps = readerOf(message);
    while (maps.next()) {
        const std::uint32_t map = maps.tag();
        if (map < 1 || map > 5 || maps.wire_type() != protozero::pbf_wire_type::length_delimited) {
            maps.skip();
            continue;
        }
        entries.push_back(entryOf(viewOf(maps), map == 2, map == 3));
    }
    return entries;
}

/// Takes the entry of this key out: what the operation is called.
std::string takeName(std::vector<MapEntry>& entries, std::string_view key, std::string fallback)
{
    const auto found = std::find_if(
        entries.begin(), entries.end(), [&](const MapEntry& entry) { return entry.key == key; });
    if (found == entries.end()) {
        return fallback;
    }
    std::string name = found->value;
    entries.erase(found);
    if (name.size() >= 2 && name.front() == '"') {
        name = name.substr(1, name.size() - 2);
    }
    return name;
}

/// Operation (also a sampler): its parameters, and sizes as "size".
void addOperation(Facts& facts,
                  const std::string& prefix,
                  std::string_view message,
                  std::string_view nameKey,
                  std::string& name)
{
    std::vector<MapEntry> entries;
    std::string sizes;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(1)) {
            entries = parametersOf(viewOf(fields));
        } else if (fields.tag() == 2
                   && fields.wire_type() == protozero::pbf_wire_type::length_delimited) {
            for (const std::int32_t size : fields.get_packed_int32()) {
                sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
            }
        } else if (fields.tag_and_type() == varintField(2)) {
            sizes += (sizes.empty() ? "" : ",") + std::to_string(fields.get_int32());
        } else {
            fields.skip();
        }
    }
    name = takeName(entries, nameKey, "operation");
    for (MapEntry& entry : entries) {
        add(facts, prefix + name + '.' + entry.key, std::move(entry.value));
    }
    if (!sizes.empty()) {
        add(facts, prefix + name + ".size", '[' + sizes + ']');
    }
}

class DatasetGraph {
public:
    explicit DatasetGraph(Facts& facts) : m_facts(facts) {}

    /// Children first: the order in which the data flows.
    void add(std::string_view message, int depth)
    {
        std::vector<MapEntry> entries;
        std::vector<std::string_view> operations;
        std::vector<std::string_view> samplers;
        pbf_reader fields = readerOf(message);
        while (fields.next()) {
            switch (fields.tag_and_type()) {
            case bytesField(1): {
                const std::string_view child = viewOf(fields);
                if (depth < kDeepestMessage) {
                    add(child, depth + 1);
                }
                break;
            }
            case bytesField(2):
                entries = parametersOf(viewOf(fields));
                break;
            case bytesField(3):
                operations.push_back(viewOf(fields));
                break;
            case bytesField(4):
                samplers.push_back(viewOf(fields));
                break;
            default:
                fields.skip();
            }
        }
        std::string type = takeName(entries, "op_type", "node");
        if (const int seen = ++m_seen[type]; seen > 1) {
            type += '#' + std::to_string(seen);
        }
        m_pipeline += (m_pipeline.empty() ? "" : " > ") + type;
        const std::string prefix = "dataset/" + type + '.';
        for (MapEntry& entry : entries) {
            event_file::add(m_facts, prefix + entry.key, std::move(entry.value));
        }
        std::string names;
        std::string name;
        for (const std::string_view operation : operations) {
            addOperation(m_facts, prefix, operation, "tensor_op_name", name);
            names += (names.empty() ? "" : ", ") + name;
        }
        if (!names.empty()) {
            event_file::add(m_facts, prefix + "operations", '"' + names + '"');
        }
        for (const std::string_view sampler : samplers) {
            addOperation(m_facts, prefix, sampler, "sampler_name", name);
            event_file::add(m_facts, prefix + "sampler", '"' + name + '"');
        }
    }

    [[nodiscard]] const std::string& pipeline() const { return m_pipeline; }

private:
    Facts& m_facts;
    std::map<std::string, int> m_seen;
    std::string m_pipeline; ///< still with the escapes of JSON
};

/// user_info (1) nests the same message; maps of integers, texts and reals.
void addUserDefined(Facts& facts, std::string_view record, int depth)
{
    pbf_reader fields = readerOf(record);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(1) && depth < kDeepestMessage) {
            addUserDefined(facts, viewOf(fields), depth + 1);
        } else if (fields.tag() >= 3 && fields.tag() <= 5
                   && fields.wire_type() == protozero::pbf_wire_type::length_delimited)
        {
            MapEntry entry = entryOf(viewOf(fields), false, false);
            add(facts, "user_defined/" + entry.key, std::move(entry.value));
        } else {
            fields.skip();
        }
    }
}

/// google.protobuf.Value: null, number, text, truth.
std::string protobufValue(std::string_view message)
{
    std::string json = "null";
    pbf_reader value = readerOf(message);
    while (value.next()) {
        switch (value.tag_and_type()) {
        case doubleField(2):
            json = jsonNumber(toBits(value.get_double()), NumberType::Float64);
            break;
        case bytesField(3):
            json = jsonText(viewOf(value));
            break;
        case varintField(4):
            json = value.get_bool() ? "true" : "false";
            break;
        default:
            value.skip();
        }
    }
    return json;
}

void addSessionStart(Facts& facts, std::string_view message)
{
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(4)) {
            add(facts, "hparams_group", jsonText(viewOf(fields)));
        } else if (fields.tag_and_type() == bytesField(1)) {
            std::string key;
            std::string value = "null";
            pbf_reader entry = readerOf(viewOf(fields));
            while (entry.next()) {
                if (entry.tag_and_type() == bytesField(1)) {
                    key = textOf(entry);
                } else if (entry.tag_and_type() == bytesField(2)) {
                    value = protobufValue(viewOf(entry));
                } else {
                    entry.skip();
                }
            }
            add(facts, "hparam/" + key, std::move(value));
        } else {
            fields.skip();
        }
    }
}

void addSessionEnd(Facts& facts, std::string_view message)
{
    constexpr std::array kStatus{"\"unknown\"", "\"success\"", "\"failure\"", "\"running\""};
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        if (fields.tag_and_type() == varintField(1)) {
            const auto status = static_cast<std::size_t>(fields.get_uint64());
            add(facts, "hparams_status", status < kStatus.size() ? kStatus[status] : kStatus[0]);
        } else {
            fields.skip();
        }
    }
}

/// Calls with(field number, message) for the three parts of HParamsPluginData.
template <typename With>
void eachHparamPart(std::string_view content, With with)
{
    pbf_reader fields = readerOf(content);
    while (fields.next()) {
        if (fields.tag() >= 2 && fields.tag() <= 4
            && fields.wire_type() == protozero::pbf_wire_type::length_delimited)
        {
            const std::uint32_t part = fields.tag();
            with(part, viewOf(fields));
        } else {
            fields.skip();
        }
    }
}

} // namespace

Facts lineageFacts(std::string_view tag, std::string_view record)
{
    Facts facts;
    try {
        if (tag == "train_lineage") {
            addTrain(facts, record);
        } else if (tag == "evaluation_lineage") {
            addEvaluation(facts, record);
        } else if (tag == "dataset_graph") {
            DatasetGraph graph(facts);
            graph.add(record, 0);
            add(facts, "dataset/pipeline", '"' + graph.pipeline() + '"');
        } else if (tag == "user_defined_info") {
            addUserDefined(facts, record, 0);
        }
    } catch (const std::exception&) { // malformed: what came before its fault was kept
        return facts;
    }
    return facts;
}

Facts hparamFacts(std::string_view content)
{
    Facts facts;
    try {
        eachHparamPart(content, [&](std::uint32_t part, std::string_view message) {
            if (part == 3) {
                addSessionStart(facts, message);
            } else if (part == 4) {
                addSessionEnd(facts, message);
            }
        });
    } catch (const std::exception&) {
        return facts;
    }
    return facts;
}

namespace {

void addMetricTags(std::string_view experimentMessage, std::vector<std::string>& tags)
{
    pbf_reader experiment = readerOf(experimentMessage);
    while (nextBytes(experiment, 5)) {
        pbf_reader metric = readerOf(viewOf(experiment));
        while (nextBytes(metric, 1)) {
            pbf_reader name = readerOf(viewOf(metric));
            while (nextBytes(name, 2)) {
                tags.push_back(textOf(name));
            }
        }
    }
}

} // namespace

std::vector<std::string> hparamMetrics(std::string_view content)
{
    std::vector<std::string> tags;
    try {
        eachHparamPart(content, [&](std::uint32_t part, std::string_view message) {
            if (part == 2) {
                addMetricTags(message, tags);
            }
        });
    } catch (const std::exception&) {
        return tags;
    }
    return tags;
}

} // namespace runlens::event_file
