// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cpu_time.h"
#include "tests/viewers/lenet_bench.h"
#include "viewers/common/cross_links.h"
#include "viewers/ir/ir_view.h"
#include "viewers/ir/pass_list.h"
#include "viewers/ir/source_text.h"
#include "viewers/ir/text_canvas.h"
#include "viewers/ir/track_model.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QtTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ctime>

namespace runlens::viewers {

namespace {

using testing::ElementsAre;

class IrBench : public test::LenetBench<IrView> {
public:
    using LenetBench::LenetBench;

    [[nodiscard]] std::vector<std::string> markedLines(const TextCanvas* canvas) const
    {
        std::vector<std::string> lines;
        for (const TextCanvas::LineMark& mark : canvas->marks()) {
            if (mark.first == mark.last) {
                const std::string_view line = canvas->document()->line(mark.first);
                lines.emplace_back(line.substr(0, line.find(" = ")));
            }
        }
        return lines;
    }

    /// Clicks on the text where it stands in the line of the node.
    void click(int line, const char* text)
    {
        view->text()->revealLines(line, line);
        const std::string_view content = view->text()->document()->line(line);
        const auto column = static_cast<int>(content.find(text));
        ASSERT_GE(column, 0) << content;
        QTest::mouseClick(view->text()->viewport(),
                          Qt::LeftButton,
                          {},
                          view->text()->characterRect(line, column + 1).center());
        settle();
    }

    [[nodiscard]] int lineOf(const char* text) const
    {
        const TextDocument& document = *view->text()->document();
        for (int line = 1; line <= document.lineCount(); ++line) {
            if (document.line(line).find(text) != std::string_view::npos) {
                return line;
            }
        }
        return 0;
    }
};

using test::kFused;

} // namespace

TEST(PassDiff, CountsWhatEachPassDid)
{
    const test::LenetRun run;
    std::vector<std::string> lines;
    for (const PassSummary& summary : passSummaries(run.run())) {
        lines.push_back(summary.name.toStdString() + " " + std::to_string(summary.nodes) + " "
                        + changeText(summary).toStdString());
    }
    EXPECT_THAT(lines,
                ElementsAre("00_parse 15 train, first pass",
                            "01_type_inference 15 ⇆14",
                            "02_common_subexpression 15 no change",
                            "03_gradient 40 +25",
                            "04_fuse 34 +4  −10",
                            "05_execute 34 no change"));
}

TEST(PassDiff, FollowsANodeFromParseToExecution)
{
    const test::LenetRun run;
    const auto fused = nodesNamed(run.run(), "train", kFused);
    ASSERT_EQ(fused.size(), 2U);
    std::vector<std::string> lines;
    for (const TrackRow& row : trackNode(run.run(), fused.front())) {
        lines.push_back(row.pass.toStdString() + ": " + row.output.toStdString() + " "
                        + row.what.toStdString());
    }
    EXPECT_THAT(lines,
                ElementsAre("00_parse:  created",
                            "01_type_inference: 32×6×28×28 shape known",
                            "02 – 03: 32×6×28×28 unchanged",
                            "04_fuse: 32×6×28×28 fused from 3 nodes",
                            "05_execute: 32×6×28×28 unchanged"));
    EXPECT_TRUE(trackNode(run.run(), NodeRef{}).empty());
    EXPECT_TRUE(trackNode(run.run(), NodeRef{PassId{0}, 999}).empty());
}

TEST(PassDiff, ModelsKeepTheRulesOfQt)
{
    const test::LenetRun run;
    const Palette palette(Theme::Light);
    PassModel passes;
    TrackModel track(&palette, nullptr);
    const QAbstractItemModelTester passTester(
        &passes, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester trackTester(
        &track, QAbstractItemModelTester::FailureReportingMode::Fatal);
    passes.setPasses(passSummaries(run.run()));
    track.setRows(trackNode(run.run(), {PassId{0}, 0}));
    EXPECT_EQ(passes.rowCount(), 6);
    EXPECT_EQ(track.columnCount(), 5);
    passes.setPasses({});
    track.setRows({});
}

TEST(TextDocument, FindsLinesAndMatches)
{
    const TextDocument document =
        makeDocument("Conv2D\r\n\nconv2d CONV2D\nlast", TextLanguage::Plain);
    EXPECT_EQ(document.lineCount(), 4);
    EXPECT_EQ(document.line(1), "Conv2D");
    EXPECT_EQ(document.line(2), "");
    EXPECT_EQ(document.line(4), "last");
    EXPECT_EQ(document.line(5), "");
    EXPECT_EQ(document.line(0), "");
    EXPECT_EQ(document.lineAt(9), 3);
    EXPECT_THAT(findInText(document, "conv2d"),
                ElementsAre(TextMatch{1, 0, 6}, TextMatch{3, 0, 6}, TextMatch{3, 7, 6}));
    EXPECT_TRUE(findInText(document, "").empty());
    EXPECT_TRUE(findInText(document, "absent").empty());
    EXPECT_TRUE(findInText(TextDocument{}, "x").empty());
}

TEST(TextDocument, ColoursIrAndSource)
{
    const auto pieces = [](const QString& line, TextLanguage language) {
        std::vector<std::string> result;
        for (const Token& token : tokenize(line, language)) {
            result.push_back(std::to_string(static_cast<int>(token.kind))
                             + line.mid(token.begin, token.length).toStdString());
        }
        return result;
    };
    EXPECT_THAT(pieces("  %0(a) = Conv2D(%para1_x, I64(3), \"s, %1\")", TextLanguage::Ir),
                ElementsAre("2%0", "2%para1_x", "43", "3\"s, %1\""));
    EXPECT_THAT(pieces("subgraph @g_1(%para3_x) {", TextLanguage::Ir),
                ElementsAre("1subgraph", "2@g_1", "2%para3_x"));
    EXPECT_THAT(pieces("      # In file a.py:3/", TextLanguage::Ir),
                ElementsAre("6      # In file a.py:3/"));
    EXPECT_THAT(pieces("return f(\"x\"); // 1", TextLanguage::Source),
                ElementsAre("1return", "3\"x\"", "6// 1"));
    EXPECT_TRUE(tokenize(QString(100'000, QLatin1Char('%')), TextLanguage::Ir).empty());
}

TEST(IrView, WithoutRunsSaysWhatWouldFillIt)
{
    IrBench bench;
    bench.window.show();
    EXPECT_FALSE(bench.view->hasData());
    EXPECT_FALSE(bench.view->emptyText().isEmpty());
    EXPECT_TRUE(bench.view->isSettled());
}

TEST(IrView, ASpanSelectedElsewhereShowsItsLineSourceAndHistory)
{
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        const test::LenetRun run;
        IrBench bench(theme);
        bench.open(run);
        bench.selection.set(selectSpan({}, run.key(), run.run(), run.spanOf(kFused)));
        bench.settle();
        EXPECT_EQ(run.run().text(run.run().irPass(bench.view->passes()->currentPass())->name),
                  "05_execute");
        ASSERT_FALSE(bench.view->text()->marks().empty());
        EXPECT_EQ(bench.markedLines(bench.view->text()).front(), "  %0(FusedConv2DBiasReLU_0)");
        EXPECT_EQ(bench.view->sourceTitle(), "lenet5.h:42");
        EXPECT_EQ(bench.view->source()->document()->line(42),
                  "        Tensor h = maxPool(relu(m_conv1(x)), 2);");
        EXPECT_EQ(bench.view->source()->marks().front().first, 42);
        EXPECT_EQ(bench.view->track()->rowCount(), 5);
        bench.save(theme == Theme::Light ? "ir-light.png" : "ir-dark.png");
    }
}

TEST(IrView, TheCurrentRunIsShownAsSoonAsItHasPasses)
{
    const test::LenetRun run;
    IrBench bench;
    bench.openLate(run);
    bench.selection.set(
        selectSpan(bench.selection.state(), run.key(), run.run(), run.spanOf(kFused)));
    bench.settle();
    ASSERT_FALSE(bench.view->text()->marks().empty());
    EXPECT_EQ(bench.markedLines(bench.view->text()).front(), "  %0(FusedConv2DBiasReLU_0)");
    EXPECT_EQ(bench.view->sourceTitle(), "lenet5.h:42");
}

TEST(IrView, AnEarlierPassMarksEveryMemberOfAFusedNode)
{
    const test::LenetRun run;
    IrBench bench;
    bench.open(run);
    bench.selection.set(selectSpan({}, run.key(), run.run(), run.spanOf(kFused)));
    bench.settle();
    auto* table = bench.view->findChild<QTableView*>();
    ASSERT_NE(table, nullptr);
    const QModelIndex row = bench.view->track()->index(2, 0); // 02 – 03: still apart
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(row).center());
    bench.settle();
    EXPECT_THAT(bench.markedLines(bench.view->text()),
                ElementsAre("  %0(Conv2D_0)", "  %1(BiasAdd_1)", "  %2(ReLU_2)"));
    EXPECT_EQ(bench.selection.state().node->fullName.toStdString(), kFused); // still the same node
    bench.save("ir-members.png");
}

TEST(IrView, AClickOnANameLeadsToItsDefinitionAndSelectsIt)
{
    const test::LenetRun run;
    IrBench bench;
    bench.open(run);
    const int use = bench.lineOf("PrimFunc_Flatten");
    ASSERT_GT(use, 0);
    bench.click(use, "(%"); // its operand
    ASSERT_TRUE(bench.selection.state().node);
    EXPECT_EQ(bench.selection.state().node->fullName, "Default/network/MaxPool-op1");
    EXPECT_EQ(bench.selection.state().ir->pass, "05_execute");
    bench.click(use, "PrimFunc_Flatten");
    EXPECT_EQ(bench.selection.state().node->fullName, "Default/network/Flatten-op0");
    EXPECT_EQ(bench.selection.state().source->line, 44);
    const auto before = bench.selection.state();
    bench.click(bench.lineOf("FusedConv2DBiasReLU_0"),
                "%para1_x"); // a parameter is shown, but is no node
    EXPECT_EQ(bench.selection.state(), before);
    EXPECT_EQ(bench.view->text()->marks().front().first, bench.lineOf("%para1_x:"));
}

TEST(IrView, JAndKWalkThroughThePasses)
{
    const test::LenetRun run;
    IrBench bench;
    bench.open(run);
    const auto shown = [&] {
        return run.run().text(run.run().irPass(bench.view->passes()->currentPass())->name);
    };
    EXPECT_EQ(shown(), "05_execute");
    bench.window.activateWindow();
    bench.view->text()->setFocus();
    QTest::keyClick(bench.view->text(), Qt::Key_K);
    bench.settle();
    EXPECT_EQ(shown(), "04_fuse");
    QTest::keyClick(bench.view->text(), Qt::Key_K);
    QTest::keyClick(bench.view->text(), Qt::Key_K);
    bench.settle();
    EXPECT_EQ(shown(), "02_common_subexpression");
    QTest::keyClick(bench.view->text(), Qt::Key_J);
    bench.settle();
    EXPECT_EQ(shown(), "03_gradient");
    EXPECT_EQ(bench.view->text()->document()->ir.statements.size(), 41U);
}

TEST(IrView, SearchCountsAndWalks)
{
    const test::LenetRun run;
    IrBench bench;
    bench.open(run);
    bench.view->startSearch();
    auto* field = bench.view->headerControls()->findChild<QLineEdit*>();
    ASSERT_NE(field, nullptr);
    QTest::keyClicks(field, "primfunc_fusedconv");
    bench.settle();
    EXPECT_EQ(bench.view->matchText(), "1/2");
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(bench.view->matchText(), "2/2");
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_EQ(bench.view->matchText(), "1/2");
    QTest::keyClicks(field, "zzz");
    bench.settle();
    EXPECT_EQ(bench.view->matchText(), "");
}

TEST(IrView, TextIsSelectedByDraggingAndCopied)
{
    const test::LenetRun run;
    IrBench bench;
    bench.open(run);
    TextCanvas& canvas = *bench.view->text();
    canvas.revealLines(1, 1);
    QTest::mousePress(
        canvas.viewport(), Qt::LeftButton, {}, canvas.characterRect(1, 2).topLeft() + QPoint(1, 5));
    QTest::mouseMove(canvas.viewport(), canvas.characterRect(1, 7).topLeft() + QPoint(1, 5));
    QTest::mouseMove(canvas.viewport(), canvas.characterRect(1, 10).topLeft() + QPoint(1, 5));
    QTest::mouseRelease(canvas.viewport(),
                        Qt::LeftButton,
                        {},
                        canvas.characterRect(1, 10).topLeft() + QPoint(1, 5));
    EXPECT_EQ(canvas.selectedText(), "IR entry");
    QTest::keyClick(&canvas, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), "IR entry");
    EXPECT_FALSE(bench.selection.state().node);
}

TEST(IrView, SourceComesFromTheRunElseTheDiskElseTheIr)
{
    const test::LenetRun run;
    const OpenRun open = run.openRun();
    const SourceText recorded = loadSource(run.run(), open.reader.get(), "lenet5.h", {}, {});
    EXPECT_EQ(recorded.origin, SourceText::Origin::Recorded);
    EXPECT_EQ(recorded.document->lineCount(), 80);
    EXPECT_EQ(loadSource(run.run(), open.reader.get(), "/build/src/lenet5.h", {}, {}).origin,
              SourceText::Origin::Recorded);
    const QTemporaryDir folder;
    const std::string path = folder.filePath("model.py").toStdString();
    QFile file(QString::fromStdString(path));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("a\nb\n");
    file.close();
    EXPECT_EQ(loadSource(run.run(), open.reader.get(), path, {}, {}).origin,
              SourceText::Origin::Disk);
    const SourceText printed =
        loadSource(run.run(), open.reader.get(), "/nowhere/model.py", {{17, "x = y"}}, {});
    EXPECT_EQ(printed.origin, SourceText::Origin::Printed);
    EXPECT_EQ(printed.document->firstNumber, 17);
    for (const char* none : {"/dev/zero", "/proc/self", "relative.py", "", "/"}) {
        EXPECT_EQ(loadSource(run.run(), open.reader.get(), none, {}, {}).origin,
                  SourceText::Origin::None)
            << none;
    }
}

TEST(IrView, ALargeTextScrollsLikeAShortOne)
{
    std::string text = "subgraph @g() {\n";
    while (text.size() < 40'000'000) {
        const std::string n = std::to_string(text.size());
        text += "  %" + n + "(CNode_" + n
                + ") = PrimFunc_Add(%1, %2)\n      : (<Tensor[Float32], (2, 3)>) -> "
                  "(<Tensor[Float32], (2, 3)>)\n";
    }
    const auto document =
        std::make_shared<const TextDocument>(makeDocument(std::move(text), TextLanguage::Ir));
    const Palette palette(Theme::Light);
    TextCanvas canvas(&palette);
    canvas.resize(800, 600);
    canvas.setDocument(document);
    const double before = runlens::test::threadCpuSeconds();
    for (int i = 0; i < 20; ++i) {
        canvas.verticalScrollBar()->setValue(canvas.verticalScrollBar()->maximum() / 20 * i);
        EXPECT_FALSE(canvas.grab().isNull());
    }
    // Painting looks at what is in sight: far below what a walk over 40 MB would take twenty times.
    EXPECT_LT(runlens::test::threadCpuSeconds() - before, 10.0);
    EXPECT_GT(canvas.firstLineInSight(), 100'000);
    canvas.setDocument(nullptr);
    EXPECT_FALSE(canvas.grab().isNull());
}

TEST(IrView, ExportsPicturesAndTheTableOfPasses)
{
    const test::LenetRun run;
    IrBench bench;
    bench.open(run);
    const QTemporaryDir folder;
    for (const ExportFormat format : bench.view->exportFormats()) {
        const QString path = folder.filePath(QString("ir%1").arg(static_cast<int>(format)));
        ASSERT_TRUE(bench.view->exportTo(path, format).has_value());
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        EXPECT_GT(bytes.size(), 100);
        if (format == ExportFormat::Csv) {
            EXPECT_TRUE(bytes.contains("\ntrain,04_fuse,34,6000000,4,10,0,0\n"));
        }
    }
}

} // namespace runlens::viewers
