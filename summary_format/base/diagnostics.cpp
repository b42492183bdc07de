// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/diagnostics.h"

namespace runlens {

void Diagnostics::add(Diagnostic diagnostic)
{
    ++m_total;
    if (diagnostic.severity == Severity::Damage) {
        ++m_damaged;
    }
    if (m_entries.size() < kMaxKept) {
        m_entries.push_back(std::move(diagnostic));
    }
}

} // namespace runlens
