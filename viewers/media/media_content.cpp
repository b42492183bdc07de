// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/media/media_content.h"

#include "viewers/common/number_format.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace runlens::viewers {

namespace {

struct MediaText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::MediaContent)
};

QString messageOf(const Error& error)
{
    return QString::fromStdString(error.message());
}

void showImages(MediaContent& content)
{
    std::int64_t room = kMostPixels; // for all of them together
    for (const auto& part : content.parts) {
        if (content.images.size() + content.badImages >= kMostImages) {
            ++content.moreImages;
            continue;
        }
        auto decoded = decodeImage(part, room);
        if (!decoded) {
            ++content.badImages;
            content.problem =
                content.problem.isEmpty() ? messageOf(decoded.error()) : content.problem;
            continue;
        }
        room -= static_cast<std::int64_t>(decoded->image.width()) * decoded->image.height();
        content.images.push_back(std::move(*decoded));
    }
    QStringList facts;
    if (content.images.size() == 1) {
        const DecodedImage& only = content.images.front();
        facts << QStringLiteral("%1 × %2").arg(only.image.width()).arg(only.image.height())
              << QString::fromLatin1(suffixOf(only.header.format)).toUpper();
        if (only.frames > 1) {
            facts << MediaText::tr("first of %n frames", nullptr, only.frames);
        }
    } else if (!content.images.empty()) {
        facts << MediaText::tr("%n images", nullptr, static_cast<int>(content.images.size()));
    }
    if (content.moreImages > 0) {
        facts << MediaText::tr("%n more", nullptr, static_cast<int>(content.moreImages));
    }
    if (content.badImages > 0 && !content.images.empty()) {
        facts << MediaText::tr("%n cannot be shown", nullptr, static_cast<int>(content.badImages));
    }
    content.facts = facts.join(QStringLiteral(", "));
}

void showAudio(MediaContent& content)
{
    auto wav = readWav(content.parts.front());
    if (!wav) {
        content.problem = messageOf(wav.error());
        return;
    }
    content.wav = *wav;
    for (int channel = 0; channel < wav->channels; ++channel) {
        content.peaks.push_back(wavePeaks(*wav, channel, kWaveParts));
    }
    const double seconds = static_cast<double>(wav->frames()) / static_cast<double>(wav->rate);
    QStringList facts{formatSi(static_cast<double>(wav->rate), QStringLiteral("Hz")),
                      MediaText::tr("%n bits", nullptr, wav->bits),
                      MediaText::tr("%n channels", nullptr, wav->channels),
                      formatDurationNs(seconds * 1e9)};
    if (wav->isCut) {
        facts << MediaText::tr("cut short");
    }
    if (content.parts.size() > 1) {
        facts << MediaText::tr(
            "first of %n clips", nullptr, static_cast<int>(content.parts.size()));
    }
    content.facts = facts.join(QStringLiteral(", "));
}

/// A tensor of rows of three, of the entry whose step is that of the corners.
struct LoadedTensor {
    std::vector<std::byte> bytes;
    std::string dtype;
    std::int64_t rows = 0;

    [[nodiscard]] MeshTensor view() const { return {bytes, dtype, rows}; }
};

Result<LoadedTensor> loadTensor(const RunReader& reader,
                                const Run& run,
                                const SampleEntry& entry,
                                const std::stop_token& stop)
{
    const std::string_view metadata = run.text(entry.metadata);
    const QJsonObject object =
        QJsonDocument::fromJson(
            QByteArray(metadata.data(), static_cast<qsizetype>(metadata.size())))
            .object();
    const QJsonArray shape = object.value("shape").toArray();
    LoadedTensor tensor;
    tensor.dtype = object.value("dtype").toString().toStdString();
    if (shape.size() < 2 || shape.last().toInteger() != 3) {
        return failure("show the mesh", {}, "its tensor has no rows of three");
    }
    tensor.rows = shape[shape.size() - 2].toInteger(-1);
    auto bytes = reader.load(entry.payload, stop, kLargestMedia);
    if (!bytes) {
        return tl::unexpected<Error>(bytes.error());
    }
    tensor.bytes = std::move(*bytes);
    return tensor;
}

/// The last entry at or before the step: faces are often recorded once.
const SampleEntry* entryAt(const Run& run, TagId tag, std::int64_t step)
{
    const ColumnView<SampleEntry>* entries = isValid(tag) ? run.samples(tag) : nullptr;
    const SampleEntry* best = nullptr;
    for (std::size_t row = 0; entries != nullptr && row < entries->size(); ++row) {
        const SampleEntry& entry = (*entries)[row];
        if (best == nullptr || (entry.step <= step && entry.step >= best->step)) {
            best = &entry;
        }
    }
    return best;
}

void showMesh(MediaContent& content,
              const RunReader& reader,
              const Run& run,
              const MediaTags& tags,
              const SampleEntry& entry,
              const std::stop_token& stop)
{
    const auto points = loadTensor(reader, run, entry, stop);
    if (!points) {
        content.problem = messageOf(points.error());
        return;
    }
    content.bytes = points->bytes;
    content.parts = {content.bytes};
    const auto optional = [&](TagId tag) -> LoadedTensor {
        const SampleEntry* other = entryAt(run, tag, entry.step);
        auto tensor = other != nullptr ? loadTensor(reader, run, *other, stop)
                                       : Result<LoadedTensor>(LoadedTensor{});
        if (!tensor) {
            content.problem = messageOf(tensor.error());
        }
        return tensor ? std::move(*tensor) : LoadedTensor{};
    };
    const LoadedTensor faces = optional(tags.faces);
    const LoadedTensor colours = optional(tags.colours);
    auto mesh = makeMesh(points->view(), faces.view(), colours.view());
    if (!mesh) {
        content.problem = messageOf(mesh.error());
        return;
    }
    content.mesh = std::move(*mesh);
    QStringList facts{
        MediaText::tr("%n points", nullptr, static_cast<int>(content.mesh.points.size())),
        MediaText::tr("%n faces", nullptr, static_cast<int>(content.mesh.faces.size()))};
    if (content.mesh.badFaces > 0) {
        facts << MediaText::tr("%n bad faces", nullptr, static_cast<int>(content.mesh.badFaces));
    }
    if (content.mesh.badPoints > 0) {
        facts << MediaText::tr(
            "%n points that are no numbers", nullptr, static_cast<int>(content.mesh.badPoints));
    }
    content.facts = facts.join(QStringLiteral(", "));
}

} // namespace

std::size_t MediaContent::cost() const
{
    std::size_t sum = sizeof(MediaContent) + bytes.size();
    for (const DecodedImage& image : images) {
        sum += static_cast<std::size_t>(image.image.sizeInBytes());
    }
    for (const auto& channel : peaks) {
        sum += channel.size() * sizeof(WavePeak);
    }
    sum += mesh.points.size() * 16 + mesh.faces.size() * 12;
    return sum + static_cast<std::size_t>(text.markdown.size() + text.plain.size()) * 2;
}

QString meshName(const QString& tag)
{
    const QLatin1String suffix("_VERTEX");
    return tag.endsWith(suffix) && tag.size() > suffix.size() ? tag.chopped(suffix.size())
                                                              : QString();
}

bool isMeshPart(const Run& run, const QString& tag, int rank)
{
    for (const QLatin1String suffix : {QLatin1String("_FACE"), QLatin1String("_COLOR")}) {
        if (tag.endsWith(suffix)) {
            const std::string corners =
                (tag.chopped(suffix.size()) + QStringLiteral("_VERTEX")).toStdString();
            return isValid(run.findTag(corners, RecordKind::Mesh, rank));
        }
    }
    return false;
}

MediaTags mediaTags(const Run& run, TagId tag)
{
    MediaTags tags{tag, kNone<TagId>, kNone<TagId>};
    const Tag& known = run.tags()[index(tag)];
    const std::string_view name = run.text(known.name);
    const QString mesh =
        known.kind == RecordKind::Mesh
            ? meshName(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))
            : QString();
    if (!mesh.isEmpty()) {
        tags.faces = run.findTag(mesh.toStdString() + "_FACE", RecordKind::Mesh, known.rank);
        tags.colours = run.findTag(mesh.toStdString() + "_COLOR", RecordKind::Mesh, known.rank);
    }
    return tags;
}

std::shared_ptr<const MediaContent> loadMedia(const RunReader* reader,
                                              const Run& run,
                                              const MediaTags& tags,
                                              std::size_t row,
                                              const std::stop_token& stop)
{
    auto content = std::make_shared<MediaContent>();
    content->kind = run.tags()[index(tags.main)].kind;
    const ColumnView<SampleEntry>* entries = run.samples(tags.main);
    if (entries == nullptr || row >= entries->size() || reader == nullptr) {
        content->problem = MediaText::tr("Nothing was recorded here");
        return content;
    }
    const SampleEntry& entry = (*entries)[row];
    if (content->kind == RecordKind::Mesh) {
        showMesh(*content, *reader, run, tags, entry, stop);
        return content;
    }
    auto bytes = reader->load(entry.payload, stop, kLargestMedia);
    if (!bytes) {
        content->problem = messageOf(bytes.error());
        return content;
    }
    content->bytes = std::move(*bytes);
    const std::string_view metadata = run.text(entry.metadata);
    content->parts = splitStrings(content->bytes, stringPartsOf(metadata));
    switch (content->kind) {
    case RecordKind::Image:
        showImages(*content);
        break;
    case RecordKind::Audio:
        showAudio(*content);
        break;
    default:
        content->text = textOf(content->bytes, metadata);
        content->facts =
            content->text.isCut
                ? MediaText::tr("the first part of %1")
                      .arg(formatBytes(static_cast<std::int64_t>(content->bytes.size())))
                : formatBytes(static_cast<std::int64_t>(content->bytes.size()));
    }
    return content;
}

} // namespace runlens::viewers
