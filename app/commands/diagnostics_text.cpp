// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/diagnostics_text.h"

#include "app/commands/output.h"
#include "app/commands/text.h"

#include <fmt/format.h>

namespace runlens::app {

void sayDiagnostics(std::string_view run, const Diagnostics& diagnostics)
{
    constexpr std::uint64_t kLines = 20;
    std::uint64_t told = 0;
    std::uint64_t wanted = diagnostics.total() - diagnostics.entries().size();
    for (const Diagnostic& diagnostic : diagnostics.entries()) {
        if (diagnostic.severity == Severity::Note) {
            continue;
        }
        ++wanted;
        if (told < kLines) {
            ++told;
            say(fmt::format("runlens: {}: {}{}: {}",
                            run,
                            diagnostic.file,
                            diagnostic.offset < 0 ? ""
                                                  : fmt::format(", byte {}", diagnostic.offset),
                            diagnostic.reason));
        }
    }
    if (wanted > told) {
        say(fmt::format("runlens: {}: and {} more", run, groupedCount(wanted - told)));
    }
}

} // namespace runlens::app
