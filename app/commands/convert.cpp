// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/diagnostics_text.h"
#include "app/commands/interrupts.h"
#include "app/commands/output.h"
#include "app/commands/text.h"
#include "summary_format/conversion/run_conversion.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace runlens::app {

namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kSlice{500};
constexpr std::chrono::milliseconds kBetweenLooks{500};
constexpr int kLooksBetweenScans = 10;

struct ConvertOptions {
    std::string path;
    std::string output;
    bool follows = false;
    bool replaces = false;
};

/// Without links and dots; also of a path that does not exist yet.
fs::path truePath(const fs::path& path)
{
    std::error_code error;
    fs::path result = fs::weakly_canonical(fs::absolute(path, error), error);
    if (error) {
        result = fs::absolute(path, error).lexically_normal();
    }
    return result.has_filename() ? result : result.parent_path();
}

bool isInside(const fs::path& path, const fs::path& folder)
{
    const auto ends = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
    return ends.first == folder.end();
}

class Convert {
public:
    explicit Convert(const ConvertOptions& options) : m_options(options)
    {
        m_fileName = options.output.ends_with(".rlens")
                         ? fs::path(options.output).filename().string()
                         : std::string();
    }

    int run()
    {
        if (const Status status = start(); !status) {
            return complain(status.error());
        }
        if (m_options.follows && m_wrongUsage.empty()) {
            allowManyFiles();
            follow();
        }
        if (!m_wrongUsage.empty()) {
            say("--output: " + m_wrongUsage);
            return kUsageError;
        }
        for (auto& conversion : m_open) {
            finish(*conversion);
        }
        if (m_interrupts.wasAsked() && !m_options.follows) {
            say("runlens: interrupted: what was not finished was not written");
            ++m_problems;
        }
        if (m_runs == 0) {
            return m_problems == 0 ? 0 : 1;
        }
        say(fmt::format("{} records of {} {} in {}",
                        groupedCount(m_records),
                        m_runs,
                        m_runs == 1 ? "run" : "runs",
                        m_options.output));
        return m_problems == 0 ? 0 : 1;
    }

private:
    /// Every follower holds its files open.
    static void allowManyFiles()
    {
        rlimit limit{};
        if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
            limit.rlim_cur = limit.rlim_max;
            ::setrlimit(RLIMIT_NOFILE, &limit);
        }
    }

    Status start()
    {
        auto scan = scanForRuns(m_options.path);
        if (!scan) {
            return failure(scan);
        }
        for (const Diagnostic& diagnostic : scan->diagnostics.entries()) {
            if (diagnostic.severity != Severity::Note) {
                say(fmt::format("runlens: left out {}: {}", diagnostic.file, diagnostic.reason));
            }
        }
        if (scan->runs.empty() && !m_options.follows) {
            return failure("find a run in",
                           m_options.path,
                           scan->filesSeen == 0 ? "the folder is empty"
                                                : "none of its files is one",
                           whatCanBeRead());
        }
        if (!m_fileName.empty() && scan->runs.size() != 1) {
            m_wrongUsage = fmt::format("{} names one run file, but {} holds {} runs: name a folder",
                                       m_options.output,
                                       m_options.path,
                                       scan->runs.size());
            return {};
        }
        return convertNew(scan->runs);
    }

    Status convertNew(const std::vector<FoundRun>& runs)
    {
        for (const FoundRun& found : runs) {
            if (m_interrupts.wasAsked()) {
                break;
            }
            if (!m_known.insert(found.format + ' ' + found.path).second) {
                continue;
            }
            const std::string folder = folderOf(found);
            if (Status status = checkPlace(folder); !status) {
                return status;
            }
            convert(found, folder);
        }
        return {};
    }

    /// Where a run goes: a folder of its own, named like the run.
    std::string folderOf(const FoundRun& found)
    {
        if (!m_fileName.empty()) {
            const fs::path parent = fs::path(m_options.output).parent_path();
            return parent.empty() ? "." : parent.string();
        }
        fs::path folder = fs::path(m_options.output) / found.name;
        if (!m_taken.insert(folder.string()).second) { // one folder held two formats
            folder += '.' + found.format;
            m_taken.insert(folder.string());
        }
        return folder.string();
    }

    /// What is written below the folder being read would be read again the next time.
    [[nodiscard]] Status checkPlace(const std::string& folder) const
    {
        std::error_code error;
        const fs::path source = truePath(m_options.path);
        if (fs::is_directory(source, error) && isInside(truePath(folder), source)) {
            return failure("write into",
                           folder,
                           "it lies inside the folder that is read, and would be read as a run",
                           "Choose a place outside of " + m_options.path);
        }
        return {};
    }

    void convert(const FoundRun& found, const std::string& folder)
    {
        auto conversion =
            RunConversion::open(found, {folder, m_fileName, m_options.replaces, m_options.follows});
        if (!conversion) {
            ++m_problems;
            complain(conversion.error());
            return;
        }
        const bool isWhole = readToEnd(**conversion);
        if (m_options.follows) {
            m_open.push_back(std::move(*conversion));
        } else if (isWhole) {
            finish(**conversion);
        }
    }

    /// To the present end. False: it was interrupted, or cannot go on.
    bool readToEnd(RunConversion& conversion)
    {
        ReadOptions options;
        options.slice = kSlice;
        while (!m_interrupts.wasAsked()) {
            const auto progress = conversion.readOn(options);
            if (conversion.writers().rankCount() > 1 && !m_fileName.empty()) {
                m_wrongUsage =
                    fmt::format("{} names one run file, but {} has several ranks: name a folder",
                                m_options.output,
                                m_options.path);
                return false;
            }
            if (!progress) {
                const bool isNews = m_told.insert(progress.error().message()).second;
                if (isNews) {
                    ++m_problems;
                    complain(progress.error());
                }
                return false;
            }
            if (!progress->more) {
                return true;
            }
        }
        return false;
    }

    void finish(RunConversion& conversion)
    {
        const auto paths = conversion.finish();
        if (!paths) {
            ++m_problems;
            complain(paths.error());
            return;
        }
        ++m_runs;
        m_records += conversion.records();
        sayDiagnostics(conversion.found().name, conversion.diagnostics());
        for (const auto& [kind, count] : conversion.writers().lost()) {
            ++m_problems;
            say(fmt::format("runlens: {}: {} {} could not be written: {}",
                            conversion.found().name,
                            groupedCount(count),
                            kind,
                            conversion.writers().lossReason()));
        }
    }

    void follow()
    {
        for (int look = 1; !m_interrupts.waitFor(kBetweenLooks); ++look) {
            for (auto& conversion : m_open) {
                readToEnd(*conversion);
            }
            if (look % kLooksBetweenScans == 0 && m_fileName.empty()) {
                const auto scan = scanForRuns(m_options.path);
                const Status status = scan ? convertNew(scan->runs) : Status(failure(scan));
                if (!status && m_told.insert(status.error().message()).second) {
                    ++m_problems;
                    complain(status.error());
                }
            }
        }
    }

    const ConvertOptions& m_options;
    Interrupts m_interrupts;
    std::string m_fileName; ///< of the one file to write; empty: folders
    std::vector<std::unique_ptr<RunConversion>> m_open; ///< being followed
    std::set<std::string> m_known;
    std::set<std::string> m_taken;
    std::set<std::string> m_told;
    std::string m_wrongUsage;
    std::size_t m_runs = 0;
    std::size_t m_problems = 0;
    std::uint64_t m_records = 0;
};

} // namespace

Command addConvertCommand(CLI::App& app, const CommandContext&)
{
    auto options = std::make_shared<ConvertOptions>();
    CLI::App* parser = app.add_subcommand(
        "convert", "Turn runs of any format into Runlens run files (rank-N.rlens)");
    parser->add_option("DIR", options->path, "A run, or a folder of runs")->required();
    parser
        ->add_option("-o,--output",
                     options->output,
                     "Folder for one folder a run; of one run with one rank also NAME.rlens")
        ->required()
        ->check(notEmpty());
    parser->add_flag(
        "--follow", options->follows, "Go on with what is added, until interrupted (Ctrl-C)");
    parser->add_flag("--force", options->replaces, "Replace run files that are there");
    return {parser, [options] { return Convert(*options).run(); }};
}

} // namespace runlens::app
