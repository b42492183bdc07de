// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the Lineage view for the sample files against their right answers.
#include "viewers/lineage/run_table_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

namespace runlens::viewers {
namespace {

std::string dataFolder(const std::string& area)
{
    const char* folder = std::getenv("RUNLENS_DATA");
    EXPECT_NE(folder, nullptr);
    return std::string(folder != nullptr ? folder : "") + '/' + area;
}

RunTable tableOfFolder(const std::string& folder)
{
    std::vector<std::shared_ptr<const RunRecord>> records;
    const auto found = scanForRuns(dataFolder(folder));
    EXPECT_TRUE(found);
    for (const FoundRun& run : found ? found->runs : std::vector<FoundRun>()) {
        auto opened = RunReader::open(run);
        EXPECT_TRUE(opened);
        RunToRead wanted;
        wanted.key = run.name;
        wanted.run = (*opened)->run();
        wanted.isLeftClosed = true; // as the view reads what the window keeps closed
        records.push_back(readRecord(wanted, {}));
    }
    return makeRunTable(std::move(records));
}

std::string cell(const RunTable& table, const std::string& run, const std::string& key)
{
    const int column = table.find(key);
    if (column < 0) {
        return "no column " + key;
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.rows[row]->key == run) {
            return table.columns[static_cast<std::size_t>(column)].cells[row].text;
        }
    }
    return "no run " + run;
}

FactGroup groupOf(const RunTable& table, const std::string& key)
{
    const int column = table.find(key);
    EXPECT_GE(column, 0) << key;
    return table.columns[static_cast<std::size_t>(std::max(column, 0))].group;
}

TEST(LineageOfRealFiles, MindSporeRunsHaveTheFactsOfTheirManifest)
{
    const RunTable table = tableOfFolder("mindinsight/summary");
    const std::string one = "adapter_lenet_lr1";
    const std::string two = "adapter_lenet_lr2";
    EXPECT_EQ(cell(table, one, "network"), "LeNet5");
    EXPECT_EQ(cell(table, one, "optimizer"), "Momentum");
    EXPECT_EQ(cell(table, one, "learning_rate"), "0.02");
    EXPECT_EQ(cell(table, two, "learning_rate"), "0.03");
    EXPECT_EQ(cell(table, one, "loss_function"), "SoftmaxCrossEntropyWithLogits");
    EXPECT_EQ(cell(table, one, "epoch"), "1");
    EXPECT_EQ(cell(table, one, "batch_size"), "32");
    EXPECT_EQ(cell(table, one, "parallel_mode"), "stand_alone");
    EXPECT_EQ(cell(table, one, "device_num"), "1");
    EXPECT_EQ(cell(table, one, "train_dataset_count"), "1875");
    EXPECT_EQ(cell(table, one, "test_dataset_count"), "312");
    EXPECT_EQ(cell(table, one, "metric/Accuracy"), "0.901");
    EXPECT_EQ(cell(table, two, "metric/Accuracy"), "0.902");
    EXPECT_EQ(cell(table, one, "user_defined/version"), "v1");
    EXPECT_EQ(cell(table, two, "user_defined/version"), "v2");
    EXPECT_NEAR(std::stod(cell(table, one, "last/loss/auto")), 0.0490187, 1e-7);
    EXPECT_NEAR(std::stod(cell(table, two, "last/loss/auto")), 0.0103206, 1e-7);
    EXPECT_EQ(cell(table, one, "run/last_step"), "400");
    EXPECT_NEAR(std::stod(cell(table, "scalar_3000", "last/big")), 0.5609532, 1e-7);
    EXPECT_NEAR(std::stod(cell(table, "scalar_3000", "min/big")), 0.00038289, 1e-8);
    EXPECT_NEAR(std::stod(cell(table, "scalar_3000", "max/big")), 0.99986462, 1e-7);
    EXPECT_EQ(cell(table, "scalar_3000", "learning_rate"), ""); // missing, not zero
    EXPECT_EQ(groupOf(table, "learning_rate"), FactGroup::Parameter);
    EXPECT_EQ(groupOf(table, "user_defined/version"), FactGroup::Parameter);
    EXPECT_EQ(groupOf(table, "metric/Accuracy"), FactGroup::Metric);
    EXPECT_EQ(groupOf(table, "train_dataset_count"), FactGroup::DataSet);
    EXPECT_EQ(groupOf(table, "dataset/pipeline"), FactGroup::DataSet);
}

TEST(LineageOfRealFiles, HparamsOfASessionAreParameters)
{
    const RunTable table = tableOfFolder("tfevents/tensorboard-review/log/text_hp");
    ASSERT_EQ(table.rows.size(), 1U);
    const std::string run = table.rows[0]->key;
    EXPECT_EQ(cell(table, run, "hparam/optimizers"), "RMSprop");
    EXPECT_EQ(cell(table, run, "hparam/num_units"), "16");
    EXPECT_EQ(cell(table, run, "hparams_status"), "success");
    EXPECT_EQ(cell(table, run, "hparams_group"),
              "e6a64630ac78e0c4c85b8740e3b40e89b667162c2f968d3b19a53e5634096208");
    EXPECT_EQ(groupOf(table, "hparam/num_units"), FactGroup::Parameter);
    EXPECT_EQ(groupOf(table, "hparams_status"), FactGroup::Run);
}

TEST(LineageOfRealFiles, AnExperimentNamesItsMetrics)
{
    const RunTable table = tableOfFolder("tfevents/tensorboard-review/logs/hparam_tuning");
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0]->metricTags, std::vector<std::string>{"accuracy"});
}

} // namespace
} // namespace runlens::viewers
