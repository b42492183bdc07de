// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/media/wav.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>

namespace runlens::viewers {

namespace {

constexpr const char* kAudioAttempted = "show the audio";

std::uint64_t littleEndian(std::span<const std::byte> bytes, std::size_t at, std::size_t length)
{
    std::uint64_t value = 0;
    for (std::size_t i = length; i-- > 0;) {
        value = value << 8U | std::to_integer<std::uint64_t>(bytes[at + i]);
    }
    return value;
}

bool hasName(std::span<const std::byte> bytes, std::size_t at, std::string_view name)
{
    return std::memcmp(bytes.data() + at, name.data(), name.size()) == 0;
}

bool isSupported(const Wav& wav)
{
    const bool isWidth = wav.isFloat
                             ? wav.bits == 32 || wav.bits == 64
                             : wav.bits == 8 || wav.bits == 16 || wav.bits == 24 || wav.bits == 32;
    constexpr int kMostChannels = 64;
    return isWidth && wav.channels > 0 && wav.channels <= kMostChannels && wav.rate > 0;
}

} // namespace

std::int64_t Wav::frames() const
{
    const std::size_t frame =
        static_cast<std::size_t>(channels) * static_cast<std::size_t>(bits / 8);
    return frame > 0 ? static_cast<std::int64_t>(data.size() / frame) : 0;
}

double Wav::sample(std::int64_t frame, int channel) const
{
    const auto width = static_cast<std::size_t>(bits / 8);
    const std::size_t at = (static_cast<std::size_t>(frame) * static_cast<std::size_t>(channels)
                            + static_cast<std::size_t>(channel))
                           * width;
    const std::uint64_t raw = littleEndian(data, at, width);
    if (isFloat && bits == 32) {
        float value = 0.0F;
        const auto narrow = static_cast<std::uint32_t>(raw);
        std::memcpy(&value, &narrow, sizeof(value));
        return static_cast<double>(value);
    }
    if (isFloat) {
        double value = 0.0;
        std::memcpy(&value, &raw, sizeof(value));
        return value;
    }
    if (bits == 8) {
        return (static_cast<double>(raw) - 128.0) / 128.0; // the only unsigned one
    }
    const auto shift = static_cast<unsigned>(64 - bits);
    const auto value = static_cast<std::int64_t>(raw << shift) >> shift;
    return static_cast<double>(value) / std::ldexp(1.0, bits - 1);
}

Result<Wav> readWav(std::span<const std::byte> file)
{
    constexpr std::size_t kRiff = 12;
    constexpr std::size_t kChunk = 8;
    constexpr std::size_t kFormat = 16;
    if (file.size() < kRiff || !hasName(file, 0, "RIFF") || !hasName(file, 8, "WAVE")) {
        return failure(kAudioAttempted, {}, "it is no WAV file");
    }
    Wav wav;
    bool hasFormat = false;
    std::size_t at = kRiff;
    while (at + kChunk <= file.size()) {
        const auto length = static_cast<std::size_t>(littleEndian(file, at + 4, 4));
        const std::size_t start = at + kChunk;
        const std::size_t there = std::min(length, file.size() - start);
        if (hasName(file, at, "fmt ") && there >= kFormat) {
            auto code = littleEndian(file, start, 2);
            constexpr std::size_t kExtended = 26; // the code stands at the start of a long id
            if (code == 0xfffe && there >= kExtended) {
                code = littleEndian(file, start + 24, 2);
            }
            if (code != 1 && code != 3) {
                return failure(kAudioAttempted,
                               {},
                               "its samples are compressed (format " + std::to_string(code) + ")",
                               "Save it and open it with another program.");
            }
            wav.isFloat = code == 3;
            wav.channels = static_cast<int>(littleEndian(file, start + 2, 2));
            wav.rate = static_cast<std::int64_t>(littleEndian(file, start + 4, 4));
            wav.bits = static_cast<int>(littleEndian(file, start + 14, 2));
            hasFormat = isSupported(wav);
        } else if (hasName(file, at, "data")) {
            if (!hasFormat) {
                break;
            }
            const std::size_t frame =
                static_cast<std::size_t>(wav.channels) * static_cast<std::size_t>(wav.bits / 8);
            wav.isCut = there < length;
            wav.data = file.subspan(start, there / frame * frame);
            return wav;
        }
        at = start + there + (length & 1U);
    }
    return failure(kAudioAttempted,
                   {},
                   hasFormat ? "it has no samples" : "the kind of its samples is not known");
}

std::vector<WavePeak> wavePeaks(const Wav& wav, int channel, std::size_t parts)
{
    std::vector<WavePeak> peaks;
    const std::int64_t frames = wav.frames();
    if (frames == 0 || channel < 0 || channel >= wav.channels) {
        return peaks;
    }
    const auto count = std::min(static_cast<std::int64_t>(parts), frames);
    for (std::int64_t part = 0; part < count; ++part) {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        const std::int64_t end = frames * (part + 1) / count;
        for (std::int64_t frame = frames * part / count; frame < end; ++frame) {
            const double value = wav.sample(frame, channel);
            low = std::min(low, std::isnan(value) ? low : value);
            high = std::max(high, std::isnan(value) ? high : value);
        }
        const bool isEmpty = low > high;
        peaks.push_back(
            {isEmpty ? 0.0F : static_cast<float>(low), isEmpty ? 0.0F : static_cast<float>(high)});
    }
    return peaks;
}

} // namespace runlens::viewers
