// SPDX-License-Identifier: GPL-3.0-or-later
/// The source file that an IR line points to: the text recorded with the run, else a regular file
/// of that path on this machine (read only, told so), else the code that the IR prints beside the
/// line. For a worker.
#pragma once

#include "summary_format/run_reader.h"
#include "viewers/ir/text_document.h"

#include <memory>

namespace runlens::viewers {

struct SourceText {
    enum class Origin { None, Recorded, Disk, Printed };
    Origin origin = Origin::None;
    std::string path;
    std::shared_ptr<const TextDocument> document; ///< null for None
};

/// Lines of one file, and what an IR text prints of them.
struct SourcePlace {
    std::string path;
    std::vector<int> lines; ///< the selected one first, then those that belong to it
    std::vector<std::pair<int, std::string>> printed;
};

/// printed: code of single lines, by line number; used when there is nothing better.
[[nodiscard]] SourceText loadSource(const Run& run,
                                    const RunReader* reader,
                                    const std::string& path,
                                    const std::vector<std::pair<int, std::string>>& printed,
                                    const std::stop_token& stop);

} // namespace runlens::viewers
