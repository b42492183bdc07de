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

void Diagnostics::append(const Diagnostics& others)
{
    for (const Diagnostic& other : others.m_entries) {
        if (m_entries.size() < kMaxKept) {
            m_entries.push_back(other);
        }
    }
    m_total += others.m_total;
    m_damaged += others.m_damaged;
}

} // namespace runlens
