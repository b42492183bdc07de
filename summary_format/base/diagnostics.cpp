// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/diagnostics.h"

#include <algorithm>

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

std::string damageSummary(std::span<const Diagnostic> diagnostics)
{
    const auto isDamage = [](const Diagnostic& diagnostic) {
        return diagnostic.severity == Severity::Damage;
    };
    const auto first = std::find_if(diagnostics.begin(), diagnostics.end(), isDamage);
    if (first == diagnostics.end()) {
        return {};
    }
    const auto places = std::count_if(first, diagnostics.end(), isDamage);
    return first->file + " is damaged in " + std::to_string(places)
           + (places == 1 ? " place" : " places, the first")
           + (first->offset < 0 ? std::string() : " at byte " + std::to_string(first->offset))
           + ": " + first->reason + ". What can be read is used; runlens info tells all";
}

} // namespace runlens
