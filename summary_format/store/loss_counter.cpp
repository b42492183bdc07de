// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/loss_counter.h"

namespace runlens {

std::uint64_t LostRecords::total() const
{
    std::uint64_t sum = 0;
    for (const auto& [kind, count] : byKind) {
        sum += count;
    }
    return sum;
}

namespace store {

namespace {

const char* lossKindName(LossKind kind)
{
    switch (kind) {
    case LossKind::Graph:
        return "graph";
    case LossKind::IrDump:
        return "ir_dump";
    case LossKind::SourceFile:
        return "source_file";
    case LossKind::Property:
        return "property";
    case LossKind::Span:
        return "span";
    case LossKind::Flow:
        return "flow";
    case LossKind::Counter:
        return "counter";
    case LossKind::Communication:
        return "communication";
    case LossKind::Memory:
        return "memory";
    case LossKind::QueueSample:
        return "queue_sample";
    case LossKind::Finding:
        return "finding";
    default:
        return recordKindName(static_cast<RecordKind>(kind));
    }
}

} // namespace

void LossCounter::committed()
{
    m_pending.fill(0);
    m_pendingTotal = 0;
}

void LossCounter::rolledBack(const std::string& reason)
{
    for (std::size_t i = 0; i < m_pending.size(); ++i) {
        m_lost[i] += m_pending[i];
        if (m_pending[i] > 0) {
            m_reasons[i] = reason;
        }
    }
    if (m_pendingTotal > 0) {
        m_reason = reason;
    }
    committed();
}

void LossCounter::lose(LossKind kind, std::uint64_t count, const std::string& reason)
{
    m_lost[static_cast<std::size_t>(kind)] += count;
    if (count > 0) {
        m_reasons[static_cast<std::size_t>(kind)] = reason;
        m_reason = reason;
    }
}

LostRecords LossCounter::take()
{
    LostRecords lost;
    for (std::size_t i = 0; i < m_lost.size(); ++i) {
        if (m_lost[i] > 0) {
            lost.byKind[lossKindName(static_cast<LossKind>(i))] += m_lost[i];
            lost.reasons[lossKindName(static_cast<LossKind>(i))] = std::move(m_reasons[i]);
            m_reasons[i].clear();
        }
    }
    lost.reason = std::exchange(m_reason, {});
    m_lost.fill(0);
    return lost;
}

} // namespace store

} // namespace runlens
