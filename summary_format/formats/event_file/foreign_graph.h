// SPDX-License-Identifier: Apache-2.0
/// The graphs that event files carry, as Graph: TensorFlow's GraphDef and MindSpore's anf_ir
/// GraphProto.
#pragma once

#include "summary_format/graph.h"

#include <string_view>

namespace runlens::event_file {

/// Throws protozero::exception for a malformed message (callers in this folder catch it).
[[nodiscard]] Graph graphOfGraphDef(std::string_view message);
[[nodiscard]] Graph graphOfAnfIr(std::string_view message);

} // namespace runlens::event_file
