// SPDX-License-Identifier: Apache-2.0
#include "summary_format/conversion/run_conversion.h"

#include "summary_format/diagnostic_finding.h"
#include "summary_format/store/open_files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace runlens {

namespace fs = std::filesystem;

namespace {

/// What SQLite may have left beside a file.
void removeRunFile(const std::string& path)
{
    std::error_code ignored;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
        fs::remove(path + suffix, ignored);
    }
}

/// 0 for a name that tells none.
int rankOf(const std::string& path)
{
    const std::string name = fs::path(path).filename().string();
    int rank = 0;
    if (name.starts_with("rank-")) {
        std::from_chars(name.data() + 5, name.data() + name.size(), rank);
    }
    return rank;
}

} // namespace

std::vector<std::string> runFilesIn(const std::string& folder, const std::string& fileName)
{
    std::vector<std::string> paths;
    std::error_code error;
    if (!fileName.empty()) {
        const std::string path = folder + '/' + fileName;
        if (fs::exists(fs::symlink_status(path, error))) {
            paths.push_back(path);
        }
        return paths;
    }
    fs::directory_iterator entries(folder, error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
        const std::string name = entries->path().filename().string();
        if (name.starts_with("rank-") && name.ends_with(".rlens")) {
            paths.push_back(entries->path().string());
        }
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

RunConversion::RunConversion(FoundRun found,
                             ConversionTarget target,
                             std::unique_ptr<RunSource> source)
    : m_found(std::move(found)), m_target(std::move(target)), m_source(std::move(source))
{}

RunConversion::~RunConversion()
{
    m_writers.reset();
    if (!m_target.inPlace && !m_workFolder.empty()) {
        std::error_code ignored;
        fs::remove_all(m_workFolder, ignored);
    }
}

Result<std::unique_ptr<RunConversion>> RunConversion::open(const FoundRun& found,
                                                           ConversionTarget target)
{
    auto source = openSource(found);
    if (!source) {
        return failure(source);
    }
    std::unique_ptr<RunConversion> conversion(
        new RunConversion(found, std::move(target), std::move(*source)));
    if (const Status status = conversion->prepare(); !status) {
        return failure(status);
    }
    return conversion;
}

Status RunConversion::prepare()
{
    const auto existing = runFilesIn(m_target.folder, m_target.fileName);
    if (!existing.empty() && !m_target.replaces) {
        return failure("write",
                       existing.front(),
                       "there is one already",
                       "Choose another place, or replace it with --force");
    }
    for (const std::string& path : existing) {
        const store::LockState lock = store::lockState(m_target.folder, rankOf(path));
        if (lock.isHeld) {
            return failure("replace",
                           path,
                           fmt::format("process {} is writing it", lock.pid),
                           "Wait for its end, or choose another place");
        }
    }
    m_workFolder = m_target.inPlace ? m_target.folder
                                    : fmt::format("{}/.converting-{}", m_target.folder, getpid());
    if (m_target.inPlace) {
        for (const std::string& path : existing) {
            removeRunFile(path);
        }
    }
    RankWritersOptions options;
    options.folder = m_workFolder;
    options.fileName = m_target.fileName;
    options.loadPayload = [source = m_source.get()](const PayloadRef& ref) {
        return source->load(ref, {});
    };
    m_writers = std::make_unique<RankWriters>(std::move(options));
    return {};
}

/// Those that are new; of more than are kept, only their number is known.
void RunConversion::tellDiagnostics()
{
    const auto entries = m_diagnostics.entries();
    std::string metadata;
    for (; m_diagnosticsTold < entries.size(); ++m_diagnosticsTold) {
        m_writers->finding(findingOf(entries[m_diagnosticsTold], m_writers->firstRank(), metadata));
    }
}

Result<ReadProgress> RunConversion::readOn(const ReadOptions& options)
{
    auto progress = m_source->readInto(*m_writers, m_diagnostics, options);
    if (progress && m_writers->rankCount() > 0) {
        m_records = progress->records;
        tellDiagnostics();
    }
    if (const Status written = m_writers->commit(); !written) {
        return failure(written);
    }
    return progress;
}

Result<std::vector<std::string>> RunConversion::finish()
{
    tellDiagnostics();
    const std::uint64_t kept = m_diagnostics.entries().size();
    if (m_diagnostics.total() > kept) {
        std::string metadata;
        m_writers->finding(
            findingOf({Severity::Damage,
                       m_found.path,
                       -1,
                       fmt::format("{} more of these are not kept", m_diagnostics.total() - kept),
                       0},
                      m_writers->firstRank(),
                      metadata));
    }
    if (const Status closed = m_writers->close(); !closed) {
        return failure(closed);
    }
    std::vector<std::string> paths = m_writers->paths();
    if (m_target.inPlace) {
        return paths;
    }
    std::error_code error;
    for (const std::string& path : runFilesIn(m_target.folder, m_target.fileName)) {
        removeRunFile(path); // replaced only now that the new ones are whole
    }
    for (std::string& path : paths) {
        const std::string place = m_target.folder + '/' + fs::path(path).filename().string();
        fs::rename(path, place, error);
        if (error) {
            return failure("write", place, error.message(), "Choose another place");
        }
        path = place;
    }
    fs::remove_all(m_workFolder, error);
    return paths;
}

} // namespace runlens
