// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/overview_view.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/hover_table.h"
#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"
#include "viewers/overview/finding_list.h"
#include "viewers/overview/progress_bar.h"
#include "viewers/overview/property_list.h"
#include "viewers/overview/section_heading.h"
#include "viewers/overview/slowest_operators.h"
#include "viewers/overview/step_split_bar.h"
#include "viewers/scalars/scalars_model.h"

#include <QKeyEvent>
#include <QScrollArea>
#include <QTableView>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr double kSmoothing = 0.9;
constexpr std::size_t kSmoothedFrom = 300; ///< points; fewer are shown as they are
constexpr std::size_t kMostTraces = 6;     ///< runs whose steps are compared

} // namespace

QString OverviewView::currentRun() const
{
    const auto shown = context().runs->shown();
    const QString& selected = context().selection->state().run;
    const auto found = std::ranges::find(shown, selected, &OpenRun::key);
    return found != shown.end() ? selected : shown.empty() ? QString() : shown.front()->key;
}

bool OverviewView::hasData() const
{
    return !context().runs->shown().empty();
}

QString OverviewView::emptyText() const
{
    return tr("No run is shown; check one in the list of runs");
}

QString OverviewView::emptyCode() const
{
    return QStringLiteral("runlens::SummaryCollector collector(\"runs/first\");");
}

std::vector<OpenRun> OverviewView::mainAndOthers() const
{
    std::vector<OpenRun> runs;
    const QString current = currentRun();
    for (const OpenRun* run : context().runs->shown()) {
        if (run->key == current) {
            runs.insert(runs.begin(), *run);
        } else {
            runs.push_back(*run);
        }
    }
    return runs;
}

bool OverviewView::isSettled() const
{
    if (m_factsSlot.isBusy() || m_curvesSlot.isBusy() || m_traceSlot.isBusy()
        || (m_isStale && isVisible()))
    {
        return false;
    }
    return std::ranges::all_of(m_group.charts(), [](const CurveChart* chart) {
        return !chart->isVisible() || chart->isExact();
    });
}

void OverviewView::checkSettled()
{
    const bool isNow = isSettled();
    const bool hasJust = isNow && !m_wasSettled;
    m_wasSettled = isNow;
    if (hasJust) {
        emit settled();
    }
}

void OverviewView::refreshLater()
{
    m_isStale = true;
    m_wasSettled = false;
    if (isVisible() && !m_refreshTimer.isActive()) {
        m_refreshTimer.start();
    }
}

void OverviewView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    if (m_isStale) {
        refresh();
    }
}

void OverviewView::refresh()
{
    m_wasSettled = false;
    const QString current = currentRun();
    emit dataAvailabilityChanged();
    const bool isBusy = m_factsSlot.isBusy() || m_curvesSlot.isBusy() || m_traceSlot.isBusy();
    if (isBusy && current == m_facts.runKey && m_isStale) {
        m_refreshTimer.start(); // a run that grows faster than it is looked at must still be shown
        return;
    }
    m_refreshTimer.stop();
    m_isStale = false;
    m_scroll->setVisible(!current.isEmpty());
    if (current.isEmpty()) {
        m_factsSlot.cancel();
        m_curvesSlot.cancel();
        m_traceSlot.cancel();
        m_facts = {};
        checkSettled();
        return;
    }
    refreshFacts();
    refreshTrace();
}

void OverviewView::refreshFacts()
{
    auto runs = mainAndOthers();
    const OpenRun main = runs.front();
    runs.erase(runs.begin());
    m_factsSlot.run([main, others = std::move(runs)](
                        const std::stop_token& stop) { return overviewFacts(main, others, stop); },
                    [this](OverviewFacts facts) {
                        showFacts(std::move(facts));
                        refreshCurves();
                        checkSettled();
                    });
}

void OverviewView::showFacts(OverviewFacts facts)
{
    m_facts = std::move(facts);
    m_factList->setRows(m_facts.facts);
    m_progress->setVisible(m_facts.progress.has_value());
    if (m_facts.progress) {
        m_progress->setProgress(*m_facts.progress);
    }
    m_configuration->setRows(m_facts.configuration);
    m_configuration->setHeadingNote(
        m_facts.differing > 0 ? tr("%n differ from shown runs", nullptr, m_facts.differing)
                              : QString());
    m_recording->setRows(m_facts.recording);
    m_recording->setHeadingNote(m_facts.isComplete ? tr("complete") : tr("something is missing"),
                                m_facts.isComplete ? NoteKind::Good : NoteKind::Warning);
    m_recorded->setRows(m_facts.recorded);
    m_findings->setFindings(m_facts.findings);
    m_findingHeading->setNote(
        tr("%n findings", nullptr, static_cast<int>(m_facts.findings.size())));
    m_findingHeading->setVisible(!m_facts.findings.empty());
    m_findings->setVisible(!m_facts.findings.empty());
}

CurveOptions OverviewView::curveOptions(const ScalarSeries& series)
{
    return {XAxis::Step, series.size() >= kSmoothedFrom ? kSmoothing : 0.0, kNoTime};
}

std::shared_ptr<const CurveData>
OverviewView::prepareKeyCurve(const OpenRun& run,
                              const QString& name,
                              const std::vector<KeyCurve>& previous,
                              const std::stop_token& stop)
{
    const TagId tag = run.run->findTag(name.toStdString(), RecordKind::Scalar);
    const ScalarSeries* series = run.run->scalars(tag);
    if (series == nullptr || series->size() == 0) {
        return nullptr;
    }
    const auto known = std::find_if(previous.begin(), previous.end(), [&](const KeyCurve& curve) {
        return curve.runKey == run.key && curve.tag == name;
    });
    return prepareCurve(
        run.run, tag, curveOptions(*series), known == previous.end() ? nullptr : known->data, stop);
}

void OverviewView::refreshCurves()
{
    m_curvesSlot.run(
        [runs = mainAndOthers(), tags = m_facts.keyTags, previous = m_curves](
            const std::stop_token& stop) {
            std::vector<KeyCurve> curves;
            for (const QString& name : tags) {
                for (const OpenRun& run : runs) {
                    if (auto prepared = prepareKeyCurve(run, name, previous, stop)) {
                        curves.push_back({run.key, name, std::move(prepared)});
                    }
                }
            }
            return curves;
        },
        [this](std::vector<KeyCurve> curves) {
            showCurves(std::move(curves));
            checkSettled();
        });
}

void OverviewView::showCurves(std::vector<KeyCurve> curves)
{
    m_curves = std::move(curves);
    const QString main = currentRun();
    const Palette& palette = *context().palette;
    for (std::size_t i = 0; i < m_keyCharts.size(); ++i) {
        CurveChart* chart = m_keyCharts[i];
        const QString tag = m_facts.keyTags.value(static_cast<int>(i));
        chart->setVisible(!tag.isEmpty());
        std::vector<PlotCurve> plots;
        bool isShare = isShareName(tag);
        for (const KeyCurve& curve : m_curves) {
            const OpenRun* run = context().runs->find(curve.runKey);
            if (curve.tag != tag || run == nullptr) {
                continue;
            }
            const bool isMain = curve.runKey == main;
            PlotCurve plot;
            plot.data = curve.data;
            plot.runKey = curve.runKey;
            plot.name = run->name;
            plot.colour =
                isMain ? palette.runColour(run->colourSlot) : palette.colour(Role::Disabled);
            plot.width = isMain ? 1.6 : 1.0;
            plot.hasRawBehind = isMain;
            const ValueSummary values = curve.data->values();
            isShare = isShare
                      && (!values.hasFinite() || (values.minimum >= 0.0 && values.maximum <= 1.0));
            plots.push_back(std::move(plot));
        }
        std::stable_partition(
            plots.begin(), plots.end(), [&](const PlotCurve& plot) { return plot.runKey != main; });
        if (m_group.tagOf(chart) != tag || tag.isEmpty()) {
            m_group.remove(chart);
            if (!tag.isEmpty()) {
                m_group.add(chart, tag);
            }
        }
        chart->setTitle(tag);
        chart->setShare(isShare);
        chart->setCurves(std::move(plots));
        chart->setMainRun(main);
        if (!tag.isEmpty()) {
            m_group.curvesChanged(chart);
            chart->setMainRun(main);
        }
    }
    m_learning->setVisible(!m_facts.keyTags.empty());
    m_chartRow->setVisible(!m_facts.keyTags.empty());
    updateLearningNote();
    updateNothing();
}

/// A run without curves and spans leaves the right column empty: say so, and what fills it.
void OverviewView::updateNothing()
{
    m_nothing->setVisible(m_facts.keyTags.empty() && !m_models.contains(currentRun())
                          && m_facts.findings.empty());
}

void OverviewView::updateLearningNote()
{
    const OpenRun* run = context().runs->find(currentRun());
    const auto& step = context().selection->state().step;
    const QString values =
        step ? tr("values at step %1").arg(formatCount(*step)) : tr("values at the end");
    const bool hasOthers = context().runs->shown().size() > 1;
    m_learning->setNote(
        run == nullptr ? QString()
        : hasOthers
            ? tr("%1 in its colour, the other shown runs in grey; %2").arg(run->name, values)
            : values);
}

void OverviewView::refreshTrace()
{
    auto runs = mainAndOthers();
    if (runs.empty()) {
        return;
    }
    runs.resize(std::min(runs.size(), kMostTraces));
    m_traceSlot.run(
        [runs = std::move(runs), models = m_models](const std::stop_token& stop) {
            TraceResult result;
            for (std::size_t i = 0; i < runs.size() && !stop.stop_requested(); ++i) {
                result.runs.emplace_back(runs[i].key,
                                         traceOf(runs[i], models.value(runs[i].key), i == 0, stop));
            }
            return result;
        },
        [this](TraceResult result) {
            showTrace(std::move(result));
            checkSettled();
        });
}

void OverviewView::showTrace(TraceResult result)
{
    m_models.clear();
    std::vector<NamedSplit> splits;
    for (const auto& [key, trace] : result.runs) {
        const OpenRun* run = context().runs->find(key);
        if (trace.model) {
            m_models.insert(key, trace.model);
        }
        if (run != nullptr && trace.split) {
            splits.push_back(
                {*trace.split, run->name, context().palette->runColour(run->colourSlot)});
        }
    }
    updateNothing();
    const bool hasMain = !splits.empty() && splits.front().split.runKey == currentRun();
    m_splitHeading->setVisible(hasMain);
    m_split->setVisible(hasMain);
    if (hasMain) {
        const StepSplit& main = splits.front().split;
        m_splitHeading->setNote(tr("mean of the typical steps of %1–%2, %3")
                                    .arg(formatCount(main.firstStep),
                                         formatCount(main.lastStep),
                                         formatDurationNs(main.wholeNs)));
        m_split->setSplits(std::move(splits));
    }
    if (result.runs.empty()) {
        return;
    }
    const RunTrace& main = result.runs.front().second;
    const OpenRun* run = context().runs->find(result.runs.front().first);
    const bool hasOperators = main.model && run != nullptr && !main.operators.byType.empty();
    m_operatorPart->setVisible(hasOperators || main.stepTimes);
    m_operatorHeading->setVisible(hasOperators);
    m_operatorTable->setVisible(hasOperators);
    if (hasOperators) {
        m_operators->setOperators(
            main.model->sharedRun(), main.operators, main.split ? main.split->steps : 0);
        m_operatorHeading->setLink(tr("All operators"));
    }
    m_stepChart->setVisible(main.stepTimes != nullptr);
    std::vector<PlotCurve> plots;
    if (main.stepTimes && run != nullptr) {
        PlotCurve plot;
        plot.data = main.stepTimes;
        plot.runKey = run->key;
        plot.name = run->name;
        plot.colour = context().palette->runColour(run->colourSlot);
        plot.width = 1.0;
        plots.push_back(std::move(plot));
    }
    m_stepChart->setCurves(std::move(plots));
    m_group.curvesChanged(m_stepChart);
}

void OverviewView::openLink(const PropertyRow& row)
{
    Selection::State state = context().selection->state();
    state.run = currentRun();
    if (!row.linkTag.isEmpty()) {
        state.tag = row.linkTag;
    }
    context().selection->set(state);
    emit showView(row.linkView);
}

void OverviewView::openFinding(const OverviewFinding& finding)
{
    Selection::State state = context().selection->state();
    state.run = currentRun();
    state.step = finding.step ? finding.step : state.step;
    state.tag = finding.tag.isEmpty() ? state.tag : finding.tag;
    context().selection->set(state);
    const bool hasTrace = m_models.contains(currentRun());
    emit showView(finding.step && finding.tag.isEmpty() && hasTrace ? QStringLiteral("timeline")
                                                                    : QStringLiteral("scalars"));
}

void OverviewView::openOperator(int row)
{
    const OpenRun* run = context().runs->find(currentRun());
    if (run == nullptr || row < 0 || row >= m_operators->rowCount()) {
        return;
    }
    context().selection->set(selectSpan(
        context().selection->state(), run->key, *run->run, m_operators->row(row).longest));
}

void OverviewView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Backspace) {
        m_group.back();
    } else if (event->key() == Qt::Key_F) {
        m_group.fit();
    } else {
        View::keyPressEvent(event);
    }
}

void OverviewView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    m_hover->hide();
    arrange();
}

QList<ExportFormat> OverviewView::exportFormats() const
{
    return {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv};
}

Status OverviewView::exportTo(const QString& path, ExportFormat format)
{
    if (format != ExportFormat::Csv) {
        return exportWidget(*m_scroll->widget(), path, format);
    }
    QString text = QStringLiteral("section,name,value,note\r\n");
    const auto quoted = [](QString cell) {
        return QLatin1Char('"') + cell.replace('"', "\"\"") + QLatin1Char('"');
    };
    const auto add = [&](const QString& section, const std::vector<PropertyRow>& rows) {
        for (const PropertyRow& row : rows) {
            text += quoted(section) + ',' + quoted(row.name) + ',' + quoted(row.value) + ','
                    + quoted(row.note) + "\r\n";
        }
    };
    add(tr("Facts"), m_facts.facts);
    add(tr("Configuration"), m_facts.configuration);
    add(tr("Recording"), m_facts.recording);
    add(tr("Recorded"), m_facts.recorded);
    return writeFile(path, text.toUtf8(), "write the overview");
}

} // namespace runlens::viewers
