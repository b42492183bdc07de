// SPDX-License-Identifier: Apache-2.0
#include "summary_format/diagnostic_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace runlens {

namespace {

/// The number behind "key": in a flat object; fallback when there is none.
template <typename T>
T numberBehind(std::string_view json, std::string_view key, T fallback)
{
    const auto at = json.find(key);
    if (at == std::string_view::npos) {
        return fallback;
    }
    json.remove_prefix(at + key.size());
    T value = fallback;
    std::from_chars(json.data(), json.data() + json.size(), value);
    return value;
}

} // namespace

FindingRecord findingOf(const Diagnostic& diagnostic, int rank, std::string& metadata)
{
    metadata =
        fmt::format(R"({{"offset":{},"records":{}}})", diagnostic.offset, diagnostic.records);
    FindingRecord record;
    record.rank = rank;
    record.rule = kReadingRule;
    record.severity = static_cast<std::uint8_t>(diagnostic.severity);
    record.title = diagnostic.reason;
    record.detail = diagnostic.file;
    record.metadata = metadata;
    return record;
}

std::optional<Diagnostic> diagnosticOf(const FindingRecord& finding)
{
    if (finding.rule != kReadingRule) {
        return std::nullopt;
    }
    constexpr auto kWorst = static_cast<std::uint8_t>(Severity::Damage);
    return Diagnostic{static_cast<Severity>(std::min(finding.severity, kWorst)),
                      std::string(finding.detail),
                      numberBehind<std::int64_t>(finding.metadata, "\"offset\":", -1),
                      std::string(finding.title),
                      numberBehind<std::uint64_t>(finding.metadata, "\"records\":", 0)};
}

} // namespace runlens
