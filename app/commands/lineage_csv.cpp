// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/lineage_csv.h"

#include "app/commands/output.h"
#include "app/commands/text.h"
#include "summary_format/formats/event_file/lineage.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>

namespace runlens::app {

namespace {

/// Last values of scalars are columns too, but not of a run with very many.
constexpr std::size_t kMostScalars = 1000;

/// A JSON value as a cell: texts without their quotes.
std::string cellOf(std::string_view json)
{
    simdjson::dom::parser parser;
    std::string_view text;
    if (json.starts_with('"')
        && parser.parse(simdjson::padded_string(json)).get(text) == simdjson::SUCCESS)
    {
        return std::string(text);
    }
    return json == "null" ? std::string() : std::string(json);
}

} // namespace

void LineageTable::put(Row& row, const std::string& key, std::string_view json)
{
    if (std::find(m_columns.begin(), m_columns.end(), key) == m_columns.end()) {
        m_columns.push_back(key);
    }
    row.values[key] = cellOf(json); // a later record tells the later state
}

void LineageTable::add(const RunReader& reader)
{
    const auto run = reader.run();
    Row row;
    row.run = run->name();
    for (const Property& property : run->properties()) {
        if (run->text(property.section) == "configuration") {
            put(row, std::string(run->text(property.key)), run->text(property.value));
        }
    }
    std::size_t scalars = 0;
    for (std::size_t i = 0; i < run->tags().size(); ++i) {
        const auto id = static_cast<TagId>(i);
        const Tag& tag = run->tags()[i];
        const ScalarSeries* series = run->scalars(id);
        if (series != nullptr && series->size() > 0 && ++scalars <= kMostScalars) {
            put(row,
                "last/" + std::string(run->tagName(id)),
                shortestText(series->bits(series->size() - 1), series->numberType));
        }
        const auto* samples = run->samples(id);
        if (samples == nullptr
            || (tag.kind != RecordKind::Lineage && tag.kind != RecordKind::HParams)) {
            continue;
        }
        for (std::size_t entry = 0; entry < samples->size(); ++entry) {
            const auto payload = reader.load((*samples)[entry].payload);
            if (!payload) {
                complain(payload.error());
                continue;
            }
            const auto facts = tag.kind == RecordKind::Lineage
                                   ? event_file::lineageFacts(run->tagName(id), asText(*payload))
                                   : event_file::hparamFacts(asText(*payload));
            for (const event_file::LineageFact& fact : facts) {
                put(row, fact.key, fact.value);
            }
        }
    }
    if (scalars > kMostScalars) {
        say(fmt::format("runlens: {}: last values of {} more scalars are left out of the table",
                        run->name(),
                        groupedCount(scalars - kMostScalars)));
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
