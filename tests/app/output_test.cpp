// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/output.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace runlens::app {
namespace {

using test::readFile;
using test::TemporaryFolder;
using test::writeFile;
using testing::HasSubstr;

std::ptrdiff_t filesIn(const TemporaryFolder& folder)
{
    return std::distance(std::filesystem::directory_iterator(folder.path()),
                         std::filesystem::directory_iterator());
}

TEST(Output, AppearsWholeWhenItIsFinished)
{
    const TemporaryFolder folder;
    const std::string path = folder / "out.csv";
    writeFile(path, "old");
    auto output = Output::toFile(path);
    ASSERT_TRUE(output) << output.error().message();
    const std::string text(1'000'000, 'x');
    (*output)->write(text);
    EXPECT_EQ(readFile(path), "old");
    ASSERT_TRUE((*output)->finish());
    EXPECT_EQ(readFile(path), text);
    output->reset();
    EXPECT_EQ(readFile(path), text);
    EXPECT_EQ(filesIn(folder), 1);
}

TEST(Output, LeavesNothingBehindWhenItIsGivenUp)
{
    const TemporaryFolder folder;
    {
        auto output = Output::toFile(folder / "out.csv");
        ASSERT_TRUE(output);
        (*output)->write("half");
    }
    EXPECT_EQ(filesIn(folder), 0);
}

TEST(Output, ReplacesTheTargetOfALinkAndNotTheLink)
{
    const TemporaryFolder folder;
    writeFile(folder / "real", "old");
    std::filesystem::create_symlink("real", folder / "link");
    auto output = Output::toFile(folder / "link");
    ASSERT_TRUE(output);
    (*output)->write("new");
    ASSERT_TRUE((*output)->finish());
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
    EXPECT_EQ(readFile(folder / "real"), "new");
}

TEST(Output, TellsAFullDevice)
{
    auto output = Output::toFile("/dev/full");
    ASSERT_TRUE(output) << output.error().message();
    (*output)->write("text");
    const Status written = (*output)->finish();
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message(),
              "Cannot write /dev/full: No space left on device. Make room, or choose another place "
              "for the output");
}

TEST(Output, TellsWhereItCannotWrite)
{
    const TemporaryFolder folder;
    EXPECT_THAT(Output::toFile(folder / "absent/out.csv").error().message(),
                HasSubstr("absent/out.csv: No such file"));
    EXPECT_THAT(Output::toFile(folder.path()).error().message(), HasSubstr("Is a directory"));
    EXPECT_EQ(filesIn(folder), 0);
}

} // namespace
} // namespace runlens::app
