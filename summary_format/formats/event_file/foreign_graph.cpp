// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/foreign_graph.h"

#include "summary_format/base/wire.h"

#include <charconv>
#include <unordered_map>

namespace runlens::event_file {

namespace {

/// Input names as they stand in the message, resolved when all nodes are known.
struct PendingInput {
    std::string name;
    std::int32_t output = 0;
    bool isControl = false;
};

void connectInputs(Graph& graph, const std::vector<std::vector<PendingInput>>& inputs)
{
    std::unordered_map<std::string_view, std::int32_t> byName;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        byName.emplace(graph.nodes[i].irName, static_cast<std::int32_t>(i));
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        for (const PendingInput& input : inputs[i]) {
            if (const auto found = byName.find(input.name); found != byName.end()) {
                graph.nodes[i].inputs.push_back({found->second, input.output, input.isControl});
            }
        }
    }
}

std::string tensorFlowAttribute(pbf_reader value)
{
    std::string text;
    while (value.next()) {
        switch (value.tag_and_type()) {
        case bytesField(2):
            text = textOf(value);
            break;
        case varintField(3):
            text = std::to_string(value.get_int64());
            break;
        case floatField(4):
            text = std::to_string(value.get_float());
            break;
        case varintField(5):
            text = value.get_bool() ? "true" : "false";
            break;
        case varintField(6):
            text = "dtype " + std::to_string(value.get_int32());
            break;
        default:
            value.skip();
        }
    }
    constexpr std::size_t kLongest = 1024;
    return text.size() > kLongest ? text.substr(0, kLongest) + "…" : text;
}

PendingInput tensorFlowInput(std::string text)
{
    PendingInput input;
    if (text.starts_with('^')) {
        input.isControl = true;
        text.erase(0, 1);
    }
    if (const auto colon = text.rfind(':'); colon != std::string::npos) {
        std::from_chars(text.data() + colon + 1, text.data() + text.size(), input.output);
        text.erase(colon);
    }
    input.name = std::move(text);
    return input;
}

GraphNodeKind kindOfOp(std::string_view op)
{
    if (op == "Const") {
        return GraphNodeKind::Constant;
    }
    if (op == "Placeholder" || op == "_Arg") {
        return GraphNodeKind::Input;
    }
    return op.starts_with("Variable") || op == "VarHandleOp" ? GraphNodeKind::Parameter
                                                             : GraphNodeKind::Operator;
}

GraphAttribute graphDefAttribute(pbf_reader entry)
{
    GraphAttribute attribute;
    while (entry.next()) {
        if (entry.tag_and_type() == bytesField(1)) {
            attribute.name = textOf(entry);
        } else if (entry.tag_and_type() == bytesField(2)) {
            attribute.value = tensorFlowAttribute(pbf_reader(entry.get_message()));
        } else {
            entry.skip();
        }
    }
    return attribute;
}

} // namespace

Graph graphOfGraphDef(std::string_view message)
{
    Graph graph;
    graph.name = "graph";
    std::vector<std::vector<PendingInput>> inputs;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        if (fields.tag_and_type() != bytesField(1)) {
            fields.skip();
            continue;
        }
        GraphNode node;
        std::vector<PendingInput> pending;
        pbf_reader nodeFields(fields.get_message());
        while (nodeFields.next()) {
            switch (nodeFields.tag_and_type()) {
            case bytesField(1):
                node.name = textOf(nodeFields);
                break;
            case bytesField(2):
                node.op = textOf(nodeFields);
                break;
            case bytesField(3):
                pending.push_back(tensorFlowInput(textOf(nodeFields)));
                break;
            case bytesField(4):
                node.attributes.push_back({"device", textOf(nodeFields)});
                break;
            case bytesField(5):
                node.attributes.push_back(graphDefAttribute(pbf_reader(nodeFields.get_message())));
                break;
            default:
                nodeFields.skip();
            }
        }
        node.irName = node.name;
        node.kind = kindOfOp(node.op);
        graph.nodes.push_back(std::move(node));
        inputs.push_back(std::move(pending));
    }
    connectInputs(graph, inputs);
    return graph;
}

namespace {

std::vector<std::int64_t> anfShape(pbf_reader shape)
{
    std::vector<std::int64_t> result;
    while (nextBytes(shape, 1)) {
        pbf_reader dim(shape.get_message());
        std::int64_t size = 0;
        while (nextVarint(dim, 1)) {
            size = dim.get_int64();
        }
        result.push_back(size);
    }
    return result;
}

PendingInput anfInput(pbf_reader fields)
{
    PendingInput input;
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(1)) {
            input.name = textOf(fields);
        } else if (fields.tag_and_type() == varintField(2)) {
            input.isControl = fields.get_int32() == 1;
        } else {
            fields.skip();
        }
    }
    return input;
}

GraphTensorType anfType(pbf_reader type)
{
    GraphTensorType result;
    int element = 0;
    while (type.next()) {
        if (type.tag_and_type() != bytesField(2)) {
            type.skip();
            continue;
        }
        pbf_reader tensor(type.get_message());
        while (tensor.next()) {
            if (tensor.tag_and_type() == varintField(1)) {
                element = tensor.get_int32();
            } else if (tensor.tag_and_type() == bytesField(2)) {
                result.hasShape = true;
                const auto shape = anfShape(pbf_reader(tensor.get_message()));
                result.shape.insert(result.shape.end(), shape.begin(), shape.end());
            } else {
                tensor.skip();
            }
        }
    }
    result.dtype = element == 11   ? "float32"
                   : element == 10 ? "float16"
                   : element == 4  ? "int32"
                                   : std::to_string(element);
    return result;
}

void readAnfNode(pbf_reader fields, GraphNode& node, std::vector<PendingInput>& inputs)
{
    std::string name;
    std::string scope;
    std::string fullName;
    while (fields.next()) {
        switch (fields.tag_and_type()) {
        case bytesField(1):
            inputs.push_back(anfInput(pbf_reader(fields.get_message())));
            break;
        case bytesField(2):
            name = textOf(fields);
            break;
        case bytesField(3):
            node.op = textOf(fields);
            break;
        case bytesField(4):
            scope = textOf(fields);
            break;
        case bytesField(6):
            node.outputs.push_back(anfType(pbf_reader(fields.get_message())));
            break;
        case bytesField(8):
            fullName = textOf(fields);
            break;
        default:
            fields.skip();
        }
    }
    node.irName = name;
    node.name = !fullName.empty() ? fullName
                : scope.empty()   ? node.op + "-op" + name
                                  : scope + '/' + node.op + "-op" + name;
}

} // namespace

Graph graphOfAnfIr(std::string_view message)
{
    Graph graph;
    std::vector<std::vector<PendingInput>> inputs;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(1)) {
            graph.nodes.emplace_back();
            inputs.emplace_back();
            readAnfNode(pbf_reader(fields.get_message()), graph.nodes.back(), inputs.back());
        } else if (fields.tag_and_type() == bytesField(2)) {
            graph.name = textOf(fields);
        } else if (fields.tag_and_type() == bytesField(3) || fields.tag_and_type() == bytesField(5))
        {
            GraphNode node;
            node.kind = fields.tag() == 3 ? GraphNodeKind::Parameter : GraphNodeKind::Constant;
            node.op = fields.tag() == 3 ? "Parameter" : "Constant";
            pbf_reader parameter(fields.get_message());
            while (parameter.next()) {
                if (parameter.tag_and_type() == bytesField(1)) {
                    node.name = node.irName = textOf(parameter);
                } else if (parameter.tag_and_type() == bytesField(2)
                           && node.kind == GraphNodeKind::Parameter) {
                    node.outputs.push_back(anfType(pbf_reader(parameter.get_message())));
                } else {
                    parameter.skip();
                }
            }
            graph.nodes.push_back(std::move(node));
            inputs.emplace_back();
        } else {
            fields.skip();
        }
    }
    connectInputs(graph, inputs);
    return graph;
}

} // namespace runlens::event_file
