// SPDX-License-Identifier: Apache-2.0
/// Prints a module in the IR dialect of MindSpore 2.3 and later, and tells which lines belong to
/// which node.
#pragma once

#include "runtime/ir/graph_module.h"
#include "runtime/ir/source_text.h"

#include <string>
#include <vector>

namespace runlens::runtime {

struct PrintedNode {
    NodeId node = kNoNode;
    int firstLine = 0; ///< 1-based
    int lastLine = 0;
    std::string name;     ///< "%3", "%para1_x"
    std::string subgraph; ///< name of the function
};

struct PrintedModule {
    std::string text;
    std::vector<PrintedNode>
        nodes; ///< in order of printing; constants are printed where they are used
    [[nodiscard]] int indexOf(NodeId node) const; ///< position in nodes; -1: not printed
};

[[nodiscard]] PrintedModule printModule(const GraphModule& module, SourceTexts& sources);

[[nodiscard]] std::string typeText(const TensorType& type); ///< "<Tensor[Float32], (2, 3)>"
[[nodiscard]] std::string
nodeTypeText(const Node& node); ///< the same, for tuples and parameters too
[[nodiscard]] std::string
nodeShapeText(const Node& node); ///< "2x3"; of a tuple of its first output

} // namespace runlens::runtime
