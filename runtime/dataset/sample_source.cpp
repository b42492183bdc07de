// SPDX-License-Identifier: Apache-2.0
#include "runtime/dataset/sample_source.h"

namespace runlens::runtime {

MapFunction normalize(float mean, float deviation)
{
    const float scale = 1.0F / deviation;
    const float shift = -mean * scale;
    return [scale, shift](MappedSample& sample) -> Status {
        for (float& value : sample.values) {
            value = value * scale + shift;
        }
        return {};
    };
}

} // namespace runlens::runtime
