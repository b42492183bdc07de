// SPDX-License-Identifier: Apache-2.0
/// What was skipped, repaired, guessed or lost while reading, as data: nothing is hidden. A
/// Diagnostics keeps the first kMaxKept entries whole and counts the rest, so that a hostile file
/// cannot fill the memory. Not thread-safe: one reader owns one Diagnostics.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace runlens {

enum class Severity : std::uint8_t {
    Note,    ///< worth knowing; nothing is missing ("still being written")
    Warning, ///< something was guessed or repaired
    Damage,  ///< something is missing
};

struct Diagnostic {
    Severity severity = Severity::Damage;
    std::string file;
    std::int64_t offset = -1; ///< byte in the file; -1 where it has no meaning
    std::string reason;
    std::uint64_t records = 1; ///< how many records this touches; 0 when unknown
};

class Diagnostics {
public:
    static constexpr std::size_t kMaxKept = 10'000;

    void add(Diagnostic diagnostic);
    void append(const Diagnostics& others);

    void note(std::string file, std::int64_t offset, std::string reason)
    {
        add({Severity::Note, std::move(file), offset, std::move(reason), 0});
    }

    void warning(std::string file, std::int64_t offset, std::string reason)
    {
        add({Severity::Warning, std::move(file), offset, std::move(reason), 1});
    }

    void
    damage(std::string file, std::int64_t offset, std::string reason, std::uint64_t records = 1)
    {
        add({Severity::Damage, std::move(file), offset, std::move(reason), records});
    }

    [[nodiscard]] std::span<const Diagnostic> entries() const { return m_entries; }

    [[nodiscard]] std::uint64_t total() const { return m_total; } ///< including those not kept

    [[nodiscard]] std::uint64_t damaged() const { return m_damaged; }

    [[nodiscard]] bool empty() const { return m_total == 0; }

private:
    std::vector<Diagnostic> m_entries;
    std::uint64_t m_total = 0;
    std::uint64_t m_damaged = 0;
};

/// One sentence about what is missing: where, in how many places, and the first reason; empty when
/// nothing is.
[[nodiscard]] std::string damageSummary(std::span<const Diagnostic> diagnostics);

} // namespace runlens
