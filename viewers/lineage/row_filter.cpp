// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/row_filter.h"

#include "viewers/common/text.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

RowFilter::RowFilter(const QString& text)
{
    static const QRegularExpression kComparison(QStringLiteral("^([^<>=!]+)(>=|<=|!=|>|<|=)(.+)$"));
    const QStringList words = text.split(QChar(u' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        Term term;
        if (const auto match = kComparison.match(word); match.hasMatch()) {
            term.column = match.captured(1);
            term.sign = match.captured(2);
            term.text = match.captured(3);
            bool isNumber = false;
            const double number = term.text.toDouble(&isNumber);
            if (isNumber) {
                term.number = number;
            }
        } else {
            term.text = word;
        }
        m_terms.push_back(term);
    }
}

int RowFilter::findColumn(const RunTable& table, const QString& name)
{
    const std::string wanted = name.toStdString();
    if (const int exact = table.find(wanted); exact >= 0) {
        return exact;
    }
    int found = -1;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        const RunColumn& column = table.columns[i];
        // Of the three columns of a scalar its last value is meant.
        const bool isBetter =
            found < 0
            || (table.columns[static_cast<std::size_t>(found)].part != ColumnPart::Whole
                && column.part <= ColumnPart::Last);
        if (isBetter && toText(column.title, 200).compare(name, Qt::CaseInsensitive) == 0) {
            found = static_cast<int>(i);
        }
    }
    return found;
}

QString RowFilter::resolve(const RunTable& table)
{
    QString unknown;
    for (Term& term : m_terms) {
        term.index = term.column.isEmpty() ? -1 : findColumn(table, term.column);
        if (unknown.isEmpty() && !term.column.isEmpty() && term.index < 0) {
            unknown = term.column;
        }
    }
    return unknown;
}

bool RowFilter::holds(const Term& term, const RunColumn& column, std::size_t row)
{
    const RunCell& cell = column.cells[row];
    if (cell.kind == RunCell::Kind::Missing) {
        return false;
    }
    if (cell.kind != RunCell::Kind::Number || !term.number) {
        const bool isEqual = toText(cell.text).compare(term.text, Qt::CaseInsensitive) == 0;
        return term.sign == u"=" ? isEqual : term.sign == u"!=" && !isEqual;
    }
    // Durations are compared in seconds, as they read.
    const double value = column.unit == ColumnUnit::None ? cell.number : cell.number / 1e9;
    const double wanted = *term.number;
    if (term.sign == u"=") {
        return value == wanted;
    }
    if (term.sign == u"!=") {
        return value != wanted;
    }
    if (term.sign == u">=") {
        return value >= wanted;
    }
    if (term.sign == u"<=") {
        return value <= wanted;
    }
    return term.sign == u">" ? value > wanted : value < wanted;
}

bool RowFilter::matches(const RunTable& table,
                        const RunLabel& label,
                        std::size_t row,
                        const std::vector<int>& shown) const
{
    return std::all_of(m_terms.begin(), m_terms.end(), [&](const Term& term) {
        if (!term.column.isEmpty()) {
            return term.index >= 0
                   && holds(term, table.columns[static_cast<std::size_t>(term.index)], row);
        }
        const auto has = [&term](const QString& text) {
            return text.contains(term.text, Qt::CaseInsensitive);
        };
        if (has(label.name) || has(label.note)
            || std::any_of(label.tags.begin(), label.tags.end(), has)) {
            return true;
        }
        return std::any_of(shown.begin(), shown.end(), [&](int column) {
            const RunColumn& facts = table.columns[static_cast<std::size_t>(column)];
            return !facts.isMissing(row) && has(toText(facts.cells[row].text));
        });
    });
}

} // namespace runlens::viewers
