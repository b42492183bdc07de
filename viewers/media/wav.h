// SPDX-License-Identifier: GPL-3.0-or-later
/// A WAV file and its waveform: PCM of 8, 16, 24 and 32 bits, and floating point of 32 and 64.
/// Every length is checked; a data chunk that is cut short gives the frames that are there. Pure;
/// any thread.
#pragma once

#include "summary_format/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace runlens::viewers {

struct Wav {
    int channels = 0;
    std::int64_t rate = 0; ///< frames a second
    int bits = 0;          ///< of a sample
    bool isFloat = false;
    bool isCut = false;              ///< the data chunk promised more than the file holds
    std::span<const std::byte> data; ///< whole frames, of the bytes that were given

    [[nodiscard]] std::int64_t frames() const;
    /// -1 to 1; a floating point file may go beyond, and hold NaN.
    [[nodiscard]] double sample(std::int64_t frame, int channel) const;
};

[[nodiscard]] Result<Wav> readWav(std::span<const std::byte> file);

struct WavePeak {
    float lowest = 0.0F;
    float highest = 0.0F;
    friend bool operator==(const WavePeak&, const WavePeak&) = default;
};

/// Lowest and highest sample of each of so many even parts of one channel. NaN is left out.
[[nodiscard]] std::vector<WavePeak> wavePeaks(const Wav& wav, int channel, std::size_t parts);

} // namespace runlens::viewers
