// SPDX-License-Identifier: Apache-2.0
/// What the tests of the store share: a writer with a fixed session, and reading a run to its end.
#pragma once

#include "summary_format/store/sqlite_source.h"
#include "summary_format/store/summary_writer.h"
#include "tests/support/record_log.h"
#include "tests/support/sample_run.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

namespace runlens::test {

inline SessionRecord testSession()
{
    SessionRecord session;
    session.startNs = kStartNs;
    session.host = "node";
    session.pid = 4711;
    return session;
}

inline WriterOptions testOptions(const std::string& folder, int rank = 0)
{
    WriterOptions options;
    options.folder = folder;
    options.rank = rank;
    options.session = testSession();
    return options;
}

inline std::unique_ptr<SummaryWriter> openWriter(const WriterOptions& options)
{
    auto writer = SummaryWriter::open(options);
    EXPECT_TRUE(writer) << writer.error().message();
    return writer ? std::move(*writer) : nullptr;
}

inline std::unique_ptr<RunSource> openRun(const std::string& path)
{
    auto source = openSqliteRun(path);
    EXPECT_TRUE(source) << source.error().message();
    return source ? std::move(*source) : nullptr;
}

inline RecordLog::Load loader(const RunSource& source)
{
    return [&source](const PayloadRef& ref) {
        const auto bytes = source.load(ref, {});
        return bytes ? std::string(asText(*bytes)) : bytes.error().message();
    };
}

/// Reads to the end; the progress of the last call. Gives up on a source that never ends.
inline Result<ReadProgress> readAll(RunSource& source, RecordSink& sink, Diagnostics& diagnostics)
{
    Result<ReadProgress> progress;
    for (int i = 0; i < 100'000; ++i) {
        progress = source.readInto(sink, diagnostics, {});
        if (!progress || !progress->more) {
            return progress;
        }
    }
    ADD_FAILURE() << "the source never comes to an end";
    return progress;
}

inline std::string reasons(const Diagnostics& diagnostics)
{
    std::string all;
    for (const Diagnostic& entry : diagnostics.entries()) {
        all += entry.file + ": " + entry.reason + '\n';
    }
    return all;
}

inline void expectSameLines(const RecordLog& expected, const RecordLog& actual)
{
    EXPECT_EQ(expected.lines.size(), actual.lines.size());
    for (const auto& [kind, lines] : expected.lines) {
        const auto found = actual.lines.find(kind);
        ASSERT_NE(found, actual.lines.end()) << kind;
        EXPECT_EQ(lines, found->second) << kind;
    }
}

/// Everything that a run holds, as lines; fails when it cannot be read whole.
inline std::unique_ptr<RecordLog> readWhole(const std::string& path)
{
    const auto source = openRun(path);
    auto log = std::make_unique<RecordLog>(loader(*source));
    Diagnostics diagnostics;
    const auto progress = readAll(*source, *log, diagnostics);
    EXPECT_TRUE(progress) << progress.error().message();
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
    return log;
}

} // namespace runlens::test
