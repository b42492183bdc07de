// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/brackets.h"
#include "summary_format/formats/mindspore_ir/ir_graph.h"
#include "summary_format/formats/mindspore_ir/ir_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace runlens::ir_text {

namespace {

using testing::ElementsAre;

Document read(std::string_view text)
{
    Diagnostics diagnostics;
    return parse(text, diagnostics, "test.ir");
}

std::vector<std::string> pieces(std::string_view text)
{
    std::vector<std::string> result;
    for (const Piece& piece : splitAtCommas(text, 0, text.size())) {
        result.emplace_back(text.substr(piece.begin, piece.end - piece.begin));
    }
    return result;
}

std::vector<std::string>
operands(const Document& document, std::string_view text, std::size_t statement)
{
    std::vector<std::string> result;
    for (const Operand& operand : document.statements.at(statement).operands) {
        result.emplace_back(operand.text.in(text));
    }
    return result;
}

} // namespace

TEST(IrBrackets, SplitsOnlyAtCommasOutsideBracketsAndQuotes)
{
    EXPECT_THAT(pieces("%0, Tensor(shape=[2, 3], value= 1), \"a, (b\", U"),
                ElementsAre("%0", "Tensor(shape=[2, 3], value= 1)", "\"a, (b\"", "U"));
    EXPECT_THAT(pieces("NameSpace[X: '<Net::1>'], a->b, <T, (1)>"),
                ElementsAre("NameSpace[X: '<Net::1>']", "a->b", "<T, (1)>"));
    EXPECT_THAT(pieces("f(a < b, c), d"), ElementsAre("f(a < b, c)", "d"));
    EXPECT_THAT(pieces("  "), ElementsAre());
    EXPECT_THAT(pieces("a,,b,"), ElementsAre("a", "b"));
    EXPECT_THAT(pieces("\"open, a"), ElementsAre("\"open", "a"));
    EXPECT_THAT(pieces("\"q\\\", still\", z"), ElementsAre("\"q\\\", still\"", "z"));
}

TEST(IrBrackets, FindsTheCloserOrTheEnd)
{
    EXPECT_EQ(closingBracket("(a(b)c)d", 0), 6U);
    EXPECT_EQ(closingBracket("(a(b)", 0), 5U);
    EXPECT_EQ(closingBracket("(a]b)", 0), 4U);
    EXPECT_EQ(closingBracket("<a, (->)>", 0), 8U);
    EXPECT_EQ(closingBracket(std::string(1'000'000, '('), 0), 1'000'000U);
}

TEST(IrText, ReadsHeadsOverSeveralLines)
{
    const std::string text =
        "subgraph @g(%para1_x) {\n"
        "  %0(CNode_1) = Conv2D(%para1_x,\n"
        "      %para2_w) primitive_attrs: {pad: (2, 2),\n"
        "    mode: \"same, valid\"}\n"
        "      : (<Tensor[Float32], (32, 1, 28, 28)>) -> (<Tensor[Float32], (32, 6, -1, 28)>)\n"
        "  Return(%0)\n"
        "}\n";
    for (const char* lineEnd : {"\n", "\r\n"}) {
        std::string here;
        for (const char c : text) {
            here += c == '\n' ? std::string(lineEnd) : std::string(1, c);
        }
        const Document document = read(here);
        ASSERT_EQ(document.statements.size(), 2U);
        const Statement& conv = document.statements[0];
        EXPECT_EQ(conv.firstLine, 2);
        EXPECT_EQ(conv.lastLine, 5);
        EXPECT_THAT(operands(document, here, 0), ElementsAre("%para1_x", "%para2_w"));
        ASSERT_EQ(conv.attributes.size(), 2U);
        EXPECT_EQ(conv.attributes[0].value.in(here), "(2, 2)");
        EXPECT_EQ(conv.attributes[1].name.in(here), "mode");
        EXPECT_EQ(conv.attributes[1].value.in(here), "\"same, valid\"");
        EXPECT_EQ(shapeText(typesOf(conv.outputs.in(here)).at(0)), "32x6x?x28");
        EXPECT_EQ(document.subgraphs[0].lastLine, 7);
        EXPECT_EQ(document.lineStarts.size(), 7U);
    }
}

TEST(IrText, UnderstandsTypesOfEveryDialect)
{
    const auto types = typesOf(
        "<Tensor[Float32]x[const vector][2, 3]>, <Tensor[Int64]x(4)>, <Tensor[Bool], ()>, <null>, "
        "<Int64, NoShape>, <Ref[Tensor[Float32]], (10, 512), ref_key=w>, "
        "<Tuple[Tensor[Float32]*2], TupleShape((2, 3), (4))>");
    ASSERT_EQ(types.size(), 7U);
    EXPECT_EQ(shapeText(types[0]), "2x3");
    EXPECT_EQ(types[0].dtype, "Float32");
    EXPECT_EQ(shapeText(types[1]), "4");
    EXPECT_EQ(shapeText(types[2]), "scalar");
    EXPECT_EQ(types[2].dtype, "Bool");
    EXPECT_EQ(shapeText(types[3]), "");
    EXPECT_EQ(types[4].dtype, "Int64");
    EXPECT_EQ(shapeText(types[5]), "10x512");
    EXPECT_EQ(shapeText(types[6]), "");
}

TEST(IrText, KnowsOperandsByKind)
{
    const std::string text =
        "subgraph @g() {\n  %0(a) = Partial(@h, %1, %para1_x, $(@f:CNode_3), I64(1), None)\n}\n";
    const Document document = read(text);
    ASSERT_EQ(document.statements.size(), 1U);
    std::vector<OperandKind> kinds;
    for (const Operand& operand : document.statements[0].operands) {
        kinds.push_back(operand.kind);
    }
    EXPECT_THAT(kinds,
                ElementsAre(OperandKind::Graph,
                            OperandKind::Node,
                            OperandKind::Parameter,
                            OperandKind::Free,
                            OperandKind::Literal,
                            OperandKind::Literal));
}

TEST(IrText, SaysWhatItPassedOverAndGoesOn)
{
    Diagnostics diagnostics;
    const std::string text = "subgraph @g() {\n  stray\n  %0(a) = Add(%1\n";
    const Document document = parse(text, diagnostics, "x.ir");
    EXPECT_EQ(document.statements.size(), 1U);
    EXPECT_EQ(document.subgraphs[0].lastLine, 3);
    EXPECT_EQ(diagnostics.total(), 2U);
}

TEST(IrText, HostileTextNeitherCrashesNorHangs)
{
    const std::vector<std::string> texts = {
        "",
        "\n",
        "}",
        "subgraph @",
        "subgraph @(",
        "subgraph @x(%a {\n  %0(",
        "subgraph @g() {\n  %0() = (\n      :\n      : (\n      -> (",
        "subgraph @g() {\n  Return(\n      # In file \n      # In file a:99999999999999999999/\n   "
        "   # In file :/\n}",
        "subgraph @g() {\n" + std::string(100'000, '}') + "\n  %0(" + std::string(3'000'000, '(')
            + "\n}\n",
        "# IR entry: @",
        "%para",
        "%para1_x : <",
        std::string(5'000'000, 'x'),
        std::string(1000, '\0'),
        "subgraph @g() {\n  %99999999999999999999(x) = A(%99999999999999999999)\n}\n"};
    for (const std::string& text : texts) {
        Diagnostics diagnostics;
        const Document document = parse(text, diagnostics, "hostile");
        for (const Statement& statement : document.statements) {
            EXPECT_LE(statement.firstLine, statement.lastLine);
            EXPECT_LE(statement.callee.offset + statement.callee.size, text.size());
        }
        (void)graphOf(document, text, "g", "p");
    }
}

TEST(IrText, ASliceOfAnotherTextIsEmpty)
{
    EXPECT_EQ((Slice{5, 10}.in("short")), "");
    EXPECT_EQ((Slice{UINT64_MAX, 10}.in("short")), "");
    EXPECT_EQ((Slice{1, 2}.in("short")), "ho");
}

TEST(IrText, CyclesAndSelfReferencesGiveNoEdgeToThemselves)
{
    const std::string text = "subgraph @g() {\n  %0(a) = A(%0, %1)\n  %1(b) = B(%0, %7)\n}\n";
    const Graph graph = graphOf(read(text), text, "train", "p");
    ASSERT_EQ(graph.nodes.size(), 2U);
    EXPECT_EQ(graph.nodes[0].inputs.size(), 1U);
    EXPECT_EQ(graph.nodes[1].inputs.size(), 1U);
    EXPECT_EQ(graph.nodes[0].name, "g/%0");
}

TEST(IrText, EqualNamesAreToldApart)
{
    const std::string text =
        "subgraph @g() {\n  %0(a) = A()\n      # Fullname with scope: (Default/A-op0)\n"
        "  %1(b) = A()\n      # Fullname with scope: (Default/A-op0)\n}\n";
    const Graph graph = graphOf(read(text), text, "train", "p");
    EXPECT_EQ(graph.nodes[0].name, "Default/A-op0");
    EXPECT_EQ(graph.nodes[1].name, "Default/A-op0#2");
}

} // namespace runlens::ir_text
