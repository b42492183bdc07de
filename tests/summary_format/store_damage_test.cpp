// SPDX-License-Identifier: Apache-2.0
/// Broken files: each gives a clear message, or opens what can be read and says what is missing.
#include "tests/support/files.h"
#include "tests/support/store_helpers.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>

namespace runlens {
namespace {

using namespace test;

/// What happened to a file, by any SQLite tool.
class Tool {
public:
    explicit Tool(const std::string& path)
    {
        EXPECT_EQ(sqlite3_open_v2(path.c_str(), &m_handle, SQLITE_OPEN_READWRITE, nullptr),
                  SQLITE_OK);
    }

    Tool(const Tool&) = delete;
    Tool& operator=(const Tool&) = delete;

    ~Tool() { sqlite3_close_v2(m_handle); }

    void run(const std::string& sql)
    {
        char* message = nullptr;
        EXPECT_EQ(sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK)
            << message;
        sqlite3_free(message);
    }

    std::vector<std::string> query(const std::string& sql)
    {
        std::vector<std::string> rows;
        sqlite3_stmt* statement = nullptr;
        EXPECT_EQ(sqlite3_prepare_v2(m_handle, sql.c_str(), -1, &statement, nullptr), SQLITE_OK)
            << sqlite3_errmsg(m_handle);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            std::string row;
            for (int i = 0; i < sqlite3_column_count(statement); ++i) {
                const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
                row += (i == 0 ? "" : "|") + std::string(text == nullptr ? "NULL" : text);
            }
            rows.push_back(row);
        }
        sqlite3_finalize(statement);
        return rows;
    }

private:
    sqlite3* m_handle = nullptr;
};

/// A closed run with everything and a few thousand points and spans.
std::string makeRun(const std::string& folder)
{
    auto writer = openWriter(testOptions(folder));
    const SessionId session = writer->currentSession();
    writeEverything(*writer, session);
    for (const char* name : {"a", "b", "c"}) {
        const TagId tag = writer->tag({0, name, RecordKind::Scalar, NumberType::Float64, "", ""});
        for (std::int64_t step = 0; step < 2000; ++step) {
            writer->scalar(tag, session, step, kStartNs + step, toBits(static_cast<double>(step)));
        }
    }
    const TrackId track = writer->track({0, "long", TrackKind::Thread, kNone<TrackId>, 1, 1, ""});
    writeSpans(*writer, session, track, kNone<PassId>, 0, 3 * 4096);
    writer->communication({{track, 9000}, writer->name("AllReduce"), writer->name("world"), 8, 1});
    const std::string path = writer->path();
    const Status closed = writer->close(EndReason::Clean, "");
    EXPECT_TRUE(closed) << closed.error().message();
    return path;
}

std::size_t lineCount(const RecordLog& log)
{
    std::size_t count = 0;
    for (const auto& [kind, lines] : log.lines) {
        count += lines.size();
    }
    return count;
}

struct Outcome {
    std::string error; ///< empty when the file opened
    std::size_t records = 0;
    std::uint64_t damaged = 0;
    std::string reasons;
};

/// Reads whatever is there and loads every payload. Must end, and must not crash.
Outcome readDamaged(const std::string& path)
{
    Outcome outcome;
    const auto source = openSqliteRun(path);
    if (!source) {
        outcome.error = source.error().message();
        return outcome;
    }
    RecordLog log(loader(**source));
    Diagnostics diagnostics;
    const auto progress = readAll(**source, log, diagnostics);
    if (!progress) {
        outcome.error = progress.error().message();
        EXPECT_FALSE(progress.error().why.empty());
        EXPECT_NE(outcome.error.find(path), std::string::npos) << outcome.error;
    }
    outcome.records = lineCount(log);
    outcome.damaged = diagnostics.damaged();
    outcome.reasons = reasons(diagnostics);
    return outcome;
}

TEST(StoreDamage, ATruncatedFileGivesAMessageOrWhatIsLeft)
{
    const TemporaryFolder folder;
    const std::string whole = readFile(makeRun(folder / "whole"));
    const std::size_t all = lineCount(*readWhole(folder / "whole"));
    const std::string path = folder / "rank-0.rlens";
    std::size_t opened = 0;
    for (std::size_t i = 0; i < 200; ++i) {
        const std::size_t size = whole.size() * i / 200;
        writeFile(path, std::string_view(whole).substr(0, size));
        const Outcome outcome = readDamaged(path);
        if (outcome.error.empty()) {
            ++opened;
            EXPECT_LE(outcome.records, all);
            EXPECT_GT(outcome.damaged, 0U)
                << "cut at " << size << ": records are missing without a word";
        }
    }
    EXPECT_GT(opened, 100U) << "most of a file is readable when its beginning is there";
}

TEST(StoreDamage, FlippedBytesNeverCrashOrHang)
{
    const TemporaryFolder folder;
    const std::string whole = readFile(makeRun(folder / "whole"));
    const std::string path = folder / "rank-0.rlens";
    std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same damage in every run of the test
    for (int i = 0; i < 60; ++i) {
        std::string bytes = whole;
        for (int k = 0; k < 1 + i / 4; ++k) {
            bytes[random() % bytes.size()] = static_cast<char>(random());
        }
        writeFile(path, bytes);
        readDamaged(path);
    }
}

TEST(StoreDamage, SaysWhatAForeignFileIs)
{
    const TemporaryFolder folder;
    const std::string path = folder / "rank-0.rlens";
    EXPECT_NE(readDamaged(path).error.find("No such file"), std::string::npos);
    writeFile(path, "");
    EXPECT_NE(readDamaged(path).error.find("it is empty"), std::string::npos)
        << readDamaged(path).error;
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{511}}) {
        writeFile(path, std::string(bytes, 'S'));
        EXPECT_NE(readDamaged(path).error.find("it holds only " + std::to_string(bytes) + " byte"),
                  std::string::npos)
            << readDamaged(path).error;
    }
    std::mt19937 random(3); // NOLINT(cert-msc51-cpp): the same bytes in every run of the test
    std::string noise(50'000, '\0');
    std::generate(noise.begin(), noise.end(), [&] { return static_cast<char>(random()); });
    writeFile(path, noise);
    EXPECT_NE(readDamaged(path).error.find("not a Runlens run file"), std::string::npos)
        << readDamaged(path).error;
    EXPECT_FALSE(looksLikeRunlensFile(path));
    std::filesystem::remove(path);
    {
        sqlite3* raw = nullptr;
        ASSERT_EQ(sqlite3_open(path.c_str(), &raw), SQLITE_OK);
        sqlite3_exec(raw, "CREATE TABLE scalar(x)", nullptr, nullptr, nullptr);
        sqlite3_close(raw);
    }
    EXPECT_NE(readDamaged(path).error.find("not one of Runlens"), std::string::npos)
        << readDamaged(path).error;
    EXPECT_FALSE(looksLikeRunlensFile(path));
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    EXPECT_NE(readDamaged(folder.path()).error.find("not a file"), std::string::npos)
        << readDamaged(folder.path()).error;
    EXPECT_NE(readDamaged(path).error.find("holds no .rlens"), std::string::npos)
        << readDamaged(path).error;
}

TEST(StoreDamage, OneBadFileDoesNotHideTheOthers)
{
    const TemporaryFolder folder;
    makeRun(folder.path());
    writeFile(folder / "rank-1.rlens", "not a database, but long enough to look at");
    const std::size_t all = lineCount(*readWhole(folder / "rank-0.rlens"));
    const Outcome outcome = readDamaged(folder.path());
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(outcome.records, all);
    EXPECT_EQ(outcome.damaged, 1U) << outcome.reasons;
    EXPECT_NE(outcome.reasons.find("rank-1.rlens"), std::string::npos) << outcome.reasons;
}

TEST(StoreDamage, ABadPageOfOneTagLeavesTheOthersWhole)
{
    const TemporaryFolder folder;
    const std::string path = makeRun(folder.path());
    std::vector<std::string> pages;
    {
        Tool tool(path);
        pages = tool.query(
            "SELECT pageno FROM dbstat WHERE name = 'scalar' AND pagetype = 'leaf' ORDER BY path");
    }
    ASSERT_GT(pages.size(), 20U);
    const auto pageOf = [&](double share) {
        return static_cast<std::size_t>(std::stoull(
            pages[static_cast<std::size_t>(share * static_cast<double>(pages.size()))]));
    };
    std::string bytes = readFile(path);
    bytes.replace(
        (pageOf(0.5) - 1) * 4096, 4096, std::string(4096, '\xee')); // in the middle: tag b
    writeFile(path, bytes);

    const auto source = openRun(path);
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.count("scalar rank 0 scalar a"), 2000U);
    EXPECT_EQ(log.count("scalar rank 0 scalar c"), 2000U);
    const std::size_t left = log.count("scalar rank 0 scalar b");
    EXPECT_LT(left, 2000U);
    EXPECT_GT(left, 1800U) << "one page holds less than 200 points";
    ASSERT_EQ(diagnostics.entries().size(), 1U) << reasons(diagnostics);
    EXPECT_EQ(diagnostics.entries()[0].records + left, 2000U) << reasons(diagnostics);
    EXPECT_EQ(diagnostics.entries()[0].file, path);
    EXPECT_EQ(log.count("span rank 0 long kind 0 parent [none] 1/1 "), 3U * 4096U);
}

TEST(StoreDamage, ALostBatchLogCostsNoPoint)
{
    const TemporaryFolder folder;
    const std::string path = makeRun(folder.path());
    std::vector<std::string> pages;
    {
        Tool tool(path);
        pages = tool.query("SELECT pageno FROM dbstat WHERE name = 'scalar_batch' AND pagetype = "
                           "'leaf' ORDER BY path");
    }
    ASSERT_EQ(pages.size(), 1U);
    std::string bytes = readFile(path);
    bytes.replace((std::stoull(pages[0]) - 1) * 4096, 4096, std::string(4096, '\xee'));
    writeFile(path, bytes);
    const auto source = openRun(path);
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.count("scalar rank 0 scalar b"), 2000U);
    EXPECT_GT(diagnostics.damaged(), 0U);
}

TEST(StoreDamage, ADamagedChunkIsCountedAndWhatPointsBehindItStillHits)
{
    const TemporaryFolder folder;
    const std::string path = makeRun(folder.path());
    {
        Tool tool(path);
        tool.run("UPDATE span_chunk SET depth = x'0102' WHERE first_index = 4096");
        tool.run("UPDATE tensor_stats SET count = x'00' WHERE id = 1");
        tool.run("UPDATE scalar SET value = 'text' WHERE tag = (SELECT id FROM tag WHERE name = "
                 "'a') AND seq = 7");
    }
    const auto source = openRun(path);
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.count("span rank 0 long kind 0 parent [none] 1/1 "), 2U * 4096U);
    EXPECT_EQ(log.count("scalar rank 0 scalar a"), 1999U);
    const auto& communications = log.lines["communication"];
    ASSERT_EQ(communications.size(), 2U);
    // Span 9000 of the file is span 9000 - 4096 of what could be read.
    EXPECT_EQ(communications[1],
              "[rank 0 long kind 0 parent [none] 1/1 ] 4904 AllReduce world 8 bytes peer 1");
    std::vector<std::uint64_t> counts;
    for (const Diagnostic& entry : diagnostics.entries()) {
        counts.push_back(entry.records);
    }
    std::sort(counts.begin(), counts.end());
    EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 1, 4096})) << reasons(diagnostics);
}

TEST(StoreDamage, IdsOutOfRangeAreToldNotFollowed)
{
    const TemporaryFolder folder;
    const std::string path = makeRun(folder.path());
    const std::size_t all = lineCount(*readWhole(path));
    {
        Tool tool(path);
        tool.run("INSERT INTO scalar_batch(tag, first_seq, count, session) VALUES (1000000, 0, 5, "
                 "0), (-3, 0, 5, 0), "
                 "(0, 9223372036854775800, 100, 0), (0, 1000000, 9000000000000000000, 77)");
        tool.run("INSERT INTO image(tag, session, step, wall_ns, metadata, size, payload) VALUES "
                 "(-1, 0, 0, 0, '', 1, x'00')");
        tool.run(
            "INSERT INTO span_chunk SELECT id + 1000, 5000, session, first_index, count, first_ns, "
            "last_ns, start_ns, "
            "duration_ns, name, category, depth, node_pass, node, step FROM span_chunk LIMIT 1");
        tool.run("INSERT INTO span_chunk SELECT id + 2000, track, session, 900000, "
                 "4611686018427387904, first_ns, last_ns, "
                 "start_ns, duration_ns, name, category, depth, node_pass, node, step FROM "
                 "span_chunk LIMIT 1");
        tool.run("INSERT INTO communication(track, span, operation, group_name, bytes, peer) "
                 "VALUES (0, 77, 0, 0, 0, 0)");
        tool.run("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                 "INSERT INTO session(id, rank, start_ns, reason, host, pid) SELECT 5000 + i, 0, "
                 "i, '', 'node', i FROM n");
        tool.run("INSERT INTO name(id, text) VALUES (9000000000000000000, 'far')");
        tool.run("INSERT INTO tag(id, rank, name, kind, number_type, display_name, description) "
                 "VALUES (500, -5, 'x', 99, 77, '', '')");
    }
    const Outcome outcome = readDamaged(path);
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(outcome.records, all);
    EXPECT_EQ(outcome.damaged, 11U) << outcome.reasons;
}

TEST(StoreDamage, RowsThatReferToMissingRowsAreCountedAndTold)
{
    const TemporaryFolder folder;
    const std::string path = makeRun(folder.path());
    {
        Tool tool(path);
        tool.run("INSERT INTO queue_sample(rank, session, queue, ns, depth, capacity) VALUES "
                 "(0, 0, 7777, 1, 1, 1), (0, 0, 8888, 1, 1, 1), (0, 400, 0, 1, 1, 1)");
        tool.run("INSERT INTO flow(flow, name, from_track, from_ns, to_track, to_ns) VALUES "
                 "(1, 0, 333, 1, NULL, 1)");
    }
    const Outcome outcome = readDamaged(path);
    EXPECT_EQ(outcome.damaged, 3U);
    EXPECT_EQ(outcome.reasons,
              path
                  + ": 2 references of records to rows of table name that are not there, first id "
                    "7777: they are shown without a name\n"
                  + path
                  + ": 1 record refers to a row of table session that is not there, id 400: it is "
                    "shown without a session\n"
                  + path
                  + ": 1 record refers to a row of table track that is not there, id 333: it is "
                    "shown without a track\n");
}

TEST(StoreDamage, EverySpanWithoutItsNameIsCounted)
{
    const TemporaryFolder folder;
    const std::string path = makeRun(folder.path());
    {
        Tool tool(path);
        tool.run("DELETE FROM name WHERE id > 0");
    }
    const Outcome outcome = readDamaged(path);
    EXPECT_NE(outcome.reasons.find("references of records to rows of table name"),
              std::string::npos)
        << outcome.reasons;
    EXPECT_EQ(outcome.damaged, 1U) << outcome.reasons;
}

TEST(StoreDamage, AFileOfANewerSchemaShowsWhatIsUnderstood)
{
    const TemporaryFolder folder;
    const std::string path = makeRun(folder.path());
    const std::size_t all = lineCount(*readWhole(path));
    {
        Tool tool(path);
        tool.run("PRAGMA user_version = 7; ALTER TABLE scalar ADD COLUMN weight REAL; CREATE TABLE "
                 "fancy(id INTEGER PRIMARY KEY); "
                 "ALTER TABLE finding RENAME TO finding_v2");
    }
    const auto source = openRun(path);
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(lineCount(log), all - 1) << "all but the finding";
    EXPECT_NE(reasons(diagnostics).find("newer Runlens (schema 7, this one knows 1)"),
              std::string::npos)
        << reasons(diagnostics);
    EXPECT_NE(reasons(diagnostics).find("table finding is missing"), std::string::npos)
        << reasons(diagnostics);
}

TEST(StoreDamage, ViewsAndTriggersOfAHostileFileNeverRun)
{
    const TemporaryFolder folder;
    const std::string path = makeRun(folder.path());
    {
        Tool tool(path);
        tool.run("DROP TABLE flow; CREATE VIEW flow AS WITH RECURSIVE endless(id) AS (SELECT 1 "
                 "UNION ALL SELECT id + 1 FROM "
                 "endless) SELECT id, id AS flow, 0 AS name, 0 AS from_track, 0 AS from_ns, 0 AS "
                 "to_track, 0 AS to_ns FROM "
                 "endless");
        tool.run("DROP TABLE finding; CREATE TABLE finding(id INTEGER PRIMARY KEY, rank, session, "
                 "rule, severity, title, "
                 "detail, step, wall_ns, metadata AS (zeroblob(100000000)))");
    }
    const Outcome outcome = readDamaged(path);
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(outcome.damaged, 2U) << outcome.reasons;
}

TEST(StoreDamage, OpensInAnySqliteTool)
{
    const TemporaryFolder folder;
    const std::string path = makeRun(folder.path());
    Tool tool(path);
    EXPECT_EQ(tool.query("SELECT count(*), min(step), max(value) FROM scalars WHERE tag = 'b'"),
              std::vector<std::string>{"2000|0|1999.0"});
    EXPECT_EQ(
        tool.query("SELECT tag, step, wall_ns, value FROM scalars WHERE tag = 'int64' LIMIT 1"),
        std::vector<std::string>{"int64|5|1700000000123456794|-9223372036854775808"});
    EXPECT_EQ(
        tool.query("SELECT hex(value), typeof(value) FROM scalars WHERE tag = 'uint64' LIMIT 1"),
        std::vector<std::string>{"FFFFFFFFFFFFFFFF|blob"});
    EXPECT_EQ(tool.query("SELECT count(*) FROM scalars WHERE value IS NULL"),
              std::vector<std::string>{"2"});
    EXPECT_EQ(tool.query("SELECT name, kind, count FROM tags WHERE name IN ('a', 'conv1.weight')"),
              (std::vector<std::string>{
                  "conv1.weight|tensor_stats|2", "conv1.weight|histogram|1", "a|scalar|2000"}));
    EXPECT_EQ(tool.query("SELECT rank, host, pid, started, ended FROM runs"),
              std::vector<std::string>{"0|node|4711|2023-11-14 22:13:20|clean"});
    std::filesystem::create_directory(folder / "copies");
    std::filesystem::copy_file(path, folder / "copies/best of all.rlens");
    EXPECT_EQ(readWhole(folder / "copies")->count("scalar rank 0 scalar b"), 2000U);
    EXPECT_EQ(tool.query("PRAGMA integrity_check"), std::vector<std::string>{"ok"});
    EXPECT_EQ(tool.query("PRAGMA journal_mode"), std::vector<std::string>{"delete"});
}

} // namespace
} // namespace runlens
