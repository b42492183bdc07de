// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/distributions/distribution_run.h"
#include "viewers/common/series_model.h"

#include <QAbstractItemModelTester>

#include <gtest/gtest.h>

namespace runlens::viewers {
namespace {

using runlens::test::addWandering;
using runlens::test::StoredRun;

TEST(SeriesModel, KeepsItsPromisesWhileRunsComeAndGrow)
{
    const StoredRun stored([](SummaryWriter& sink) { addWandering(sink, "b/w"); });
    RunSet runs;
    SeriesModel model({RecordKind::TensorStats, RecordKind::Histogram});
    SeriesFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester filterTester(
        &filter, QAbstractItemModelTester::FailureReportingMode::Fatal);
    RunBuilder builder({"/r", "r", "runlens"});
    OpenRun growing;
    growing.key = "/r";
    growing.run = builder.snapshot();
    runs.setRuns({stored.open(), growing});
    model.setRuns(runs);
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.entry(0).group, "b");
    builder.tag({0, "a10", RecordKind::Histogram, NumberType::Float64, {}, {}});
    builder.tag({0, "a9", RecordKind::TensorStats, NumberType::Float64, {}, {}});
    builder.tag({0, "loss", RecordKind::Scalar, NumberType::Float64, {}, {}});
    growing.run = builder.snapshot();
    model.update(growing);
    model.update(growing);
    ASSERT_EQ(filter.rowCount(), 3);
    EXPECT_EQ(filter.index(0, 0).data().toString(), "a9"); // numbers in their order
    EXPECT_EQ(filter.index(1, 0).data().toString(), "a10");
    EXPECT_TRUE(filter.setPattern("^A"));
    EXPECT_EQ(filter.rowCount(), 2);
    EXPECT_FALSE(filter.setPattern("["));
    EXPECT_EQ(filter.rowCount(), 2);
}

} // namespace
} // namespace runlens::viewers
