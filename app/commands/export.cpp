// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/event_export.h"
#include "app/commands/image_export.h"
#include "app/commands/lineage_csv.h"
#include "app/commands/open_runs.h"
#include "app/commands/output.h"
#include "app/commands/scalars_csv.h"
#include "app/commands/scalars_json.h"
#include "app/commands/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace runlens::app {

namespace {

struct ExportOptions {
    std::string path;
    std::string scalars;
    std::string events;
    std::string images;
    std::string lineage;
    bool replaces = false;
};

/// Writes all that was asked for in one pass over the runs.
class Export {
public:
    explicit Export(const ExportOptions& options) : m_options(options) {}

    int run()
    {
        if (const Status opened = open(); !opened) {
            return complain(opened.error());
        }
        const auto read = forEachRun(m_options.path, [this](const RunReader& reader) {
            if (m_status) {
                m_status = take(reader);
            }
        });
        if (!read) {
            return complain(read.error());
        }
        if (read->runsRead == 0) {
            return 1; // each reason was said; what was there before stays
        }
        if (m_status) {
            m_status = finish();
        }
        if (!m_status) {
            return complain(m_status.error());
        }
        tell(*read);
        return read->problems == 0 && m_imagesFailed == 0 ? 0 : 1;
    }

private:
    [[nodiscard]] bool isJson() const { return m_options.scalars.ends_with(".json"); }

    static Result<std::unique_ptr<Output>> openTable(const std::string& path)
    {
        if (path.ends_with(".rlens")) {
            return failure(
                "write", path, "it is named like a run file", "Choose a name ending in .csv");
        }
        return Output::toFile(path);
    }

    Status open()
    {
        if (!m_options.scalars.empty()) {
            auto out = openTable(m_options.scalars);
            if (!out) {
                return failure(out);
            }
            m_scalars = std::move(*out);
            m_scalars->write(isJson() ? "[\n" : kScalarsCsvHeader);
        }
        if (!m_options.lineage.empty()) {
            auto out = openTable(m_options.lineage);
            if (!out) {
                return failure(out);
            }
            m_lineageFile = std::move(*out);
        }
        return {};
    }

    Status take(const RunReader& reader)
    {
        const Run& run = *reader.run();
        sayDamage(reader);
        if (m_scalars) {
            const auto write = [this](std::string_view text) {
                m_scalars->write(text);
                return !m_scalars->hasFailed();
            };
            m_points +=
                isJson() ? writeScalarsJson(run, m_isFirst, write) : writeScalarsCsv(run, write);
        }
        if (!m_options.events.empty()) {
            const auto points = exportEvents(run, m_options.events, m_options.replaces);
            if (!points) {
                return failure(points);
            }
            m_eventPoints += *points;
        }
        if (!m_options.images.empty()) {
            const auto images = exportImages(reader, m_options.images, m_options.replaces);
            if (!images) {
                return failure(images);
            }
            m_images += images->files;
            m_imagesFailed += images->failed;
        }
        if (m_lineageFile) {
            m_lineage.add(reader);
        }
        return {};
    }

    Status finish()
    {
        if (m_scalars) {
            m_scalars->write(isJson() ? (m_isFirst ? "]\n" : "\n]\n") : "");
            if (Status written = m_scalars->finish(); !written) {
                return written;
            }
        }
        if (m_lineageFile) {
            m_lineageFile->write(m_lineage.csv());
            return m_lineageFile->finish();
        }
        return {};
    }

    void tell(const ReadSummary& read) const
    {
        const std::string runs =
            fmt::format("{} {}", read.runsRead, read.runsRead == 1 ? "run" : "runs");
        if (m_scalars && m_options.scalars != "-") {
            say(fmt::format(
                "{} points of {} in {}", groupedCount(m_points), runs, m_options.scalars));
        }
        if (!m_options.events.empty()) {
            say(fmt::format("{} points of {} as events in {}",
                            groupedCount(m_eventPoints),
                            runs,
                            m_options.events));
        }
        if (!m_options.images.empty()) {
            say(fmt::format(
                "{} images of {} in {}", groupedCount(m_images), runs, m_options.images));
        }
        if (m_lineageFile && m_options.lineage != "-") {
            say(fmt::format("{} in {}", runs, m_options.lineage));
        }
    }

    const ExportOptions& m_options;
    Status m_status;
    std::unique_ptr<Output> m_scalars;
    std::unique_ptr<Output> m_lineageFile;
    LineageTable m_lineage;
    bool m_isFirst = true;
    std::uint64_t m_points = 0;
    std::uint64_t m_eventPoints = 0;
    std::uint64_t m_images = 0;
    std::uint64_t m_imagesFailed = 0;
};

} // namespace

Command addExportCommand(CLI::App& app, const CommandContext&)
{
    auto options = std::make_shared<ExportOptions>();
    CLI::App* parser =
        app.add_subcommand("export", "Write the records of runs to files of common formats");
    parser->add_option("PATH", options->path, "A run, or a folder of runs")->required();
    CLI::Option_group* what = parser->add_option_group("What to write");
    what->require_option(1, 0); // one or more
    what->add_option("--scalars",
                     options->scalars,
                     "CSV file for the scalars (run, tag, step, wall_time, value), JSON when it "
                     "ends in .json; -: CSV to stdout");
    what->add_option("--events", options->events, "Folder for the scalars as TensorBoard events");
    what->add_option("--images", options->images, "Folder for the images");
    what->add_option("--lineage",
                     options->lineage,
                     "CSV file for parameters, metrics and data sets, one row a run; -: stdout");
    for (CLI::Option* option : what->get_options()) {
        option->check(notEmpty());
    }
    parser->add_flag("--force", options->replaces, "Replace event files and images that are there");
    return {parser, [options] { return Export(*options).run(); }};
}

} // namespace runlens::app
