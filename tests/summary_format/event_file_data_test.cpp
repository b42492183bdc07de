// SPDX-License-Identifier: Apache-2.0
/// The sample event files against the right answers beside them: as they are, and again after they
/// were converted and read back.
#include "summary_format/formats/event_file/event_source.h"
#include "summary_format/graph.h"
#include "summary_format/run_builder.h"
#include "tests/support/converted_run.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace runlens {
namespace {

std::string dataFolder(const std::string& area)
{
    return std::string(std::getenv("RUNLENS_DATA")) + '/' + area;
}

enum class Road { Direct, Converted };

struct ReadRun {
    std::unique_ptr<test::TemporaryFolder> copy;
    std::unique_ptr<RunSource> source;
    RunBuilder builder{{"/r", "r", "events"}};
    Diagnostics diagnostics;
    std::shared_ptr<const Run> run;
    ReadProgress progress;

    ReadRun(const std::string& path, Road road)
    {
        if (road == Road::Converted) {
            copy = std::make_unique<test::TemporaryFolder>();
            test::convertTo(path, "events", copy->path());
            source = std::move(*openSqliteRun(copy->path()));
        } else {
            source = std::move(*openEventRun(path));
        }
        auto result = source->readInto(builder, diagnostics, {});
        EXPECT_TRUE(result) << path;
        progress = result.value_or(ReadProgress{});
        run = builder.snapshot();
    }

    [[nodiscard]] std::string metadata(TagId tag, std::size_t row) const
    {
        return std::string(run->text((*run->samples(tag))[row].metadata));
    }
};

TagId findAny(const Run& run, std::string_view name)
{
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        if (run.tagName(static_cast<TagId>(i)) == name) {
            return static_cast<TagId>(i);
        }
    }
    return kNone<TagId>;
}

void compareTag(const ReadRun& read, std::string_view name, const simdjson::dom::element& expected)
{
    const TagId tag = findAny(*read.run, name);
    ASSERT_TRUE(isValid(tag)) << name;
    EXPECT_EQ(read.run->recordCount(tag), static_cast<std::uint64_t>(expected["n"])) << name;
    const std::string_view encoding = expected["enc"];
    if (encoding == "simple_value" || encoding == "tensor:float[]:tensor_content") {
        const ScalarSeries& series = *read.run->scalars(tag);
        const std::size_t last = series.size() - 1;
        EXPECT_EQ(series.value(0),
                  static_cast<double>(static_cast<float>(double(expected["first"]))))
            << name;
        EXPECT_EQ(series.value(last),
                  static_cast<double>(static_cast<float>(double(expected["last"]))))
            << name;
        EXPECT_EQ(series.steps[0], std::int64_t(expected["first_step"])) << name;
        EXPECT_EQ(series.steps[last], std::int64_t(expected["last_step"])) << name;
    } else if (encoding == "histo") {
        const auto& stats = *read.run->tensorStats(tag);
        for (const auto& [key, entry] :
             {std::pair{"first", stats[0]}, std::pair{"last", stats.back()}}) {
            double minimum = 0;
            double maximum = 0;
            double number = 0;
            double sum = 0;
            ASSERT_EQ(std::sscanf(std::string(std::string_view(expected[key])).c_str(),
                                  "min=%lf max=%lf num=%lf sum=%lf",
                                  &minimum,
                                  &maximum,
                                  &number,
                                  &sum),
                      4);
            EXPECT_NEAR(entry.statistics.minimum, minimum, 1e-8 * std::fabs(minimum)) << name;
            EXPECT_NEAR(entry.statistics.maximum, maximum, 1e-8 * std::fabs(maximum)) << name;
            EXPECT_EQ(static_cast<double>(entry.statistics.count), number) << name;
            EXPECT_NEAR(entry.statistics.mean * number, sum, 1e-8 * std::fabs(sum)) << name;
        }
    }
}

class EventFileData : public ::testing::TestWithParam<Road> {};

INSTANTIATE_TEST_SUITE_P(
    Roads, EventFileData, ::testing::Values(Road::Direct, Road::Converted), [](const auto& road) {
        return std::string(road.param == Road::Direct ? "Direct" : "Converted");
    });

TEST_P(EventFileData, EveryTensorBoardSampleGivesExactlyItsExpectedTags)
{
    simdjson::dom::parser parser;
    const simdjson::dom::element all = parser.load(dataFolder("tfevents/expected.json"));
    std::size_t files = 0;
    for (const auto [path, expected] : simdjson::dom::object(all)) {
        SCOPED_TRACE(path);
        const ReadRun read(dataFolder("tfevents/" + std::string(path)), GetParam());
        if (GetParam() == Road::Direct) {
            EXPECT_EQ(read.progress.records, std::uint64_t(expected["records"]));
            EXPECT_EQ(read.progress.bytesRead, std::uint64_t(expected["bytes"]));
        }
        EXPECT_TRUE(read.diagnostics.empty());
        std::size_t tags = 0;
        for (const auto [name, tag] : simdjson::dom::object(expected["tags"])) {
            compareTag(read, name, tag);
            ++tags;
        }
        const auto others =
            std::count_if(read.run->tags().begin(), read.run->tags().end(), [](const Tag& tag) {
                return tag.kind == RecordKind::Other;
            });
        EXPECT_EQ(read.run->tags().size() - static_cast<std::size_t>(others), tags);
        ++files;
    }
    EXPECT_EQ(files, 20U);
}

TEST_P(EventFileData, FilesOfOneFolderAreOneRun)
{
    const ReadRun read(dataFolder("tfevents/ml-agents-assignment/Project/results/Turret_10/Turret"),
                       GetParam());
    const ScalarSeries& entropy =
        *read.run->scalars(read.run->findTag("Policy/Entropy", RecordKind::Scalar));
    ASSERT_EQ(entropy.size(), 200U);
    EXPECT_EQ(entropy.steps[0], 10'000);
    EXPECT_EQ(entropy.steps[199], 2'000'000);
    for (std::size_t i = 1; i < entropy.size(); ++i) {
        EXPECT_GT(entropy.steps[i], entropy.steps[i - 1]);
    }
}

TEST_P(EventFileData, TensorImagesAreCountedPerValueAndLoadAsPng)
{
    const ReadRun read(dataFolder("tfevents/tensorboard-review/logs/train_data/20200409-142246"),
                       GetParam());
    const TagId tag = read.run->findTag("Training data", RecordKind::Image);
    ASSERT_TRUE(isValid(tag));
    EXPECT_EQ(read.metadata(tag, 0), R"({"width":32,"height":32,"sizes":[2492]})");
    const auto png = read.source->load((*read.run->samples(tag))[0].payload, {});
    ASSERT_TRUE(png);
    EXPECT_EQ(png->size(), 2492U);
    EXPECT_EQ(asText(*png).substr(0, 4), "\x89PNG");
}

TEST_P(EventFileData, MindSporeRunsGiveTheirScalarsHistogramsAndLineage)
{
    const ReadRun read(dataFolder("mindinsight/summary/adapter_lenet_lr1"), GetParam());
    EXPECT_TRUE(GetParam() == Road::Converted || read.progress.records == 48U);
    const ScalarSeries& loss =
        *read.run->scalars(read.run->findTag("loss/auto", RecordKind::Scalar));
    ASSERT_EQ(loss.size(), 41U);
    EXPECT_EQ(loss.value(0), 2.2648308277130127);
    EXPECT_EQ(loss.steps[40], 400);
    EXPECT_NEAR(loss.value(40), 0.0490187, 1e-7);
    const auto& weights =
        *read.run->tensorStats(read.run->findTag("conv1.weight/auto", RecordKind::Histogram));
    EXPECT_EQ(weights[0].statistics.count, 150U);
    EXPECT_NEAR(weights[0].statistics.minimum, -0.0461309, 1e-7);
    EXPECT_NEAR(weights[0].statistics.mean * 150, 0.2178534, 1e-6);
    for (const char* tag :
         {"train_lineage", "evaluation_lineage", "dataset_graph", "user_defined_info"})
    {
        EXPECT_TRUE(isValid(read.run->findTag(tag, RecordKind::Lineage))) << tag;
    }
    EXPECT_TRUE(read.diagnostics.empty());
}

TEST_P(EventFileData, AllKindsOfTheMindSporeGeneratorAreThere)
{
    const ReadRun read(dataFolder("mindinsight/summary/gen_mixed_a"), GetParam());
    EXPECT_TRUE(GetParam() == Road::Converted || read.progress.records == 27U);
    ASSERT_EQ(read.run->graphs().size(), 1U);
    const auto bytes = read.source->load(read.run->graphs()[0].payload, {});
    ASSERT_TRUE(bytes) << bytes.error().message();
    const auto graph = decodeGraph(*bytes);
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->nodes.size(), 45U); // 20 nodes, 22 parameters, 3 constants
    const ScalarSeries& scalar =
        *read.run->scalars(read.run->findTag("tag_name_0", RecordKind::Scalar));
    EXPECT_EQ(scalar.value(1), static_cast<double>(0.7203244934421581F));
    EXPECT_EQ(scalar.wallNs[0], 1'600'000'000'500'000'000);
    const TagId tensor = read.run->findTag("tag_name_0", RecordKind::Tensor);
    EXPECT_EQ(read.metadata(tensor, 0), R"({"dtype":"float32","shape":[7,1,8,3]})");
    EXPECT_EQ(read.source->load((*read.run->samples(tensor))[2].payload, {})->size(), 441U * 4);
    EXPECT_TRUE(isValid(read.run->findTag("tag_name_0", RecordKind::Landscape)));
}

TEST_P(EventFileData, ATruncatedTailLeavesAllEarlierRecordsReadable)
{
    const ReadRun read(dataFolder("mindinsight/summary/damaged_truncated_tail"), GetParam());
    if (GetParam() == Road::Direct) {
        EXPECT_EQ(read.progress.records, 26U);
        EXPECT_EQ(read.progress.bytesRead, 167'340U);
    }
    ASSERT_EQ(read.diagnostics.total(), 1U);
    EXPECT_EQ(read.diagnostics.entries()[0].offset, 167'340);
    EXPECT_EQ(read.diagnostics.entries()[0].severity, Severity::Note);
}

TEST_P(EventFileData, NoPointIsSampledAway)
{
    const ReadRun read(dataFolder("mindinsight/summary/scalar_3000"), GetParam());
    const ScalarSeries& big = *read.run->scalars(read.run->findTag("big", RecordKind::Scalar));
    ASSERT_EQ(big.size(), 3000U);
    EXPECT_EQ(big.value(0), static_cast<double>(0.22199317108973948F));
    EXPECT_EQ(big.value(2999), static_cast<double>(0.5609531508227243F));
}

} // namespace
} // namespace runlens
