// SPDX-License-Identifier: Apache-2.0
/// Turns the records of a .wandb file into records of ours: history to scalars and samples,
/// configuration and summary to properties, system metrics to counter tracks, console lines to
/// samples of kind session_log, alerts to findings. What has no kind of its own is kept as
/// it is, as kind other. Field numbers: docs/formats/wandb.md.
#pragma once

#include "summary_format/base/diagnostics.h"
#include "summary_format/record_sink.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace simdjson::dom {
class element;
}

namespace runlens::wandb {

class WandbDecoder {
public:
    /// onFile is told each file that the log names, below the folder "files", before a payload
    /// refers to it: PayloadRef::file is 1 + the index in this order.
    WandbDecoder(std::string path, std::function<void(const std::string&)> onFile)
        : m_path(std::move(path)), m_onFile(std::move(onFile))
    {}

    /// One record; malformed ones become a diagnostic. Never throws.
    void decode(std::string_view record,
                std::int64_t offset,
                RecordSink& sink,
                Diagnostics& diagnostics);

    [[nodiscard]] std::uint64_t records() const { return m_records; }

    [[nodiscard]] const std::map<std::string, std::uint64_t>& byKind() const { return m_byKind; }

private:
    struct Context {
        RecordSink& sink;
        Diagnostics& diagnostics;
        std::int64_t offset = 0;
        std::int64_t step = kNoStep;
        std::int64_t wallNs = kNoTime;
    };

    void decodeBody(Context& context, std::uint32_t field, std::string_view body);
    void history(Context& context, std::string_view body);
    void value(Context& context, const std::string& key, std::string_view json, std::int32_t item);
    void object(Context& context,
                const std::string& key,
                const simdjson::dom::element& object,
                std::int32_t item,
                int depth);
    void typed(Context& context,
               const std::string& key,
               const simdjson::dom::element& object,
               std::string_view type,
               std::int32_t item);
    void media(Context& context,
               const std::string& key,
               RecordKind kind,
               const std::string& name,
               const std::string& metadata);
    void number(Context& context, const std::string& key, double value);
    void sample(Context& context,
                const std::string& key,
                RecordKind kind,
                PayloadRef payload,
                const std::string& metadata);
    void properties(Context& context, const char* section, std::string_view items);
    void run(Context& context, std::string_view body);
    void git(Context& context, std::string_view body);
    void stats(Context& context, std::string_view body);
    void output(Context& context, std::string_view body);
    void exit(Context& context, std::string_view body);
    void alert(Context& context, std::string_view body);
    void keep(Context& context, const char* name);
    void info(Context& context, const char* key, std::string_view text);
    SessionId session(Context& context);
    void updateSession(Context& context);
    [[nodiscard]] PayloadRef refTo(const Context& context, std::int32_t part) const;

    std::string m_path;
    std::function<void(const std::string&)> m_onFile;
    std::map<std::string, std::int32_t> m_fileIds;
    std::map<std::string, std::uint64_t> m_byKind;
    std::set<std::string> m_roundedTold;
    SessionRecord m_session;
    SessionId m_sessionId = kNone<SessionId>;
    std::int64_t m_lastStep = -1;
    std::int64_t m_size = 0; ///< of the record at hand
    std::uint64_t m_records = 0;
};

} // namespace runlens::wandb
