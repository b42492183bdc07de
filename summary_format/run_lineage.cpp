// SPDX-License-Identifier: Apache-2.0
#include "summary_format/run_lineage.h"

#include "summary_format/formats/event_file/lineage.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace runlens {

namespace {

class LineageFacts {
public:
    explicit LineageFacts(RunLineage& lineage) : m_lineage(lineage) {}

    [[nodiscard]] bool has(const std::string& key) const { return m_places.contains(key); }

    /// What a lower rank says stands above what a higher one says.
    void put(int rank, RunFact fact)
    {
        const auto [at, isNew] =
            m_places.try_emplace(fact.key, Place{m_lineage.facts.size(), rank});
        if (isNew) {
            m_lineage.facts.push_back(std::move(fact));
        } else if (rank <= at->second.rank) {
            at->second.rank = rank;
            m_lineage.facts[at->second.index] = std::move(fact);
        }
    }

    /// A JSON value; texts come without their quotes.
    void putJson(int rank, FactGroup group, std::string key, std::string_view json)
    {
        std::string_view text;
        if (json.starts_with('"')
            && m_parser.parse(simdjson::padded_string(json)).get(text) == simdjson::SUCCESS)
        {
            // NaN and infinities have no other form in JSON.
            const bool isNumber = text == "NaN" || text == "Infinity" || text == "-Infinity";
            put(rank, {std::move(key), group, std::string(text), !isNumber});
        } else {
            put(rank,
                {std::move(key), group, json == "null" ? std::string() : std::string(json), false});
        }
    }

private:
    struct Place {
        std::size_t index = 0;
        int rank = 0;
    };

    RunLineage& m_lineage;
    std::unordered_map<std::string, Place> m_places;
    simdjson::dom::parser m_parser;
};

FactGroup groupOfFact(std::string_view key)
{
    constexpr std::array kDataSet{
        "train_dataset_path", "train_dataset_count", "test_dataset_path", "test_dataset_count"};
    constexpr std::array kRun{"model_path", "model_size", "hparams_group", "hparams_status"};
    const auto isIn = [key](const auto& names) {
        return std::any_of(
            names.begin(), names.end(), [key](const char* name) { return key == name; });
    };
    if (key.starts_with("dataset/") || isIn(kDataSet)) {
        return FactGroup::DataSet;
    }
    if (key == "loss" || key == "metric" || key.starts_with("metric/")) {
        return FactGroup::Metric;
    }
    return isIn(kRun) ? FactGroup::Run : FactGroup::Parameter;
}

/// Smallest and largest value but NaN; nothing when there is no other.
void putExtremes(LineageFacts& facts, int rank, const std::string& tag, const ScalarSeries& series)
{
    ChunkRange whole;
    for (const ChunkRange& range : series.ranges) {
        whole.minimum = std::min(whole.minimum, range.minimum);
        whole.maximum = std::max(whole.maximum, range.maximum);
    }
    if (whole.minimum <= whole.maximum) {
        const NumberType type = series.numberType;
        // Integers beyond 2^53 round in a range: the text says what was compared.
        const auto text = [type](double value) {
            return isFloat32Held(type) ? shortestText(fromDouble(value, type), type)
                                       : shortestText(value);
        };
        facts.put(rank, {"min/" + tag, FactGroup::Metric, text(whole.minimum), false});
        facts.put(rank, {"max/" + tag, FactGroup::Metric, text(whole.maximum), false});
    }
}

} // namespace

RunLineage runLineage(const Run& run,
                      const LoadPayload& load,
                      const RunLineageOptions& options,
                      const std::stop_token& stop)
{
    RunLineage lineage;
    LineageFacts facts(lineage);
    for (const Property& property : run.properties()) {
        const std::string_view section = run.text(property.section);
        if (section == "configuration") {
            facts.putJson(property.rank,
                          FactGroup::Parameter,
                          std::string(run.text(property.key)),
                          run.text(property.value));
        } else if (section == "info" && options.withRunInformation) {
            facts.putJson(property.rank,
                          FactGroup::Run,
                          "info/" + std::string(run.text(property.key)),
                          run.text(property.value));
        }
    }
    std::size_t scalars = 0;
    for (std::size_t i = 0; i < run.tags().size() && !stop.stop_requested(); ++i) {
        const auto id = static_cast<TagId>(i);
        const RecordKind kind = run.tags()[i].kind;
        const int rank = run.tags()[i].rank;
        const ScalarSeries* series = run.scalars(id);
        if (series != nullptr && series->size() > 0) {
            const std::string tag(run.tagName(id));
            const std::string last = "last/" + tag;
            if (facts.has(last) || ++scalars <= options.mostScalars) {
                facts.put(rank,
                          {last,
                           FactGroup::Metric,
                           shortestText(series->bits(series->size() - 1), series->numberType),
                           false});
                if (options.withExtremes) {
                    putExtremes(facts, rank, tag, *series);
                }
            }
            continue;
        }
        const auto* samples = run.samples(id);
        if (samples == nullptr || (kind != RecordKind::Lineage && kind != RecordKind::HParams)) {
            continue;
        }
        for (std::size_t entry = 0; entry < samples->size() && !stop.stop_requested(); ++entry) {
            const auto payload = load((*samples)[entry].payload);
            if (!payload) {
                lineage.errors.push_back(payload.error());
                continue;
            }
            const std::string_view record = asText(*payload);
            const auto found = kind == RecordKind::Lineage
                                   ? event_file::lineageFacts(run.tagName(id), record)
                                   : event_file::hparamFacts(record);
            for (const event_file::LineageFact& fact : found) {
                const bool isUser =
                    fact.key.starts_with("user_defined/") || fact.key.starts_with("hparam/");
                facts.putJson(rank,
                              isUser ? FactGroup::Parameter : groupOfFact(fact.key),
                              fact.key,
                              fact.value);
            }
            if (kind == RecordKind::HParams) {
                for (std::string& tag : event_file::hparamMetrics(record)) {
                    lineage.metricTags.push_back(std::move(tag));
                }
            }
        }
    }
    lineage.scalarsLeftOut = scalars > options.mostScalars ? scalars - options.mostScalars : 0;
    return lineage;
}

} // namespace runlens
