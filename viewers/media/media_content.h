// SPDX-License-Identifier: GPL-3.0-or-later
/// One recorded image, text, sound or mesh, loaded and made ready to be shown: by loadMedia() on a
/// worker thread. Immutable.
#pragma once

#include "summary_format/run_reader.h"
#include "viewers/media/image_header.h"
#include "viewers/media/mesh.h"
#include "viewers/media/sample_text.h"
#include "viewers/media/wav.h"

#include <memory>
#include <stop_token>

namespace runlens::viewers {

struct MediaContent {
    RecordKind kind = RecordKind::Image;
    std::vector<std::byte> bytes;                  ///< the payload as recorded
    std::vector<std::span<const std::byte>> parts; ///< of the bytes: images or clips of one record
    std::vector<DecodedImage> images;              ///< of the first parts
    std::size_t badImages = 0;                     ///< parts that cannot be shown
    std::size_t moreImages = 0;                    ///< parts beyond those that are shown
    SampleText text;
    Wav wav;                                  ///< of the first part; its data lie in the bytes
    std::vector<std::vector<WavePeak>> peaks; ///< by channel
    Mesh mesh;
    QString problem; ///< why there is nothing to show; the first of several
    QString facts;   ///< "28 x 28, PNG", "16 kHz, 2 channels, 1.5 s"

    [[nodiscard]] std::size_t cost() const; ///< bytes of memory, about
};

inline constexpr std::size_t kMostImages = 64; ///< of one record that are shown
inline constexpr std::size_t kLargestMedia = std::size_t{256} << 20;
inline constexpr std::size_t kWaveParts = 4096;

/// The tags of a mesh: corners, and where there are, faces and colours.
struct MediaTags {
    TagId main = kNone<TagId>;
    TagId faces = kNone<TagId>;
    TagId colours = kNone<TagId>;
};

/// "bunny_VERTEX" gives "bunny"; empty when the tag is not that of the corners of a mesh.
[[nodiscard]] QString meshName(const QString& tag);
/// The tag belongs to the corners of the same mesh and is not shown for itself.
[[nodiscard]] bool isMeshPart(const Run& run, const QString& tag, int rank);
[[nodiscard]] MediaTags mediaTags(const Run& run, TagId tag);

[[nodiscard]] std::shared_ptr<const MediaContent> loadMedia(const RunReader* reader,
                                                            const Run& run,
                                                            const MediaTags& tags,
                                                            std::size_t row,
                                                            const std::stop_token& stop);

} // namespace runlens::viewers
