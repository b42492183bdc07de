// SPDX-License-Identifier: Apache-2.0
#include "collector/summary_collector.h"

#include "collector/exit_guard.h"
#include "collector/public_state.h"

#include <cstdio>
#include <exception>

namespace runlens {

using collector::CallKind;
using collector::Lane;

SummaryCollector::SummaryCollector() noexcept = default;
SummaryCollector::SummaryCollector(SummaryCollector&& other) noexcept = default;

SummaryCollector& SummaryCollector::operator=(SummaryCollector&& other) noexcept
{
    if (this != &other) {
        const SummaryCollector old(std::move(*this));
        m_state = std::move(other.m_state);
    }
    return *this;
}

SummaryCollector::~SummaryCollector()
{
    if (!m_state) {
        return;
    }
    if (m_state->isChild()) {
        // The file, its lock and the writer thread are the parent's: not even a destructor may
        // touch them.
        static_cast<void>(new (std::nothrow) std::shared_ptr<State>(std::move(m_state)));
        return;
    }
    if (std::uncaught_exceptions() > 0) {
        close(EndReason::Failed, "ended by an exception");
    } else {
        close();
    }
}

SummaryCollector SummaryCollector::State::openWith(const CollectorOptions& options,
                                                   collector::WriterFactory factory)
{
    SummaryCollector opened;
    opened.m_state = std::make_shared<State>(options, std::move(factory));
    opened.m_state->start();
    collector::closeAtExit(opened.m_state);
    return opened;
}

SummaryCollector SummaryCollector::open(const CollectorOptions& options) noexcept
{
    try {
        return State::openWith(
            options, [](const WriterOptions& wanted) { return SummaryWriter::open(wanted); });
    } catch (const std::exception& error) {
        if (!options.quiet) {
            std::fprintf(
                stderr, "runlens: nothing is recorded: %s. The training goes on.\n", error.what());
        }
        return SummaryCollector();
    }
}

void SummaryCollector::addScalarBits(std::string_view tag,
                                     std::int64_t step,
                                     std::uint64_t bits,
                                     NumberType type) noexcept
{
    if (!m_state) {
        return;
    }
    Lane* lane = m_state->lane();
    if (!lane) {
        m_state->refuse(CallKind::Scalar);
        return;
    }
    std::int32_t id = -1;
    try {
        id = lane->scalarTags.find(
            tag, [&](std::string_view text) { return m_state->names.scalarTag(text, type); });
    } catch (...) { // no memory for a new tag
    }
    if (id < 0) {
        m_state->refuse(CallKind::Scalar);
        return;
    }
    addScalarBits(TagHandle{id}, step, bits, type);
}

void SummaryCollector::addScalarBits(TagHandle tag,
                                     std::int64_t step,
                                     std::uint64_t bits,
                                     NumberType type) noexcept
{
    if (!m_state) {
        return;
    }
    Lane* lane = m_state->lane();
    if (!lane || tag.id < 0 || !m_state->accepts()) {
        m_state->refuse(CallKind::Scalar);
        return;
    }
    if (!m_state->options.collect.scalars || !m_state->isCollectedStep(RecordKind::Scalar, step)) {
        lane->skipped.add(CallKind::Scalar);
        return;
    }
    collector::ScalarEvent event;
    event.tag = static_cast<std::int32_t>(collector::tagIndex(tag.id));
    event.step = step;
    event.ticks = m_state->clock.ticks();
    event.bits = bits;
    event.type = type;
    lane->add(event);
}

TagHandle SummaryCollector::scalarTag(std::string_view tag, NumberType type) noexcept
{
    if (!m_state || m_state->isChild()) {
        return {};
    }
    try {
        return TagHandle{m_state->names.scalarTag(tag, type).id};
    } catch (...) { // no memory
        return {};
    }
}

bool SummaryCollector::collects(RecordKind kind, std::int64_t step) const noexcept
{
    return m_state && !m_state->isChild() && m_state->accepts() && m_state->isKindCollected(kind)
           && m_state->isCollectedStep(kind, step);
}

bool SummaryCollector::collectsParameter(std::string_view tag) const noexcept
{
    if (!m_state || m_state->isChild()) {
        return false;
    }
    try {
        std::int32_t index = -1;
        const auto* known = m_state->names.tag(tag, RecordKind::TensorStats, index);
        return known && known->isWanted;
    } catch (...) { // no memory
        return false;
    }
}

bool SummaryCollector::flush(std::chrono::milliseconds timeout) noexcept
{
    try {
        return !m_state || m_state->isChild() || m_state->writer.flush(timeout);
    } catch (...) { // the system refused a mutex
        return false;
    }
}

bool SummaryCollector::close(EndReason reason,
                             std::string_view text,
                             std::chrono::milliseconds timeout) noexcept
{
    if (!m_state || m_state->isChild()) {
        return true;
    }
    try {
        m_state->stopAccepting();
        return m_state->writer.close(reason, text, timeout);
    } catch (...) { // the system refused a mutex
        return false;
    }
}

CollectorStatus SummaryCollector::status() const
{
    if (!m_state || m_state->isChild()) {
        CollectorStatus none;
        none.problem = m_state ? "this is a forked child: the recording belongs to its parent"
                               : "nothing was opened";
        return none;
    }
    return m_state->status();
}

} // namespace runlens
