// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/step_strip.h"

#include "viewers/common/number_format.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace runlens::app {

using viewers::OpenRun;
using viewers::Role;

namespace {

constexpr int kIndexDelayMs = 40; ///< several snapshots that come together are looked at once

} // namespace

StepStrip::StepStrip(viewers::RunSet* runs,
                     viewers::Selection* selection,
                     viewers::Palette* palette,
                     QWidget* parent)
    : QWidget(parent), m_runs(runs), m_selection(selection), m_palette(palette), m_work(this)
{
    setObjectName(QStringLiteral("stepStrip"));
    setFixedHeight(44);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 1, 0, 0);
    row->setSpacing(6);
    const auto label = [&](Role role, const QFont& font) {
        auto* text = new viewers::TextLabel(palette, QString(), role, font, this);
        text->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        return text;
    };
    auto* left = new QWidget(this);
    left->setFixedWidth(330);
    auto* leftRow = new QHBoxLayout(left);
    leftRow->setContentsMargins(0, 0, 0, 0);
    leftRow->setSpacing(6);
    m_label = label(Role::Text3, viewers::Palette::font(11));
    m_label->setText(tr("Step"));
    m_step = label(Role::Text, viewers::Palette::font(13, QFont::DemiBold));
    m_total = label(Role::Text3, viewers::Palette::font(11));
    m_epoch = label(Role::Text3, viewers::Palette::font(11));
    m_toFirst = new viewers::IconButton(palette, QStringLiteral("first"), tr("First step"), left);
    m_toLast = new viewers::IconButton(palette, QStringLiteral("last"), tr("Last step"), left);
    connect(m_toFirst, &QToolButton::clicked, this, &StepStrip::goToFirst);
    connect(m_toLast, &QToolButton::clicked, this, &StepStrip::goToLast);
    leftRow->addWidget(m_label);
    leftRow->addWidget(m_step);
    leftRow->addWidget(m_total);
    leftRow->addStretch(1);
    leftRow->addWidget(m_epoch);
    leftRow->addWidget(m_toFirst);
    leftRow->addWidget(m_toLast);
    m_ruler = new StepRuler(palette, this);
    row->addWidget(left);
    row->addWidget(m_ruler, 1);
    connect(m_ruler, &StepRuler::stepChosen, this, &StepStrip::choose);

    m_timer.setSingleShot(true);
    m_timer.setInterval(kIndexDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &StepStrip::startIndex);
    connect(runs, &viewers::RunSet::changed, this, [this] {
        updateRuler();
        scheduleIndex();
    });
    connect(runs, &viewers::RunSet::updated, this, &StepStrip::scheduleIndex);
    connect(selection, &viewers::Selection::changed, this, &StepStrip::updateText);
    connect(palette, &viewers::Palette::changed, this, &StepStrip::updateRuler);
    updateText();
    scheduleIndex();
}

void StepStrip::scheduleIndex()
{
    if (m_work.isBusy()) {
        m_isIndexStale = true;
    } else if (!m_timer.isActive()) {
        m_timer.start();
    }
}

void StepStrip::startIndex()
{
    m_isIndexStale = false;

    struct Request {
        QString key;
        std::shared_ptr<const Run> run;
        RunSteps previous;
    };

    std::vector<Request> requests;
    QHash<QString, RunSteps> kept;
    for (const OpenRun& run : m_runs->runs()) {
        if (run.isShown) {
            requests.push_back({run.key, run.run, m_steps.value(run.key)});
        }
        if (const auto known = m_steps.constFind(run.key); known != m_steps.constEnd()) {
            kept.insert(run.key, *known);
        }
    }
    m_steps = std::move(kept);
    m_work.run(
        [requests = std::move(requests)](std::stop_token stop) {
            QHash<QString, RunSteps> result;
            for (const Request& request : requests) {
                // A run that was read anew is smaller than before: begin again.
                const bool isSmaller =
                    request.run->tags().size() < request.previous.rowsSeen.size();
                result.insert(
                    request.key,
                    indexSteps(*request.run, isSmaller ? RunSteps{} : request.previous, stop));
            }
            return result;
        },
        [this](const QHash<QString, RunSteps>& result) {
            for (auto at = result.begin(); at != result.end(); ++at) {
                m_steps.insert(at.key(), at.value());
            }
            updateRuler();
            if (m_isIndexStale) {
                scheduleIndex();
            }
            emit indexed();
        });
}

void StepStrip::updateRuler()
{
    QList<StepRuler::Bar> bars;
    for (const OpenRun* run : m_runs->shown()) {
        const auto steps = m_steps.constFind(run->key);
        if (steps != m_steps.constEnd() && steps->first != kNoStep) {
            bars.push_back({run->name,
                            m_palette->runColour(run->colourSlot),
                            steps->first,
                            steps->last,
                            QList<StepMark>(steps->marks.begin(), steps->marks.end())});
        }
    }
    m_ruler->setBars(std::move(bars));
    updateText();
}

void StepStrip::updateText()
{
    const viewers::Selection::State& state = m_selection->state();
    m_ruler->setCursor(state.step);
    m_ruler->setRange(state.stepRange);
    const bool hasSteps = !m_ruler->isEmpty();
    m_step->setText(state.step && hasSteps ? viewers::formatCount(*state.step)
                                           : viewers::noValue());
    m_total->setText(hasSteps ? tr("of %1").arg(viewers::formatCount(m_ruler->last())) : QString());
    m_toFirst->setVisible(hasSteps);
    m_toLast->setVisible(hasSteps);
    QString epoch;
    const RunSteps steps = m_steps.value(state.run);
    if (state.step && steps.stepsPerEpoch > 0 && hasSteps) {
        // Steps count from 1 or from 0: the last step of an epoch belongs to it.
        const std::int64_t current =
            std::max<std::int64_t>(0, *state.step - (steps.first > 0 ? 1 : 0)) / steps.stepsPerEpoch
            + 1;
        const std::int64_t all =
            steps.epochs > 0 ? steps.epochs
                             : std::max<std::int64_t>(
                                 1, (steps.last + steps.stepsPerEpoch - 1) / steps.stepsPerEpoch);
        epoch = tr("epoch %1 of %2").arg(std::min(current, all)).arg(all);
    }
    m_epoch->setText(epoch);
}

void StepStrip::choose(std::int64_t step)
{
    m_selection->setStep(step);
}

void StepStrip::goToFirst()
{
    if (!m_ruler->isEmpty()) {
        choose(m_ruler->first());
    }
}

void StepStrip::goToLast()
{
    if (!m_ruler->isEmpty()) {
        choose(m_ruler->last());
    }
}

void StepStrip::moveBy(int steps)
{
    if (!m_ruler->isEmpty()) {
        const std::int64_t from = m_selection->state().step.value_or(m_ruler->first());
        choose(std::clamp(from + steps, m_ruler->first(), m_ruler->last()));
    }
}

int StepStrip::runsWithNan() const
{
    int count = 0;
    for (const OpenRun* run : m_runs->shown()) {
        const auto steps = m_steps.constFind(run->key);
        count += steps != m_steps.constEnd() && !steps->nanMarks.empty() ? 1 : 0;
    }
    return count;
}

void StepStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Chrome));
    painter.fillRect(QRect(0, 0, width(), 1), m_palette->colour(Role::Line));
}

} // namespace runlens::app
