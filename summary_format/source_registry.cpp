// SPDX-License-Identifier: Apache-2.0
#include "summary_format/source_registry.h"

#include "summary_format/formats/event_file/event_source.h"
#include "summary_format/formats/wandb/wandb_source.h"
#include "summary_format/store/sqlite_source.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <system_error>

namespace runlens {

namespace fs = std::filesystem;

namespace {

/// Where rsync keeps what it has not put in place yet (--delay-updates).
constexpr const char* kUnfinishedCopies = ".~tmp~";

/// One line of the list of sources. A run is a folder that holds files of the format, or one such
/// file.
struct Format {
    const char* name;
    const char* description;
    bool (*isFile)(
        const std::string& path); ///< by name first, then by content; cheap, takes no lock
    Result<std::unique_ptr<RunSource>> (*open)(const std::string& path);
};

bool isRunlensFile(const std::string& path)
{
    // By name alone: a broken file must be met with what is wrong with it, not with silence.
    return path.ends_with(".rlens");
}

constexpr std::array kFormats{
    Format{"runlens", "Runlens run (rank-N.rlens)", isRunlensFile, openSqliteRun},
    Format{"events",
           "TensorBoard or MindSpore event files (*tfevents*, *.summary.*)",
           looksLikeEventFile,
           openEventRun},
    Format{"wandb", "Weights & Biases offline run (*.wandb)", looksLikeWandbFile, openWandbRun},
};

const Format* formatOfFile(const std::string& path)
{
    const auto* found = std::find_if(
        kFormats.begin(), kFormats.end(), [&](const Format& f) { return f.isFile(path); });
    return found == kFormats.end() ? nullptr : found;
}

std::string descriptions()
{
    std::string text;
    for (const Format& format : kFormats) {
        text += (text.empty() ? "" : ", ") + std::string(format.description);
    }
    return text;
}

std::string displayName(const fs::path& root, const fs::path& run)
{
    const fs::path relative = run.lexically_relative(root);
    if (!relative.empty() && relative != ".") {
        return relative.generic_string();
    }
    const fs::path last = run.filename();
    return last.empty() || last == "." ? fs::weakly_canonical(run).filename().generic_string()
                                       : last.generic_string();
}

class Scan {
public:
    Scan(fs::path root, const ScanOptions& options) : m_root(std::move(root)), m_options(options) {}

    Status run()
    {
        std::error_code error;
        const fs::file_status status = fs::status(m_root, error);
        if (error || !fs::exists(status)) {
            return failure("open",
                           m_root.string(),
                           error ? error.message() : "there is no such file or folder",
                           "Check the path");
        }
        if (!fs::is_directory(status)) {
            return file();
        }
        // Folders are walked from an explicit list: depth is a number, not the stack.
        std::vector<std::pair<fs::path, int>> folders{{m_root, 0}};
        while (!folders.empty() && !m_options.stop.stop_requested() && !m_full) {
            auto [folder, depth] = std::move(folders.back());
            folders.pop_back();
            if (auto read = readFolder(folder, depth, folders); !read && depth == 0) {
                return read;
            } else if (!read) {
                m_result.diagnostics.warning(folder.string(), -1, read.error().why);
            }
        }
        std::sort(m_result.runs.begin(),
                  m_result.runs.end(),
                  [](const FoundRun& a, const FoundRun& b) { return a.name < b.name; });
        return {};
    }

    ScanResult take() { return std::move(m_result); }

private:
    Status file()
    {
        const Format* format = formatOfFile(m_root.string());
        if (format == nullptr) {
            return failure("open",
                           m_root.string(),
                           "it is not a run that Runlens can read",
                           "What can be read: " + descriptions());
        }
        m_result.filesSeen = 1;
        m_result.runs.push_back({m_root.string(), displayName(m_root, m_root), format->name});
        return {};
    }

    Status
    readFolder(const fs::path& folder, int depth, std::vector<std::pair<fs::path, int>>& folders)
    {
        std::error_code error;
        fs::directory_iterator entries(folder, error);
        if (error) {
            return failure(
                "read the folder", folder.string(), error.message(), "Check its permissions");
        }
        std::set<const Format*> formats;
        for (; entries != fs::directory_iterator(); entries.increment(error)) {
            if (m_options.stop.stop_requested()) {
                return {};
            }
            if (++m_result.filesSeen > m_options.maxFiles) {
                m_full = true;
                m_result.diagnostics.warning(folder.string(),
                                             -1,
                                             "the scan stopped after "
                                                 + std::to_string(m_options.maxFiles) + " files");
                break;
            }
            std::error_code ignored;
            const bool isLink = entries->is_symlink(ignored);
            if (entries->is_directory(ignored)) {
                if (entries->path().filename() == kUnfinishedCopies) {
                    continue;
                }
                if (!isLink && depth + 1 <= m_options.maxDepth) {
                    folders.emplace_back(entries->path(), depth + 1);
                } else if (isLink) {
                    m_result.diagnostics.note(
                        entries->path().string(), -1, "a link to a folder is not followed");
                } else {
                    m_result.diagnostics.warning(
                        entries->path().string(),
                        -1,
                        "the folders below the " + std::to_string(m_options.maxDepth)
                            + "th level are not looked into: open this one by itself");
                }
            } else if (entries->is_regular_file(ignored)) {
                if (const Format* format = formatOfFile(entries->path().string())) {
                    formats.insert(format);
                }
            }
        }
        if (error) {
            m_result.diagnostics.warning(folder.string(), -1, error.message());
        }
        for (const Format* format : formats) {
            m_result.runs.push_back({folder.string(), displayName(m_root, folder), format->name});
        }
        return {};
    }

    fs::path m_root;
    const ScanOptions& m_options;
    ScanResult m_result;
    bool m_full = false;
};

} // namespace

Result<ScanResult> scanForRuns(const std::string& path, const ScanOptions& options)
{
    try {
        Scan scan(path, options);
        if (auto status = scan.run(); !status) {
            return failure(status);
        }
        return scan.take();
    } catch (const std::exception& error)
    { // std::filesystem may still throw (out of memory, odd encodings)
        return failure("scan", path, error.what());
    }
}

Result<std::unique_ptr<RunSource>> openSource(const FoundRun& run)
{
    for (const Format& format : kFormats) {
        if (run.format == format.name) {
            return format.open(run.path);
        }
    }
    return failure("open", run.path, "the format " + run.format + " is not known");
}

std::string whatCanBeRead()
{
    std::string text = "What can be read: ";
    for (const Format& format : kFormats) {
        text += (&format == std::begin(kFormats) ? "" : ", ") + std::string(format.description);
    }
    return text;
}

} // namespace runlens
