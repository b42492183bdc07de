// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/wandb/wandb_decoder.h"

#include "summary_format/base/wire.h"
#include "summary_format/formats/event_file/event_metadata.h"
#include "summary_format/formats/wandb/wandb_numbers.h"
#include "summary_format/formats/wandb/wandb_payload.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace runlens::wandb {

using event_file::jsonText;
using event_file::wallNsOf;

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;

/// google.protobuf.Timestamp: seconds (1), nanos (2).
std::int64_t timestampOf(std::string_view message)
{
    std::int64_t seconds = 0;
    std::int64_t nanos = 0;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        if (fields.tag_and_type() == varintField(1)) {
            seconds = fields.get_int64();
        } else if (fields.tag_and_type() == varintField(2)) {
            nanos = fields.get_int32();
        } else {
            fields.skip();
        }
    }
    std::int64_t ns = 0;
    const bool isTooLarge =
        __builtin_mul_overflow(seconds, kSecondNs, &ns) || __builtin_add_overflow(ns, nanos, &ns);
    return isTooLarge ? kNoTime : ns;
}

/// key (1), or the parts of nested_key (2) with dots between them; value_json (16).
struct Item {
    std::string key;
    std::string_view json;
};

Item itemOf(std::string_view message)
{
    Item item;
    std::string nested;
    pbf_reader fields = readerOf(message);
    while (fields.next()) {
        switch (fields.tag_and_type()) {
        case bytesField(1):
            item.key = textOf(fields);
            break;
        case bytesField(2):
            nested += (nested.empty() ? "" : ".") + textOf(fields);
            break;
        case bytesField(16):
            item.json = viewOf(fields);
            break;
        default:
            fields.skip();
        }
    }
    if (item.key.empty()) {
        item.key = nested;
    }
    return item;
}

} // namespace

PayloadRef WandbDecoder::refTo(const Context& context, std::int32_t part) const
{
    return {0, part, context.offset, m_size};
}

SessionId WandbDecoder::session(Context& context)
{
    if (!isValid(m_sessionId)) {
        m_session.startNs = m_session.startNs == kNoTime ? context.wallNs : m_session.startNs;
        m_sessionId = context.sink.session(m_session);
    }
    return m_sessionId;
}

void WandbDecoder::updateSession(Context& context)
{
    if (isValid(m_sessionId)) {
        context.sink.session(m_session);
    }
}

void WandbDecoder::info(Context& context, const char* key, std::string_view text)
{
    if (!text.empty()) {
        context.sink.property({0, session(context), "info", key, jsonText(text)});
    }
}

void WandbDecoder::sample(Context& context,
                          const std::string& key,
                          RecordKind kind,
                          PayloadRef payload,
                          const std::string& metadata)
{
    ++m_byKind[recordKindName(kind)];
    TagRecord tag;
    tag.name = key;
    tag.kind = kind;
    context.sink.sample(context.sink.tag(tag),
                        {session(context), context.step, context.wallNs, metadata, {{}, payload}});
}

void WandbDecoder::number(Context& context, const std::string& key, double value)
{
    ++m_byKind[recordKindName(RecordKind::Scalar)];
    TagRecord tag;
    tag.name = key;
    context.sink.scalar(
        context.sink.tag(tag), session(context), context.step, context.wallNs, toBits(value));
}

void WandbDecoder::history(Context& context, std::string_view body)
{
    std::vector<Item> items;
    std::int64_t step = m_lastStep + 1;
    pbf_reader fields = readerOf(body);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(1)) {
            items.push_back(itemOf(viewOf(fields)));
        } else if (fields.tag_and_type() == bytesField(2)) {
            pbf_reader inside = readerOf(viewOf(fields));
            step = 0; // a field that is 0 is left out
            while (nextVarint(inside, 1)) {
                step = inside.get_int64();
            }
        } else {
            fields.skip();
        }
    }
    for (const Item& item : items) { // before the values: they may come in any order
        if (item.key == "_step") {
            const double told = realOf(item.json);
            step = std::fabs(told) < 9.2e18 ? static_cast<std::int64_t>(told) : step;
        } else if (item.key == "_timestamp") {
            context.wallNs = wallNsOf(realOf(item.json));
        }
    }
    context.step = m_lastStep = step;
    if (context.wallNs != kNoTime) {
        m_session.heartbeatNs = std::max(m_session.heartbeatNs, context.wallNs);
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].key != "_step" && items[i].key != "_timestamp") {
            value(context, items[i].key, items[i].json, static_cast<std::int32_t>(i));
        }
    }
}

/// ConfigRecord and SummaryRecord: update (1).
void WandbDecoder::properties(Context& context, const char* section, std::string_view items)
{
    pbf_reader updates = readerOf(items);
    while (nextBytes(updates, 1)) {
        const Item item = itemOf(viewOf(updates));
        const bool isOwn = item.key == "_wandb" || item.key.starts_with("_wandb.");
        const std::string json =
            bareNumber(item.json) ? jsonText(item.json) : std::string(item.json);
        context.sink.property({0, session(context), isOwn ? "info" : section, item.key, json});
    }
}

void WandbDecoder::git(Context& context, std::string_view body)
{
    pbf_reader fields = readerOf(body);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(1)) {
            info(context, "git_remote", viewOf(fields));
        } else if (fields.tag_and_type() == bytesField(2)) {
            info(context, "git_commit", viewOf(fields));
        } else {
            fields.skip();
        }
    }
}

void WandbDecoder::run(Context& context, std::string_view body)
{
    // Start and host first: they say which session it is.
    pbf_reader first = readerOf(body);
    while (first.next()) {
        if (first.tag_and_type() == bytesField(13)) {
            m_session.host = isValid(m_sessionId) ? m_session.host : textOf(first);
        } else if (first.tag_and_type() == bytesField(17) && !isValid(m_sessionId)) {
            m_session.startNs = timestampOf(viewOf(first));
        } else {
            first.skip();
        }
    }
    constexpr std::array kTexts{std::pair{1U, "run_id"},
                                std::pair{2U, "entity"},
                                std::pair{3U, "project"},
                                std::pair{6U, "group"},
                                std::pair{7U, "job_type"},
                                std::pair{8U, "display_name"},
                                std::pair{9U, "notes"},
                                std::pair{12U, "sweep"},
                                std::pair{13U, "host"}};
    std::string tags;
    pbf_reader fields = readerOf(body);
    while (fields.next()) {
        const std::uint32_t field = fields.tag();
        if (fields.wire_type() != protozero::pbf_wire_type::length_delimited) {
            fields.skip();
            continue;
        }
        const std::string_view bytes = viewOf(fields);
        const auto text = std::find_if(
            kTexts.begin(), kTexts.end(), [field](const auto& one) { return one.first == field; });
        if (text != kTexts.end()) {
            info(context, text->second, bytes);
        } else if (field == 4) {
            properties(context, "configuration", bytes);
        } else if (field == 5) {
            properties(context, "summary", bytes);
        } else if (field == 10) {
            tags += (tags.empty() ? "" : ",") + jsonText(bytes);
        } else if (field == 21) {
            git(context, bytes);
        }
    }
    if (!tags.empty()) {
        context.sink.property({0, session(context), "info", "tags", '[' + tags + ']'});
    }
}

/// StatsRecord: timestamp (2), item (3) of key (1) and value_json (16).
void WandbDecoder::stats(Context& context, std::string_view body)
{
    std::vector<Item> items;
    pbf_reader fields = readerOf(body);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(2)) {
            context.wallNs = timestampOf(viewOf(fields));
        } else if (fields.tag_and_type() == bytesField(3)) {
            items.push_back(itemOf(viewOf(fields)));
        } else {
            fields.skip();
        }
    }
    for (const Item& item : items) {
        const std::string name = "system/" + item.key;
        TrackRecord track;
        track.name = name;
        track.kind = TrackKind::Counter;
        const double value = realOf(item.json);
        ++m_byKind["counter"];
        context.sink.counters(
            context.sink.track(track),
            {session(context), std::span(&context.wallNs, 1), std::span(&value, 1)});
    }
}

/// OutputRecord: output_type (1; 0: stderr), timestamp (2), line (3).
void WandbDecoder::output(Context& context, std::string_view body)
{
    bool isStdout = false;
    pbf_reader fields = readerOf(body);
    while (fields.next()) {
        if (fields.tag_and_type() == varintField(1)) {
            isStdout = fields.get_int32() == 1;
        } else if (fields.tag_and_type() == bytesField(2)) {
            context.wallNs = timestampOf(viewOf(fields));
        } else {
            fields.skip();
        }
    }
    sample(context,
           isStdout ? "console/stdout" : "console/stderr",
           RecordKind::SessionLog,
           refTo(context, partOf(PayloadForm::Line, 0)),
           "{}");
}

/// RunExitRecord: exit_code (1), runtime in seconds (2).
void WandbDecoder::exit(Context& context, std::string_view body)
{
    std::int32_t code = 0;
    std::int64_t seconds = 0;
    pbf_reader fields = readerOf(body);
    while (fields.next()) {
        if (fields.tag_and_type() == varintField(1)) {
            code = fields.get_int32();
        } else if (fields.tag_and_type() == varintField(2)) {
            seconds = fields.get_int32();
        } else {
            fields.skip();
        }
    }
    session(context);
    m_session.ended = code == 0 ? EndReason::Clean : EndReason::Failed;
    m_session.reasonText = code == 0 ? "" : fmt::format("exit code {}", code);
    std::int64_t end = kNoTime;
    if (m_session.startNs != kNoTime && seconds > 0
        && !__builtin_add_overflow(m_session.startNs, seconds * kSecondNs, &end))
    {
        m_session.endNs = std::max(end, m_session.heartbeatNs);
    } else {
        m_session.endNs = m_session.heartbeatNs;
    }
    updateSession(context);
}

/// AlertRecord: title (1), text (2), level (3).
void WandbDecoder::alert(Context& context, std::string_view body)
{
    FindingRecord finding;
    finding.session = session(context);
    finding.rule = "wandb_alert";
    finding.step = m_lastStep >= 0 ? m_lastStep : kNoStep;
    finding.wallNs = m_session.heartbeatNs;
    pbf_reader fields = readerOf(body);
    while (fields.next()) {
        if (fields.tag_and_type() == bytesField(1)) {
            finding.title = viewOf(fields);
        } else if (fields.tag_and_type() == bytesField(2)) {
            finding.detail = viewOf(fields);
        } else if (fields.tag_and_type() == bytesField(3)) {
            const std::string_view level = viewOf(fields);
            finding.severity = level == "ERROR" ? 2 : level == "WARN" ? 1 : 0;
        } else {
            fields.skip();
        }
    }
    ++m_byKind["finding"];
    context.sink.finding(finding);
}

void WandbDecoder::keep(Context& context, const char* name)
{
    sample(context,
           std::string("wandb/") + name,
           RecordKind::Other,
           refTo(context, partOf(PayloadForm::Record, 0)),
           "{}");
}

void WandbDecoder::decodeBody(Context& context, std::uint32_t field, std::string_view body)
{
    switch (field) {
    case 2:
        return history(context, body);
    case 3:
        return properties(context, "summary", body);
    case 4:
    case 13:
        return output(context, body);
    case 5:
        return properties(context, "configuration", body);
    case 6:
        return keep(context, "files");
    case 7:
        return stats(context, body);
    case 8:
        return keep(context, "artifact");
    case 9:
        return keep(context, "tensorboard");
    case 10:
        return alert(context, body);
    case 11:
        return keep(context, "telemetry");
    case 12:
        return keep(context, "metric");
    case 17:
        return run(context, body);
    case 18:
        return exit(context, body);
    case 20: // final, header and footer say nothing of the run
    case 21:
    case 22:
        return;
    default:
        return keep(context, "record");
    }
}

void WandbDecoder::decode(std::string_view record,
                          std::int64_t offset,
                          RecordSink& sink,
                          Diagnostics& diagnostics)
{
    ++m_records;
    m_size = static_cast<std::int64_t>(record.size());
    Context context{sink, diagnostics, offset, kNoStep, kNoTime};
    const std::int64_t heartbeat = m_session.heartbeatNs;
    try {
        pbf_reader fields = readerOf(record);
        while (fields.next()) {
            const std::uint32_t field = fields.tag();
            // num (1), control (16), uuid (19) and what is above 100 is about the message itself.
            const bool isBody = field >= 2 && field < 200 && field != 16 && field != 19
                                && fields.wire_type() == protozero::pbf_wire_type::length_delimited;
            if (isBody) {
                decodeBody(context, field, viewOf(fields));
            } else {
                fields.skip();
            }
        }
    } catch (const protozero::exception&) {
        diagnostics.damage(
            m_path,
            offset,
            "a record with a right checksum is malformed: what came before its fault was kept");
    } catch (const std::exception& error) {
        diagnostics.damage(
            m_path, offset, std::string("a record could not be read: ") + error.what());
    }
    if (m_session.heartbeatNs != heartbeat && m_records % 256 == 0) {
        updateSession(context);
    }
}

} // namespace runlens::wandb
