// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_view.h"

#include "viewers/common/figure_export.h"
#include "viewers/common/match_search.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/text.h"
#include "viewers/graph/graph_canvas.h"
#include "viewers/graph/graph_header.h"
#include "viewers/graph/graph_selection.h"
#include "viewers/graph/graph_status.h"
#include "viewers/graph/graph_table.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kInitialItems = 40;
constexpr qint64 kTimesEveryMs = 5000;

/// A picture and the times it was made with travel together from the worker.
struct Loaded {
    Result<std::shared_ptr<const GraphModel>> model;
    NodeTimes times;
};

} // namespace

GraphView::GraphView(ViewContext context, QWidget* parent)
    : SingleRunView(context, parent)
    , m_canvas(new GraphCanvas(context.palette, this))
    , m_empty(new EmptyState(context.palette, {}, {}, this))
    , m_status(new GraphStatus(context.palette, this))
    , m_header(new GraphHeader(context.palette, this))
    , m_search(m_header->search())
    , m_loadSlot(this)
    , m_pictureSlot(this)
    , m_timeSlot(this)
{
    m_header->hide(); // the window puts it into its bar
    m_timesTimer.setSingleShot(true);
    connect(&m_timesTimer, &QTimer::timeout, this, &GraphView::refreshTimes);
    setFocusProxy(m_canvas);
    connect(m_header, &GraphHeader::choiceAsked, this, [this](int choice) {
        load(static_cast<std::size_t>(choice));
    });
    connect(m_header, &GraphHeader::zoomAsked, this, [this](double factor) {
        m_canvas->zoomAt(m_canvas->rect().center(), factor);
    });
    connect(m_header, &GraphHeader::fitAsked, m_canvas, &GraphCanvas::fit);
    connect(m_search, &MatchSearch::textChanged, this, &GraphView::search);
    connect(m_search, &MatchSearch::matchAsked, this, &GraphView::goToMatch);
    connect(m_canvas, &GraphCanvas::nodeClicked, this, &GraphView::selectGraphNode);
    connect(m_canvas, &GraphCanvas::scopeToggled, this, &GraphView::toggleScope);
    runsChanged();
}

GraphView::~GraphView() = default;

QWidget* GraphView::headerControls()
{
    return m_header;
}

bool GraphView::canShow(const Run& run) const
{
    return !graphChoices(run).empty();
}

QString GraphView::emptyText() const
{
    return tr("No run that is shown has recorded a graph or IR");
}

QString GraphView::emptyCode() const
{
    return QStringLiteral("collector.addGraph(\"train\", graph);");
}

bool GraphView::isSettled() const
{
    return !m_loadSlot.isBusy() && !m_pictureSlot.isBusy() && !m_timeSlot.isBusy();
}

void GraphView::runGrew()
{
    const OpenRun* open = openRun();
    if (open == nullptr || m_choice < 0) {
        return;
    }
    const bool isWhole = !open->isLoading && open->run->ended() != EndReason::Running;
    const qint64 wait =
        isWhole || !m_sinceTimes.isValid() ? 0 : kTimesEveryMs - m_sinceTimes.elapsed();
    if (wait <= 0) {
        refreshTimes();
    } else if (!m_timesTimer.isActive()) { // what came last must not stay out of the picture
        m_timesTimer.start(static_cast<int>(wait));
    }
}

void GraphView::showEvent(QShowEvent* event)
{
    SingleRunView::showEvent(event);
    if (m_areTimesOld) {
        refreshTimes();
    }
}

void GraphView::refresh()
{
    const OpenRun* open = bestRun();
    std::vector<GraphChoice> choices =
        open != nullptr ? graphChoices(*open->run) : std::vector<GraphChoice>{};
    const bool isOther = setShownRun(open);
    if (!isOther && choices == m_choices) {
        return;
    }
    const std::optional<GraphChoice> before =
        !isOther && m_choice >= 0 ? std::optional(m_choices[static_cast<std::size_t>(m_choice)])
                                  : std::nullopt;
    m_choices = std::move(choices);
    m_header->setChoices(m_choices);
    for (std::size_t i = 0; before && i < m_choices.size(); ++i) {
        if (m_choices[i] == *before) {
            m_choice = static_cast<int>(i);
            m_header->setChoice(m_choice);
            return;
        }
    }
    m_choice = -1;
    if (m_choices.empty()) {
        loaded(nullptr);
        return;
    }
    const std::size_t first = firstChoice(m_choices, m_wantedGraph);
    m_choice = static_cast<int>(first);
    load(choiceOfSelection().value_or(first));
}

/// Where the selected node is, when the shown graph is another one: what ran of its graph, or else
/// the last pass.
std::optional<std::size_t> GraphView::choiceOfSelection() const
{
    const std::optional<NodeSelection>& node = context().selection->state().node;
    if (!node || node->run != runKey() || node->graph.isEmpty() || m_choice < 0) {
        return std::nullopt;
    }
    const std::string graph = node->graph.toStdString();
    if (m_choices[static_cast<std::size_t>(m_choice)].graph == graph) {
        return std::nullopt;
    }
    return choiceOfGraph(m_choices, graph);
}

bool GraphView::showGraph(const QString& graph, const QString& passName)
{
    const std::optional<std::size_t> choice =
        choiceNamed(m_choices, graph.toStdString(), passName.toStdString());
    if (choice && static_cast<int>(*choice) != m_choice) {
        load(*choice);
    }
    return choice.has_value();
}

void GraphView::load(std::size_t choice)
{
    const OpenRun* open = openRun();
    if (open == nullptr || choice >= m_choices.size()) {
        return;
    }
    m_choice = static_cast<int>(choice);
    m_header->setChoice(m_choice);
    m_wantedGraph = m_choices[choice].title;
    m_pictureSlot.cancel();
    m_timeSlot.cancel();
    m_error.clear();
    m_loadSlot.run(
        [run = open->run, reader = open->reader, wanted = m_choices[choice]](
            const std::stop_token& stop) {
            return Loaded{loadGraph(*run, reader.get(), wanted, stop),
                          nodeTimes(*run, wanted.graph, stop)};
        },
        [this](Loaded result) {
            m_times = std::move(result.times);
            m_sinceTimes.start();
            if (result.model) {
                loaded(*result.model);
            } else {
                m_error = QString::fromStdString(result.model.error().message());
                loaded(nullptr);
            }
        });
    updateStatus();
}

void GraphView::loaded(std::shared_ptr<const GraphModel> model)
{
    m_model = std::move(model);
    m_matches.clear();
    m_search->clearMatches();
    m_selected = -1;
    m_canvas->setVisible(m_model != nullptr);
    m_empty->setVisible(m_model == nullptr);
    if (!m_model) {
        m_empty->setText(m_error.isEmpty() ? emptyText() : m_error,
                         m_error.isEmpty() ? emptyCode() : QString());
        m_canvas->setPicture(nullptr);
        updateStatus();
        checkSettled();
        return;
    }
    m_open = m_model->initiallyOpen(kInitialItems);
    const std::vector<int> selected = selectedGraphNodes();
    m_revealWhenShown = !selected.empty();
    if (!selected.empty()) {
        openScopesAround(selected.front());
    }
    rebuild(-1, -1);
    if (!m_search->text().isEmpty()) {
        search(m_search->text());
    }
}

void GraphView::rebuild(int anchorScope, int anchorNode)
{
    m_pictureSlot.run(
        [model = m_model, open = m_open, times = m_times](const std::stop_token& stop) {
            return buildPicture(model, open, times, stop);
        },
        [this, anchorScope, anchorNode](std::shared_ptr<const GraphPicture> picture) {
            show(std::move(picture), anchorScope, anchorNode);
        });
    updateStatus();
}

void GraphView::show(std::shared_ptr<const GraphPicture> picture, int anchorScope, int anchorNode)
{
    m_canvas->setPicture(std::move(picture), anchorScope, anchorNode);
    applySelection(m_revealWhenShown);
    m_revealWhenShown = false;
    updateStatus();
    if (m_areTimesOld) {
        refreshTimes();
    }
    checkSettled();
}

void GraphView::refreshTimes()
{
    const OpenRun* open = openRun();
    m_areTimesOld = open != nullptr && m_choice >= 0;
    if (!m_areTimesOld || !isVisible() || !isSettled()) {
        return; // show() or showEvent() comes back to it
    }
    m_areTimesOld = false;
    m_sinceTimes.start();
    m_timeSlot.run([run = open->run, graph = m_choices[static_cast<std::size_t>(m_choice)].graph](
                       const std::stop_token& stop) { return nodeTimes(*run, graph, stop); },
                   [this](NodeTimes times) {
                       const bool isFirst = m_times.empty() && !times.empty();
                       const bool hasChanged = times.size() != m_times.size() || isFirst;
                       m_times = std::move(times);
                       if (m_canvas->picture() != nullptr) {
                           m_canvas->setTimes(m_times);
                       }
                       if (hasChanged) {
                           applySelection(false);
                       }
                       checkSettled();
                   });
}

void GraphView::toggleScope(int scope)
{
    if (!m_model || scope <= 0 || static_cast<std::size_t>(scope) >= m_open.size()) {
        return;
    }
    m_open[static_cast<std::size_t>(scope)] = !m_open[static_cast<std::size_t>(scope)];
    rebuild(scope, -1);
}

/// True when a scope had to be opened.
bool GraphView::openScopesAround(int node)
{
    bool hasOpened = false;
    for (int scope = m_model->scopeOf(node); scope > 0;
         scope = m_model->scopes()[static_cast<std::size_t>(scope)].parent)
    {
        hasOpened = hasOpened || !m_open[static_cast<std::size_t>(scope)];
        m_open[static_cast<std::size_t>(scope)] = true;
    }
    return hasOpened;
}

void GraphView::selectGraphNode(int node)
{
    const OpenRun* open = openRun();
    if (!m_model || open == nullptr || m_choice < 0) {
        return;
    }
    const GraphChoice& choice = m_choices[static_cast<std::size_t>(m_choice)];
    m_isSelecting = true; // what was clicked must not move
    context().selection->set(
        withNode(context().selection->state(), *m_model, node, choice, *open->run, runKey()));
    m_isSelecting = false;
    applySelection(false);
}

void GraphView::selectionChanged(Selection::Aspects aspects)
{
    if (!(aspects & (Selection::NodeAspect | Selection::IrAspect | Selection::SpanAspect))) {
        return;
    }
    const std::optional<std::size_t> elsewhere = m_isSelecting ? std::nullopt : choiceOfSelection();
    if (elsewhere) {
        load(*elsewhere);
    } else {
        applySelection(!m_isSelecting);
    }
}

std::vector<int> GraphView::selectedGraphNodes() const
{
    const OpenRun* open = openRun();
    return m_model && open != nullptr
               ? nodesOfSelection(*m_model, *open->run, runKey(), context().selection->state())
               : std::vector<int>{};
}

void GraphView::applySelection(bool reveal)
{
    const std::vector<int> nodes = selectedGraphNodes();
    m_selected = nodes.empty() ? -1 : nodes.front();
    if (!nodes.empty() && m_canvas->picture() != nullptr && !m_pictureSlot.isBusy()) {
        if (reveal && openScopesAround(nodes.front())) {
            m_revealWhenShown = true;
            m_canvas->setSelectedNodes(nodes);
            rebuild(-1, nodes.front());
            return;
        }
        m_canvas->setSelectedNodes(nodes);
        if (reveal) {
            m_canvas->reveal(nodes.front());
        }
        return;
    }
    m_revealWhenShown = m_revealWhenShown || (reveal && m_pictureSlot.isBusy());
    m_canvas->setSelectedNodes(nodes);
}

QList<NodeFact> GraphView::selectedFacts() const
{
    return m_model && m_selected >= 0 ? factsOfGraphNode(*m_model, m_selected, m_times)
                                      : QList<NodeFact>{};
}

void GraphView::startSearch()
{
    m_search->start();
}

void GraphView::search(const QString& text)
{
    m_matches = m_model ? findNodes(*m_model, text) : std::vector<int>{};
    m_canvas->setMatchedNodes(m_matches);
    if (text.trimmed().isEmpty()) {
        m_search->clearMatches();
    } else {
        m_search->setMatches(static_cast<int>(m_matches.size()), -1, tr("No node matches"));
    }
}

void GraphView::goToMatch(int match)
{
    if (match >= 0 && static_cast<std::size_t>(match) < m_matches.size()) {
        selectGraphNode(m_matches[static_cast<std::size_t>(match)]);
        applySelection(true);
    }
}

QString GraphView::statusText() const
{
    return m_status->text();
}

void GraphView::updateStatus()
{
    if (m_loadSlot.isBusy()) {
        m_status->showLoading();
    } else if (m_pictureSlot.isBusy()) {
        m_status->showLayingOut();
    } else {
        m_status->showPicture(m_canvas->picture());
    }
    m_status->place(rect());
}

void GraphView::resizeEvent(QResizeEvent*)
{
    m_canvas->setGeometry(rect());
    m_empty->setGeometry(rect());
    m_status->place(rect());
}

Status GraphView::exportTo(const QString& path, ExportFormat format)
{
    const GraphPicture* picture = m_canvas->picture();
    if (picture == nullptr) {
        return failure("export the graph", path.toStdString(), "no graph is shown");
    }
    if (format == ExportFormat::Csv) {
        return writeFile(path, graphAsCsv(*m_model, m_times), "export the graph");
    }
    Figure figure;
    figure.size = picture->layout.size;
    figure.background = context().palette->colour(Role::Surface);
    figure.title = m_choice >= 0 ? m_choices[static_cast<std::size_t>(m_choice)].title : QString();
    figure.paint = [this](QPainter& painter) { m_canvas->paintWhole(painter); };
    return exportFigure(figure, path, format);
}

QList<PaletteEntry> GraphView::paletteEntries(const QString& typed, int limit) const
{
    QList<PaletteEntry> entries;
    for (std::size_t n = 0; m_model && n < m_model->graph().nodes.size() && entries.size() < limit;
         ++n) {
        const QString name = toText(m_model->graph().nodes[n].name);
        if (!name.contains(typed, Qt::CaseInsensitive)) {
            continue;
        }
        auto* self = const_cast<GraphView*>(this);
        entries.append(
            {name, tr("Graph node"), [self, node = static_cast<int>(n), model = m_model] {
                 self->jumpTo(node, model);
             }});
    }
    return entries;
}

void GraphView::jumpTo(int node, const std::shared_ptr<const GraphModel>& model)
{
    if (m_model == model) {
        emit showView(QStringLiteral("graph"));
        selectGraphNode(node);
        applySelection(true);
    }
}

QByteArray GraphView::saveState() const
{
    return QJsonDocument(QJsonObject{{QStringLiteral("graph"), m_wantedGraph}})
        .toJson(QJsonDocument::Compact);
}

void GraphView::restoreState(const QByteArray& state)
{
    m_wantedGraph =
        QJsonDocument::fromJson(state).object().value(QLatin1String("graph")).toString();
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (m_choices[i].title == m_wantedGraph && static_cast<int>(i) != m_choice) {
            load(i);
        }
    }
}

} // namespace runlens::viewers
