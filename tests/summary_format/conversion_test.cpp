// SPDX-License-Identifier: Apache-2.0
#include "summary_format/conversion/run_conversion.h"
#include "tests/support/converted_run.h"
#include "tests/support/event_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace runlens {
namespace {

namespace fs = std::filesystem;
using namespace test;
using test::scalarEvent;
using test::writeFile;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string names(const std::string& folder)
{
    std::vector<std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        found.push_back(fs::relative(entry.path(), folder).string());
    }
    std::sort(found.begin(), found.end());
    std::string text;
    for (const std::string& name : found) {
        text += name + '\n';
    }
    return text;
}

/// Writes a run of one event file.
std::string eventRun(const TemporaryFolder& folder, const std::string& bytes)
{
    const std::string path = folder / "events.out.tfevents.1.host";
    writeFile(path, bytes);
    return folder.path();
}

TEST(Conversion, EveryRecordOfANativeRunComesBackTheSame)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    {
        auto writer = openWriter(testOptions(source.path()));
        writeEverything(*writer, writer->currentSession());
        ASSERT_TRUE(writer->close(EndReason::Failed, "out of memory"));
    }
    const auto paths = convertTo(source.path(), "runlens", target.path());
    EXPECT_THAT(paths, ElementsAre(target / "rank-0.rlens"));
    expectSameRun(logOf(source.path(), "runlens"), logOf(target.path(), "runlens"));
    EXPECT_EQ(names(target.path()), "rank-0.rlens\n") << "nothing half written stays";
}

TEST(Conversion, RanksGoIntoFilesOfTheirOwn)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    for (const int rank : {0, 3}) {
        auto writer = openWriter(testOptions(source.path(), rank));
        writeEverything(*writer, writer->currentSession(), rank);
        ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    }
    convertTo(source.path(), "runlens", target.path());
    EXPECT_EQ(names(target.path()), "rank-0.rlens\nrank-3.rlens\n");
    LoggedRun before = logOf(source.path(), "runlens");
    LoggedRun after = logOf(target.path(), "runlens");
    for (const LoggedRun* logged : {&before, &after}) { // files may be read by turns
        for (auto& [kind, lines] : logged->log->lines) {
            std::sort(lines.begin(), lines.end());
        }
    }
    expectSameRun(before, after);
}

TEST(Conversion, AFlowFromRankToRankStaysWhole)
{
    const TemporaryFolder target;
    RankWriters writers({.folder = target.path()});
    std::vector<TrackId> tracks;
    for (const int rank : {0, 1}) {
        SessionRecord session = testSession();
        session.rank = rank;
        writers.session(session);
        TrackRecord track;
        track.rank = rank;
        track.name = "main";
        tracks.push_back(writers.track(track));
    }
    writers.flow({7, writers.name("send"), tracks[1], 100, tracks[0], 200});
    ASSERT_TRUE(writers.close());
    const LoggedRun back = logOf(target.path(), "runlens");
    EXPECT_THAT(back.log->lines["flow"],
                ElementsAre("7 send [rank 1 main kind 0 parent [none] 0/0 ] 100 "
                            "[rank 0 main kind 0 parent [none] 0/0 ] 200"));
    EXPECT_EQ(back.log->count("track"), 2U);
}

TEST(Conversion, ARestartInsideALogIsAFurtherSession)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    eventRun(source,
             scalarEvent(10, 1, "loss", 1.0F) + scalarEvent(10.5, 1, "accuracy", 0.1F)
                 + scalarEvent(20, 2, "loss", 2.0F) + scalarEvent(20.5, 2, "accuracy", 0.2F)
                 + scalarEvent(30, 1, "loss", 3.0F) + scalarEvent(30.5, 1, "accuracy", 0.3F));
    convertTo(source.path(), "events", target.path());
    const LoggedRun back = logOf(target.path(), "runlens");
    expectSameRun(logOf(source.path(), "events"), back);
    ASSERT_EQ(back.log->sessionCount(), 2U) << "one restart, although two tags went back";
    EXPECT_EQ(back.log->sessionState(0).startNs, 10'000'000'000);
    EXPECT_EQ(back.log->sessionState(0).heartbeatNs, 20'500'000'000);
    EXPECT_EQ(back.log->sessionState(1).startNs, 30'000'000'000);
    EXPECT_EQ(back.log->sessionState(1).heartbeatNs, 30'500'000'000);
    EXPECT_EQ(names(target.path()), "rank-0.rlens\n");
    EXPECT_THAT(back.log->lines["scalar rank 0 scalar loss"][2],
                HasSubstr("start 30000000000 host  pid 0 step 1 at"));
}

TEST(Conversion, EqualStepsAreNoRestart)
{
    const TemporaryFolder source;
    eventRun(source,
             scalarEvent(1, 5, "epoch", 1.0F) + scalarEvent(2, 5, "epoch", 1.0F)
                 + scalarEvent(3, 4, "other", 1.0F));
    EXPECT_EQ(logOf(source.path(), "events").log->sessionCount(), 1U);
}

TEST(Conversion, TwoLogsThatGrowByTurnsAreNotManyRestarts)
{
    const TemporaryFolder folder;
    const std::string a = folder / "events.out.tfevents.1.a";
    const std::string b = folder / "events.out.tfevents.2.b";
    writeFile(a, scalarEvent(1, 1, "loss", 1.0F));
    writeFile(b, scalarEvent(1, 1, "loss", 1.0F));
    auto source = openSource({folder.path(), "run", "events"});
    ASSERT_TRUE(source);
    RecordLog log;
    Diagnostics diagnostics;
    for (int step = 2; step < 20; ++step) {
        ASSERT_TRUE((*source)->readInto(log, diagnostics, {}));
        test::appendFile(a, scalarEvent(step, step + 5, "loss", 1.0F));
        test::appendFile(b, scalarEvent(step, step, "loss", 1.0F));
    }
    EXPECT_EQ(log.sessionCount(), 1U);
}

TEST(Conversion, StepsThatGoBackAllTheTimeDoNotMakeSessionsWithoutEnd)
{
    const TemporaryFolder folder;
    std::string bytes;
    for (int i = 0; i < 1000; ++i) {
        bytes += scalarEvent(i, 1 - i % 2, "loss", 1.0F);
    }
    eventRun(folder, bytes);
    const LoggedRun logged = logOf(folder.path(), "events");
    EXPECT_EQ(logged.log->sessionCount(), 101U);
    ASSERT_EQ(logged.diagnostics.size(), 1U);
    EXPECT_THAT(logged.diagnostics[0].reason, HasSubstr("went back more than 100 times"));
}

TEST(Conversion, DamageIsToldAgainWhenTheCopyIsRead)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    std::string bytes = scalarEvent(1, 1, "loss", 1.0F) + scalarEvent(2, 2, "loss", 2.0F)
                        + scalarEvent(3, 3, "loss", 3.0F);
    const std::size_t second = scalarEvent(1, 1, "loss", 1.0F).size();
    bytes[second + 20] = static_cast<char>(bytes[second + 20] ^ 1);
    eventRun(source, bytes + "cut");
    convertTo(source.path(), "events", target.path());
    const LoggedRun back = logOf(target.path(), "runlens");
    ASSERT_EQ(back.diagnostics.size(), 2U);
    EXPECT_EQ(back.diagnostics[0].severity, Severity::Damage);
    EXPECT_EQ(back.diagnostics[0].offset, static_cast<std::int64_t>(second));
    expectSameRun(logOf(source.path(), "events"), back);
    // A copy of the copy still does.
    const TemporaryFolder third;
    convertTo(target.path(), "runlens", third.path());
    expectSameRun(back, logOf(third.path(), "runlens"));
}

TEST(Conversion, ARunFileThatIsThereStaysUnlessItMayBeReplaced)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    eventRun(source, scalarEvent(1, 1, "loss", 1.0F));
    writeFile(target / "rank-7.rlens", "old");
    const FoundRun found{source.path(), "run", "events"};
    const auto refused = RunConversion::open(found, {.folder = target.path()});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message(), HasSubstr(target / "rank-7.rlens"));
    EXPECT_THAT(refused.error().message(), HasSubstr("there is one already"));
    {
        auto dropped = RunConversion::open(found, {.folder = target.path(), .replaces = true});
        ASSERT_TRUE(dropped);
        ASSERT_TRUE((*dropped)->readOn({}));
    }
    EXPECT_EQ(names(target.path()), "rank-7.rlens\n") << "not finished: nothing was touched";
    auto conversion = RunConversion::open(found, {.folder = target.path(), .replaces = true});
    ASSERT_TRUE((*conversion)->readOn({}));
    ASSERT_TRUE((*conversion)->finish());
    EXPECT_EQ(names(target.path()), "rank-0.rlens\n");
}

TEST(Conversion, ARunThatIsBeingWrittenIsNotReplaced)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    eventRun(source, scalarEvent(1, 1, "loss", 1.0F));
    const auto live = openWriter(testOptions(target.path()));
    const auto refused = RunConversion::open({source.path(), "run", "events"},
                                             {.folder = target.path(), .replaces = true});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message(), HasSubstr("is writing it"));
}

TEST(Conversion, OneFileHoldsOneRank)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    eventRun(source, scalarEvent(1, 1, "loss", 1.0F));
    auto conversion = RunConversion::open({source.path(), "run", "events"},
                                          {.folder = target.path(), .fileName = "mine.rlens"});
    ASSERT_TRUE(conversion);
    ASSERT_TRUE((*conversion)->readOn({}));
    const auto paths = (*conversion)->finish();
    ASSERT_TRUE(paths);
    EXPECT_THAT(*paths, ElementsAre(target / "mine.rlens"));
    expectSameRun(logOf(source.path(), "events"), logOf(target / "mine.rlens", "runlens"));
}

TEST(Conversion, AFollowedRunCanBeReadWhileItGrows)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    eventRun(source, scalarEvent(1, 1, "loss", 1.0F));
    auto conversion = RunConversion::open({source.path(), "run", "events"},
                                          {.folder = target.path(), .inPlace = true});
    ASSERT_TRUE(conversion);
    ASSERT_TRUE((*conversion)->readOn({}));
    const std::string series = "scalar rank 0 scalar loss";
    EXPECT_EQ(logOf(target.path(), "runlens").log->count(series), 1U);
    test::appendFile(source / "events.out.tfevents.1.host", scalarEvent(2, 2, "loss", 2.0F));
    ASSERT_TRUE((*conversion)->readOn({}));
    EXPECT_EQ(logOf(target.path(), "runlens").log->count(series), 2U);
    ASSERT_TRUE((*conversion)->finish());
    expectSameRun(logOf(source.path(), "events"), logOf(target.path(), "runlens"));
}

TEST(Conversion, AnEmptyLogBecomesAnEmptyRun)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    eventRun(source, "");
    EXPECT_EQ(convertTo(source.path(), "events", target.path()).size(), 1U);
    EXPECT_TRUE(logOf(target.path(), "runlens").log->lines["tag"].empty());
}

TEST(Conversion, APayloadThatCannotBeLoadedIsCountedAndTheRestGoesOn)
{
    const TemporaryFolder source;
    const TemporaryFolder target;
    // A string tensor whose second half is no protobuf any more loads as an error.
    const std::string shape = test::message([](auto& fields) {
        fields.add_message(2, test::message([](auto& dim) { dim.add_int64(1, 1LL << 40); }));
    });
    const std::string tensor = test::message([&](auto& fields) {
        fields.add_int32(1, 1);
        fields.add_message(2, shape);
        fields.add_float(5, 1.0F);
    });
    eventRun(source,
             test::valueEvent(1, 1, test::message([&](auto& fields) {
                                  fields.add_string(1, "weights");
                                  fields.add_message(8, tensor);
                              }))
                 + scalarEvent(2, 2, "loss", 2.0F));
    auto conversion =
        RunConversion::open({source.path(), "run", "events"}, {.folder = target.path()});
    ASSERT_TRUE((*conversion)->readOn({}));
    ASSERT_TRUE((*conversion)->finish());
    EXPECT_EQ((*conversion)->writers().lost().at("tensor"), 1U);
    const LoggedRun back = logOf(target.path(), "runlens");
    EXPECT_EQ(back.log->count("scalar rank 0 scalar loss"), 1U);
    EXPECT_EQ(back.log->dropCount("rank 0 none tensor " + (*conversion)->writers().lossReason()),
              1U);
}

} // namespace
} // namespace runlens
