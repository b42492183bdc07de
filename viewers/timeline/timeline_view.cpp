// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/timeline_view.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"
#include "viewers/timeline/area_panel.h"
#include "viewers/timeline/span_search_bar.h"
#include "viewers/timeline/step_strip.h"
#include "viewers/timeline/timeline_canvas.h"

#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::viewers {

TimelineView::TimelineView(ViewContext viewContext, QWidget* parent)
    : TracedRunView(viewContext, parent)
    , m_strip(new StepStrip(viewContext.palette, this))
    , m_canvas(new TimelineCanvas(viewContext.palette, this))
    , m_panel(new AreaPanel(viewContext.palette, this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_namesSlot(new AsyncSlot(this))
{
    auto* plot = new QWidget(this);
    auto* plotLayout = new QVBoxLayout(plot);
    plotLayout->setContentsMargins(0, 0, 0, 0);
    plotLayout->setSpacing(0);
    plotLayout->addWidget(m_strip);
    plotLayout->addWidget(m_canvas, 1);
    m_splitter->addWidget(plot);
    m_splitter->addWidget(m_panel);
    m_splitter->setStretchFactor(0, 7);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setSizes({700, 280});
    m_splitter->setChildrenCollapsible(true);
    m_splitter->setCollapsible(0, false);
    setContent(m_splitter);
    makeHeader();

    connect(context().selection, &Selection::changed, this, &TimelineView::onSelectionChanged);
    connect(m_canvas, &TimelineCanvas::spanClicked, this, &TimelineView::select);
    connect(m_canvas, &TimelineCanvas::backgroundClicked, this, [this] {
        Selection::State state = context().selection->state();
        state.span.reset();
        context().selection->set(state);
    });
    connect(m_canvas, &TimelineCanvas::areaChosen, this, &TimelineView::chooseArea);
    connect(m_canvas, &TimelineCanvas::viewChanged, this, [this] {
        m_strip->setVisibleTime(m_canvas->visibleTime());
        m_shownTime->setText(
            model() != nullptr ? formatDuration(m_canvas->visibleTime().durationNs()) : QString());
        updateArea();
    });
    connect(m_canvas, &TimelineCanvas::framePainted, this, &TimelineView::checkSettled);
    connect(m_canvas, &TimelineCanvas::searchAsked, this, &TimelineView::startSearch);
    connect(m_panel, &AreaPanel::settled, this, &TimelineView::checkSettled);
    connect(m_panel, &AreaPanel::spanChosen, this, [this](SpanRef span) {
        m_canvas->reveal(span);
        select(span);
    });
    connect(
        m_strip, &StepStrip::stepChosen, this, [this](int rank, const profiler::TraceStep& step) {
            m_canvas->fit(step.time);
            Selection::State state = context().selection->state();
            state.run = runKey();
            state.rank = rank;
            state.step = step.step;
            m_isOwnChange = true;
            context().selection->set(state);
            m_isOwnChange = false;
            m_strip->setStep(step.step);
        });
    connect(m_strip, &StepStrip::timeChosen, this, [this](std::int64_t centre) {
        const TimeView view{centre, m_canvas->timeView().nsPerPixel};
        m_canvas->setTimeView(panned(view, -m_canvas->plotWidth() / 2.0));
    });
    chooseRun();
}

TimelineView::~TimelineView() = default;

void TimelineView::makeHeader()
{
    Palette* palette = context().palette;
    m_header = new QWidget(this);
    auto* layout = new QHBoxLayout(m_header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_search = new SpanSearchBar(
        palette, [this] { return m_canvas->visibleTime().startNs; }, m_header);
    m_colouring = new SegmentedControl(palette, {tr("Category"), tr("Operator")}, m_header);
    m_flows = new IconButton(
        palette, QStringLiteral("flow"), tr("Show the flows of the selected span"), m_header);
    m_flows->setCheckable(true);
    m_flows->setChecked(true);
    m_shownTime = new TextLabel(palette, {}, Role::Text3, Palette::font(12), m_header);
    m_shownTime->setMinimumWidth(60);
    m_shownTime->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* fit = new IconButton(palette, QStringLiteral("fit"), tr("Fit all"), m_header);
    layout->addWidget(m_search);
    layout->addWidget(Separator::forHeader(palette, m_header));
    layout->addWidget(
        new TextLabel(palette, tr("Colour"), Role::Text2, Palette::font(12), m_header));
    layout->addWidget(m_colouring);
    layout->addWidget(m_flows);
    layout->addStretch(1);
    layout->addWidget(m_shownTime);
    layout->addWidget(fit);

    connect(m_search, &SpanSearchBar::hitsChanged, this, [this] {
        m_canvas->setFound(hits().hits.empty() ? std::vector<bool>() : hits().names);
        checkSettled();
    });
    connect(m_search, &SpanSearchBar::hitAsked, this, [this](SpanRef span) {
        m_canvas->reveal(span);
        select(span);
    });
    connect(m_colouring, &SegmentedControl::currentChanged, this, [this](int index) {
        m_canvas->setColouring(index == 1 ? SpanColouring::ByOperator : SpanColouring::ByCategory);
    });
    connect(m_flows, &QAbstractButton::toggled, m_canvas, &TimelineCanvas::setShowFlows);
    connect(fit, &QAbstractButton::clicked, m_canvas, &TimelineCanvas::fitAll);
}

const profiler::TraceModel* TimelineView::model() const
{
    return m_canvas->model().get();
}

QString TimelineView::emptyText() const
{
    return tr(
        "No spans were recorded: run the training with a collector that records what it does when");
}

QString TimelineView::emptyCode() const
{
    return QStringLiteral("runlens::ScopedSpan span(collector, \"forward\");");
}

void TimelineView::clearRun()
{
    m_names.clear();
    m_search->setModel(nullptr);
    m_canvas->setModel(nullptr, false);
    m_strip->setData(nullptr);
    m_pendingAspects = Selection::Aspects::fromInt(~0);
}

void TimelineView::takeTrace(const std::shared_ptr<const TraceData>& trace)
{
    const bool isFirst = m_canvas->model() == nullptr;
    m_strip->setData(trace);
    m_canvas->setModel(trace->model, !isFirst);
    readNames();
    if (!m_pendingState.isEmpty()) {
        restoreState(std::exchange(m_pendingState, {}));
    }
    if (isFirst) {
        applySelection(std::exchange(m_pendingAspects, {}));
    }
    m_search->setModel(trace->model);
    updateArea();
}

void TimelineView::readNames()
{
    if (m_namesSlot->isBusy()) {
        return; // the next snapshot will do
    }
    m_namesSlot->run(
        [trace = m_canvas->model()](std::stop_token stop) { return namesOf(*trace, stop); },
        [this](std::vector<SpanName> names) { m_names = std::move(names); });
}

void TimelineView::onSelectionChanged(Selection::Aspects aspects)
{
    if (aspects.testFlag(Selection::RunAspect)) {
        chooseRun();
    }
    if (model() == nullptr) {
        m_pendingAspects |= aspects;
    } else if (!m_isOwnChange) {
        applySelection(aspects);
    } else {
        m_strip->setStep(context().selection->state().step);
        updatePanelRow();
    }
}

void TimelineView::applySelection(Selection::Aspects aspects)
{
    const Selection::State& state = context().selection->state();
    const bool hasSpan = state.span && state.span->run == runKey();
    if (aspects.testFlag(Selection::TimeAspect)) {
        std::optional<profiler::TimeInterval> area;
        if (state.timeRange && state.timeRange->run == runKey()) {
            area = {state.timeRange->startNs, state.timeRange->endNs};
        }
        // The time of a span that was selected elsewhere is shown by the span itself.
        const auto facts = hasSpan ? model()->facts(state.span->span) : std::nullopt;
        m_canvas->setArea(facts && area == facts->time ? std::nullopt : area);
        updateArea();
    }
    if (aspects.testFlag(Selection::StepAspect)) {
        m_strip->setStep(state.step);
        if (state.step && !(aspects.testFlag(Selection::SpanAspect) && hasSpan)) {
            showStep(*state.step);
        }
    }
    if (aspects.testFlag(Selection::SpanAspect)) {
        m_canvas->setSelectedSpan(hasSpan ? std::optional(state.span->span) : std::nullopt);
        if (hasSpan) {
            m_canvas->reveal(state.span->span);
        }
    }
    if (aspects & (Selection::SpanAspect | Selection::NodeAspect)) {
        updatePanelRow();
    }
}

void TimelineView::showStep(std::int64_t number)
{
    const profiler::TraceStep* step = model()->findStep(context().selection->state().rank, number);
    for (const int rank : model()->ranks()) {
        step = step != nullptr ? step : model()->findStep(rank, number);
    }
    if (step == nullptr) {
        return;
    }
    // A step that is in sight and not tiny stays where it is.
    const profiler::TimeInterval shown = m_canvas->visibleTime();
    const bool isInside = step->time.startNs >= shown.startNs && step->time.endNs <= shown.endNs;
    if (!isInside || step->time.durationNs() < shown.durationNs() / 20) {
        m_canvas->fit(step->time);
    }
}

void TimelineView::updateArea()
{
    if (model() != nullptr) {
        const auto area = m_canvas->area();
        m_panel->show(m_canvas->model(), area.value_or(m_canvas->visibleTime()), area.has_value());
    } else {
        m_panel->show(nullptr, {}, false);
    }
}

void TimelineView::updatePanelRow()
{
    const Selection::State& state = context().selection->state();
    const auto facts = model() != nullptr && state.span && state.span->run == runKey()
                           ? model()->facts(state.span->span)
                           : std::nullopt;
    if (!facts) {
        m_panel->setCurrent(
            {}, state.node && state.node->run == runKey() ? state.node->fullName : QString());
        return;
    }
    const Run& run = model()->run();
    const auto text = [&run](NameId id) {
        const std::string_view bytes = run.text(id);
        return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    };
    const IrNode* node = run.irNode(facts->node);
    m_panel->setCurrent(
        text(node != nullptr && node->op != NameId{} ? node->op : facts->name),
        text(node != nullptr && node->fullName != NameId{} ? node->fullName : facts->name));
}

void TimelineView::select(SpanRef span)
{
    const OpenRun* run = context().runs->find(runKey());
    if (run == nullptr) {
        return;
    }
    m_canvas->setSelectedSpan(span);
    m_isOwnChange = true;
    const Selection::State& before = context().selection->state();
    Selection::State state = selectSpan(before, runKey(), *run->run, span);
    state.timeRange = before.timeRange; // the area is the user's
    context().selection->set(state);
    m_isOwnChange = false;
    m_search->setSelected(span);
}

void TimelineView::chooseArea(std::optional<profiler::TimeInterval> area)
{
    m_isOwnChange = true;
    context().selection->setTimeRange(
        area ? std::optional(TimeRange{runKey(), area->startNs, area->endNs}) : std::nullopt);
    m_isOwnChange = false;
    m_canvas->setArea(area);
    updateArea();
}

void TimelineView::startSearch()
{
    m_search->takeFocus();
}

const SpanHits& TimelineView::hits() const
{
    return m_search->hits();
}

bool TimelineView::isSettled() const
{
    if (runKey().isEmpty()) {
        return true;
    }
    return isTraceUpToDate() && model() != nullptr && m_canvas->isSettled() && m_panel->isSettled()
           && m_strip->isSettled() && m_search->isSettled();
}

Status TimelineView::exportTo(const QString& path, ExportFormat format)
{
    if (format == ExportFormat::Csv) {
        return exportCsv(m_panel->sorted(), path);
    }
    Figure figure;
    figure.size = m_canvas->size();
    figure.background = context().palette->colour(Role::Surface);
    figure.title = tr("Timeline");
    figure.paint = [this](QPainter& painter) { m_canvas->paintVector(painter); };
    return exportFigure(figure, path, format);
}

QList<PaletteEntry> TimelineView::paletteEntries(const QString& typed, int limit) const
{
    QList<PaletteEntry> entries;
    if (model() == nullptr) {
        return entries;
    }
    auto* view = const_cast<TimelineView*>(this);
    for (const SpanName& name : m_names) {
        if (entries.size() >= limit) {
            break;
        }
        const std::string_view bytes = model()->run().text(name.name);
        const QString text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
        if (text.isEmpty() || !text.contains(typed, Qt::CaseInsensitive)) {
            continue;
        }
        entries.push_back({text, tr("Spans on the timeline"), [view, text] {
                               emit view->showView(QStringLiteral("timeline"));
                               view->m_search->search(text);
                               view->startSearch();
                           }});
    }
    return entries;
}

QByteArray TimelineView::saveState() const
{
    QJsonObject state;
    state[QStringLiteral("colouring")] = m_canvas->colouring() == SpanColouring::ByOperator
                                             ? QStringLiteral("operator")
                                             : QStringLiteral("category");
    state[QStringLiteral("flows")] = m_flows->isChecked();
    state[QStringLiteral("splitter")] = QString::fromLatin1(m_splitter->saveState().toBase64());
    if (model() != nullptr) {
        // Strings: JSON numbers do not hold an int64.
        state[QStringLiteral("run")] = runKey();
        state[QStringLiteral("start")] = QString::number(m_canvas->timeView().startNs);
        state[QStringLiteral("nsPerPixel")] = m_canvas->timeView().nsPerPixel;
        QJsonArray flags;
        for (const std::int64_t flag : m_canvas->flags()) {
            flags.push_back(QString::number(flag));
        }
        state[QStringLiteral("flags")] = flags;
        QJsonArray folded;
        for (const int rank : m_canvas->folded().ranks) {
            folded.push_back(rank);
        }
        state[QStringLiteral("foldedRanks")] = folded;
    }
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void TimelineView::restoreState(const QByteArray& bytes)
{
    const QJsonObject state = QJsonDocument::fromJson(bytes).object();
    m_colouring->setCurrentIndex(
        state[QStringLiteral("colouring")].toString() == QStringLiteral("operator") ? 1 : 0);
    m_flows->setChecked(state[QStringLiteral("flows")].toBool(true));
    const QByteArray splitter =
        QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1());
    if (!splitter.isEmpty()) {
        m_splitter->restoreState(splitter);
    }
    if (model() == nullptr) {
        m_pendingState = bytes;
        return;
    }
    FoldedLanes folded;
    for (const auto& rank : state[QStringLiteral("foldedRanks")].toArray()) {
        folded.ranks.insert(rank.toInt());
    }
    m_canvas->setFolded(folded);
    bool isNumber = false;
    const std::int64_t start = state[QStringLiteral("start")].toString().toLongLong(&isNumber);
    const double nsPerPixel = state[QStringLiteral("nsPerPixel")].toDouble();
    if (state[QStringLiteral("run")].toString() == runKey() && isNumber && nsPerPixel > 0.0
        && profiler::isIndexable(start))
    {
        m_canvas->setTimeView({start, nsPerPixel});
        std::vector<std::int64_t> flags;
        for (const auto& flag : state[QStringLiteral("flags")].toArray()) {
            flags.push_back(flag.toString().toLongLong());
        }
        m_canvas->setFlags(std::move(flags));
    }
}

} // namespace runlens::viewers
