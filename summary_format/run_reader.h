// SPDX-License-Identifier: Apache-2.0
/// A source, its builder and the latest snapshot: what the window and the command line both use to
/// open and follow a run. read() is called by one thread at a time; run(), diagnostics() and load()
/// by any.
#pragma once

#include "summary_format/run_builder.h"
#include "summary_format/source_registry.h"

#include <mutex>

namespace runlens {

class RunReader {
public:
    /// Opens the run; reads nothing yet, run() is an empty snapshot.
    static Result<std::unique_ptr<RunReader>> open(const FoundRun& found);
    ~RunReader();

    /// Reads what is new, up to options.slice, and publishes a snapshot when something changed.
    Result<ReadProgress> read(const ReadOptions& options = {});
    [[nodiscard]] std::shared_ptr<const Run> run() const;
    [[nodiscard]] std::vector<Diagnostic> diagnostics() const;
    [[nodiscard]] std::uint64_t diagnosticCount() const; ///< including those that were not kept

    /// The files of the run, as far as they were read. Reading thread only.
    [[nodiscard]] std::vector<FileFacts> files() const { return m_source->files(); }

    [[nodiscard]] Result<std::vector<std::byte>> load(const PayloadRef& ref,
                                                      std::stop_token stop = {},
                                                      std::size_t limit = kDefaultLoadLimit) const;

    [[nodiscard]] const FoundRun& found() const { return m_found; }

private:
    RunReader(FoundRun found, std::unique_ptr<RunSource> source);

    FoundRun m_found;
    std::unique_ptr<RunSource> m_source;
    RunBuilder m_builder;
    Diagnostics m_diagnostics;  ///< reading thread only
    mutable std::mutex m_mutex; ///< guards the two below
    std::shared_ptr<const Run> m_run;
    std::vector<Diagnostic> m_publishedDiagnostics;
    std::uint64_t m_diagnosticCount = 0;
};

} // namespace runlens
