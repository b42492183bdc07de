// SPDX-License-Identifier: Apache-2.0
// The values of both dialects, one function a kind.
#include "summary_format/base/wire.h"
#include "summary_format/formats/event_file/event_decoder.h"
#include "summary_format/formats/event_file/event_metadata.h"
#include "summary_format/formats/event_file/tensor_proto.h"

#include <fmt/format.h>

#include <cmath>

namespace runlens::event_file {

namespace {

bool allDigits(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

void EventDecoder::image(const Event& event,
                         std::string_view tag,
                         std::string_view proto,
                         const Metadata& metadata)
{
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::string_view encoded;
    pbf_reader image = readerOf(proto);
    while (image.next()) {
        switch (image.tag_and_type()) {
        case varintField(1):
            height = image.get_int32();
            break;
        case varintField(2):
            width = image.get_int32();
            break;
        case bytesField(4):
            encoded = viewOf(image);
            break;
        default:
            image.skip();
        }
    }
    sample(event,
           tag,
           RecordKind::Image,
           event.refTo(encoded, PayloadForm::Raw),
           fmt::format(R"({{"width":{},"height":{}}})", width, height),
           metadata);
}

void EventDecoder::audio(const Event& event,
                         std::string_view tag,
                         std::string_view proto,
                         const Metadata& metadata)
{
    double rate = 0.0;
    std::int64_t channels = 0;
    std::int64_t frames = 0;
    std::string_view encoded;
    std::string_view contentType;
    pbf_reader audio = readerOf(proto);
    while (audio.next()) {
        switch (audio.tag_and_type()) {
        case floatField(1):
            rate = static_cast<double>(audio.get_float());
            break;
        case varintField(2):
            channels = audio.get_int64();
            break;
        case varintField(3):
            frames = audio.get_int64();
            break;
        case bytesField(4):
            encoded = viewOf(audio);
            break;
        case bytesField(5):
            contentType = viewOf(audio);
            break;
        default:
            audio.skip();
        }
    }
    sample(event,
           tag,
           RecordKind::Audio,
           event.refTo(encoded, PayloadForm::Raw),
           fmt::format(R"({{"sample_rate":{},"channels":{},"frames":{},"content_type":{}}})",
                       std::isfinite(rate) ? rate : 0.0,
                       channels,
                       frames,
                       jsonText(contentType)),
           metadata);
}

void EventDecoder::stats(const Event& event,
                         std::string_view tag,
                         const Metadata& metadata,
                         const TensorStatsRecord& record)
{
    ++event.file->counts.values[static_cast<std::size_t>(RecordKind::Histogram)];
    event.sink->tensorStats(
        tagOf(event, tag, RecordKind::Histogram, NumberType::Float64, metadata).id, record);
}

void EventDecoder::histogram(const Event& event,
                             std::string_view tag,
                             std::string_view proto,
                             const Metadata& metadata)
{
    TensorStatsRecord record{sessionOf(event), event.step, event.wallNs, {}, {}, {}, {}};
    double number = 0.0;
    double sum = 0.0;
    double sumSquares = 0.0;
    pbf_reader histo = readerOf(proto);
    while (histo.next()) {
        switch (histo.tag_and_type()) {
        case doubleField(1):
            record.statistics.minimum = histo.get_double();
            break;
        case doubleField(2):
            record.statistics.maximum = histo.get_double();
            break;
        case doubleField(3):
            number = histo.get_double();
            break;
        case doubleField(4):
            sum = histo.get_double();
            break;
        case doubleField(5):
            sumSquares = histo.get_double();
            break;
        default:
            histo.skip();
        }
    }
    record.statistics.count = fromDouble(number, NumberType::UInt64);
    record.statistics.mean = sum / number;
    record.statistics.l2Norm = std::sqrt(sumSquares);
    record.encoded.ref = event.refTo(proto, PayloadForm::HistogramProto);
    stats(event, tag, metadata, record);
}

void EventDecoder::mindSporeHistogram(const Event& event,
                                      std::string_view tag,
                                      std::string_view proto)
{
    TensorStatsRecord record{sessionOf(event), event.step, event.wallNs, {}, {}, {}, {}};
    TensorStatistics& statistics = record.statistics;
    double sum = 0.0;
    pbf_reader histo = readerOf(proto);
    while (histo.next()) {
        switch (histo.tag_and_type()) {
        case varintField(2):
            statistics.nans = histo.get_uint64();
            break;
        case varintField(3):
            statistics.positiveInfinities = histo.get_uint64();
            break;
        case varintField(4):
            statistics.negativeInfinities = histo.get_uint64();
            break;
        case floatField(5):
        case doubleField(5):
            statistics.maximum = realOf(histo);
            break;
        case floatField(6):
        case doubleField(6):
            statistics.minimum = realOf(histo);
            break;
        case floatField(7):
        case doubleField(7):
            sum = realOf(histo);
            break;
        case varintField(8):
            statistics.count = histo.get_uint64();
            break;
        default:
            histo.skip();
        }
    }
    const std::uint64_t others =
        statistics.nans + statistics.positiveInfinities + statistics.negativeInfinities;
    const double finite =
        statistics.count > others ? static_cast<double>(statistics.count - others) : 0.0;
    statistics.mean = sum / finite;
    statistics.l2Norm = std::nan(""); // not in the format
    record.encoded.ref = event.refTo(proto, PayloadForm::MindSporeHistogram);
    stats(event, tag, {}, record);
}

void EventDecoder::decodeTensor(const Event& event,
                                std::string_view tag,
                                std::string_view tensor,
                                const Metadata& metadata)
{
    const std::string plugin = pluginOf(tag, metadata);
    RecordKind kind = kindOfPlugin(plugin);
    const TensorHeader header = readTensorHeader(tensor);
    const bool isText = header.dtype == "string";
    if (kind == RecordKind::Scalar || metadata.dataClass == 1
        || (plugin.empty() && header.elements == 1 && !isText))
    {
        std::uint64_t bits = 0;
        NumberType type{};
        if (scalarOf(tensor, bits, type)) {
            point(event, tag, bits, type, metadata);
            return;
        }
        kind = RecordKind::Tensor;
    }
    const std::string shape = jsonList(header.shape);
    if (kind == RecordKind::Histogram && !isText) {
        TensorStatsRecord record{sessionOf(event), event.step, event.wallNs, {}, {}, {}, {}};
        record.encoded.ref = event.refTo(tensor, PayloadForm::HistogramTensor);
        record.statistics.minimum = record.statistics.maximum = std::nan("");
        record.statistics.mean = record.statistics.l2Norm = std::nan("");
        stats(event, tag, metadata, record);
    } else if (kind == RecordKind::Image && header.strings.size() >= 2
               && allDigits(header.strings[0]) && allDigits(header.strings[1])
               && header.strings[0].size() < 10 && header.strings[1].size() < 10)
    {
        sample(event,
               tag,
               kind,
               event.refTo(tensor, PayloadForm::ImageTensor),
               fmt::format(R"({{"width":{},"height":{},"sizes":{}}})",
                           std::stoi(std::string(header.strings[0])),
                           std::stoi(std::string(header.strings[1])),
                           jsonSizes(header, 2)),
               metadata);
    } else if (isText) {
        sample(event,
               tag,
               kind == RecordKind::Other ? RecordKind::Text : kind,
               event.refTo(tensor, PayloadForm::StringTensor),
               fmt::format(R"({{"plugin":{},"shape":{},"sizes":{}}})",
                           jsonText(plugin),
                           shape,
                           jsonSizes(header, 0)),
               metadata);
    } else {
        sample(event,
               tag,
               kind == RecordKind::Other ? RecordKind::Tensor : kind,
               event.refTo(tensor, PayloadForm::NumericTensor),
               fmt::format(R"({{"plugin":{},"dtype":{},"shape":{}}})",
                           jsonText(plugin),
                           jsonText(header.dtype),
                           shape),
               metadata);
    }
}

} // namespace runlens::event_file
