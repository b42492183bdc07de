// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lineage_csv.h"

#include "app/commands/output.h"
#include "app/commands/text.h"
#include "summary_format/run_lineage.h"

#include <fmt/format.h>

#include <algorithm>

namespace runlens::app {

void LineageTable::add(const RunReader& reader)
{
    const auto run = reader.run();
    RunLineage lineage =
        runLineage(*run, [&reader](const PayloadRef& payload) { return reader.load(payload); });
    for (const Error& error : lineage.errors) {
        complain(error);
    }
    Row row;
    row.run = run->name();
    for (RunFact& fact : lineage.facts) {
        if (std::find(m_columns.begin(), m_columns.end(), fact.key) == m_columns.end()) {
            m_columns.push_back(fact.key);
        }
        row.values[fact.key] = std::move(fact.value);
    }
    if (lineage.scalarsLeftOut > 0) {
        say(fmt::format("runlens: {}: last values of {} more scalars are left out of the table",
                        run->name(),
                        groupedCount(lineage.scalarsLeftOut)));
    }
    m_rows.push_back(std::move(row));
}

std::string LineageTable::csv() const
{
    std::string text = "run";
    for (const std::string& column : m_columns) {
        text += ',' + csvField(column);
    }
    text += '\n';
    for (const Row& row : m_rows) {
        text += csvField(row.run);
        for (const std::string& column : m_columns) {
            const auto value = row.values.find(column);
            text += ',' + (value == row.values.end() ? std::string() : csvField(value->second));
        }
        text += '\n';
    }
    return text;
}

} // namespace runlens::app
