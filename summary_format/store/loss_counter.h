// SPDX-License-Identifier: Apache-2.0
/// Keeps the promise "recorded + lost = calls made" per kind: what was handed over since the last
/// commit is pending; a commit makes it recorded, a rollback makes it lost. One thread.
#pragma once

#include "summary_format/records.h"
#include "summary_format/store/summary_writer.h"

#include <array>

namespace runlens::store {

/// Kinds that have no tag, behind those of RecordKind.
enum class LossKind : std::uint8_t {
    FirstWithoutTag = 32,
    Graph = 32,
    IrDump,
    SourceFile,
    Property,
    Span,
    Flow,
    Counter,
    Communication,
    Memory,
    QueueSample,
    Finding,
    End,
};

[[nodiscard]] constexpr LossKind lossKind(RecordKind kind)
{
    return static_cast<LossKind>(kind);
}

class LossCounter {
public:
    void addPending(LossKind kind, std::uint64_t count)
    {
        m_pending[static_cast<std::size_t>(kind)] += count;
        m_pendingTotal += count;
    }

    [[nodiscard]] std::uint64_t pendingTotal() const { return m_pendingTotal; }

    void committed();
    void rolledBack(const std::string& reason);
    /// Records that never got as far as the transaction.
    void lose(LossKind kind, std::uint64_t count, const std::string& reason);
    [[nodiscard]] LostRecords take();

private:
    using Counts = std::array<std::uint64_t, static_cast<std::size_t>(LossKind::End)>;
    Counts m_pending{};
    Counts m_lost{};
    std::uint64_t m_pendingTotal = 0;
    std::string m_reason; ///< of the last loss
    std::array<std::string, static_cast<std::size_t>(LossKind::End)> m_reasons; ///< of each kind
};

} // namespace runlens::store
