// SPDX-License-Identifier: Apache-2.0
#include "summary_format/graph.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

namespace runlens {
namespace {

Graph sampleGraph()
{
    Graph graph;
    graph.name = "train";
    graph.passName = "07_fusion";
    graph.nodes.resize(3);
    graph.nodes[0].kind = GraphNodeKind::Input;
    graph.nodes[0].name = "data";
    graph.nodes[0].outputs = {
        {"float32", {32, -1, 28}, true}, {"int32", {}, true}, {"", {}, false}};
    graph.nodes[1].kind = GraphNodeKind::Parameter;
    graph.nodes[1].name = "conv1.weight";
    graph.nodes[2].name = "Default/conv1/Conv2D-op0";
    graph.nodes[2].op = "Conv2D";
    graph.nodes[2].irName = "%3";
    graph.nodes[2].inputs = {{0, 2, false}, {1, 0, false}, {1, 0, true}};
    graph.nodes[2].attributes = {{"pad", "same"}, {"stride", "(1, 1)"}};
    graph.nodes[2].sourceFile = "lenet.cpp";
    graph.nodes[2].sourceLine = 41;
    graph.nodes[2].fusedFrom = {"a", "b"};
    return graph;
}

TEST(Graph, SurvivesItsEncoding)
{
    const Graph graph = sampleGraph();
    const auto decoded = decodeGraph(encodeGraph(graph));
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_EQ(encodeGraph(*decoded), encodeGraph(graph));
    ASSERT_EQ(decoded->nodes.size(), 3U);
    const GraphNode& node = decoded->nodes[2];
    EXPECT_EQ(node.kind, GraphNodeKind::Operator);
    EXPECT_EQ(node.irName, "%3");
    ASSERT_EQ(node.inputs.size(), 3U);
    EXPECT_TRUE(node.inputs[2].isControl);
    EXPECT_EQ(node.inputs[0].output, 2);
    EXPECT_EQ(node.attributes[1].value, "(1, 1)");
    EXPECT_EQ(node.sourceLine, 41);
    EXPECT_EQ(node.fusedFrom, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(decoded->nodes[0].outputs[0].shape, (std::vector<std::int64_t>{32, -1, 28}));
    EXPECT_EQ(decoded->nodes[0].outputs[0].text(), "32x?x28 float32");
    EXPECT_EQ(decoded->nodes[0].outputs[1].text(), "scalar int32");
    EXPECT_EQ(decoded->nodes[0].outputs[2].text(), "");
}

TEST(Graph, DropsInputsThatLeadNowhere)
{
    Graph graph = sampleGraph();
    graph.nodes[2].inputs = {{3, 0, false}, {-1, 0, false}, {0, -1, false}, {1, 0, false}};
    const auto decoded = decodeGraph(encodeGraph(graph));
    ASSERT_TRUE(decoded);
    ASSERT_EQ(decoded->nodes[2].inputs.size(), 1U);
    EXPECT_EQ(decoded->nodes[2].inputs[0].node, 1);
}

TEST(Graph, RefusesEveryCutInsideAMessage)
{
    const auto whole = encodeGraph(sampleGraph());
    std::size_t refused = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const auto decoded = decodeGraph(std::span(whole).first(size));
        refused += decoded ? 0 : 1;
        if (decoded) {
            EXPECT_LT(decoded->nodes.size(), 3U) << "cut at " << size;
        }
    }
    EXPECT_GT(refused, whole.size() / 2);
    EXPECT_FALSE(decodeGraph(test::bytesOf("not a graph at all")));
}

TEST(Graph, SkipsKnownNumbersOfAnotherType)
{
    // Field 1 (name) as a varint, field 3 (nodes) as a fixed 32-bit value.
    const auto decoded =
        decodeGraph(test::bytesOf(std::string_view("\x08\x05\x1d\x01\x02\x03\x04", 7)));
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_EQ(decoded->name, "");
    EXPECT_TRUE(decoded->nodes.empty());
}

} // namespace
} // namespace runlens
