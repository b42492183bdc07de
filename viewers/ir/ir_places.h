// SPDX-License-Identifier: GPL-3.0-or-later
/// Between the nodes of the IR, the lines of the texts of the passes, and source lines. Pure
/// functions.
#pragma once

#include "summary_format/run.h"
#include "viewers/common/selection.h"
#include "viewers/ir/source_text.h"
#include "viewers/ir/text_canvas.h"

#include <optional>

namespace runlens::viewers {

/// The node whose statement holds this line of the pass; node -1 when there is none.
[[nodiscard]] NodeRef nodeAtLine(const Run& run, PassId pass, int line);
/// What to mark in the text of a pass while this node is selected: itself, or what it was or became
/// there, all members of a fused one. The first mark is the most exact.
[[nodiscard]] std::vector<TextCanvas::LineMark>
marksInPass(const Run& run, NodeRef selected, PassId pass);
/// The selected source line, those of the members of a fused node in the same file, and what the
/// shown text (null: none) prints of them.
[[nodiscard]] SourcePlace sourceOf(const Run& run,
                                   const SourceSelection& selected,
                                   const std::optional<NodeRef>& node,
                                   const TextDocument* document);

} // namespace runlens::viewers
