// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/importance.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace runlens::viewers {

double ImportanceRow::strength() const
{
    return correlation.pearson ? std::max(std::abs(*correlation.pearson),
                                          std::abs(correlation.spearman.value_or(0)))
                               : -1.0;
}

std::vector<ImportanceRow> importanceOf(const RunTable& table,
                                        int metric,
                                        const std::vector<int>& rows,
                                        const std::stop_token& stop)
{
    std::vector<ImportanceRow> list;
    if (metric < 0 || static_cast<std::size_t>(metric) >= table.columns.size()) {
        return list;
    }
    const RunColumn& target = table.columns[static_cast<std::size_t>(metric)];
    std::vector<double> y;
    y.reserve(rows.size());
    for (const int row : rows) {
        y.push_back(target.isNumeric ? target.value(static_cast<std::size_t>(row))
                                     : std::numeric_limits<double>::quiet_NaN());
    }
    std::vector<double> x(rows.size());
    for (std::size_t i = 0; i < table.columns.size() && !stop.stop_requested(); ++i) {
        const RunColumn& column = table.columns[i];
        const bool isCause =
            column.group == FactGroup::Parameter || column.group == FactGroup::DataSet;
        if (!isCause || static_cast<int>(i) == metric) {
            continue;
        }
        ImportanceRow row;
        row.column = static_cast<int>(i);
        std::set<std::string> texts;
        bool hasAny = false;
        for (std::size_t at = 0; at < rows.size(); ++at) {
            const auto index = static_cast<std::size_t>(rows[at]);
            x[at] = column.value(index);
            hasAny = hasAny || !column.isMissing(index);
            if (!column.isNumeric && !column.isMissing(index)) {
                texts.insert(column.cells[index].text);
            }
        }
        if (!hasAny) {
            continue;
        }
        if (!column.isNumeric) {
            row.kind = texts.size() > 2 ? ParameterKind::ManyTexts : ParameterKind::TwoTexts;
            row.texts.assign(texts.begin(), texts.end());
        }
        if (row.kind == ParameterKind::TwoTexts) {
            for (std::size_t at = 0; at < rows.size(); ++at) {
                const auto index = static_cast<std::size_t>(rows[at]);
                if (!column.isMissing(index)) {
                    x[at] = column.cells[index].text == row.texts.front() ? 0.0 : 1.0;
                }
            }
        }
        row.correlation = profiler::correlate(x, y);
        if (row.kind == ParameterKind::ManyTexts) {
            row.texts.clear();
            row.correlation.pearson.reset();
            row.correlation.spearman.reset();
        }
        list.push_back(std::move(row));
    }
    std::stable_sort(list.begin(), list.end(), [](const ImportanceRow& a, const ImportanceRow& b) {
        return a.strength() > b.strength();
    });
    return list;
}

} // namespace runlens::viewers
