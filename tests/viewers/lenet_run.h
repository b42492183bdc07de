// SPDX-License-Identifier: GPL-3.0-or-later
/// A LeNet training run made by hand: six passes with their IR text, nodes and origins (convolution
/// + bias + ReLU fused in 04_fuse), a recorded graph of the last pass, step spans, operator spans
/// and the source file. Written as a real .rlens file and read back.
#pragma once

#include "summary_format/graph.h"
#include "summary_format/run_reader.h"
#include "summary_format/store/summary_writer.h"
#include "viewers/common/run_set.h"

#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <functional>
#include <map>

namespace runlens::viewers::test {

struct LenetNode {
    std::string name; ///< full name
    std::string op;
    std::vector<std::string> inputs; ///< full names of nodes or parameters
    std::vector<std::int64_t> shape;
    int line = 0;                  ///< of lenet5.h
    std::vector<std::string> from; ///< full names in the pass before; empty: the same name
};

struct LenetParameter {
    std::string name;
    std::vector<std::int64_t> shape;
    bool isWeight = true;
};

inline std::string shapeOf(const std::vector<std::int64_t>& shape, const char* between)
{
    std::string text;
    for (const std::int64_t size : shape) {
        text += (text.empty() ? "" : between) + std::to_string(size);
    }
    return text;
}

inline std::vector<LenetParameter> lenetParameters()
{
    return {{"x", {32, 1, 28, 28}, false},
            {"label", {32}, false},
            {"conv1.weight", {6, 1, 5, 5}},
            {"conv1.bias", {6}},
            {"conv2.weight", {16, 6, 5, 5}},
            {"conv2.bias", {16}},
            {"fc1.weight", {120, 400}},
            {"fc1.bias", {120}},
            {"fc2.weight", {84, 120}},
            {"fc2.bias", {84}},
            {"fc3.weight", {10, 84}},
            {"fc3.bias", {10}}};
}

/// The forward pass with a bias and a ReLU of their own: what the user wrote.
inline std::vector<LenetNode> lenetForward(bool hasShapes)
{
    std::vector<LenetNode> nodes = {
        {"Default/network/conv1/Conv2D-op0",
         "Conv2D",
         {"x", "conv1.weight"},
         {32, 6, 28, 28},
         42,
         {}},
        {"Default/network/conv1/BiasAdd-op0",
         "BiasAdd",
         {"Default/network/conv1/Conv2D-op0", "conv1.bias"},
         {32, 6, 28, 28},
         42,
         {}},
        {"Default/network/ReLU-op0",
         "ReLU",
         {"Default/network/conv1/BiasAdd-op0"},
         {32, 6, 28, 28},
         42,
         {}},
        {"Default/network/MaxPool-op0",
         "MaxPool",
         {"Default/network/ReLU-op0"},
         {32, 6, 14, 14},
         42,
         {}},
        {"Default/network/conv2/Conv2D-op1",
         "Conv2D",
         {"Default/network/MaxPool-op0", "conv2.weight"},
         {32, 16, 10, 10},
         43,
         {}},
        {"Default/network/conv2/BiasAdd-op1",
         "BiasAdd",
         {"Default/network/conv2/Conv2D-op1", "conv2.bias"},
         {32, 16, 10, 10},
         43,
         {}},
        {"Default/network/ReLU-op1",
         "ReLU",
         {"Default/network/conv2/BiasAdd-op1"},
         {32, 16, 10, 10},
         43,
         {}},
        {"Default/network/MaxPool-op1",
         "MaxPool",
         {"Default/network/ReLU-op1"},
         {32, 16, 5, 5},
         43,
         {}},
        {"Default/network/Flatten-op0",
         "Flatten",
         {"Default/network/MaxPool-op1"},
         {32, 400},
         44,
         {}},
        {"Default/network/fc1/Dense-op0",
         "Dense",
         {"Default/network/Flatten-op0", "fc1.weight", "fc1.bias"},
         {32, 120},
         45,
         {}},
        {"Default/network/ReLU-op2", "ReLU", {"Default/network/fc1/Dense-op0"}, {32, 120}, 45, {}},
        {"Default/network/fc2/Dense-op1",
         "Dense",
         {"Default/network/ReLU-op2", "fc2.weight", "fc2.bias"},
         {32, 84},
         46,
         {}},
        {"Default/network/ReLU-op3", "ReLU", {"Default/network/fc2/Dense-op1"}, {32, 84}, 46, {}},
        {"Default/network/fc3/Dense-op2",
         "Dense",
         {"Default/network/ReLU-op3", "fc3.weight", "fc3.bias"},
         {32, 10},
         47,
         {}},
        {"Default/loss/SoftmaxCrossEntropy-op0",
         "SoftmaxCrossEntropy",
         {"Default/network/fc3/Dense-op2", "label"},
         {},
         61,
         {}},
    };
    if (!hasShapes) {
        for (LenetNode& node : nodes) {
            node.shape = {-1};
        }
    }
    return nodes;
}

inline void addBackward(std::vector<LenetNode>& nodes)
{
    const std::size_t forward = nodes.size();
    std::string gradient = nodes.back().name;
    for (std::size_t i = forward; i-- > 0;) {
        const LenetNode node = nodes[i];
        const std::string leaf = node.name.substr(node.name.rfind('/') + 1);
        LenetNode grad;
        grad.op = node.op + "Grad";
        grad.name = "Gradients/" + node.name.substr(0, node.name.rfind('/') + 1) + grad.op
                    + leaf.substr(leaf.find('-'));
        grad.inputs = {gradient};
        for (const std::string& input : node.inputs) {
            grad.inputs.push_back(input);
        }
        grad.shape = i > 0 ? nodes[i - 1].shape : std::vector<std::int64_t>{32, 1, 28, 28};
        grad.line = node.line;
        grad.from = {node.name};
        gradient = grad.name;
        nodes.push_back(grad);
        for (const std::string& input : node.inputs) {
            if (input.find(".weight") != std::string::npos
                || input.find(".bias") != std::string::npos) {
                nodes.push_back({"Default/optimizer/Momentum-" + input,
                                 "Momentum",
                                 {input, gradient},
                                 {},
                                 70,
                                 {node.name}});
            }
        }
    }
}

/// Convolution, bias and ReLU become one node, Dense and ReLU too.
inline std::vector<LenetNode> lenetFused(const std::vector<LenetNode>& nodes)
{
    std::vector<LenetNode> fused;
    std::map<std::string, std::string> renamed;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        LenetNode node = nodes[i];
        node.from.clear();
        const bool isConv = node.op == "Conv2D" && i + 2 < nodes.size();
        const bool isDense =
            node.op == "Dense" && i + 1 < nodes.size() && nodes[i + 1].op == "ReLU";
        if (isConv || isDense) {
            const std::size_t last = i + (isConv ? 2 : 1);
            node.op = isConv ? "FusedConv2DBiasReLU" : "FusedDenseReLU";
            node.name = node.name.substr(0, node.name.rfind('/') + 1) + node.op
                        + node.name.substr(node.name.rfind('-'));
            for (std::size_t k = i; k <= last; ++k) {
                node.from.push_back(nodes[k].name);
                renamed[nodes[k].name] = node.name;
                for (const std::string& input : nodes[k].inputs) {
                    if (k > i && input.find(".bias") != std::string::npos) {
                        node.inputs.push_back(input);
                    }
                }
            }
            i = last;
        }
        for (std::string& input : node.inputs) {
            const auto known = renamed.find(input);
            input = known != renamed.end() ? known->second : input;
        }
        fused.push_back(node);
    }
    return fused;
}

/// The text of one pass and the record of every node in it.
struct LenetPass {
    std::string name;
    std::string text;
    std::vector<LenetNode> nodes;
    std::vector<IrNodeRecord> records;
    std::vector<std::string> names; ///< "%0", kept alive for the records
    std::vector<std::string> shapes;
};

inline void writeIr(LenetPass& pass)
{
    const std::vector<LenetParameter> parameters = lenetParameters();
    std::map<std::string, std::string> printed;
    int line = 1;
    const auto add = [&](const std::string& text) {
        pass.text += text + "\n";
        ++line;
    };
    const auto type = [](const std::vector<std::int64_t>& shape) {
        return shape == std::vector<std::int64_t>{-1}
                   ? std::string("<null>")
                   : "<Tensor[Float32], (" + shapeOf(shape, ", ") + ")>";
    };
    add("# IR entry: @train_step_1");
    add("# Total subgraphs: 1");
    add("");
    add("# Total params: " + std::to_string(parameters.size()));
    add("# Params:");
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const std::string name = "%para" + std::to_string(i + 1) + "_" + parameters[i].name;
        printed[parameters[i].name] = name;
        add(name + ": <"
            + (parameters[i].isWeight ? "Ref[Tensor[Float32]], (" : "Tensor[Float32], (")
            + shapeOf(parameters[i].shape, ", ") + ")"
            + (parameters[i].isWeight ? ", ref_key=" + parameters[i].name : "") + ">");
    }
    add("");
    add("subgraph @train_step_1() {");
    pass.names.reserve(pass.nodes.size());
    pass.shapes.reserve(pass.nodes.size());
    for (std::size_t n = 0; n < pass.nodes.size(); ++n) {
        const LenetNode& node = pass.nodes[n];
        pass.names.push_back("%" + std::to_string(n));
        pass.shapes.push_back(
            node.shape == std::vector<std::int64_t>{-1} ? "" : shapeOf(node.shape, "x"));
        IrNodeRecord record;
        record.node = static_cast<std::int32_t>(n);
        record.firstLine = line;
        std::string operands;
        for (const std::string& input : node.inputs) {
            const auto known = printed.find(input);
            operands +=
                (operands.empty() ? "" : ", ") + (known != printed.end() ? known->second : "None");
        }
        const bool isConv = node.op.find("Conv2D") != std::string::npos;
        const std::string attributes =
            isConv ? " primitive_attrs: {kernel_size: (5, 5), pad_mode: \"same\"}" : "";
        add("  " + pass.names.back() + "(" + node.op + "_" + std::to_string(n) + ") = PrimFunc_"
            + node.op + "(" + operands + ")" + attributes);
        add("      : (<Tensor[Float32]>) -> (" + type(node.shape) + ")");
        add("      # Fullname with scope: (" + node.name + ")");
        add("      # In file lenet5.h:" + std::to_string(node.line)
            + ", 4~40/    h = maxPool(relu(m_conv(h)), 2);/");
        record.lastLine = line - 1;
        record.name = pass.names.back();
        record.subgraph = "train_step_1";
        record.op = node.op;
        record.fullName = node.name;
        record.sourceFile = "lenet5.h";
        record.sourceLine = node.line;
        record.shape = pass.shapes.back();
        pass.records.push_back(record);
        printed[node.name] = pass.names.back();
    }
    add("  Return(" + pass.names.back() + ")");
    add("      : (<Tensor[Float32], ()>)");
    add("}");
}

inline Graph lenetGraph(const std::vector<LenetNode>& nodes, const std::string& passName)
{
    Graph graph;
    graph.name = "train";
    graph.passName = passName;
    std::map<std::string, std::int32_t> ids;
    for (const LenetParameter& parameter : lenetParameters()) {
        GraphNode node;
        node.kind = parameter.isWeight ? GraphNodeKind::Parameter : GraphNodeKind::Input;
        node.name = parameter.name;
        node.op = "Parameter";
        node.outputs = {{"float32", parameter.shape, true}};
        ids[node.name] = static_cast<std::int32_t>(graph.nodes.size());
        graph.nodes.push_back(node);
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        GraphNode node;
        node.name = nodes[n].name;
        node.op = nodes[n].op;
        node.irName = "%" + std::to_string(n);
        node.sourceFile = "lenet5.h";
        node.sourceLine = nodes[n].line;
        node.outputs = {{"float32", nodes[n].shape, true}};
        node.fusedFrom = nodes[n].from.size() > 1 ? nodes[n].from : std::vector<std::string>{};
        if (node.op.find("Conv2D") != std::string::npos) {
            node.attributes = {{"kernel_size", "(5, 5)"}, {"pad_mode", "same"}};
        }
        for (const std::string& input : nodes[n].inputs) {
            if (ids.count(input) > 0) {
                node.inputs.push_back({ids[input], 0, false});
            }
        }
        ids[node.name] = static_cast<std::int32_t>(graph.nodes.size());
        graph.nodes.push_back(node);
    }
    return graph;
}

inline std::string lenetSource()
{
    std::string text;
    for (int line = 1; line <= 80; ++line) {
        switch (line) {
        case 39:
            text += "class LeNet5 : public Cell {\n";
            break;
        case 40:
            text += "    Tensor construct(const Tensor& x) override {\n";
            break;
        case 41:
            text += "        // 28 x 28 grey pictures\n";
            break;
        case 42:
            text += "        Tensor h = maxPool(relu(m_conv1(x)), 2);\n";
            break;
        case 43:
            text += "        h = maxPool(relu(m_conv2(h)), 2);\n";
            break;
        case 44:
            text += "        h = flatten(h);\n";
            break;
        case 45:
            text += "        h = relu(m_fc1(h));\n";
            break;
        case 46:
            text += "        h = relu(m_fc2(h));\n";
            break;
        case 47:
            text += "        return m_fc3(h);\n";
            break;
        case 48:
            text += "    }\n";
            break;
        case 49:
            text += "};\n";
            break;
        case 61:
            text += "    return softmaxCrossEntropy(logits, label, \"mean\");\n";
            break;
        case 70:
            text += "    momentum(parameter, gradient, 0.9);\n";
            break;
        default:
            text += line < 39 ? "#include <cell.h> // line " + std::to_string(line) + "\n" : "\n";
            break;
        }
    }
    return text;
}

/// The run on disk and open, as the window has it.
class LenetRun {
public:
    static constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

    LenetRun()
    {
        std::vector<LenetNode> inferred = lenetForward(true);
        std::vector<LenetNode> trained = inferred;
        addBackward(trained);
        for (const auto& [name, nodes] :
             std::vector<std::pair<std::string, std::vector<LenetNode>>>{
                 {"00_parse", lenetForward(false)},
                 {"01_type_inference", inferred},
                 {"02_common_subexpression", inferred},
                 {"03_gradient", trained},
                 {"04_fuse", lenetFused(trained)},
                 {"05_execute", lenetFused(trained)}})
        {
            m_passes.push_back({name, {}, nodes, {}, {}, {}});
            if (name == "05_execute") {
                for (LenetNode& node : m_passes.back().nodes) {
                    node.from.clear();
                }
            }
            writeIr(m_passes.back());
        }
        write();
        open();
    }

    [[nodiscard]] OpenRun openRun() const
    {
        OpenRun open;
        open.key = m_key;
        open.name = QStringLiteral("lenet");
        open.run = m_reader->run();
        open.reader = m_reader;
        return open;
    }

    [[nodiscard]] const Run& run() const { return *m_run; }

    /// What there was to read before the first span: IR and graph.
    [[nodiscard]] std::shared_ptr<const Run> early() const { return m_early; }

    [[nodiscard]] QString key() const { return m_key; }

    [[nodiscard]] const std::vector<LenetPass>& passes() const { return m_passes; }

    /// The span of the node with this name in the last pass, of the first step.
    [[nodiscard]] SpanRef spanOf(const std::string& fullName) const
    {
        for (std::size_t n = 0; n < m_passes.back().nodes.size(); ++n) {
            if (m_passes.back().nodes[n].name == fullName) {
                return {m_mainTrack, static_cast<std::int64_t>(n)};
            }
        }
        return {};
    }

private:
    void write()
    {
        WriterOptions options;
        options.folder = m_folder.path().toStdString();
        auto writer = SummaryWriter::open(options);
        ASSERT_TRUE(writer) << writer.error().message();
        SummaryWriter& sink = **writer;
        std::map<std::string, NodeRef> before;
        PassId lastPass{};
        for (std::size_t p = 0; p < m_passes.size(); ++p) {
            const LenetPass& pass = m_passes[p];
            std::vector<IrOriginRecord> origins;
            for (std::size_t n = 0; n < pass.nodes.size(); ++n) {
                const std::vector<std::string> self{pass.nodes[n].name};
                for (const std::string& from :
                     pass.nodes[n].from.empty() ? self : pass.nodes[n].from) {
                    if (before.count(from) > 0) {
                        origins.push_back(
                            {static_cast<std::int32_t>(n), before[from].pass, before[from].node});
                    }
                }
            }
            IrDumpRecord dump;
            dump.session = sink.currentSession();
            dump.order = static_cast<std::int32_t>(p);
            dump.name = pass.name;
            dump.graphName = "train";
            dump.wallNs = kStart;
            dump.durationNs = 1'200'000 * (static_cast<std::int64_t>(p) + 1);
            dump.text.bytes = asBytes(pass.text);
            dump.nodes = pass.records;
            dump.origins = origins;
            lastPass = sink.irDump(dump);
            before.clear();
            for (std::size_t n = 0; n < pass.nodes.size(); ++n) {
                before[pass.nodes[n].name] = {lastPass, static_cast<std::int32_t>(n)};
            }
        }
        const std::vector<std::byte> graph =
            encodeGraph(lenetGraph(m_passes.back().nodes, m_passes.back().name));
        GraphRecord record;
        record.session = sink.currentSession();
        record.name = "train";
        record.wallNs = kStart;
        record.payload.bytes = graph;
        sink.graph(record);
        const std::string source = lenetSource();
        sink.sourceFile({0, "lenet5.h", {asBytes(source), {}}});
        ASSERT_TRUE(sink.commit());
        m_early = read()->run();
        writeSpans(sink, lastPass);
        ASSERT_TRUE(sink.close(EndReason::Clean, ""));
    }

    void writeSpans(SummaryWriter& sink, PassId pass)
    {
        const TrackId steps = sink.track({0, "step", TrackKind::Step, kNone<TrackId>, 1, 1, ""});
        m_mainTrack = sink.track({0, "main", TrackKind::Thread, kNone<TrackId>, 1, 1, ""});
        const auto count = m_passes.back().nodes.size();
        std::vector<std::int64_t> starts;
        std::vector<std::int64_t> durations;
        std::vector<NameId> names;
        std::vector<NodeRef> nodes;
        std::int64_t now = kStart;
        for (std::size_t n = 0; n < count; ++n) {
            starts.push_back(now);
            durations.push_back(5'000 + static_cast<std::int64_t>(n) * 1'700 % 60'000);
            names.push_back(sink.name(m_passes.back().nodes[n].op));
            nodes.push_back({pass, static_cast<std::int32_t>(n)});
            now += durations.back();
        }
        const std::vector<SpanCategory> categories(count, SpanCategory::Forward);
        const std::vector<std::uint16_t> depths(count, 1);
        const std::vector<std::int64_t> noSteps(count, kNoStep);
        sink.spans(
            m_mainTrack,
            {sink.currentSession(), starts, durations, names, categories, depths, nodes, noSteps});
        const std::vector<std::int64_t> stepStart{kStart};
        const std::vector<std::int64_t> stepDuration{now - kStart};
        const std::vector<NameId> stepName{sink.name("step")};
        const std::vector<SpanCategory> stepCategory{SpanCategory::Step};
        const std::vector<std::uint16_t> stepDepth{0};
        const std::vector<NodeRef> noNode{NodeRef{}};
        const std::vector<std::int64_t> stepNumber{1};
        sink.spans(steps,
                   {sink.currentSession(),
                    stepStart,
                    stepDuration,
                    stepName,
                    stepCategory,
                    stepDepth,
                    noNode,
                    stepNumber});
    }

    std::shared_ptr<const RunReader> read()
    {
        auto reader = RunReader::open({m_folder.path().toStdString(), "lenet", "runlens"});
        EXPECT_TRUE(reader) << reader.error().message();
        EXPECT_TRUE((*reader)->read());
        return std::move(*reader);
    }

    void open()
    {
        m_reader = read();
        m_run = m_reader->run();
        m_key = m_folder.path();
    }

    QTemporaryDir m_folder;
    std::vector<LenetPass> m_passes;
    std::shared_ptr<const RunReader> m_reader;
    std::shared_ptr<const Run> m_run;
    std::shared_ptr<const Run> m_early;
    QString m_key;
    TrackId m_mainTrack{};
};

} // namespace runlens::viewers::test
