// SPDX-License-Identifier: GPL-3.0-or-later
/// `runlens info --json` of every real event file of the sample data, against what was counted in
/// them independently.
#include "tests/support/program.h"

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <map>

namespace runlens::app {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;
using test::runProgram;

/// A value as both sides write it: numbers rounded to float32, which is what the files hold.
std::string valueText(element value)
{
    double number = 0.0;
    if (value.get(number) == simdjson::SUCCESS) {
        return testing::PrintToString(static_cast<float>(number));
    }
    return simdjson::minify(value);
}

void compareTag(std::string_view name,
                element expected,
                const std::map<std::string_view, element>& told)
{
    const auto found = told.find(name);
    ASSERT_NE(found, told.end()) << name << " is missing";
    const element tag = found->second;
    EXPECT_EQ(std::int64_t(tag["count"]), std::int64_t(expected["n"])) << name;
    EXPECT_EQ(std::int64_t(tag["first_step"]), std::int64_t(expected["first_step"])) << name;
    EXPECT_EQ(std::int64_t(tag["last_step"]), std::int64_t(expected["last_step"])) << name;
    if (std::string_view(tag["kind"]) == "scalar") {
        EXPECT_EQ(valueText(tag["first_value"]), valueText(expected["first"])) << name;
        EXPECT_EQ(valueText(tag["last_value"]), valueText(expected["last"])) << name;
    }
}

TEST(InfoOfRealFiles, AgreesWithWhatWasCountedInThem)
{
    const char* data = std::getenv("RUNLENS_DATA"); // NOLINT(concurrency-mt-unsafe): one thread
    ASSERT_NE(data, nullptr);
    const std::string folder = std::string(data) + "/tfevents/";
    simdjson::dom::parser expectedParser;
    object files;
    ASSERT_EQ(expectedParser.load(folder + "expected.json").get(files), simdjson::SUCCESS)
        << folder;
    std::size_t compared = 0;
    for (const auto file : files) {
        SCOPED_TRACE(std::string(file.key));
        const auto result = runProgram(
            {RUNLENS_BINARY_DIR "/bin/runlens", "info", folder + std::string(file.key), "--json"});
        ASSERT_EQ(result.exitCode, 0) << result.err;
        simdjson::dom::parser parser;
        simdjson::dom::array runs;
        ASSERT_EQ(parser.parse(result.out).get(runs), simdjson::SUCCESS) << result.out;
        ASSERT_EQ(runs.size(), 1U);
        std::map<std::string_view, element> told;
        for (const element tag : runs.at(0)["tags"].get_array()) {
            told.emplace(std::string_view(tag["name"]), tag);
        }
        for (const auto tag : object(file.value["tags"])) {
            compareTag(tag.key, tag.value, told);
            ++compared;
        }
    }
    EXPECT_GT(compared, 50U);
}

} // namespace
} // namespace runlens::app
