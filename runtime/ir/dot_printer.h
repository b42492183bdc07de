// SPDX-License-Identifier: Apache-2.0
/// A module as a Graphviz drawing: one cluster per function, operators as boxes, parameters as
/// ellipses.
#pragma once

#include "runtime/ir/graph_module.h"

#include <string>

namespace runlens::runtime {

[[nodiscard]] std::string dotText(const GraphModule& module);

} // namespace runlens::runtime
