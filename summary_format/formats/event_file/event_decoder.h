// SPDX-License-Identifier: Apache-2.0
/// Turns the events of one run (all its files, both dialects) into records. The two dialects share
/// the envelope but not the values; which one a file speaks is told by its version record, else by
/// its name. Only the first value of a tag carries metadata, so tags are remembered over all files
/// of the run. Payloads stay in the file: a PayloadRef is a range of it, and PayloadForm says how
/// load() turns that range into what the record kind promises. Sources of the field numbers:
/// docs/formats/event_files.md.
#pragma once

#include "summary_format/base/diagnostics.h"
#include "summary_format/record_sink.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace runlens::event_file {

enum class Dialect : std::uint8_t { TensorBoard, MindSpore, MindSporeLineage };

/// PayloadRef::part.
enum class PayloadForm : std::int32_t {
    Raw = 0,          ///< the bytes as they are
    StringTensor = 1, ///< TensorProto of strings: all strings, one after the other
    ImageTensor =
        2, ///< TensorProto of strings, the first two are width and height: the image files
    NumericTensor = 3,      ///< TensorProto: elements, little-endian
    MindSporeTensor = 4,    ///< MindSpore's TensorProto: the same
    HistogramProto = 5,     ///< bucket limits and counts: encoded buckets (histogram.h)
    HistogramTensor = 6,    ///< TensorProto [k, 3] left, right, count: the same
    MindSporeHistogram = 7, ///< left, width, count: the same
    GraphDef = 8,           ///< TensorFlow graph: encoded Graph (graph.h)
    MindSporeGraph = 9,     ///< anf_ir graph: the same
};

struct EventCounts {
    static constexpr std::size_t kKinds = static_cast<std::size_t>(RecordKind::Other) + 1;

    std::uint64_t records = 0;
    std::array<std::uint64_t, kKinds> values{}; ///< by RecordKind
    std::uint64_t summaries = 0;
    std::map<std::string, std::uint64_t> others; ///< "graph_def", "file_version", ...
};

/// SummaryMetadata of one value; views into the event.
struct ValueMetadata {
    std::string_view plugin;
    std::string_view content;
    std::string_view displayName;
    std::string_view description;
    int dataClass = 0;
    bool exists = false;
};

class EventDecoder {
public:
    /// A file of the run, as decode() needs it.
    struct File {
        std::string path;
        std::int32_t index = 0; ///< PayloadRef::file
        Dialect dialect = Dialect::TensorBoard;
        EventCounts counts;
        bool hasPoints = false;
    };

    /// One event. Malformed ones become a diagnostic; never throws.
    void decode(std::string_view event,
                std::int64_t offset,
                File& file,
                RecordSink& sink,
                Diagnostics& diagnostics);
    /// Hands over the points that were collected per tag, and how far the session has come. Call
    /// before a snapshot is taken.
    void flush(RecordSink& sink);

    [[nodiscard]] std::uint64_t records() const { return m_records; }

private:
    using Metadata = ValueMetadata;

    struct TagState {
        std::string name;
        TagState* next = nullptr; ///< the scalar tag that followed this one last time: writers
                                  ///< repeat their order
        TagId id = kNone<TagId>;
        RecordKind kind = RecordKind::Other;
        NumberType type = NumberType::Float32;
        std::int64_t lastStep = kNoStep;
        std::int32_t lastFile = -1;               ///< that its last point came from
        SessionId lastSession = kNone<SessionId>; ///< that its last point belongs to
        std::vector<std::int64_t> steps;
        std::vector<std::int64_t> wallNs;
        std::vector<std::uint64_t> bits;
        bool isDirty = false;
    };

    /// What one event shares with all its values.
    struct Event {
        std::string_view whole;
        std::int64_t offset = 0;
        std::int64_t step = 0;
        std::int64_t wallNs = kNoTime;
        File* file = nullptr;
        RecordSink* sink = nullptr;
        Diagnostics* diagnostics = nullptr;
        [[nodiscard]] PayloadRef refTo(std::string_view part, PayloadForm form) const;
    };

    /// An event of one simple value, laid out as nearly all are. False: it is not, and nothing was
    /// done.
    bool decodePlainScalar(Event& event);
    TagState&
    scalarTag(const Event& event, std::string_view tag, NumberType type, const Metadata& metadata);
    void decodeEvent(Event& event);
    void decodeLineage(Event& event);
    void decodeSummary(const Event& event, std::string_view summary);
    void decodeValue(const Event& event, std::string_view value);
    void decodeMindSporeValue(const Event& event, std::string_view value);
    void decodeTensor(const Event& event,
                      std::string_view tag,
                      std::string_view tensor,
                      const Metadata& metadata);
    void histogram(const Event& event,
                   std::string_view tag,
                   std::string_view proto,
                   const Metadata& metadata);
    void stats(const Event& event,
               std::string_view tag,
               const Metadata& metadata,
               const TensorStatsRecord& record);
    void mindSporeHistogram(const Event& event, std::string_view tag, std::string_view proto);
    void image(const Event& event,
               std::string_view tag,
               std::string_view proto,
               const Metadata& metadata);
    void audio(const Event& event,
               std::string_view tag,
               std::string_view proto,
               const Metadata& metadata);

    TagState& tagOf(const Event& event,
                    std::string_view tag,
                    RecordKind kind,
                    NumberType type,
                    const Metadata& metadata);
    void append(const Event& event, TagState& state, std::uint64_t bits, NumberType type);
    void point(const Event& event,
               std::string_view tag,
               std::uint64_t bits,
               NumberType type,
               const Metadata& metadata);
    void sample(const Event& event,
                std::string_view tag,
                RecordKind kind,
                PayloadRef payload,
                const std::string& json,
                const Metadata& metadata = {});
    SessionId sessionOf(const Event& event);
    /// The program was started anew: what follows belongs to another session.
    void beginSession(const Event& event);
    void handOver(RecordSink& sink);
    [[nodiscard]] std::string pluginOf(std::string_view tag, const Metadata& metadata) const;

    struct Hash {
        using is_transparent = void; // NOLINT(readability-identifier-naming): std wants it so

        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>{}(text);
        }
    };

    /// By tag name with the record kind in front, so that a tag used for two kinds stays two
    /// series.
    std::unordered_map<std::string, TagState, Hash, std::equal_to<>> m_tags;
    std::unordered_map<std::string, std::string, Hash, std::equal_to<>>
        m_plugins; ///< of the first value of a tag
    std::vector<TagState*> m_dirty;
    TagState* m_lastScalar = nullptr;
    std::string m_key;
    SessionRecord m_sessionRecord;
    SessionId m_session = kNone<SessionId>;
    std::int64_t m_heartbeatTold = kNoTime;
    std::size_t m_restarts = 0;
    bool m_hasPoints = false; ///< in this session
    std::uint64_t m_records = 0;
};

} // namespace runlens::event_file
