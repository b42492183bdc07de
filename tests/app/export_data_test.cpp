// SPDX-License-Identifier: GPL-3.0-or-later
/// `runlens export` and `convert` of the sample data, through the program.
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace runlens::app {
namespace {

namespace fs = std::filesystem;
using test::ProgramResult;
using test::runProgram;
using test::TemporaryFolder;

std::string dataFolder(const std::string& area)
{
    return std::string(std::getenv("RUNLENS_DATA")) // NOLINT(concurrency-mt-unsafe): one thread
           + '/' + area;
}

ProgramResult runlensWith(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), RUNLENS_BINARY_DIR "/bin/runlens");
    return runProgram(arguments);
}

/// Every point as a line, whatever the order of the tags.
std::vector<std::string> pointsOf(const std::string& path)
{
    const ProgramResult result = runlensWith({"export", path, "--scalars", "-"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    std::vector<std::string> lines;
    std::istringstream text(result.out);
    for (std::string line; std::getline(text, line);) {
        lines.push_back(line);
    }
    std::stable_sort(lines.begin(), lines.end());
    return lines;
}

TEST(ExportOfRealFiles, LineageHoldsEveryFactOfBothRuns)
{
    const TemporaryFolder folder;
    for (const char* run : {"adapter_lenet_lr1", "adapter_lenet_lr2"}) {
        fs::copy(
            dataFolder("mindinsight/summary/") + run, folder / run, fs::copy_options::recursive);
    }
    const ProgramResult result = runlensWith({"export", folder.path(), "--lineage", "-"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.out,
                testing::HasSubstr("optimizer,learning_rate,loss_function,epoch,"
                                   "parallel_mode,device_num,batch_size"));
    EXPECT_THAT(result.out,
                testing::HasSubstr(
                    ",Momentum,0.02,SoftmaxCrossEntropyWithLogits,1,stand_alone,1,32,"
                    "/data/mnist/train,1875,LeNet5,0.04901865,\"{\"\"ckpt\"\": null}\",0,0.901,"
                    "/data/mnist/test,312,"));
    EXPECT_THAT(result.out, testing::HasSubstr(",Momentum,0.03,"));
    EXPECT_THAT(result.out, testing::HasSubstr(",v1,1,0.1\n"));
    EXPECT_THAT(result.out, testing::HasSubstr(",v2,2,0.2\n"));
    EXPECT_THAT(result.out, testing::HasSubstr("MnistDataset > MapDataset > BatchDataset"));
    EXPECT_THAT(result.out, testing::HasSubstr("\"[32,32]\""));
}

TEST(ExportOfRealFiles, EventsOfEverySampleGiveTheSameScalars)
{
    for (const char* area : {"tfevents", "mindinsight/summary"}) {
        const TemporaryFolder folder;
        const ProgramResult written =
            runlensWith({"export", dataFolder(area), "--events", folder / "out"});
        EXPECT_EQ(written.exitCode, 0) << written.err;
        EXPECT_EQ(pointsOf(folder / "out"), pointsOf(dataFolder(area)));
    }
}

TEST(ExportOfRealFiles, ImagesOfOneValueArePartedIntoFiles)
{
    const TemporaryFolder folder;
    const ProgramResult result =
        runlensWith({"export",
                     dataFolder("tfevents/tensorboard-review/logs/train_data"),
                     "--images",
                     folder / "out"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const std::string place = folder / "out/20200409-142246";
    EXPECT_EQ(fs::file_size(place + "/Training_data_0.png"), 2492U);
    EXPECT_EQ(fs::file_size(place + "/Training_data_1_0.png"), 2492U);
    EXPECT_EQ(fs::file_size(place + "/Training_data_1_1.png"), 2151U);
    EXPECT_EQ(std::distance(fs::directory_iterator(place), fs::directory_iterator()), 26);
}

TEST(ConvertOfRealFiles, InfoOfTheCopySaysTheSame)
{
    const TemporaryFolder folder;
    const ProgramResult converted =
        runlensWith({"convert", dataFolder("tfevents"), "-o", folder / "out"});
    EXPECT_EQ(converted.exitCode, 0) << converted.err;
    EXPECT_EQ(pointsOf(folder / "out"), pointsOf(dataFolder("tfevents")));
}

} // namespace
} // namespace runlens::app
