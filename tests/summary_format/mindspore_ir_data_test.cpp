// SPDX-License-Identifier: Apache-2.0
// The counts are those of an independent reading of the same files (manifest of the sample data).
#include "summary_format/formats/mindspore_ir/ir_graph.h"
#include "summary_format/formats/mindspore_ir/ir_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace runlens::ir_text {

namespace {

using testing::ElementsAre;

struct Sample {
    std::string text;
    Document document;
    Diagnostics diagnostics;

    explicit Sample(const std::string& name)
    {
        const char* data = std::getenv("RUNLENS_DATA"); // NOLINT(concurrency-mt-unsafe): one thread
        std::ifstream file(std::string(data != nullptr ? data : "") + "/graphs/" + name,
                           std::ios::binary);
        EXPECT_TRUE(file.good()) << name;
        std::stringstream content;
        content << file.rdbuf();
        text = content.str();
        document = parse(text, diagnostics, name);
    }

    [[nodiscard]] int named() const
    {
        return static_cast<int>(std::count_if(
            document.statements.begin(), document.statements.end(), [](const Statement& each) {
                return !each.isReturn;
            }));
    }

    [[nodiscard]] int returns() const
    {
        return static_cast<int>(document.statements.size()) - named();
    }

    [[nodiscard]] std::vector<std::string> operators() const
    {
        std::vector<std::string> result;
        for (const Statement& statement : document.statements) {
            if (!statement.isReturn) {
                result.emplace_back(operatorOf(statement.callee.in(text)));
            }
        }
        return result;
    }

    [[nodiscard]] std::vector<std::string> sources() const
    {
        std::vector<std::string> result;
        for (const Statement& statement : document.statements) {
            const SourceLine* source = statement.source(text);
            result.push_back(source == nullptr ? ""
                                               : std::string(source->file.in(text)) + ":"
                                                     + std::to_string(source->line));
        }
        return result;
    }
};

struct Expected {
    const char* file;
    std::size_t subgraphs;
    int named;
    int returns;
    std::int64_t printedSubgraphs;
    std::int64_t printedCNodes;
    const char* entry;
    std::size_t parameters;
};

class MindSporeIrData : public testing::TestWithParam<Expected> {};

} // namespace

TEST_P(MindSporeIrData, HasTheCountsOfTheManifest)
{
    const Expected& expected = GetParam();
    const Sample sample(expected.file);
    EXPECT_EQ(sample.document.subgraphs.size(), expected.subgraphs);
    EXPECT_EQ(sample.named(), expected.named);
    EXPECT_EQ(sample.returns(), expected.returns);
    EXPECT_EQ(sample.document.printedSubgraphs, expected.printedSubgraphs);
    EXPECT_EQ(sample.document.printedParameters, 2);
    EXPECT_EQ(sample.document.printedCNodes, expected.printedCNodes);
    EXPECT_EQ(sample.document.entry.in(sample.text), expected.entry);
    EXPECT_EQ(sample.document.parameters.size(), expected.parameters);
    EXPECT_TRUE(sample.diagnostics.empty());
    for (const Statement& statement : sample.document.statements) {
        EXPECT_TRUE(statement.isReturn == statement.name.empty());
        EXPECT_LE(statement.firstLine, statement.lastLine);
        EXPECT_FALSE(statement.callee.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(
    AllDialects,
    MindSporeIrData,
    testing::Values(
        Expected{"v1_r1.2_0.ir", 1, 2, 1, 1, -1, "6_5_1_construct_wrapper.15", 2},
        Expected{"v2_r1.5_0.ir", 3, 6, 3, 3, -1, "1_construct_wrapper.21", 2},
        Expected{"v3_r2.0_0.ir", 3, 6, 3, 3, -1, "1_Default_wrapper.24", 2},
        Expected{"v4_r2.2_0.ir", 3, 9, 3, 3, -1, "20_1___main___Net_construct.295", 2},
        Expected{"v5_r2.6_0.ir", 3, 9, 3, 3, 12, "19_1___main___Net_construct_304", 2},
        Expected{"v5_mstt.ir", 3, 9, 3, 3, 12, "19_1___main___Net_construct_72", 2},
        Expected{"analyze_fail_v5_r2.6_1.ir", 2, 13, 2, 0, -1, "__main___Net_construct_11", 2}));

TEST(MindSporeIrDataDetails, OperatorsAndUserLinesOfEveryDialect)
{
    const Sample v1("v1_r1.2_0.ir");
    EXPECT_THAT(v1.operators(), ElementsAre("Add", "Mul"));
    EXPECT_THAT(v1.sources(), ElementsAre("demo.py:14", "demo.py:15", ""));
    const Sample v2("v2_r1.5_0.ir");
    EXPECT_THAT(v2.operators(), ElementsAre("Sub", "Add", "call", "Mul", "Div", "call"));
    EXPECT_EQ(v2.sources()[0], "train.py:34");
    const Sample v3("v3_r2.0_0.ir");
    EXPECT_THAT(v3.operators(), ElementsAre("Sub", "Add", "call", "Mul", "Div", "call"));
    EXPECT_EQ(v3.sources()[2], "testir1.py:22");
    const Sample v5("v5_r2.6_0.ir");
    EXPECT_THAT(
        v5.operators(),
        ElementsAre("Sub", "Add", "Cast", "Partial", "Partial", "Switch", "call", "Div", "Mul"));
    EXPECT_EQ(v5.sources()[0], "t6.py:16");
    EXPECT_EQ(Sample("v5_mstt.ir").sources()[0], "test_ir.py:16");
}

TEST(MindSporeIrDataDetails, AStatementOfV5IsReadWhole)
{
    const Sample sample("v5_r2.6_0.ir");
    const Statement& sub = sample.document.statements[0];
    const std::string_view text = sample.text;
    EXPECT_EQ(sub.name.in(text), "%0");
    EXPECT_EQ(sub.debugName.in(text), "CNode_310$a");
    EXPECT_EQ(sub.callee.in(text), "PrimFunc_Sub");
    EXPECT_EQ(sub.fullName.in(text), "Default/Sub-op1");
    ASSERT_EQ(sub.operands.size(), 2U);
    EXPECT_EQ(sub.operands[0].kind, OperandKind::Parameter);
    EXPECT_EQ(sub.operands[0].text.in(text), "%para1_x");
    EXPECT_EQ(sub.operands[1].text.in(text), "Tensor(shape=[], dtype=Float32, value=1)");
    EXPECT_EQ(sub.outputs.in(text), "<Tensor[Float32], ()>");
    EXPECT_EQ(sub.lastLine - sub.firstLine, 7);
    ASSERT_EQ(sub.attributes.size(), 2U);
    EXPECT_EQ(sub.attributes[0].group.in(text), "cnode_attrs");
    EXPECT_EQ(sub.attributes[0].name.in(text), "checkpoint");
    EXPECT_EQ(sub.attributes[0].value.in(text), "Bool(1)");
    const Statement& cast = sample.document.statements[2];
    ASSERT_EQ(cast.attributes.size(), 4U);
    EXPECT_EQ(cast.attributes[1].value.in(text), "[x, dst_type]");
    const Statement& call = sample.document.statements[6];
    EXPECT_EQ(call.debugName.in(text), "CNode_306");
    EXPECT_TRUE(call.callee.in(text).substr(0, 15) == "%5[@FuncUnion(@");
    EXPECT_TRUE(call.operands.empty());
}

TEST(MindSporeIrDataDetails, TheLastFailMarkSelectsTheStatementThatFailed)
{
    const Sample sample("analyze_fail_v5_r2.6_1.ir");
    const Statement* last = nullptr;
    int marks = 0;
    for (const Statement& statement : sample.document.statements) {
        if (statement.failMark >= 0) {
            last = &statement;
            ++marks;
        }
    }
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(marks, 2);
    EXPECT_EQ(last->failMark, 1);
    EXPECT_EQ(last->name.in(sample.text), "%7");
    EXPECT_EQ(last->debugName.in(sample.text), "CNode_19");
    EXPECT_EQ(last->callee.in(sample.text), "%6");
    EXPECT_EQ(last->operands.size(), 3U);
    EXPECT_EQ(last->source(sample.text)->line, 18);
    EXPECT_EQ(last->outputs.in(sample.text), "<null>");
}

TEST(MindSporeIrDataDetails, NumbersRestartInEverySubgraph)
{
    const Sample sample("v5_r2.6_0.ir");
    const Statement& div = sample.document.statements[8]; // after the return of the first graph
    const Statement& mul = sample.document.statements[9];
    EXPECT_EQ(sample.document.definitionLine(sample.text, mul.firstLine, "%0"), div.firstLine);
    const Subgraph& branch = sample.document.subgraphs[1];
    EXPECT_EQ(
        sample.document.definitionLine(sample.text, branch.firstLine + 1, "%para3_Parameter_320"),
        branch.firstLine);
    EXPECT_EQ(sample.document.definitionLine(sample.text, 30, "%para1_x"), 16);
    EXPECT_EQ(sample.document.definitionLine(sample.text, 1, "@20_4_✓__main___Net_construct_311"),
              branch.firstLine);
}

TEST(MindSporeIrDataDetails, GivesAGraphWithEdgesInsideAndBetweenSubgraphs)
{
    const Sample sample("v2_r1.5_0.ir");
    const Graph graph = graphOf(sample.document, sample.text, "train", "01");
    EXPECT_EQ(graph.nodes.size(), 2U + 4U + 6U + 3U);
    std::size_t edges = 0;
    for (const GraphNode& node : graph.nodes) {
        edges += node.inputs.size();
    }
    // Sub 1, Add 2, call 2+1, Mul 2, Return 1, Div 2, Return 1, call 2+1, Return 1
    EXPECT_EQ(edges, 16U);
}

TEST(MindSporeIrDataDetails, AnyCutOfAFileGivesNoMoreThanTheWhole)
{
    const Sample whole("v5_r2.6_0.ir");
    for (std::size_t size = 0; size < whole.text.size(); size += 37) {
        Diagnostics diagnostics;
        const Document cut =
            parse(std::string_view(whole.text).substr(0, size), diagnostics, "cut.ir");
        EXPECT_LE(cut.statements.size(), whole.document.statements.size());
        EXPECT_LE(cut.subgraphs.size(), 3U);
    }
}

TEST(MindSporeIrDataDetails, ChunksOfAnySizeGiveTheSame)
{
    const Sample whole("v5_mstt.ir");
    for (const std::size_t step : {1U, 2U, 7U, 100U, 4096U}) {
        Parser parser;
        for (std::size_t at = 0; at < whole.text.size(); at += step) {
            parser.feed(std::string_view(whole.text).substr(at, step));
        }
        Diagnostics diagnostics;
        const Document document = parser.finish(diagnostics, "chunks");
        ASSERT_EQ(document.statements.size(), whole.document.statements.size());
        EXPECT_EQ(document.lineStarts, whole.document.lineStarts);
        for (std::size_t i = 0; i < document.statements.size(); ++i) {
            EXPECT_EQ(document.statements[i].callee.offset,
                      whole.document.statements[i].callee.offset);
            EXPECT_EQ(document.statements[i].lastLine, whole.document.statements[i].lastLine);
            EXPECT_EQ(document.statements[i].operands.size(),
                      whole.document.statements[i].operands.size());
        }
    }
}

} // namespace runlens::ir_text
