// SPDX-License-Identifier: Apache-2.0
#include "summary_format/graph.h"

#include "summary_format/base/wire.h"

#include <protozero/pbf_writer.hpp>

#include <algorithm>

namespace runlens {

namespace {

/// Nodes, inputs, outputs, ... of one graph together: a hostile file cannot make memory of many
/// times its size.
constexpr std::size_t kMaxItems = 16'000'000;

std::string encodeNode(const GraphNode& node)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_uint32(1, static_cast<std::uint32_t>(node.kind));
    writer.add_string(2, node.name);
    writer.add_string(3, node.op);
    writer.add_string(4, node.irName);
    for (const GraphInput& input : node.inputs) {
        protozero::pbf_writer part(writer, 5);
        part.add_int32(1, input.node);
        part.add_int32(2, input.output);
        part.add_bool(3, input.isControl);
    }
    for (const GraphTensorType& output : node.outputs) {
        protozero::pbf_writer part(writer, 6);
        part.add_string(1, output.dtype);
        part.add_packed_int64(2, output.shape.begin(), output.shape.end());
        part.add_bool(3, output.hasShape);
    }
    for (const GraphAttribute& attribute : node.attributes) {
        protozero::pbf_writer part(writer, 7);
        part.add_string(1, attribute.name);
        part.add_string(2, attribute.value);
    }
    writer.add_string(8, node.sourceFile);
    writer.add_int32(9, node.sourceLine);
    for (const std::string& name : node.fusedFrom) {
        writer.add_string(10, name);
    }
    return bytes;
}

GraphInput decodeInput(protozero::pbf_reader reader)
{
    GraphInput input;
    while (reader.next()) {
        switch (reader.tag_and_type()) {
        case varintField(1):
            input.node = reader.get_int32();
            break;
        case varintField(2):
            input.output = reader.get_int32();
            break;
        case varintField(3):
            input.isControl = reader.get_bool();
            break;
        default:
            reader.skip();
        }
    }
    return input;
}

GraphTensorType decodeType(protozero::pbf_reader reader, std::size_t& items)
{
    GraphTensorType type;
    while (reader.next()) {
        switch (reader.tag_and_type()) {
        case bytesField(1):
            type.dtype = reader.get_string();
            break;
        case bytesField(2):
            for (const std::int64_t extent : reader.get_packed_int64()) {
                ++items;
                type.shape.push_back(extent);
            }
            break;
        case varintField(3):
            type.hasShape = reader.get_bool();
            break;
        default:
            reader.skip();
        }
    }
    return type;
}

GraphAttribute decodeAttribute(protozero::pbf_reader reader)
{
    GraphAttribute attribute;
    while (reader.next()) {
        switch (reader.tag_and_type()) {
        case bytesField(1):
            attribute.name = reader.get_string();
            break;
        case bytesField(2):
            attribute.value = reader.get_string();
            break;
        default:
            reader.skip();
        }
    }
    return attribute;
}

GraphNodeKind toKind(std::uint32_t value)
{
    return value <= static_cast<std::uint32_t>(GraphNodeKind::Output)
               ? static_cast<GraphNodeKind>(value)
               : GraphNodeKind::Operator;
}

bool decodeNode(protozero::pbf_reader reader, GraphNode& node, std::size_t& items)
{
    while (reader.next()) {
        if (++items > kMaxItems) {
            return false;
        }
        switch (reader.tag_and_type()) {
        case varintField(1):
            node.kind = toKind(reader.get_uint32());
            break;
        case bytesField(2):
            node.name = reader.get_string();
            break;
        case bytesField(3):
            node.op = reader.get_string();
            break;
        case bytesField(4):
            node.irName = reader.get_string();
            break;
        case bytesField(5):
            node.inputs.push_back(decodeInput(reader.get_message()));
            break;
        case bytesField(6):
            node.outputs.push_back(decodeType(reader.get_message(), items));
            break;
        case bytesField(7):
            node.attributes.push_back(decodeAttribute(reader.get_message()));
            break;
        case bytesField(8):
            node.sourceFile = reader.get_string();
            break;
        case varintField(9):
            node.sourceLine = reader.get_int32();
            break;
        case bytesField(10):
            node.fusedFrom.push_back(reader.get_string());
            break;
        default:
            reader.skip();
        }
    }
    return true;
}

void dropDanglingInputs(Graph& graph)
{
    const auto count = static_cast<std::int64_t>(graph.nodes.size());
    for (GraphNode& node : graph.nodes) {
        std::erase_if(node.inputs, [count](const GraphInput& input) {
            return input.node < 0 || input.node >= count || input.output < 0;
        });
    }
}

tl::unexpected<Error> notAGraph(std::string why)
{
    return failure("read a graph", {}, std::move(why));
}

} // namespace

std::string GraphTensorType::text() const
{
    std::string text;
    if (hasShape) {
        if (shape.empty()) {
            text = "scalar";
        }
        for (std::size_t i = 0; i < shape.size(); ++i) {
            text +=
                (i == 0 ? "" : "x") + (shape[i] < 0 ? std::string("?") : std::to_string(shape[i]));
        }
    }
    if (!text.empty() && !dtype.empty()) {
        text += ' ';
    }
    return text + dtype;
}

std::vector<std::byte> encodeGraph(const Graph& graph)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_string(1, graph.name);
    writer.add_string(2, graph.passName);
    for (const GraphNode& node : graph.nodes) {
        writer.add_message(3, encodeNode(node));
    }
    const auto view = std::as_bytes(std::span(bytes));
    return {view.begin(), view.end()};
}

Result<Graph> decodeGraph(std::span<const std::byte> bytes)
{
    try {
        Graph graph;
        std::size_t items = 0;
        protozero::pbf_reader reader(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        while (reader.next()) {
            switch (reader.tag_and_type()) {
            case bytesField(1):
                graph.name = reader.get_string();
                break;
            case bytesField(2):
                graph.passName = reader.get_string();
                break;
            case bytesField(3):
                items += 8; // an empty node takes more memory than its two bytes
                graph.nodes.emplace_back();
                if (!decodeNode(reader.get_message(), graph.nodes.back(), items)
                    || items > kMaxItems) {
                    return notAGraph("it has more than " + std::to_string(kMaxItems) + " parts");
                }
                break;
            default:
                reader.skip();
            }
        }
        dropDanglingInputs(graph);
        return graph;
    } catch (const std::exception& error) {
        return notAGraph(std::string("the bytes are no graph message (") + error.what() + ")");
    }
}

} // namespace runlens
