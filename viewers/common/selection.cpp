// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/selection.h"

#include <utility>

namespace runlens::viewers {

namespace {

Selection::Aspects difference(const Selection::State& a, const Selection::State& b)
{
    Selection::Aspects aspects;
    aspects.setFlag(Selection::RunAspect, a.run != b.run || a.rank != b.rank);
    aspects.setFlag(Selection::TagAspect, a.tag != b.tag);
    aspects.setFlag(Selection::StepAspect, a.step != b.step || a.stepRange != b.stepRange);
    aspects.setFlag(Selection::TimeAspect, a.timeRange != b.timeRange);
    aspects.setFlag(Selection::SpanAspect, a.span != b.span);
    aspects.setFlag(Selection::NodeAspect, a.node != b.node);
    aspects.setFlag(Selection::IrAspect, a.ir != b.ir);
    aspects.setFlag(Selection::SourceAspect, a.source != b.source);
    aspects.setFlag(Selection::TensorAspect, a.tensor != b.tensor);
    return aspects;
}

} // namespace

void Selection::set(const State& state)
{
    const Aspects aspects = difference(m_state, state);
    if (aspects) {
        m_state = state;
        emit changed(aspects);
    }
}

void Selection::setRun(const QString& key)
{
    State state = m_state;
    state.run = key;
    set(state);
}

void Selection::setTag(const QString& tag)
{
    State state = m_state;
    state.tag = tag;
    set(state);
}

void Selection::setStep(std::optional<std::int64_t> step)
{
    State state = m_state;
    state.step = step;
    set(state);
}

void Selection::setTimeRange(std::optional<TimeRange> range)
{
    State state = m_state;
    state.timeRange = std::move(range);
    set(state);
}

} // namespace runlens::viewers
