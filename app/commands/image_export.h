// SPDX-License-Identifier: GPL-3.0-or-later
/// Images of runs as files: FOLDER/<run>/<tag>_<step>.png, as they were recorded.
#pragma once

#include "summary_format/run_reader.h"

#include <string>

namespace runlens::app {

struct ExportedImages {
    std::uint64_t files = 0;
    std::uint64_t failed = 0; ///< each was said on stderr
};

/// An Error when the folder cannot be written; a picture that cannot be loaded is told, and the
/// rest goes on. Files that are there stay, unless replaces.
[[nodiscard]] Result<ExportedImages>
exportImages(const RunReader& reader, const std::string& folder, bool replaces);

/// ".png", ".jpg", ".gif", ".webp", ".bmp" by how the bytes begin; ".bin" for anything else.
[[nodiscard]] std::string imageExtension(std::span<const std::byte> bytes);

} // namespace runlens::app
