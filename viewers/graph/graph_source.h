// SPDX-License-Identifier: GPL-3.0-or-later
/// Which graphs a run has to show: those it recorded, and one per IR pass, read from the text of
/// the pass.
#pragma once

#include "summary_format/run_reader.h"
#include "viewers/graph/graph_model.h"

#include <QString>

#include <optional>
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
/// The one with this title; without it what ran: the first recorded graph, or else the last pass.
/// choices must not be empty.
[[nodiscard]] std::size_t firstChoice(const std::vector<GraphChoice>& choices,
                                      const QString& title);
/// What ran of this graph: recorded, or else its last pass.
[[nodiscard]] std::optional<std::size_t> choiceOfGraph(const std::vector<GraphChoice>& choices,
                                                       const std::string& graph);
/// The recorded graph of this name, or this pass of it.
[[nodiscard]] std::optional<std::size_t> choiceNamed(const std::vector<GraphChoice>& choices,
                                                     const std::string& graph,
                                                     const std::string& passName);
/// Loads and decodes; for a worker.
[[nodiscard]] Result<std::shared_ptr<const GraphModel>> loadGraph(const Run& run,
                                                                  const RunReader* reader,
                                                                  const GraphChoice& choice,
                                                                  const std::stop_token& stop);

} // namespace runlens::viewers
