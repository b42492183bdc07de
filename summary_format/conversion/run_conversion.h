// SPDX-License-Identifier: Apache-2.0
/// Turns one run of any format into run files: the road source -> RankWriters. Nothing of the
/// target is there before the whole run is (it is written in a hidden folder beside it and moved),
/// unless the run is followed: then the files grow in their place. What was told while reading is
/// kept as records too. One thread.
#pragma once

#include "summary_format/conversion/rank_writers.h"
#include "summary_format/source_registry.h"

namespace runlens {

struct ConversionTarget {
    std::string folder;
    std::string fileName;  ///< empty: rank-<N>.rlens for each rank
    bool replaces = false; ///< run files that are there make way; otherwise they are an error
    bool inPlace = false;  ///< readers may follow the files while they grow
};

class RunConversion {
public:
    static Result<std::unique_ptr<RunConversion>> open(const FoundRun& found,
                                                       ConversionTarget target);
    /// Without finish() nothing is left of a conversion that is not in place.
    ~RunConversion();

    /// Reads what there is now and writes it. An Error when the source cannot be read, or the
    /// target not written.
    Result<ReadProgress> readOn(const ReadOptions& options);
    /// Closes the files and moves them to their place; their paths.
    Result<std::vector<std::string>> finish();

    [[nodiscard]] const FoundRun& found() const { return m_found; }

    [[nodiscard]] const Diagnostics& diagnostics() const { return m_diagnostics; }

    [[nodiscard]] std::uint64_t records() const { return m_records; }

    [[nodiscard]] const RankWriters& writers() const { return *m_writers; }

private:
    RunConversion(FoundRun found, ConversionTarget target, std::unique_ptr<RunSource> source);
    Status prepare();
    void tellDiagnostics();

    FoundRun m_found;
    ConversionTarget m_target;
    std::unique_ptr<RunSource> m_source;
    std::string m_workFolder; ///< where the files grow
    std::unique_ptr<RankWriters> m_writers;
    Diagnostics m_diagnostics;
    std::size_t m_diagnosticsTold = 0;
    std::uint64_t m_records = 0;
};

/// Run files of a folder that a conversion into it would meet: those of fileName, or all
/// rank-*.rlens when it is empty.
[[nodiscard]] std::vector<std::string> runFilesIn(const std::string& folder,
                                                  const std::string& fileName);

} // namespace runlens
