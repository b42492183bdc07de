// SPDX-License-Identifier: GPL-3.0-or-later
/// Tensors of the sample files; the expected numbers were computed from the files by a reader of
/// its own.
#include "viewers/tensors/tensor_field.h"
#include "viewers/tensors/tensor_loader.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace runlens::viewers {
namespace {

std::shared_ptr<RunReader> openSample(const std::string& path)
{
    const char* data = std::getenv("RUNLENS_DATA");
    const auto found = scanForRuns(std::string(data != nullptr ? data : "") + path);
    EXPECT_TRUE(found && found->runs.size() == 1) << path;
    if (!found || found->runs.empty()) {
        return nullptr;
    }
    auto reader = RunReader::open(found->runs.front());
    EXPECT_TRUE(reader && (*reader)->read());
    return reader ? std::shared_ptr<RunReader>(std::move(*reader)) : nullptr;
}

std::shared_ptr<const TensorData>
loadSample(const std::shared_ptr<RunReader>& reader, const char* name, std::size_t row)
{
    const auto run = reader->run();
    const LoadedTensor loaded =
        loadTensor(reader.get(), *run, run->findTag(name, RecordKind::Tensor), row, {});
    EXPECT_NE(loaded.tensor, nullptr) << loaded.problem.toStdString();
    return loaded.tensor;
}

FieldSummary wholeOf(const TensorField& field, const Tolerance& tolerance = {})
{
    const TensorSlice whole(field.tensor->shape.size(), kOpen);
    return *summarize(field, whole, tolerance);
}

TEST(RecordedTensors, OfMindInsightChangeTheirShapeFromStepToStep)
{
    const auto reader = openSample("/mindinsight/summary/gen_mixed_a");
    ASSERT_NE(reader, nullptr);
    const auto first = loadSample(reader, "tag_name_0", 0);
    EXPECT_THAT(first->shape, testing::ElementsAre(7, 1, 8, 3));
    EXPECT_EQ(first->text(0), "-1.0050654");
    EXPECT_EQ(first->text(1), "-0.40037635");
    EXPECT_EQ(first->text(2), "0.53625834");
    const FieldSummary summary = wholeOf({first, nullptr, Quantity::Values});
    EXPECT_EQ(summary.statistics.count, 168U);
    EXPECT_DOUBLE_EQ(summary.statistics.minimum, -2.7374331951141357);
    EXPECT_EQ(summary.minimumAt, 129U);
    EXPECT_EQ(summary.maximumAt, 130U);
    EXPECT_NEAR(summary.statistics.mean, -0.057614721809624736, 1e-15);
    EXPECT_NEAR(summary.statistics.l2Norm, 11.298914640392795, 1e-12);
    EXPECT_THAT(loadSample(reader, "tag_name_0", 1)->shape, testing::ElementsAre(4, 1, 6, 1));
    EXPECT_EQ(loadSample(reader, "tag_name_0", 2)->count, 441U);
    EXPECT_EQ(loadSample(reader, "tag_name_1", 1)->count, 3888U);
}

TEST(RecordedTensors, OfTwoRunsOfMindSporeDiffer)
{
    const auto one = openSample("/mindinsight/summary/adapter_lenet_lr1");
    const auto two = openSample("/mindinsight/summary/adapter_lenet_lr2");
    ASSERT_TRUE(one && two);
    const auto a = loadSample(one, "tensor/conv1", 8);
    const auto b = loadSample(two, "tensor/conv1", 8);
    EXPECT_THAT(a->shape, testing::ElementsAre(6, 1, 5, 5));
    const FieldSummary values = wholeOf({a, nullptr, Quantity::Values});
    EXPECT_DOUBLE_EQ(values.statistics.minimum, -0.06039887294173241);
    EXPECT_DOUBLE_EQ(values.statistics.maximum, 0.06000224128365517);
    EXPECT_EQ(values.maximumAt, 72U);
    EXPECT_NEAR(values.statistics.l2Norm, 0.3264458633460345, 1e-15);
    const FieldSummary difference = wholeOf({a, b, Quantity::Absolute}, {0.0, 0.0});
    EXPECT_EQ(difference.beyond, 150U);
    EXPECT_NEAR(difference.largest, 0.11128978058695793, 1e-12);
    EXPECT_EQ(difference.largestAt, 11U);
    EXPECT_EQ(wholeOf({a, a, Quantity::Absolute}, {0.0, 0.0}).beyond, 0U);
}

} // namespace
} // namespace runlens::viewers
