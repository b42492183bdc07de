// SPDX-License-Identifier: Apache-2.0
#include "runtime/executor/compile.h"
#include "runtime/frontend/layers.h"
#include "runtime/ir/printer.h"
#include "tests/runtime/small_graphs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace runlens::runtime {

namespace {

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

TEST(Printer, WritesTheDialectOfMindSpore23)
{
    SmallGraph g;
    const NodeId x = g.input("x", {2, 3});
    const NodeId w = g.weight("fc.weight", {4, 3});
    const NodeId product = g.op("CNode_2", "Dense", {x, w}, {2, 4});
    g.op("CNode_3", "Reshape", {product}, {8}, Attributes{{"shape", Shape{8}}});
    SourceTexts sources;
    const PrintedModule printed = printModule(g.module, sources);
    EXPECT_EQ(
        printed.text,
        "# IR entry: @main\n"
        "# Total subgraphs: 1\n"
        "\n"
        "# Attrs:\n"
        "graph_name: small\n"
        "\n"
        "# Total params: 2\n"
        "# Params:\n"
        "%para1_x: <Tensor[Float32], (2, 3)> : []\n"
        "%para2_fc.weight: <Ref[Tensor[Float32]], (4, 3), ref_key=fc.weight> : []\n"
        "\n"
        "Node counting information:\n"
        "Total number of nodes: 5\n"
        "Total number of cnodes: 3\n"
        "\n"
        "subgraph attr:\n"
        "subgraph instance: main : 0x1\n"
        "subgraph @main() {\n"
        "  %0(CNode_2) = Dense(%para1_x, %para2_fc.weight)\n"
        "      : (<Tensor[Float32], (2, 3)>, <Ref[Tensor[Float32]], (4, 3), ref_key=fc.weight>) -> "
        "(<Tensor[Float32], (2, 4)>)\n"
        "      # Fullname with scope: (Default/Dense-op0)\n"
        "  %1(CNode_3) = Reshape(%0) primitive_attrs: {shape: (8)}\n"
        "      : (<Tensor[Float32], (2, 4)>) -> (<Tensor[Float32], (8,)>)\n"
        "      # Fullname with scope: (Default/Reshape-op0)\n"
        "  Return(%1)\n"
        "      : (<Tensor[Float32], (8,)>)\n"
        "      # Fullname with scope: (Default/Return-op0)\n"
        "}\n"
        "\n");
    std::string where;
    for (const PrintedNode& node : printed.nodes) {
        where += node.name + " " + std::to_string(node.firstLine) + "-"
                 + std::to_string(node.lastLine) + "\n";
    }
    EXPECT_EQ(where, "%para1_x 9-9\n%para2_fc.weight 10-10\n%0 19-21\n%1 22-24\n");
}

/// A network whose construct() stands here, so that its lines are known.
class TwoLayers final : public Layer {
public:
    explicit TwoLayers(RandomNumbers& random) : Layer("TwoLayers"), m_fc(3, 2, random)
    {
        addChild("fc", m_fc);
    }

    Value construct(const Value& x) override
    {
        line = __LINE__ + 1;
        return relu(m_fc(x));
    }

    int line = 0;

private:
    Dense m_fc;
};

class Outer final : public Layer {
public:
    explicit Outer(Layer& inner) : Layer("Outer"), m_inner(inner) { addChild("network", inner); }

    Value construct(const Value& x) override { return m_inner(x); }

private:
    Layer& m_inner;
};

TEST(Printer, TellsLinesAndSourcesOfEveryTracedNode)
{
    RandomNumbers random(1);
    TwoLayers network(random);
    network.nameParameters("Default/network");
    Outer root(network);
    const std::vector<TraceInput> inputs = {{"x", {DType::Float32, {5, 3}}}};
    const auto trace = traceCell(root, "eval", inputs);
    ASSERT_TRUE(trace) << trace.error().message();
    SourceTexts sources;
    const PrintedModule printed = printModule(trace->module, sources);
    const std::vector<std::string> lines = linesOf(printed.text);
    std::string summary;
    for (const PrintedNode& node : printed.nodes) {
        const std::string& first = lines[static_cast<std::size_t>(node.firstLine) - 1];
        EXPECT_NE(first.find(node.name), std::string::npos) << first;
        const Node& known = trace->module.node(node.node);
        summary += node.subgraph + " " + node.name + " " + known.op + " " + known.fullName + "\n";
        if (known.kind == NodeKind::Operator) {
            EXPECT_EQ(std::string(sourceOf(known).file), __FILE__);
            EXPECT_EQ(sourceOf(known).line, network.line) << known.fullName;
            EXPECT_NE(lines[static_cast<std::size_t>(node.firstLine) + 1].find(
                          "# Fullname with scope: (" + known.fullName),
                      std::string::npos);
        }
    }
    EXPECT_EQ(summary,
              "Outer_construct_0 %para1_x Parameter Default/x\n"
              "Outer_construct_0 %para2_fc.weight Parameter Default/network/fc/weight\n"
              "Outer_construct_0 %para3_fc.bias Parameter Default/network/fc/bias\n"
              "Outer_construct_0 %0 TwoLayers_construct_1 Default/call-op1\n"
              "TwoLayers_construct_1 %para4_x Parameter Default/network/x\n"
              "TwoLayers_construct_1 %0 Dense_construct_2 Default/network/call-op0\n"
              "TwoLayers_construct_1 %1 ReLU Default/network/ReLU-op0\n"
              "Dense_construct_2 %para5_x Parameter Default/network/fc/x\n"
              "Dense_construct_2 %0 Dense Default/network/fc/Dense-op0\n"
              "Dense_construct_2 %1 BiasAdd Default/network/fc/BiasAdd-op0\n");
    const std::string source = "# In file " + std::string(__FILE__) + ":"
                               + std::to_string(network.line)
                               + ", 8~29/        return relu(m_fc(x));/";
    EXPECT_NE(printed.text.find(source), std::string::npos);
}

std::vector<std::string> filesAt(int level)
{
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / ("runlens_graphs_" + std::to_string(level));
    std::filesystem::remove_all(folder);
    RandomNumbers random(1);
    TwoLayers network(random);
    network.nameParameters("Default");
    CompileOptions options;
    options.graphName = "eval";
    options.inputs = {{"x", {DType::Float32, {5, 3}}}};
    PassDumps dumps(level, folder.string());
    const auto executor = compileCell(network, options, dumps, nullptr);
    EXPECT_TRUE(executor) << (executor ? "" : executor.error().message());
    EXPECT_TRUE(dumps.status());
    std::vector<std::string> files;
    if (std::filesystem::exists(folder)) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            files.push_back(entry.path().filename().string());
        }
    }
    std::sort(files.begin(), files.end());
    std::filesystem::remove_all(folder);
    return files;
}

TEST(SaveGraphs, WritesWhatTheLevelAsksFor)
{
    EXPECT_EQ(filesAt(0), std::vector<std::string>{});
    EXPECT_EQ(filesAt(1),
              (std::vector<std::string>{
                  "00_parse_0000.ir", "01_type_inference_0001.ir", "08_memory_plan_0008.ir"}));
    EXPECT_EQ(filesAt(2),
              (std::vector<std::string>{"00_parse_0000.ir",
                                        "01_type_inference_0001.ir",
                                        "02_inline_0002.ir",
                                        "03_common_subexpression_0003.ir",
                                        "04_dead_node_0004.ir",
                                        "05_fuse_post_ops_0005.ir",
                                        "06_fuse_bias_gradients_0006.ir",
                                        "07_fuse_elementwise_0007.ir",
                                        "08_memory_plan_0008.ir"}));
    EXPECT_EQ(filesAt(3).size(), 18U);
}

TEST(SaveGraphs, ToldButNotFatalWhenTheFolderCannotBeMade)
{
    const std::string file = testing::TempDir() + "runlens_not_a_folder";
    std::ofstream(file) << "x";
    RandomNumbers random(1);
    TwoLayers network(random);
    CompileOptions options;
    options.inputs = {{"x", {DType::Float32, {5, 3}}}};
    PassDumps dumps(2, file);
    EXPECT_TRUE(compileCell(network, options, dumps, nullptr));
    ASSERT_FALSE(dumps.status());
    EXPECT_EQ(dumps.status().error().attempted, "write an IR file");
    std::filesystem::remove(file);
}

} // namespace

} // namespace runlens::runtime
