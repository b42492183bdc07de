// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/run_table.h"

#include "viewers/common/tag_worth.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>

namespace runlens::viewers {

namespace {

constexpr std::size_t kTellingParameters = 8;
constexpr std::size_t kTellingMetrics = 5;
constexpr std::size_t kTellingDataFacts = 2;

/// NaN and infinities are numbers; anything behind the number makes it a text.
bool readNumber(const std::string& text, double& number)
{
    if (text == "NaN") {
        number = std::numeric_limits<double>::quiet_NaN();
        return true;
    }
    if (text == "Infinity" || text == "-Infinity") {
        number = text.front() == '-' ? -std::numeric_limits<double>::infinity()
                                     : std::numeric_limits<double>::infinity();
        return true;
    }
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end && std::isfinite(number);
}

RunCell cellFrom(const RunField& field)
{
    RunCell cell;
    if (field.text.empty() && !field.isText) {
        return cell; // said to be null
    }
    cell.text = field.text;
    // Many programs record their numbers as texts: "0.1" as a parameter is a number.
    const bool mayBeNumber = !field.isText || field.group == FactGroup::Parameter;
    double number = 0.0;
    if (mayBeNumber && readNumber(field.text, number)) {
        cell.kind = RunCell::Kind::Number;
        cell.number = number;
    } else {
        cell.kind = RunCell::Kind::Text;
    }
    return cell;
}

struct Prefix {
    std::string_view text;
    ColumnPart part;
};

void nameColumn(RunColumn& column)
{
    constexpr std::array kPrefixes{Prefix{"last/", ColumnPart::Last},
                                   Prefix{"min/", ColumnPart::Minimum},
                                   Prefix{"max/", ColumnPart::Maximum},
                                   Prefix{"metric/", ColumnPart::Whole},
                                   Prefix{"hparam/", ColumnPart::Whole},
                                   Prefix{"user_defined/", ColumnPart::Whole},
                                   Prefix{"dataset/", ColumnPart::Whole},
                                   Prefix{"info/", ColumnPart::Whole}};
    column.title = column.key;
    for (const Prefix& prefix : kPrefixes) {
        const bool isOfScalar = prefix.part != ColumnPart::Whole;
        if (column.key.starts_with(prefix.text) && column.key.size() > prefix.text.size()
            && (!isOfScalar || column.group == FactGroup::Metric))
        {
            column.title = column.key.substr(prefix.text.size());
            column.part = prefix.part;
            return;
        }
    }
}

void summarize(RunColumn& column)
{
    column.isNumeric = true;
    std::set<std::string> texts;
    for (const RunCell& cell : column.cells) {
        if (cell.kind == RunCell::Kind::Missing) {
            continue;
        }
        ++column.present;
        column.isNumeric = column.isNumeric && cell.kind == RunCell::Kind::Number;
        texts.insert(cell.text);
    }
    column.isNumeric = column.isNumeric && column.present > 0;
    column.differs = texts.size() > 1;
    if (!column.isNumeric) {
        column.categories.assign(texts.begin(), texts.end());
        column.minimum = 0.0;
        column.maximum = static_cast<double>(column.categories.size()) - 1.0;
        return;
    }
    column.minimum = std::numeric_limits<double>::infinity();
    column.maximum = -std::numeric_limits<double>::infinity();
    for (const RunCell& cell : column.cells) {
        if (cell.kind == RunCell::Kind::Number && std::isfinite(cell.number)) {
            column.minimum = std::min(column.minimum, cell.number);
            column.maximum = std::max(column.maximum, cell.number);
        } else if (cell.kind == RunCell::Kind::Number) {
            ++column.nonFinite;
        }
    }
}

int groupOrder(FactGroup group)
{
    switch (group) {
    case FactGroup::Parameter:
        return 0;
    case FactGroup::Metric:
        return 1;
    case FactGroup::DataSet:
        return 2;
    case FactGroup::Run:
        break;
    }
    return 3;
}

/// What an experiment calls its metric comes first, then results of an evaluation, then scalars.
int metricOrder(const RunColumn& column)
{
    return column.isMetric ? 0 : column.part == ColumnPart::Whole ? 1 : 2;
}

/// Columns of a group in the order that says most: of metrics, those that runs are judged by; of
/// equal ones, those that most runs have.
std::vector<const RunColumn*> ordered(const RunTable& table, FactGroup group, bool onlyDiffering)
{
    std::vector<const RunColumn*> list;
    for (const RunColumn& column : table.columns) {
        if (column.group == group && (column.differs || !onlyDiffering)) {
            list.push_back(&column);
        }
    }
    const auto key = [group](const RunColumn* column) {
        const int worth =
            group == FactGroup::Metric ? tagWorth(QString::fromStdString(column->key)) : 0;
        return std::make_tuple(metricOrder(*column), -worth, -static_cast<long>(column->present));
    };
    std::stable_sort(list.begin(), list.end(), [&key](const RunColumn* a, const RunColumn* b) {
        return key(a) < key(b);
    });
    return list;
}

} // namespace

double RunColumn::value(std::size_t row) const
{
    const RunCell& cell = cells[row];
    if (cell.kind == RunCell::Kind::Missing) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (isNumeric) {
        return cell.number;
    }
    const auto at = std::lower_bound(categories.begin(), categories.end(), cell.text);
    return static_cast<double>(at - categories.begin());
}

bool RunColumn::isMissing(std::size_t row) const
{
    return cells[row].kind == RunCell::Kind::Missing;
}

bool RunColumn::canBeDrawn() const
{
    return present > 0 && (isNumeric || categories.size() <= kMostCategories);
}

int RunTable::find(const std::string& key) const
{
    const auto at = byKey.find(key);
    return at == byKey.end() ? -1 : at->second;
}

bool Brush::accepts(const RunColumn& column, std::size_t row) const
{
    if (column.isMissing(row)) {
        return takesMissing;
    }
    const double value = column.value(row);
    return std::isfinite(value) ? value >= low && value <= high : takesNonFinite;
}

RunTable makeRunTable(std::vector<std::shared_ptr<const RunRecord>> rows,
                      const std::stop_token& stop)
{
    RunTable table;
    table.rows = std::move(rows);
    std::set<std::string> leftOut;
    std::set<std::string> metricKeys;
    for (std::size_t row = 0; row < table.rows.size() && !stop.stop_requested(); ++row) {
        for (const std::string& tag : table.rows[row]->metricTags) {
            metricKeys.insert("last/" + tag);
        }
        for (const RunField& field : table.rows[row]->fields) {
            auto at = table.byKey.find(field.key);
            if (at == table.byKey.end()) {
                if (table.columns.size() >= kMostColumns) {
                    leftOut.insert(field.key);
                    continue;
                }
                at = table.byKey.emplace(field.key, static_cast<int>(table.columns.size())).first;
                RunColumn column;
                column.key = field.key;
                column.group = field.group;
                column.unit = field.unit;
                column.cells.resize(table.rows.size());
                table.columns.push_back(std::move(column));
            }
            table.columns[static_cast<std::size_t>(at->second)].cells[row] = cellFrom(field);
        }
    }
    table.columnsLeftOut = leftOut.size();
    std::stable_sort(
        table.columns.begin(), table.columns.end(), [](const RunColumn& a, const RunColumn& b) {
            return groupOrder(a.group) < groupOrder(b.group);
        });
    std::map<std::pair<std::string, ColumnPart>, int> uses;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        RunColumn& column = table.columns[i];
        table.byKey[column.key] = static_cast<int>(i);
        column.isMetric = metricKeys.contains(column.key);
        nameColumn(column);
        summarize(column);
        ++uses[{column.title, column.part}];
    }
    for (RunColumn& column : table.columns) {
        if (uses[{column.title, column.part}] > 1) {
            column.title = column.key;
            column.part = ColumnPart::Whole;
        }
    }
    return table;
}

std::vector<std::string> tellingColumns(const RunTable& table)
{
    std::vector<std::string> keys;
    const auto take = [&](FactGroup group, bool onlyDiffering, std::size_t atMost) {
        const std::size_t before = keys.size();
        for (const RunColumn* column : ordered(table, group, onlyDiffering)) {
            const bool isExtreme =
                column->part == ColumnPart::Minimum || column->part == ColumnPart::Maximum;
            if (keys.size() - before < atMost && !isExtreme) {
                keys.push_back(column->key);
            }
        }
        return keys.size() - before;
    };
    if (take(FactGroup::Parameter, true, kTellingParameters) == 0) {
        take(FactGroup::Parameter, false, kTellingParameters);
    }
    take(FactGroup::Metric, false, kTellingMetrics);
    take(FactGroup::DataSet, true, kTellingDataFacts);
    if (table.find("run/duration") >= 0) {
        keys.emplace_back("run/duration");
    }
    return keys;
}

std::string tellingMetric(const RunTable& table)
{
    for (const RunColumn* column : ordered(table, FactGroup::Metric, false)) {
        if (column->isNumeric && column->maximum > column->minimum) {
            return column->key;
        }
    }
    return {};
}

} // namespace runlens::viewers
