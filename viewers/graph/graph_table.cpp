// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_table.h"

#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"

#include <algorithm>
#include <array>

namespace runlens::viewers {

QByteArray graphAsCsv(const GraphModel& model, const NodeTimes& times)
{
    static constexpr std::array kKinds = {"operator", "parameter", "constant", "input", "output"};
    QByteArray csv = "name,op,kind,output,inputs,calls,mean_ns\n";
    const std::vector<GraphNode>& nodes = model.graph().nodes;
    for (const GraphNode& node : nodes) {
        QStringList inputs;
        for (const GraphInput& input : node.inputs) {
            const bool exists =
                input.node >= 0 && static_cast<std::size_t>(input.node) < nodes.size();
            inputs << (exists ? QString::fromStdString(
                           nodes[static_cast<std::size_t>(input.node)].name)
                              : QString());
        }
        const auto time = times.find(node.name);
        const bool hasTime = time != times.end();
        const std::size_t kind =
            std::min<std::size_t>(static_cast<std::size_t>(node.kind), kKinds.size() - 1);
        const QByteArrayList cells = {
            csvCell(QString::fromStdString(node.name)),
            csvCell(QString::fromStdString(node.op)),
            kKinds[kind],
            csvCell(node.outputs.empty() ? QString()
                                         : QString::fromStdString(node.outputs.front().text())),
            csvCell(inputs.join(QLatin1Char(';'))),
            hasTime ? QByteArray::number(static_cast<qlonglong>(time->second.count)) : QByteArray(),
            hasTime ? exactText(time->second.meanNs()).toUtf8() : QByteArray()};
        csv += cells.join(',') + '\n';
    }
    return csv;
}

} // namespace runlens::viewers
