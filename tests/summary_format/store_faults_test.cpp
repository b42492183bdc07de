// SPDX-License-Identifier: Apache-2.0
/// The n-th operation that changes a file fails, for every n of a short run: nothing crashes,
/// recorded + lost = calls made, and what was recorded can be read, in order.
#include "summary_format/store/session_state.h"
#include "tests/support/fault_vfs.h"
#include "tests/support/store_helpers.h"

#include <map>

namespace runlens {
namespace {

using namespace test;

using Counts = std::map<std::string, std::uint64_t>;

constexpr int kRounds = 3;

/// A short run with a commit per round. Returns the calls made, per kind.
Counts writeRounds(SummaryWriter& writer)
{
    Counts calls;
    const SessionId session = writer.currentSession();
    const TagId loss = writer.tag({0, "loss", RecordKind::Scalar, NumberType::Float64, "", ""});
    const TrackId track = writer.track({0, "main", TrackKind::Thread, kNone<TrackId>, 1, 1, ""});
    const std::string noise(9000, 'x');
    for (int round = 0; round < kRounds; ++round) {
        for (int i = 0; i < 5; ++i) {
            const std::int64_t step = round * 5 + i;
            writer.scalar(loss, session, step, kStartNs + step, toBits(static_cast<double>(step)));
            ++calls["scalar"];
        }
        writeSpans(writer, session, track, kNone<PassId>, round * 150, 150);
        calls["span"] += 150;
        // Tags and names come late, too: they must survive the loss of the transaction in which
        // they were made.
        const TagId text = writer.tag(
            {0, "text " + std::to_string(round), RecordKind::Text, NumberType::Float64, "", ""});
        writer.sample(text, {session, round, kStartNs, "", {asBytes(noise), {}}});
        ++calls["text"];
        writer.queueSample(
            {0, session, writer.name("queue " + std::to_string(round)), kStartNs, round, 8});
        ++calls["queue_sample"];
        writer.property({0, session, "configuration", "key " + std::to_string(round), "1"});
        ++calls["property"];
        (void)writer.commit();
    }
    return calls;
}

void addLost(Counts& lost, SummaryWriter& writer)
{
    for (const auto& [kind, count] : writer.takeLost().byKind) {
        lost[kind] += count;
    }
}

Counts countRecords(const RecordLog& log)
{
    Counts counts;
    for (const auto& [kind, lines] : log.lines) {
        const std::string first = kind.substr(0, kind.find(' '));
        if (first != "tag" && first != "track") {
            // The writer's own note about its journal is no call of anybody.
            const auto calls =
                std::count_if(lines.begin(), lines.end(), [](const std::string& line) {
                    return line.find("recording.journal") == std::string::npos;
                });
            counts[first == "sample" ? "text" : first] += static_cast<std::uint64_t>(calls);
        }
    }
    return counts;
}

void expectRising(const std::vector<std::string>& lines)
{
    std::int64_t last = -1;
    for (const std::string& line : lines) {
        const std::int64_t step = std::stoll(line.substr(line.find(" step ") + 6));
        EXPECT_GT(step, last) << line;
        last = step;
    }
}

struct Fault {
    bool isOnce;
    bool isFull;
};

/// False when the run was over before the fault came.
bool runWithFault(FaultVfs& vfs, const Fault& fault, long n)
{
    SCOPED_TRACE("operation " + std::to_string(n));
    const TemporaryFolder folder;
    WriterOptions options = testOptions(folder / "run");
    options.session.host = store::hostName(); // of another one a copy is read, and that is told
    options.vfs = FaultVfs::name();
    vfs.plan = {n, fault.isOnce, fault.isFull};
    auto opened = SummaryWriter::open(options);
    if (!opened) {
        EXPECT_GT(vfs.plan.failures, 0) << opened.error().message();
        EXPECT_FALSE(opened.error().why.empty());
        for (const auto& entry : std::filesystem::directory_iterator(folder / "run")) {
            ADD_FAILURE() << "left behind: " << entry.path();
        }
        return true;
    }
    SummaryWriter& writer = **opened;
    const Counts calls = writeRounds(writer);
    Counts sum;
    addLost(sum, writer);
    const Status closed = writer.close(EndReason::Clean, "");
    addLost(sum, writer);
    const bool faultCame = vfs.plan.failures > 0;
    if (!faultCame) {
        EXPECT_TRUE(closed) << closed.error().message();
    }
    const auto source = openRun(folder / "run");
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    const auto progress = readAll(*source, log, diagnostics);
    EXPECT_TRUE(progress) << progress.error().message();
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
    for (const auto& [kind, count] : countRecords(log)) {
        sum[kind] += count;
    }
    EXPECT_EQ(sum, calls);
    for (const auto& [kind, lines] : log.lines) {
        if (kind.starts_with("scalar") || kind.starts_with("sample")) {
            expectRising(lines);
        }
    }
    EXPECT_EQ(log.sessionCount(), 1U);
    return faultCame;
}

void runWithEveryFault(const Fault& fault)
{
    FaultVfs vfs;
    long n = 0;
    while (runWithFault(vfs, fault, n) && !::testing::Test::HasFailure()) {
        ++n;
    }
    ::testing::Test::RecordProperty("operations", static_cast<int>(n));
    EXPECT_GT(n, 80) << "the run is too short to mean something";
}

TEST(StoreFaults, OneFullDiskAtAnyMomentLosesOnlyWhatIsCounted)
{
    runWithEveryFault({true, true});
}

TEST(StoreFaults, ADiskThatStaysFullLosesOnlyWhatIsCounted)
{
    runWithEveryFault({false, true});
}

TEST(StoreFaults, OneInputOutputErrorLosesOnlyWhatIsCounted)
{
    runWithEveryFault({true, false});
}

TEST(StoreFaults, ABrokenDiskLosesOnlyWhatIsCounted)
{
    runWithEveryFault({false, false});
}

TEST(StoreFaults, GoesOnWhenThereIsSpaceAgain)
{
    const TemporaryFolder folder;
    FaultVfs vfs;
    WriterOptions options = testOptions(folder.path());
    options.vfs = FaultVfs::name();
    auto writer = openWriter(options);
    const TagId tag = writer->tag({0, "loss", RecordKind::Scalar, NumberType::Float64, "", ""});
    writer->scalar(tag, writer->currentSession(), 1, kStartNs, toBits(1.0));
    ASSERT_TRUE(writer->commit());
    vfs.plan = {0, false, true};
    for (int step = 2; step < 5; ++step) {
        writer->scalar(tag, writer->currentSession(), step, kStartNs, toBits(2.0));
        const Status status = writer->commit();
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().message().find("full"), std::string::npos)
            << status.error().message();
    }
    const LostRecords lost = writer->takeLost();
    EXPECT_EQ(lost.byKind, (std::map<std::string, std::uint64_t>{{"scalar", 3}}));
    EXPECT_NE(lost.reason.find("full"), std::string::npos);
    vfs.plan = {};
    writer->dropped(
        {0, writer->currentSession(), "scalar", lost.reason, lost.total(), kStartNs, kStartNs});
    writer->scalar(tag, writer->currentSession(), 5, kStartNs, toBits(5.0));
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    const auto log = readWhole(folder.path());
    EXPECT_EQ(log->count("scalar rank 0 scalar loss"), 2U);
    EXPECT_EQ(log->dropCount("rank 0 rank 0 start 1700000000123456789 host node pid 4711 scalar "
                             + lost.reason),
              3U);
}

TEST(StoreFaults, StopsAtTheFileSizeLimitAndCountsTheRest)
{
    const TemporaryFolder folder;
    WriterOptions options = testOptions(folder.path());
    options.maxFileBytes = 1 << 20;
    auto writer = openWriter(options);
    const TagId tag = writer->tag({0, "image", RecordKind::Image, NumberType::Float64, "", ""});
    const std::string image(100'000, 'i');
    for (int step = 0; step < 30; ++step) {
        writer->sample(tag, {writer->currentSession(), step, kStartNs, "", {asBytes(image), {}}});
        ASSERT_TRUE(writer->commit());
    }
    const LostRecords lost = writer->takeLost();
    EXPECT_EQ(lost.reason, "file size limit");
    EXPECT_LE(writer->fileBytes(), options.maxFileBytes + (1U << 16));
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    const auto log = readWhole(folder.path());
    EXPECT_GE(log->count("sample rank 0 image image"), 5U);
    EXPECT_EQ(log->count("sample rank 0 image image") + lost.byKind.at("image"), 30U);
}

TEST(StoreFaults, ACleanEndOnAFullDiskIsToldAsCleanAndSaysWhatIsMissing)
{
    const TemporaryFolder folder;
    FaultVfs vfs;
    WriterOptions options = testOptions(folder.path());
    options.vfs = FaultVfs::name();
    auto writer = openWriter(options);
    const TagId tag = writer->tag({0, "loss", RecordKind::Scalar, NumberType::Float64, "", ""});
    writer->scalar(tag, writer->currentSession(), 1, kStartNs, toBits(1.0));
    ASSERT_TRUE(writer->commit());
    vfs.plan.failAt = vfs.plan.operations;
    vfs.plan.isOnce = false;
    EXPECT_FALSE(writer->close(EndReason::Clean, "done"));
    writer.reset();
    vfs.plan.failAt = -1;
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.count("scalar rank 0 scalar loss"), 1U);
    EXPECT_EQ(log.sessionState(0).ended, EndReason::Clean);
    EXPECT_NE(log.sessionState(0).endNs, kNoTime);
    EXPECT_EQ(log.sessionState(0).reasonText.find(
                  "done; the end, and perhaps the last records, could not be written: database or "
                  "disk is full"),
              0U)
        << log.sessionState(0).reasonText;
    EXPECT_FALSE(std::filesystem::exists(folder / "rank-0.lock"));
    // The next writer of the rank finds its lock free, and the mark stays with the file it is for.
    ASSERT_TRUE(openWriter(testOptions(folder.path()))->close(EndReason::Failed, ""));
    EXPECT_TRUE(std::filesystem::exists(folder / "rank-0.rlens-end"));
}

TEST(StoreFaults, RefusesWhatAReaderWouldNotTakeAndSaysWhy)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    MemoryRecord memory;
    memory.action = static_cast<MemoryAction>(2);
    writer->memory(memory);
    const auto addPass = [&](std::vector<std::int32_t> numbers) {
        std::vector<IrNodeRecord> nodes;
        for (const std::int32_t number : numbers) {
            nodes.emplace_back().node = number;
        }
        IrDumpRecord dump;
        dump.session = writer->currentSession();
        dump.nodes = nodes;
        return writer->irDump(dump);
    };
    EXPECT_FALSE(isValid(addPass({0, 0}))) << "the second would replace the first";
    EXPECT_FALSE(isValid(addPass({0, 2})));
    EXPECT_FALSE(isValid(addPass({-1})));
    EXPECT_EQ(addPass({1, 0}), PassId{0});
    const LostRecords lost = writer->takeLost();
    EXPECT_EQ(lost.byKind, (std::map<std::string, std::uint64_t>{{"memory", 1}, {"ir_dump", 3}}));
    EXPECT_EQ(lost.reasons,
              (std::map<std::string, std::string>{
                  {"memory", "its action is neither allocate nor free"},
                  {"ir_dump", "its nodes are not numbered from 0 on, each once"}}));
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    const auto log = readWhole(folder.path());
    EXPECT_EQ(log->count("memory"), 0U);
    EXPECT_EQ(log->count("ir_dump"), 1U);
}

TEST(StoreFaults, CountsWhatBelongsToNothing)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    const TagId text = writer->tag({0, "text", RecordKind::Text, NumberType::Float64, "", ""});
    writer->scalar(text, writer->currentSession(), 1, kStartNs, 0);
    writer->scalar(TagId{99}, writer->currentSession(), 1, kStartNs, 0);
    writer->sample(kNone<TagId>, {});
    writer->tensorStats(text, {});
    writeSpans(*writer, writer->currentSession(), TrackId{5}, kNone<PassId>, 0, 3);
    writer->sample(
        text,
        {writer->currentSession(), 1, kStartNs, "", {{}, {0, 0, 0, 5}}}); // nobody can load it
    EXPECT_EQ(writer->takeLost().byKind,
              (std::map<std::string, std::uint64_t>{
                  {"scalar", 2}, {"other", 1}, {"tensor_stats", 1}, {"span", 3}, {"text", 1}}));
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    writer->property({0, kNone<SessionId>, "info", "late", "1"});
    EXPECT_EQ(writer->takeLost().byKind, (std::map<std::string, std::uint64_t>{{"property", 1}}));
    EXPECT_FALSE(writer->commit());
    EXPECT_FALSE(writer->close(EndReason::Clean, ""));
}

} // namespace
} // namespace runlens
