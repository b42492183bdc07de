// SPDX-License-Identifier: GPL-3.0-or-later
/// Distributions and media of the sample files, as other tools recorded them.
#include "viewers/distributions/distribution_table.h"
#include "viewers/media/media_content.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace runlens::viewers {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<RunReader> open(const std::string& path)
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

TEST(RecordedDistributions, OfKerasHoldEveryStepAndItsElements)
{
    const auto reader = open("/tfevents/tensorboard-review/logs/standard/20200326-221129/train");
    ASSERT_NE(reader, nullptr);
    const auto run = reader->run();
    for (const char* name :
         {"dense/kernel_0", "dense/bias_0", "dense_1/kernel_0", "dense_1/bias_0"}) {
        const TagId tag = run->findTag(name, RecordKind::Histogram);
        ASSERT_TRUE(isValid(tag)) << name;
        const auto series = loadHistograms(reader.get(), *run, tag, nullptr, 10s, {});
        ASSERT_EQ(series->steps.size(), 200U) << name;
        EXPECT_EQ(series->failed, 0U);
        const auto table = makeTable(series, {});
        for (const DistributionRow& row : table->rows) {
            const auto count = static_cast<double>(row.source->statistics.count);
            EXPECT_NEAR(elementsIn(row.source->buckets), count, 1e-9) << name;
            EXPECT_NEAR(elementsIn(row.binned), count, 1e-6) << name;
            EXPECT_EQ(row.percentiles.front(), row.source->statistics.minimum) << name;
            EXPECT_EQ(row.percentiles.back(), row.source->statistics.maximum) << name;
        }
    }
}

TEST(RecordedDistributions, OfMindSporeAreBinnedAsMindInsightDoes)
{
    const auto reader = open("/mindinsight/summary/adapter_lenet_lr1");
    ASSERT_NE(reader, nullptr);
    const auto run = reader->run();
    const TagId tag = run->findTag("conv1.weight/auto", RecordKind::Histogram);
    ASSERT_TRUE(isValid(tag));
    const auto series = loadHistograms(reader.get(), *run, tag, nullptr, 10s, {});
    ASSERT_EQ(series->steps.size(), 41U);
    EXPECT_EQ(series->steps.front()->buckets.counts.size(), 16U);
    EXPECT_EQ(series->steps.front()->statistics.count, 150U);
    EXPECT_NEAR(series->steps.front()->statistics.minimum, -0.0461309, 1e-6);
    EXPECT_NEAR(series->steps.back()->statistics.maximum, 0.0600022, 1e-6);
    const auto table = makeTable(series, {Binning::MindInsight, XAxis::Step, kNoTime});
    EXPECT_EQ(table->bins, 16); // 150 elements
    for (const DistributionRow& row : table->rows) {
        EXPECT_GE(elementsIn(row.binned), 150.0); // rounded up
        EXPECT_LE(elementsIn(row.binned), 150.0 + 16.0);
    }
}

TEST(RecordedMedia, OfTensorFlowAreAllImagesOfARecord)
{
    const auto reader = open("/tfevents/tensorboard-review/logs/train_data");
    ASSERT_NE(reader, nullptr);
    const auto run = reader->run();
    const TagId tag = run->findTag("Training data", RecordKind::Image);
    ASSERT_TRUE(isValid(tag));
    const auto first = loadMedia(reader.get(), *run, mediaTags(*run, tag), 0, {});
    ASSERT_EQ(first->images.size(), 1U) << first->problem.toStdString();
    EXPECT_EQ(first->bytes.size(), 2492U);
    EXPECT_EQ(first->images[0].image.size(), QSize(32, 32));
    const auto second = loadMedia(reader.get(), *run, mediaTags(*run, tag), 1, {});
    EXPECT_EQ(second->images.size(), 25U);
    EXPECT_EQ(second->badImages, 0U);
}

TEST(RecordedMedia, OfMlAgentsAreATableOfFourteenRows)
{
    const auto reader = open("/tfevents/ml-agents-assignment/Project/results/Turret_10/Turret");
    ASSERT_NE(reader, nullptr);
    const auto run = reader->run();
    TagId tag = kNone<TagId>;
    for (std::size_t i = 0; i < run->tags().size(); ++i) {
        tag = run->tags()[i].kind == RecordKind::Text ? static_cast<TagId>(i) : tag;
    }
    ASSERT_TRUE(isValid(tag));
    EXPECT_EQ(run->recordCount(tag), 3U); // once a file
    const auto content = loadMedia(reader.get(), *run, mediaTags(*run, tag), 0, {});
    EXPECT_EQ(content->text.rows, 14);
    EXPECT_EQ(content->parts.size(), 28U);
}

} // namespace
} // namespace runlens::viewers
