// SPDX-License-Identifier: Apache-2.0
#include "summary_format/run_reader.h"

namespace runlens {

RunReader::RunReader(FoundRun found, std::unique_ptr<RunSource> source)
    : m_found(std::move(found))
    , m_source(std::move(source))
    , m_builder({m_found.path, m_found.name, m_source->format()})
    , m_run(m_builder.snapshot())
{}

RunReader::~RunReader() = default;

Result<std::unique_ptr<RunReader>> RunReader::open(const FoundRun& found)
{
    auto source = openSource(found);
    if (!source) {
        return failure(source);
    }
    return std::unique_ptr<RunReader>(new RunReader(found, std::move(*source)));
}

Result<ReadProgress> RunReader::read(const ReadOptions& options)
{
    auto progress = m_source->readInto(m_builder, m_diagnostics, options);
    auto snapshot = m_builder.snapshot(); // also after an error: what was read before it counts
    const std::scoped_lock lock(m_mutex);
    m_run = std::move(snapshot);
    m_diagnosticCount = m_diagnostics.total();
    if (m_publishedDiagnostics.size() != m_diagnostics.entries().size()) {
        m_publishedDiagnostics.assign(m_diagnostics.entries().begin(),
                                      m_diagnostics.entries().end());
    }
    return progress;
}

std::shared_ptr<const Run> RunReader::run() const
{
    const std::scoped_lock lock(m_mutex);
    return m_run;
}

std::vector<Diagnostic> RunReader::diagnostics() const
{
    const std::scoped_lock lock(m_mutex);
    return m_publishedDiagnostics;
}

std::uint64_t RunReader::diagnosticCount() const
{
    const std::scoped_lock lock(m_mutex);
    return m_diagnosticCount;
}

Result<std::vector<std::byte>>
RunReader::load(const PayloadRef& ref, std::stop_token stop, std::size_t limit) const
{
    return m_source->load(ref, std::move(stop), limit);
}

} // namespace runlens
