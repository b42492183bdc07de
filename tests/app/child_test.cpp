// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace runlens::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<ChildProcess> shell(const char* script)
{
    return ChildProcess::start({"/bin/sh", "-c", script}, true);
}

std::vector<std::string> linesOf(ChildProcess& child)
{
    std::vector<std::string> lines;
    child.readLines([&lines](std::string_view line) { lines.emplace_back(line); });
    return lines;
}

TEST(ChildProcess, GivesItsLinesAndItsEnd)
{
    auto child = shell("echo one; printf 'two\\nthree'");
    ASSERT_TRUE(child) << child.error().message();
    EXPECT_THAT(linesOf(*child), ElementsAre("one", "two", "three"));
    EXPECT_TRUE(child->wait());
    EXPECT_FALSE(child->isRunning());
}

TEST(ChildProcess, TellsHowItFailed)
{
    EXPECT_THAT(shell("exit 3")->wait().error().message(), HasSubstr("exit code 3"));
    EXPECT_THAT(shell("kill -9 $$")->wait().error().message(), HasSubstr("signal 9"));
    EXPECT_THAT(ChildProcess::start({"/absent/program"}, true).error().message(),
                HasSubstr("No such file"));
}

TEST(ChildProcess, IsRunningUntilItEnds)
{
    auto child = shell("exit 4");
    ASSERT_TRUE(child);
    while (child->isRunning()) {
    }
    EXPECT_THAT(child->wait().error().message(), HasSubstr("exit code 4"));
}

} // namespace
} // namespace runlens::app
