// SPDX-License-Identifier: Apache-2.0
// The calls of SummaryCollector about the program itself: configuration, graphs, IR, sources,
// findings.
#include "collector/json_text.h"
#include "collector/public_state.h"
#include "summary_format/base/number.h"
#include "summary_format/graph.h"

#include <utility>

namespace runlens {

using collector::CallKind;
using collector::CollectorState;
using collector::DropClass;
using collector::SinkTranslator;

namespace {

void postProperty(CollectorState* state,
                  std::string_view section,
                  std::string_view key,
                  std::string json) noexcept
{
    if (!state) {
        return;
    }
    if (!state->options.collect.configuration) {
        state->skip(CallKind::Property);
        return;
    }
    state->post(
        CallKind::Property, DropClass::Values, section.size() + key.size() + json.size(), [&] {
            return [state,
                    in = std::string(section),
                    name = std::string(key),
                    value = std::move(json)](SinkTranslator&) {
                state->writer.property(in, name, value);
            };
        });
}

/// jsonString() may not find memory; the call is then counted as dropped.
void postText(CollectorState* state,
              std::string_view section,
              std::string_view key,
              std::string_view text) noexcept
{
    try {
        postProperty(state, section, key, collector::jsonString(text));
    } catch (...) {
        if (state) {
            state->refuse(CallKind::Property);
        }
    }
}

std::size_t bytesOf(const GraphDescription& graph)
{
    std::size_t bytes = graph.passName.size();
    for (const auto& node : graph.nodes) {
        bytes += sizeof node + node.name.size() + node.op.size() + node.irName.size()
                 + node.sourceFile.size() + node.inputs.size() * sizeof(GraphDescription::Input);
        for (const auto& output : node.outputs) {
            bytes +=
                sizeof output + output.dtype.size() + output.shape.size() * sizeof(std::int64_t);
        }
        for (const auto& [name, value] : node.attributes) {
            bytes += sizeof(std::string) * 2 + name.size() + value.size();
        }
        for (const std::string& origin : node.fusedFrom) {
            bytes += sizeof(std::string) + origin.size();
        }
    }
    return bytes;
}

Graph toGraph(const std::string& name, const GraphDescription& description)
{
    Graph graph;
    graph.name = name;
    graph.passName = description.passName;
    graph.nodes.reserve(description.nodes.size());
    for (const auto& from : description.nodes) {
        GraphNode node;
        node.kind = static_cast<GraphNodeKind>(from.kind);
        node.name = from.name;
        node.op = from.op;
        node.irName = from.irName;
        for (const auto& input : from.inputs) {
            node.inputs.push_back({input.node, input.output, input.isControl});
        }
        for (const auto& output : from.outputs) {
            node.outputs.push_back({output.dtype, output.shape, output.hasShape});
        }
        for (const auto& [key, value] : from.attributes) {
            node.attributes.push_back({key, value});
        }
        node.sourceFile = from.sourceFile;
        node.sourceLine = from.sourceLine;
        node.fusedFrom = from.fusedFrom;
        graph.nodes.push_back(std::move(node));
    }
    return graph;
}

void writeGraph(SinkTranslator& to,
                std::string_view name,
                std::int64_t wallNs,
                std::span<const std::byte> encoded)
{
    GraphRecord record;
    record.rank = to.rank();
    record.session = to.session();
    record.name = name;
    record.wallNs = wallNs;
    record.payload.bytes = encoded;
    to.sink().graph(record);
}

std::size_t bytesOf(const IrDump& dump)
{
    std::size_t bytes = dump.text.size() + dump.name.size() + dump.graphName.size()
                        + dump.origins.size() * sizeof(IrDump::Origin);
    for (const auto& node : dump.nodes) {
        bytes += sizeof node + node.name.size() + node.subgraph.size() + node.op.size()
                 + node.fullName.size() + node.sourceFile.size() + node.shape.size();
    }
    return bytes;
}

void writeIrDump(SinkTranslator& to, const IrDump& dump, std::int32_t handle, std::int64_t wallNs)
{
    std::vector<IrNodeRecord> nodes;
    nodes.reserve(dump.nodes.size());
    for (const auto& node : dump.nodes) {
        nodes.push_back({node.node,
                         node.firstLine,
                         node.lastLine,
                         node.name,
                         node.subgraph,
                         node.op,
                         node.fullName,
                         node.sourceFile,
                         node.sourceLine,
                         node.shape});
    }
    std::vector<IrOriginRecord> origins;
    origins.reserve(dump.origins.size());
    for (const auto& origin : dump.origins) {
        const PassId from = to.pass(origin.fromPass.id);
        if (isValid(from)) {
            origins.push_back({origin.node, from, origin.fromNode});
        }
    }
    IrDumpRecord record;
    record.rank = to.rank();
    record.session = to.session();
    record.order = dump.order;
    record.name = dump.name;
    record.graphName = dump.graphName;
    record.wallNs = wallNs;
    record.durationNs = dump.durationNs;
    record.text.bytes = asBytes(dump.text);
    record.nodes = nodes;
    record.origins = origins;
    to.setPass(handle, to.sink().irDump(record));
}

} // namespace

void SummaryCollector::setConfiguration(std::string_view key, std::string_view value) noexcept
{
    postText(m_state.get(), "configuration", key, value);
}

void SummaryCollector::setConfigurationJson(std::string_view key, std::string_view json) noexcept
{
    try {
        postProperty(m_state.get(), "configuration", key, std::string(json));
    } catch (...) { // no memory
        m_state->refuse(CallKind::Property);
    }
}

void SummaryCollector::setInformation(std::string_view key, std::string_view value) noexcept
{
    postText(m_state.get(), "info", key, value);
}

void SummaryCollector::setNumber(const char* section,
                                 std::string_view key,
                                 std::uint64_t bits,
                                 NumberType type,
                                 bool isBool) noexcept
{
    if (!m_state) {
        return;
    }
    try {
        std::string json = isBool ? (bits != 0 ? "true" : "false") : shortestText(bits, type);
        if (json == "NaN" || json == "Infinity" || json == "-Infinity") {
            json = '"' + json + '"'; // JSON has no such numbers
        }
        postProperty(m_state.get(), section, key, std::move(json));
    } catch (...) { // no memory
        m_state->refuse(CallKind::Property);
    }
}

void SummaryCollector::addGraph(std::string_view name, const GraphDescription& graph) noexcept
{
    if (!m_state) {
        return;
    }
    if (!m_state->options.collect.graphs) {
        m_state->skip(CallKind::Graph);
        return;
    }
    const std::int64_t now = nowNs();
    m_state->post(CallKind::Graph, DropClass::Statistics, bytesOf(graph), [&] {
        return [called = std::string(name), copy = graph, now](SinkTranslator& to) {
            writeGraph(to, called, now, encodeGraph(toGraph(called, copy)));
        };
    });
}

void SummaryCollector::addEncodedGraph(std::string_view name, ByteView encoded) noexcept
{
    if (!m_state) {
        return;
    }
    if (!m_state->options.collect.graphs) {
        m_state->skip(CallKind::Graph);
        return;
    }
    if (encoded.data == nullptr && encoded.size > 0) {
        m_state->refuse(CallKind::Graph);
        return;
    }
    const std::int64_t now = nowNs();
    m_state->post(CallKind::Graph, DropClass::Statistics, encoded.size, [&] {
        const auto* bytes = static_cast<const std::byte*>(encoded.data);
        return [called = std::string(name),
                copy = std::vector<std::byte>(bytes, bytes + encoded.size),
                now](SinkTranslator& to) { writeGraph(to, called, now, copy); };
    });
}

PassHandle SummaryCollector::addIrDump(const IrDump& dump) noexcept
{
    if (!m_state || m_state->isChild()) {
        return {};
    }
    if (!m_state->options.collect.irDumps) {
        m_state->skip(CallKind::IrDump);
        return {};
    }
    const std::int32_t handle = m_state->nextPass.fetch_add(1);
    const std::int64_t now = nowNs();
    const bool isSent = m_state->post(CallKind::IrDump, DropClass::Statistics, bytesOf(dump), [&] {
        return [state = m_state.get(), copy = dump, handle, now](SinkTranslator& to) {
            writeIrDump(to, copy, handle, now);
            if (state->options.collect.sourceFiles) {
                for (const auto& node : copy.nodes) {
                    state->writer.readSource(node.sourceFile, true);
                }
            }
        };
    });
    return isSent ? PassHandle{handle} : PassHandle{};
}

void SummaryCollector::addSourceFile(std::string_view path, std::string_view text) noexcept
{
    if (!m_state) {
        return;
    }
    if (!m_state->options.collect.sourceFiles) {
        m_state->skip(CallKind::SourceFile);
        return;
    }
    m_state->post(CallKind::SourceFile, DropClass::Payloads, path.size() + text.size(), [&] {
        return [at = std::string(path), copy = std::string(text)](SinkTranslator& to) {
            to.sink().sourceFile({to.rank(), at, {asBytes(copy), {}}});
        };
    });
}

void SummaryCollector::addSourceFile(std::string_view path) noexcept
{
    if (!m_state) {
        return;
    }
    if (!m_state->options.collect.sourceFiles) {
        m_state->skip(CallKind::SourceFile);
        return;
    }
    m_state->post(CallKind::SourceFile, DropClass::Payloads, path.size(), [&] {
        return [state = m_state.get(), at = std::string(path)](SinkTranslator&) {
            state->writer.readSource(at, false);
        };
    });
}

void SummaryCollector::addFinding(const FindingNote& finding) noexcept
{
    if (!m_state) {
        return;
    }
    if (!m_state->options.collect.findings) {
        m_state->skip(CallKind::Finding);
        return;
    }
    const std::int64_t now = nowNs();
    const std::size_t bytes = finding.rule.size() + finding.title.size() + finding.detail.size()
                              + finding.metadata.size();
    m_state->post(CallKind::Finding, DropClass::Values, bytes, [&] {
        return [rule = std::string(finding.rule),
                title = std::string(finding.title),
                detail = std::string(finding.detail),
                metadata = std::string(finding.metadata),
                severity = static_cast<std::uint8_t>(finding.severity),
                step = finding.step,
                now](SinkTranslator& to) {
            to.sink().finding(
                {to.rank(), to.session(), rule, severity, title, detail, step, now, metadata});
        };
    });
}

} // namespace runlens
