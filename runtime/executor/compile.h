// SPDX-License-Identifier: Apache-2.0
/// From a cell to something that runs: traces it, sends the module through the passes in their
/// order, tells the observer of each, and writes the IR files that save_graphs asks for.
#pragma once

#include "runtime/executor/graph_executor.h"
#include "runtime/frontend/trace.h"

#include <memory>
#include <string>

namespace runlens::runtime {

/// Numbers the dumps of all graphs of a program and writes them: level 0 none, 1 the first, the
/// typed and the executed module, 2 every pass, 3 also a .dot drawing of each. Observers get every
/// pass at any level.
class PassDumps {
public:
    PassDumps(int level, std::string folder) : m_level(level), m_folder(std::move(folder)) {}

    struct Dump {
        int order = -1;
        std::string name; ///< "00_parse"
        PrintedModule printed;
    };

    /// Prints, writes and reports one pass. number: its place within the graph; isMilestone: also
    /// at level 1.
    Dump add(const GraphModule& module,
             int number,
             std::string_view pass,
             bool isMilestone,
             std::int64_t durationNs,
             ExecutionObserver* observer);

    /// What could not be written; the program goes on.
    [[nodiscard]] const Status& status() const { return m_status; }

    [[nodiscard]] SourceTexts& sources() { return m_sources; }

private:
    void write(const std::string& name, const std::string& text);

    int m_level;
    std::string m_folder;
    int m_nextOrder = 0;
    SourceTexts m_sources;
    Status m_status;
};

struct CompileOptions {
    std::string graphName = "train";
    std::vector<TraceInput> inputs;
    /// Set: gradients and momentum updates for these parameters are part of the graph. Results are
    /// then the loss, the gradients in this order, the updates. Not set: the result of the cell.
    std::vector<ParameterRef> trained;
    double momentum = 0.9;
    bool fuse = true;
};

[[nodiscard]] Result<std::unique_ptr<GraphExecutor>>
compileCell(Cell& root,
            const CompileOptions& options,
            PassDumps& dumps,
            ExecutionObserver* observer,
            SourceLocation where = SourceLocation::current());

} // namespace runlens::runtime
