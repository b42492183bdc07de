// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/timeline_view.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"
#include "viewers/timeline/area_panel.h"
#include "viewers/timeline/step_strip.h"
#include "viewers/timeline/timeline_canvas.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::viewers {

TimelineView::TimelineView(ViewContext viewContext, QWidget* parent)
    : View(viewContext, parent)
    , m_traces(TraceProvider::of(viewContext.runs))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(viewContext.palette, emptyText(), emptyCode(), this))
    , m_strip(new StepStrip(viewContext.palette, this))
    , m_canvas(new TimelineCanvas(viewContext.palette, this))
    , m_panel(new AreaPanel(viewContext.palette, this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_searchSlot(new AsyncSlot(this))
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
    m_stack->addWidget(m_splitter);
    m_stack->addWidget(m_empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    makeHeader();

    connect(context().runs, &RunSet::changed, this, &TimelineView::chooseRun);
    connect(context().runs, &RunSet::updated, this, [this](const QString&) { chooseRun(); });
    connect(context().selection, &Selection::changed, this, &TimelineView::onSelectionChanged);
    connect(m_traces, &TraceProvider::changed, this, &TimelineView::takeTrace);
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
            state.run = m_runKey;
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
    m_search = new SearchField(palette, QStringLiteral("search"), tr("Search spans"), m_header);
    m_search->setFixedWidth(190);
    m_search->setAccessibleName(tr("Search spans by name"));
    m_hitCount = new TextLabel(palette, {}, Role::Text3, Palette::font(11), m_header);
    m_hitCount->setMinimumWidth(56);
    auto* previous = new IconButton(
        palette, QStringLiteral("chevron_left"), tr("Previous hit (Shift+Enter)"), m_header);
    auto* next =
        new IconButton(palette, QStringLiteral("chevron_right"), tr("Next hit (Enter)"), m_header);
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
    layout->addWidget(m_hitCount);
    layout->addWidget(previous);
    layout->addWidget(next);
    layout->addWidget(Separator::forHeader(palette, m_header));
    layout->addWidget(
        new TextLabel(palette, tr("Colour"), Role::Text2, Palette::font(12), m_header));
    layout->addWidget(m_colouring);
    layout->addWidget(m_flows);
    layout->addStretch(1);
    layout->addWidget(m_shownTime);
    layout->addWidget(fit);

    connect(m_search, &QLineEdit::textChanged, this, &TimelineView::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        stepHit(QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    });
    connect(previous, &QAbstractButton::clicked, this, [this] { stepHit(-1); });
    connect(next, &QAbstractButton::clicked, this, [this] { stepHit(1); });
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

bool TimelineView::hasData() const
{
    const auto shown = context().runs->shown();
    return std::any_of(
        shown.begin(), shown.end(), [](const OpenRun* run) { return hasTrace(*run->run); });
}

QString TimelineView::emptyText() const
{
    return tr(
        "No spans were recorded: run the training with a collector that records what it does when");
}

QString TimelineView::emptyCode() const
{
    return QStringLiteral("auto span = collector.span(\"forward\");");
}

void TimelineView::chooseRun()
{
    const OpenRun* run = tracedRun(*context().runs, context().selection->state().run);
    const QString key = run != nullptr ? run->key : QString();
    if (key != m_runKey) {
        if (m_isWanted) {
            m_traces->release(m_runKey);
            m_isWanted = false;
        }
        m_runKey = key;
        m_hits = {};
        m_hit.reset();
        m_names.clear();
        m_canvas->setFound({});
        m_canvas->setModel(nullptr, false);
        m_strip->setData(nullptr);
        m_pendingAspects = Selection::Aspects::fromInt(~0);
        if (m_traces->data(key)) {
            takeTrace(key);
        }
    }
    m_stack->setCurrentWidget(key.isEmpty() ? static_cast<QWidget*>(m_empty) : m_splitter);
    if (!key.isEmpty() && isVisible() && !m_isWanted) {
        m_isWanted = true;
        m_traces->want(key);
    }
    if (hasData() != m_hadData) {
        m_hadData = hasData();
        emit dataAvailabilityChanged();
    }
    checkSettled();
}

void TimelineView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    chooseRun();
}

void TimelineView::hideEvent(QHideEvent* event)
{
    View::hideEvent(event);
    if (m_isWanted) {
        m_traces->release(m_runKey);
        m_isWanted = false;
    }
}

void TimelineView::takeTrace(const QString& key)
{
    const auto trace = key == m_runKey ? m_traces->data(key) : nullptr;
    if (!trace) {
        return;
    }
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
    if (!m_search->text().isEmpty()) {
        search(m_search->text());
    }
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
    const bool hasSpan = state.span && state.span->run == m_runKey;
    if (aspects.testFlag(Selection::TimeAspect)) {
        std::optional<profiler::TimeInterval> area;
        if (state.timeRange && state.timeRange->run == m_runKey) {
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
    const auto facts = model() != nullptr && state.span && state.span->run == m_runKey
                           ? model()->facts(state.span->span)
                           : std::nullopt;
    if (!facts) {
        m_panel->setCurrent(
            {}, state.node && state.node->run == m_runKey ? state.node->fullName : QString());
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
    const OpenRun* run = context().runs->find(m_runKey);
    if (run == nullptr) {
        return;
    }
    m_canvas->setSelectedSpan(span);
    m_isOwnChange = true;
    const Selection::State& before = context().selection->state();
    Selection::State state = selectSpan(before, m_runKey, *run->run, span);
    state.timeRange = before.timeRange; // the area is the user's
    context().selection->set(state);
    m_isOwnChange = false;
    m_hit = m_hits.hits.size() < 100'000 ? m_hits.indexOf(span) : m_hit;
    showHitCount();
}

void TimelineView::chooseArea(std::optional<profiler::TimeInterval> area)
{
    m_isOwnChange = true;
    context().selection->setTimeRange(
        area ? std::optional(TimeRange{m_runKey, area->startNs, area->endNs}) : std::nullopt);
    m_isOwnChange = false;
    m_canvas->setArea(area);
    updateArea();
}

void TimelineView::startSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void TimelineView::search(const QString& text)
{
    if (text.isEmpty() || model() == nullptr) {
        m_searchSlot->cancel();
        takeHits({});
        return;
    }
    m_searchSlot->run([trace = m_canvas->model(), wanted = text.toStdString()](
                          std::stop_token stop) { return searchSpans(*trace, wanted, stop); },
                      [this](SpanHits hits) { takeHits(std::move(hits)); });
}

void TimelineView::takeHits(SpanHits hits)
{
    const bool isSame = hits.text == m_hits.text;
    m_hits = std::move(hits);
    m_hit = isSame && m_hit && *m_hit < m_hits.hits.size() ? m_hit : std::nullopt;
    m_canvas->setFound(m_hits.hits.empty() ? std::vector<bool>() : m_hits.names);
    m_search->setWrong(!m_hits.text.empty() && m_hits.hits.empty(),
                       tr("No span has this in its name"));
    showHitCount();
    checkSettled();
}

void TimelineView::showHitCount()
{
    const auto total = static_cast<std::int64_t>(m_hits.hits.size());
    m_hitCount->setText(m_hits.text.empty() ? QString()
                        : m_hit
                            ? tr("%1 / %2").arg(formatCount(static_cast<std::int64_t>(*m_hit) + 1),
                                                formatCount(total))
                            : formatCount(total));
}

void TimelineView::stepHit(int by)
{
    if (m_hits.hits.empty()) {
        return;
    }
    const std::size_t count = m_hits.hits.size();
    if (m_hit) {
        m_hit = (*m_hit + (by > 0 ? 1 : count - 1)) % count;
    } else {
        m_hit = m_hits.from(m_canvas->visibleTime().startNs);
    }
    const SpanRef span = m_hits.hits[*m_hit].span;
    m_canvas->reveal(span);
    const auto hit = m_hit;
    select(span);
    m_hit = hit;
    showHitCount();
}

bool TimelineView::isSettled() const
{
    if (m_runKey.isEmpty()) {
        return true;
    }
    return m_traces->isUpToDate(m_runKey) && model() != nullptr && m_canvas->isSettled()
           && m_panel->isSettled() && m_strip->isSettled() && !m_searchSlot->isBusy();
}

void TimelineView::checkSettled()
{
    if (isSettled()) {
        emit settled();
    }
}

QList<ExportFormat> TimelineView::exportFormats() const
{
    return {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv};
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
                               view->m_search->setText(text);
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
        state[QStringLiteral("run")] = m_runKey;
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
    if (state[QStringLiteral("run")].toString() == m_runKey && isNumber && nsPerPixel > 0.0
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
