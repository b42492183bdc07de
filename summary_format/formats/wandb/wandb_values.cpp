// SPDX-License-Identifier: Apache-2.0
// The values of a history record: which record each becomes by its JSON type and its "_type".
#include "summary_format/formats/event_file/event_metadata.h"
#include "summary_format/formats/wandb/wandb_decoder.h"
#include "summary_format/formats/wandb/wandb_numbers.h"
#include "summary_format/formats/wandb/wandb_payload.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <cmath>

namespace runlens::wandb {

using event_file::jsonText;

namespace {

constexpr int kDeepestJson = 32; ///< objects inside objects
constexpr std::size_t kMostFiles = 1'000'000;

} // namespace

void WandbDecoder::media(Context& context,
                         const std::string& key,
                         RecordKind kind,
                         const std::string& name,
                         const std::string& metadata)
{
    if (m_fileIds.size() >= kMostFiles) {
        context.diagnostics.damage(m_path, context.offset, "it names too many files: one left out");
        return;
    }
    const auto [known, isNew] =
        m_fileIds.try_emplace(name, static_cast<std::int32_t>(m_fileIds.size()) + 1);
    if (isNew) {
        m_onFile(name);
    }
    sample(context, key, kind, {known->second, partOf(PayloadForm::File, 0), 0, 0}, metadata);
}

void WandbDecoder::typed(Context& context,
                         const std::string& key,
                         const simdjson::dom::element& object,
                         std::string_view type,
                         std::int32_t item)
{
    std::string_view path;
    const bool hasPath = object["path"].get(path) == simdjson::SUCCESS;
    const auto integer = [&](const char* name) {
        std::int64_t number = 0;
        return object[name].get(number) == simdjson::SUCCESS ? number : 0;
    };
    if (type == "histogram" && isHistogram(object)) {
        ++m_byKind[recordKindName(RecordKind::Histogram)];
        TagRecord tag;
        tag.name = key;
        tag.kind = RecordKind::Histogram;
        TensorStatsRecord record{session(context), context.step, context.wallNs, {}, {}, {}, {}};
        TensorStatistics& statistics = record.statistics;
        statistics.minimum = statistics.maximum = std::nan("");
        statistics.mean = statistics.l2Norm = std::nan("");
        double count = 0.0;
        for (const simdjson::dom::element bucket : object["values"].get_array()) {
            double inside = 0.0;
            count += bucket.get(inside) == simdjson::SUCCESS ? inside : 0.0;
        }
        statistics.count = fromDouble(count, NumberType::UInt64);
        record.encoded.ref = refTo(context, partOf(PayloadForm::Histogram, item));
        context.sink.tensorStats(context.sink.tag(tag), record);
    } else if (type == "image-file" && hasPath) {
        media(context,
              key,
              RecordKind::Image,
              std::string(path),
              fmt::format(R"({{"width":{},"height":{}}})", integer("width"), integer("height")));
    } else if (type == "audio-file" && hasPath) {
        media(context, key, RecordKind::Audio, std::string(path), "{}");
    } else if (type == "images/separated" && object["filenames"].is_array()) {
        for (const simdjson::dom::element name : object["filenames"].get_array()) {
            std::string_view file;
            if (name.get(file) == simdjson::SUCCESS) {
                media(context,
                      key,
                      RecordKind::Image,
                      std::string(file),
                      fmt::format(
                          R"({{"width":{},"height":{}}})", integer("width"), integer("height")));
            }
        }
    } else {
        sample(context,
               key,
               RecordKind::Other,
               refTo(context, partOf(PayloadForm::Json, item)),
               fmt::format(R"({{"type":{}}})", jsonText(type)));
    }
}

/// Objects without a type are tags below the key.
void WandbDecoder::object(Context& context,
                          const std::string& key,
                          const simdjson::dom::element& object,
                          std::int32_t item,
                          int depth)
{
    std::string_view type;
    if (object["_type"].get(type) == simdjson::SUCCESS) {
        // Buckets are loaded from the item as a whole.
        typed(context,
              key,
              object,
              depth > 0 && type == "histogram" ? "nested histogram" : type,
              item);
        return;
    }
    for (const auto field : simdjson::dom::object(object)) {
        const std::string name = key + '.' + std::string(field.key);
        double number = 0.0;
        bool truth = false;
        if (field.value.get(number) == simdjson::SUCCESS) {
            this->number(context, name, number);
        } else if (field.value.get(truth) == simdjson::SUCCESS) {
            this->number(context, name, truth ? 1.0 : 0.0);
        } else if (field.value.is_object() && depth < kDeepestJson) {
            this->object(context, name, field.value, item, depth + 1);
        } else if (!field.value.is_null()) { // the whole value tells it
            sample(context,
                   name,
                   RecordKind::Other,
                   refTo(context, partOf(PayloadForm::Json, item)),
                   "{}");
        }
    }
}

void WandbDecoder::value(Context& context,
                         const std::string& key,
                         std::string_view json,
                         std::int32_t item)
{
    if (const auto bare = bareNumber(json)) {
        number(context, key, *bare);
        return;
    }
    simdjson::dom::parser parser;
    simdjson::dom::element element;
    const simdjson::padded_string padded(json);
    if (parser.parse(padded).get(element) != simdjson::SUCCESS) {
        // Among others NaN inside an object: kept as it stands.
        sample(
            context, key, RecordKind::Other, refTo(context, partOf(PayloadForm::Json, item)), "{}");
        return;
    }
    double real = 0.0;
    bool truth = false;
    if (element.get(real) == simdjson::SUCCESS) {
        constexpr double kExact = 9007199254740992.0;
        if (!element.is_double() && std::fabs(real) > kExact && m_roundedTold.insert(key).second) {
            context.diagnostics.warning(
                m_path, context.offset, key + " holds integers beyond 2^53: they are rounded");
        }
        number(context, key, real);
    } else if (element.get(truth) == simdjson::SUCCESS) {
        number(context, key, truth ? 1.0 : 0.0);
    } else if (element.is_string()) {
        sample(
            context, key, RecordKind::Text, refTo(context, partOf(PayloadForm::Text, item)), "{}");
    } else if (element.is_object()) {
        object(context, key, element, item, 0);
    } else if (!element.is_null()) {
        sample(
            context, key, RecordKind::Other, refTo(context, partOf(PayloadForm::Json, item)), "{}");
    }
}

} // namespace runlens::wandb
