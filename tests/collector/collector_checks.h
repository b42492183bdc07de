// SPDX-License-Identifier: Apache-2.0
/// What holds for every collector at any time.
#pragma once

#include "collector/collector_types.h"

#include <gtest/gtest.h>

namespace runlens::test {

/// Every call is either recorded or counted as dropped.
inline void expectAddsUp(const CollectorStatus& status)
{
    for (const KindCount& kind : status.kinds) {
        EXPECT_EQ(kind.recorded + kind.dropped, kind.calls) << kind.kind;
    }
}

} // namespace runlens::test
