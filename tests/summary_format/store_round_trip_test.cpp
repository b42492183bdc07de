// SPDX-License-Identifier: Apache-2.0
#include "summary_format/run_builder.h"
#include "summary_format/store/sqlite_source.h"
#include "summary_format/store/summary_writer.h"
#include "tests/support/record_log.h"
#include "tests/support/sample_run.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

namespace runlens {
namespace {

using testing::RecordLog;
using testing::TempFolder;

SessionRecord testSession()
{
    SessionRecord session;
    session.startNs = testing::kStartNs;
    session.host = "node";
    session.pid = 4711;
    return session;
}

std::unique_ptr<SummaryWriter> openWriter(const std::string& folder, int rank = 0)
{
    WriterOptions options;
    options.folder = folder;
    options.rank = rank;
    options.session = testSession();
    auto writer = SummaryWriter::open(options);
    EXPECT_TRUE(writer) << writer.error().message();
    return std::move(*writer);
}

RecordLog::Load loader(const RunSource& source)
{
    return [&source](const PayloadRef& ref) {
        const auto bytes = source.load(ref, {});
        return bytes ? std::string(asText(*bytes)) : bytes.error().message();
    };
}

void readAll(RunSource& source, RecordSink& sink, Diagnostics& diagnostics)
{
    for (;;) {
        const auto progress = source.readInto(sink, diagnostics, {});
        ASSERT_TRUE(progress) << progress.error().message();
        if (!progress->more) {
            return;
        }
    }
}

std::string text(const Diagnostics& diagnostics)
{
    std::string all;
    for (const Diagnostic& entry : diagnostics.entries()) {
        all += entry.file + ": " + entry.reason + '\n';
    }
    return all;
}

void expectSameLines(const RecordLog& expected, const RecordLog& actual)
{
    EXPECT_EQ(expected.lines.size(), actual.lines.size());
    for (const auto& [kind, lines] : expected.lines) {
        const auto found = actual.lines.find(kind);
        ASSERT_NE(found, actual.lines.end()) << kind;
        EXPECT_EQ(lines, found->second) << kind;
    }
}

TEST(Store, KeepsEveryFieldOfEveryRecord)
{
    const TempFolder folder;
    auto writer = openWriter(folder.path());
    testing::writeEverything(*writer, writer->currentSession());
    const Status closed = writer->close(EndReason::Clean, "done");
    ASSERT_TRUE(closed) << closed.error().message();
    EXPECT_EQ(writer->takeLost().total(), 0U);

    auto source = openSqliteRun(folder.path());
    ASSERT_TRUE(source) << source.error().message();
    RecordLog expected;
    testing::writeEverything(expected, expected.session(testSession()));
    RecordLog actual(loader(**source));
    Diagnostics diagnostics;
    readAll(**source, actual, diagnostics);
    EXPECT_TRUE(diagnostics.empty()) << text(diagnostics);
    expectSameLines(expected, actual);
    const std::string drop =
        "rank 0 rank 0 start 1700000000123456789 host node pid 4711 span queue full";
    EXPECT_EQ(actual.dropCount(drop), 15U);
    ASSERT_EQ(actual.sessionCount(), 1U);
    EXPECT_EQ(actual.sessionState(0).ended, EndReason::Clean);
    EXPECT_EQ(actual.sessionState(0).reasonText, "done");
    EXPECT_GE(actual.sessionState(0).endNs, actual.sessionState(0).startNs);
}

} // namespace
} // namespace runlens
