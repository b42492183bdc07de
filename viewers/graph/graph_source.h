// SPDX-License-Identifier: GPL-3.0-or-later
/// Which graphs a run has to show: those it recorded, and one per IR pass, read from the text of
/// the pass.
#pragma once

#include "summary_format/run_reader.h"
#include "viewers/graph/graph_model.h"

#include <QString>

#include <vector>

namespace runlens::viewers {

struct GraphChoice {
    bool isPass = false;
    std::size_t index = 0; ///< into Run::graphs() or Run::irPasses()
    std::string graph;     ///< "train"
    std::string name;      ///< graph name, or pass name
    QString title;         ///< shown

    friend bool operator==(const GraphChoice& a, const GraphChoice& b)
    {
        return a.isPass == b.isPass && a.index == b.index && a.graph == b.graph && a.name == b.name;
    }
};

/// Recorded graphs first, then the passes by graph and order.
[[nodiscard]] std::vector<GraphChoice> graphChoices(const Run& run);
/// Loads and decodes; for a worker.
[[nodiscard]] Result<std::shared_ptr<const GraphModel>> loadGraph(const Run& run,
                                                                  const RunReader* reader,
                                                                  const GraphChoice& choice,
                                                                  const std::stop_token& stop);

} // namespace runlens::viewers
