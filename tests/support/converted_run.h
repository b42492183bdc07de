// SPDX-License-Identifier: Apache-2.0
/// Converts a run of any format and reads it back: two roads to the same records.
#pragma once

#include "summary_format/conversion/run_conversion.h"
#include "tests/support/store_helpers.h"

#include <algorithm>

namespace runlens::test {

inline std::vector<std::string>
convertTo(const std::string& path, const std::string& format, const std::string& folder)
{
    auto conversion = RunConversion::open({path, "run", format}, {.folder = folder});
    EXPECT_TRUE(conversion) << conversion.error().message();
    if (!conversion) {
        return {};
    }
    for (bool more = true; more;) {
        const auto progress = (*conversion)->readOn({});
        EXPECT_TRUE(progress) << progress.error().message();
        more = progress && progress->more;
    }
    EXPECT_TRUE((*conversion)->writers().lost().empty()) << (*conversion)->writers().lossReason();
    const auto paths = (*conversion)->finish();
    EXPECT_TRUE(paths) << paths.error().message();
    return paths.value_or(std::vector<std::string>{});
}

struct LoggedRun {
    std::unique_ptr<RecordLog> log;
    std::vector<Diagnostic> diagnostics;
};

/// Everything that a run holds and all that is told while it is read.
inline LoggedRun logOf(const std::string& path, const std::string& format)
{
    auto source = openSource({path, "run", format});
    EXPECT_TRUE(source) << source.error().message();
    LoggedRun logged{std::make_unique<RecordLog>(loader(**source)), {}};
    Diagnostics diagnostics;
    EXPECT_TRUE(readAll(**source, *logged.log, diagnostics));
    logged.diagnostics.assign(diagnostics.entries().begin(), diagnostics.entries().end());
    // A later value of a property replaces an earlier one: only the last counts.
    std::map<std::string, std::string> last;
    for (const std::string& line : logged.log->lines["property"]) {
        last[line.substr(0, line.find(" = "))] = line;
    }
    logged.log->lines["property"].clear();
    for (const auto& [key, line] : last) {
        logged.log->lines["property"].push_back(line);
    }
    for (const char* unordered : {"tag", "track"}) { // registered when first needed
        auto& lines = logged.log->lines[unordered];
        std::sort(lines.begin(), lines.end());
    }
    return logged;
}

inline void expectSameRun(const LoggedRun& expected, const LoggedRun& actual)
{
    expectSameLines(*expected.log, *actual.log);
    ASSERT_EQ(expected.log->sessionCount(), actual.log->sessionCount());
    for (std::size_t i = 0; i < expected.log->sessionCount(); ++i) {
        const SessionRecord& wanted = expected.log->sessionState(i);
        const SessionRecord& got = actual.log->sessionState(i);
        EXPECT_EQ(wanted.startNs, got.startNs);
        EXPECT_EQ(wanted.heartbeatNs, got.heartbeatNs);
        EXPECT_EQ(wanted.endNs, got.endNs);
        EXPECT_EQ(wanted.ended, got.ended);
        EXPECT_EQ(wanted.reasonText, got.reasonText);
        EXPECT_EQ(wanted.host, got.host);
        EXPECT_EQ(wanted.pid, got.pid);
    }
    ASSERT_EQ(expected.diagnostics.size(), actual.diagnostics.size());
    for (std::size_t i = 0; i < expected.diagnostics.size(); ++i) {
        EXPECT_EQ(expected.diagnostics[i].severity, actual.diagnostics[i].severity);
        EXPECT_EQ(expected.diagnostics[i].file, actual.diagnostics[i].file);
        EXPECT_EQ(expected.diagnostics[i].offset, actual.diagnostics[i].offset);
        EXPECT_EQ(expected.diagnostics[i].reason, actual.diagnostics[i].reason);
        EXPECT_EQ(expected.diagnostics[i].records, actual.diagnostics[i].records);
    }
}

} // namespace runlens::test
