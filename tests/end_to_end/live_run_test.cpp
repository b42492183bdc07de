// SPDX-License-Identifier: GPL-3.0-or-later
// A training that is still going on, in an open window: what was added last is what is drawn last,
// and nothing is lost by scans in between and by the end of the training.
#include "tests/end_to_end/recorded_training.h"
#include "tests/end_to_end/window_fixture.h"
#include "viewers/common/curve_chart.h"
#include "viewers/common/curve_drawing.h"
#include "viewers/scalars/scalars_view.h"

#include <map>

namespace runlens::test {

namespace {

using runtime::ExecutionMode;
using viewers::CurveChart;
using viewers::ScalarsView;

/// Every row of a kind as text, so that two readings of a run can be compared whole.
using Rows = std::map<std::string, std::vector<std::string>>;

void addScalars(const Run& run, Rows& rows)
{
    for (std::size_t id = 0; id < run.tags().size(); ++id) {
        const TagId tag{static_cast<std::int32_t>(id)};
        const std::string key = "tag " + std::string(run.tagName(tag)) + " "
                                + std::to_string(static_cast<int>(run.tags()[id].kind));
        std::vector<std::string>& list = rows[key];
        const ScalarSeries* series = run.scalars(tag);
        if (series == nullptr) {
            list.push_back(std::to_string(run.recordCount(tag)));
        }
        for (std::size_t row = 0; series != nullptr && row < series->size(); ++row) {
            list.push_back(std::to_string(series->steps[row]) + " "
                           + std::to_string(series->wallNs[row]) + " "
                           + std::to_string(series->bits(row)));
        }
    }
}

void addTracks(const Run& run, Rows& rows)
{
    for (std::size_t id = 0; id < run.tracks().size(); ++id) {
        const TrackId track{static_cast<std::int32_t>(id)};
        std::vector<std::string>& list =
            rows["track " + std::string(run.text(run.tracks()[id].name))];
        const SpanSeries* spans = run.spans(track);
        for (std::size_t row = 0; spans != nullptr && row < spans->size(); ++row) {
            list.push_back(std::string(run.text(spans->names[row])) + " "
                           + std::to_string(spans->startNs[row]) + " "
                           + std::to_string(spans->durationNs[row]) + " "
                           + std::to_string(spans->nodes[row].node));
        }
        const CounterSeries* counters = run.counters(track);
        for (std::size_t row = 0; counters != nullptr && row < counters->size(); ++row) {
            list.push_back(std::to_string(counters->ns[row]) + " "
                           + std::to_string(counters->values[row]));
        }
    }
}

Rows rowsOf(const Run& run)
{
    Rows rows;
    addScalars(run, rows);
    addTracks(run, rows);
    for (const auto& pass : run.irPasses()) {
        rows["passes"].push_back(
            std::string(run.text(pass->graphName)) + " " + std::string(run.text(pass->name)) + " "
            + std::to_string(pass->nodes.size()) + " " + std::to_string(pass->origins.size()));
    }
    for (const GraphEntry& graph : run.graphs()) {
        rows["graphs"].emplace_back(run.text(graph.name));
    }
    for (const SourceFile& file : run.sourceFiles()) {
        rows["sources"].emplace_back(run.text(file.path));
    }
    rows["memory"].push_back(std::to_string(run.memoryEvents().size()));
    rows["queues"].push_back(std::to_string(run.queueSamples().size()));
    return rows;
}

class LiveRun : public WindowFixture {
protected:
    [[nodiscard]] CurveChart* chart() { return view<ScalarsView>("scalars")->chart("loss/train"); }

    [[nodiscard]] std::size_t rowsDrawn()
    {
        CurveChart* known = chart();
        return known != nullptr && known->curves().size() == 1
                   ? known->curves().front().data->rows()
                   : 0;
    }

    /// The list of what is drawn ends in the last value that was added.
    void expectDrawn(const std::vector<float>& losses)
    {
        ASSERT_TRUE(waitFor([&] { return rowsDrawn() == losses.size(); })) << rowsDrawn();
        settle();
        const viewers::CurveData& data = *chart()->curves().front().data;
        for (std::size_t row = 0; row < losses.size(); ++row) {
            EXPECT_EQ(data.series().steps[row], static_cast<std::int64_t>(row) + 1);
            EXPECT_EQ(data.value(row), static_cast<double>(losses[row]));
        }
        const viewers::PlotFrame& frame = chart()->plotFrame();
        const viewers::CurveDrawing drawing = viewers::drawCurve(data, frame, false);
        EXPECT_EQ(drawing.points, losses.size());
        ASSERT_EQ(drawing.lines.size(), 1);
        ASSERT_EQ(drawing.lines.front().size(), static_cast<qsizetype>(losses.size()));
        const QPointF last = drawing.lines.front().last();
        EXPECT_NEAR(frame.pixelToX(last.x()), static_cast<double>(losses.size()), 1e-6);
        EXPECT_NEAR(frame.pixelToY(last.y()), static_cast<double>(losses.back()), 1e-6);
        EXPECT_TRUE(QRectF(-0.5, -0.5, frame.width + 1, frame.height + 1).contains(last));
    }
};

} // namespace

TEST_F(LiveRun, GrowsInTheOpenWindowAndLosesNoRowByScansAndByItsEnd)
{
    RecordedTraining training(folder("live"), ExecutionMode::Graph);
    training.steps(5);
    open();
    clickRail("scalars");
    view<ScalarsView>("scalars")->setSmoothing(0.0);
    expectDrawn(training.losses());
    EXPECT_EQ(run().ended(), EndReason::Running);

    training.steps(7);
    expectDrawn(training.losses());

    // A scan of the folder while the run is followed: another run appears, and this one goes on.
    {
        RecordedTraining other(folder("other"), ExecutionMode::Eager);
        other.steps(2);
        training.steps(3);
        QTest::keyClick(&window(), Qt::Key_F5);
        ASSERT_TRUE(waitFor([&] { return application().runs()->runs().size() == 2; }));
        training.steps(4);
        other.close();
    }
    training.evaluate();
    QTest::keyClick(&window(), Qt::Key_F5);
    training.steps(1);
    training.close();
    const auto live = [&]() -> const Run& {
        return *application().runs()->find(QString::fromStdString(folder("live")))->run;
    };
    ASSERT_TRUE(waitFor([&] { return live().ended() == EndReason::Clean; }));
    settle();

    const std::vector<float>& losses = training.losses();
    const ScalarSeries* series = live().scalars(live().findTag("loss/train", RecordKind::Scalar));
    ASSERT_NE(series, nullptr);
    ASSERT_EQ(series->size(), losses.size());
    for (std::size_t row = 0; row < losses.size(); ++row) {
        EXPECT_EQ(series->steps[row], static_cast<std::int64_t>(row) + 1);
        EXPECT_EQ(series->value(row), static_cast<double>(losses[row]));
    }
    std::uint64_t spans = 0;
    for (std::size_t id = 0; id < live().tracks().size(); ++id) {
        const SpanSeries* known = live().spans(TrackId{static_cast<std::int32_t>(id)});
        spans += known != nullptr ? known->size() : 0;
    }
    EXPECT_EQ(spans, training.status().kind("span").calls);
    const Rows followed = rowsOf(live());
    const Rows stored = rowsOf(*readStore(folder("live")));
    EXPECT_EQ(followed, stored);
    EXPECT_EQ(stored.at("graphs"), (std::vector<std::string>{"train", "eval"}));
}

} // namespace runlens::test
