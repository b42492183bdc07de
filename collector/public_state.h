// SPDX-License-Identifier: Apache-2.0
/// What the public object points to, for the files that implement its calls.
#pragma once

#include "collector/collector_state.h"
#include "collector/summary_collector.h"

namespace runlens {

struct __attribute__((visibility("hidden"))) SummaryCollector::State final
    : collector::CollectorState {
    using CollectorState::CollectorState;

    /// With another writer than the store's: what open() does inside.
    [[nodiscard]] static SummaryCollector openWith(const CollectorOptions& options,
                                                   collector::WriterFactory factory);
};

} // namespace runlens
