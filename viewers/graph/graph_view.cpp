// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_view.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"
#include "viewers/graph/graph_canvas.h"

#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kInitialItems = 40;
constexpr int kMostMatches = 10'000;
constexpr qint64 kTimesEveryMs = 5000;

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(),
                             static_cast<qsizetype>(std::min<std::size_t>(text.size(), 1000)));
}

/// A picture and the times it was made with travel together from the worker.
struct Loaded {
    Result<std::shared_ptr<const GraphModel>> model;
    NodeTimes times;
};

} // namespace

GraphView::GraphView(ViewContext context, QWidget* parent)
    : View(context, parent), m_loadSlot(this), m_pictureSlot(this), m_timeSlot(this)
{
    m_canvas = new GraphCanvas(context.palette, this);
    m_empty = new EmptyState(context.palette, {}, {}, this);
    m_status = new TextLabel(context.palette, {}, Role::Text3, Palette::font(11), this);
    m_status->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_status->setBackgroundRole(QPalette::Base);
    m_status->setAutoFillBackground(true);
    makeHeader();
    setFocusProxy(m_canvas);
    connect(m_canvas, &GraphCanvas::nodeClicked, this, &GraphView::selectGraphNode);
    connect(m_canvas, &GraphCanvas::scopeToggled, this, &GraphView::toggleScope);
    connect(context.runs, &RunSet::changed, this, &GraphView::runsChanged);
    connect(context.runs, &RunSet::updated, this, &GraphView::runUpdated);
    connect(context.selection, &Selection::changed, this, &GraphView::selectionChanged);
    runsChanged();
}

GraphView::~GraphView() = default;

void GraphView::makeHeader()
{
    Palette* palette = context().palette;
    m_header = new QWidget(this);
    m_header->hide(); // the window puts it into its bar
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_choiceBox = new QComboBox(m_header);
    m_choiceBox->setAccessibleName(tr("Graph or pass"));
    m_choiceBox->setToolTip(tr("Graph or pass to show"));
    m_choiceBox->setMinimumWidth(190);
    m_choiceBox->setMaximumWidth(300);
    connect(m_choiceBox, &QComboBox::activated, this, [this](int index) {
        load(static_cast<std::size_t>(index));
    });
    m_search = new SearchField(
        palette, QStringLiteral("search"), tr("Find node, operator or %id"), m_header);
    m_search->setMinimumWidth(180);
    connect(m_search, &QLineEdit::textChanged, this, &GraphView::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        goToMatch(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier ? -1 : 1);
    });
    m_matchLabel = new TextLabel(palette, {}, Role::Text3, Palette::font(11), m_header);
    auto* previous =
        new IconButton(palette, QStringLiteral("chevron_up"), tr("Previous match"), m_header);
    auto* next =
        new IconButton(palette, QStringLiteral("chevron_down"), tr("Next match"), m_header);
    connect(previous, &QAbstractButton::clicked, this, [this] { goToMatch(-1); });
    connect(next, &QAbstractButton::clicked, this, [this] { goToMatch(1); });
    auto* zoomOut = new IconButton(palette, QStringLiteral("zoom_out"), tr("Zoom out"), m_header);
    auto* zoomIn = new IconButton(palette, QStringLiteral("zoom_in"), tr("Zoom in"), m_header);
    auto* fitAll =
        new IconButton(palette, QStringLiteral("fit"), tr("Fit the whole graph"), m_header);
    connect(zoomOut, &QAbstractButton::clicked, this, [this] {
        m_canvas->zoomAt(m_canvas->rect().center(), 0.8);
    });
    connect(zoomIn, &QAbstractButton::clicked, this, [this] {
        m_canvas->zoomAt(m_canvas->rect().center(), 1.25);
    });
    connect(fitAll, &QAbstractButton::clicked, m_canvas, &GraphCanvas::fit);
    row->addWidget(m_choiceBox);
    row->addWidget(m_search);
    row->addWidget(m_matchLabel);
    row->addWidget(previous);
    row->addWidget(next);
    row->addStretch(1);
    row->addWidget(zoomOut);
    row->addWidget(zoomIn);
    row->addWidget(fitAll);
}

QWidget* GraphView::headerControls()
{
    return m_header;
}

const OpenRun* GraphView::openRun() const
{
    return context().runs->find(m_runKey);
}

/// The current run if it has a graph, else the first shown one that has.
const OpenRun* GraphView::bestRun() const
{
    const auto hasGraph = [](const OpenRun* open) {
        return open != nullptr && !graphChoices(*open->run).empty();
    };
    const OpenRun* current = context().runs->find(context().selection->state().run);
    if (current != nullptr && current->isShown && hasGraph(current)) {
        return current;
    }
    const std::vector<const OpenRun*> shown = context().runs->shown();
    const auto found = std::find_if(shown.begin(), shown.end(), hasGraph);
    return found != shown.end() ? *found : nullptr;
}

bool GraphView::hasData() const
{
    return bestRun() != nullptr;
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

void GraphView::checkSettled()
{
    if (isSettled()) {
        emit settled();
    }
}

void GraphView::runsChanged()
{
    refreshChoices();
    emit dataAvailabilityChanged();
}

void GraphView::runUpdated(const QString& key)
{
    const bool hadData = m_choice >= 0;
    // The current run may have had nothing to show until now, so that another one stood in for it.
    if (m_runKey.isEmpty() || key == m_runKey || key == context().selection->state().run) {
        refreshChoices();
        if (m_model && isVisible()
            && (!m_sinceTimes.isValid() || m_sinceTimes.elapsed() > kTimesEveryMs)) {
            refreshTimes();
        }
    }
    if (hadData != (m_choice >= 0)) {
        emit dataAvailabilityChanged();
    }
}

void GraphView::refreshChoices()
{
    const OpenRun* open = bestRun();
    const QString key = open != nullptr ? open->key : QString();
    std::vector<GraphChoice> choices =
        open != nullptr ? graphChoices(*open->run) : std::vector<GraphChoice>{};
    if (key == m_runKey && choices == m_choices) {
        return;
    }
    const std::optional<GraphChoice> before =
        key == m_runKey && m_choice >= 0
            ? std::optional(m_choices[static_cast<std::size_t>(m_choice)])
            : std::nullopt;
    m_runKey = key;
    m_choices = std::move(choices);
    m_choiceBox->clear();
    for (const GraphChoice& choice : m_choices) {
        m_choiceBox->addItem(choice.title);
    }
    for (std::size_t i = 0; before && i < m_choices.size(); ++i) {
        if (m_choices[i] == *before) {
            m_choice = static_cast<int>(i);
            m_choiceBox->setCurrentIndex(m_choice);
            return;
        }
    }
    m_choice = -1;
    if (m_choices.empty()) {
        loaded(nullptr);
        return;
    }
    // What was recorded as a graph is what ran; without one the last pass is.
    std::size_t first = m_choices.front().isPass ? m_choices.size() - 1 : 0;
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        first = !m_wantedGraph.isEmpty() && m_choices[i].title == m_wantedGraph ? i : first;
    }
    m_choice = static_cast<int>(first);
    load(choiceOfSelection().value_or(first));
}

/// Where the selected node is, when the shown graph is another one: what ran of its graph, or else
/// the last pass.
std::optional<std::size_t> GraphView::choiceOfSelection() const
{
    const std::optional<NodeSelection>& node = context().selection->state().node;
    if (!node || node->run != m_runKey || node->graph.isEmpty() || m_choice < 0) {
        return std::nullopt;
    }
    const std::string graph = node->graph.toStdString();
    if (m_choices[static_cast<std::size_t>(m_choice)].graph == graph) {
        return std::nullopt;
    }
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        if (m_choices[i].graph == graph && (!best || m_choices[*best].isPass)) {
            best = i;
        }
    }
    return best;
}

bool GraphView::showGraph(const QString& graph, const QString& passName)
{
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        const GraphChoice& choice = m_choices[i];
        if (choice.graph == graph.toStdString() && choice.isPass == !passName.isEmpty()
            && (passName.isEmpty() || choice.name == passName.toStdString()))
        {
            if (static_cast<int>(i) != m_choice) {
                load(i);
            }
            return true;
        }
    }
    return false;
}

void GraphView::load(std::size_t choice)
{
    const OpenRun* open = openRun();
    if (open == nullptr || choice >= m_choices.size()) {
        return;
    }
    m_choice = static_cast<int>(choice);
    m_choiceBox->setCurrentIndex(m_choice);
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
    m_match = -1;
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
    checkSettled();
}

void GraphView::refreshTimes()
{
    const OpenRun* open = openRun();
    if (open == nullptr || m_choice < 0 || !isSettled()) {
        return;
    }
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
    const GraphNode& known = m_model->graph().nodes[static_cast<std::size_t>(node)];
    const GraphChoice& choice = m_choices[static_cast<std::size_t>(m_choice)];
    const std::string& pass = choice.isPass ? choice.name : m_model->graph().passName;
    std::vector<NodeRef> named = nodesNamed(*open->run, choice.graph, known.name);
    const auto ofPass = std::find_if(named.begin(), named.end(), [&](const NodeRef& ref) {
        return open->run->text(open->run->irPass(ref.pass)->name) == pass;
    });
    Selection::State state = context().selection->state();
    if (!named.empty()) {
        state = selectNode(std::move(state),
                           m_runKey,
                           *open->run,
                           ofPass != named.end() ? *ofPass : named.front());
    } else {
        state.run = m_runKey;
        state.node =
            NodeSelection{m_runKey, toText(choice.graph), QString::fromStdString(known.name)};
        state.ir.reset();
        state.span.reset();
        state.source.reset();
        if (!known.sourceFile.empty() && known.sourceLine > 0) {
            state.source = SourceSelection{
                m_runKey, QString::fromStdString(known.sourceFile), known.sourceLine};
        }
    }
    m_isSelecting = true; // what was clicked must not move
    context().selection->set(state);
    m_isSelecting = false;
    applySelection(false);
}

void GraphView::selectionChanged(Selection::Aspects aspects)
{
    if (aspects & Selection::RunAspect) {
        refreshChoices();
    }
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

/// The selected node in this graph; what it is fused into or was fused from, where this graph shows
/// another pass.
std::vector<int> GraphView::selectedGraphNodes() const
{
    std::vector<int> nodes;
    const OpenRun* open = openRun();
    const Selection::State& state = context().selection->state();
    if (!m_model || open == nullptr) {
        return nodes;
    }
    const auto add = [&](std::string_view name) {
        const int node = name.empty() ? -1 : m_model->find(name);
        if (node >= 0 && std::find(nodes.begin(), nodes.end(), node) == nodes.end()) {
            nodes.push_back(node);
        }
    };
    if (state.node && state.node->run == m_runKey) {
        add(state.node->fullName.toStdString());
    }
    const std::optional<NodeRef> ref =
        nodes.empty() ? selectedNode(*open->run, m_runKey, state) : std::nullopt;
    if (!ref) {
        return nodes;
    }
    const Run& run = *open->run;
    for (const NodeRef& member : membersOf(run, *ref)) {
        add(run.text(run.irNode(member)->fullName));
    }
    for (const NodeRef& later : nodes.empty() ? descendantsOf(run, *ref) : std::vector<NodeRef>{}) {
        add(run.text(run.irNode(later)->fullName));
    }
    for (const NodeRef& origin : nodes.empty() ? originsOf(run, *ref) : std::vector<NodeRef>{}) {
        add(run.text(run.irNode(origin)->fullName));
    }
    return nodes;
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
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void GraphView::search(const QString& text)
{
    m_matches.clear();
    m_match = -1;
    const QString wanted = text.trimmed();
    const std::size_t count = m_model && !wanted.isEmpty() ? m_model->graph().nodes.size() : 0;
    for (std::size_t n = 0; n < count && m_matches.size() < kMostMatches; ++n) {
        const GraphNode& node = m_model->graph().nodes[n];
        const auto holds = [&](const std::string& each) {
            return toText(each).contains(wanted, Qt::CaseInsensitive);
        };
        const bool isId = wanted.startsWith(QLatin1Char('%'));
        if (isId ? toText(node.irName) == wanted : holds(node.name) || holds(node.op)) {
            m_matches.push_back(static_cast<int>(n));
        }
    }
    m_canvas->setMatchedNodes(m_matches);
    m_search->setWrong(!wanted.isEmpty() && m_matches.empty(), tr("No node matches"));
    updateMatchLabel();
}

void GraphView::goToMatch(int step)
{
    if (m_matches.empty()) {
        return;
    }
    const auto count = static_cast<int>(m_matches.size());
    m_match = m_match < 0 ? (step > 0 ? 0 : count - 1) : (m_match + step + count) % count;
    const int node = m_matches[static_cast<std::size_t>(m_match)];
    selectGraphNode(node);
    applySelection(true);
    updateMatchLabel();
}

void GraphView::updateMatchLabel()
{
    m_matchLabel->setText(m_matches.empty()
                              ? QString()
                              : QStringLiteral("%1/%2").arg(m_match + 1).arg(m_matches.size()));
}

QString GraphView::statusText() const
{
    if (m_loadSlot.isBusy()) {
        return tr("Loading the graph");
    }
    if (m_pictureSlot.isBusy()) {
        return tr("Laying out");
    }
    const GraphPicture* picture = m_canvas->picture();
    if (picture == nullptr) {
        return {};
    }
    const QString time = formatDurationNs(picture->layout.milliseconds * 1e6);
    const QString nodes = nodeCountText(static_cast<std::int64_t>(m_model->graph().nodes.size()));
    switch (picture->layout.problem) {
    case DotProblem::NotFound:
        return tr("%1, simple layout: the dot program was not found (package graphviz)").arg(nodes);
    case DotProblem::TooLarge:
        return tr("%1, simple layout: too many boxes for dot").arg(nodes);
    case DotProblem::TooSlow:
        return tr("%1, simple layout: dot took longer than 2 s").arg(nodes);
    case DotProblem::Failed:
        return tr("%1, simple layout: dot failed").arg(nodes);
    case DotProblem::None:
        break;
    }
    return picture->layout.engine == LayoutEngine::Dot
               ? tr("%1, laid out by dot in %2").arg(nodes, time)
               : tr("%1, laid out in %2").arg(nodes, time);
}

void GraphView::updateStatus()
{
    m_status->setText(statusText());
    place();
}

void GraphView::place()
{
    m_canvas->setGeometry(rect());
    m_empty->setGeometry(rect());
    const QSize size = m_status->sizeHint();
    m_status->setGeometry(
        12, height() - size.height() - 8, std::min(size.width(), width() - 180), size.height());
    m_status->raise();
}

void GraphView::resizeEvent(QResizeEvent*)
{
    place();
}

QList<ExportFormat> GraphView::exportFormats() const
{
    return {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv};
}

Status GraphView::exportTo(const QString& path, ExportFormat format)
{
    const GraphPicture* picture = m_canvas->picture();
    if (picture == nullptr) {
        return failure("export the graph", path.toStdString(), "no graph is shown");
    }
    if (format == ExportFormat::Csv) {
        QByteArray csv = "name,op,kind,output,inputs,calls,mean_ns\n";
        const auto quoted = [](QString text) {
            return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\""))
                   + QLatin1Char('"');
        };
        static constexpr std::array kKinds = {
            "operator", "parameter", "constant", "input", "output"};
        for (const GraphNode& node : m_model->graph().nodes) {
            QStringList inputs;
            for (const GraphInput& input : node.inputs) {
                const bool exists =
                    input.node >= 0
                    && static_cast<std::size_t>(input.node) < m_model->graph().nodes.size();
                inputs << (exists ? QString::fromStdString(
                               m_model->graph().nodes[static_cast<std::size_t>(input.node)].name)
                                  : QString());
            }
            const auto time = m_times.find(node.name);
            const bool hasTime = time != m_times.end();
            const QStringList cells = {
                quoted(QString::fromStdString(node.name)),
                quoted(QString::fromStdString(node.op)),
                QLatin1String(kKinds[std::min<std::size_t>(static_cast<std::size_t>(node.kind),
                                                           kKinds.size() - 1)]),
                quoted(node.outputs.empty() ? QString()
                                            : QString::fromStdString(node.outputs.front().text())),
                quoted(inputs.join(QLatin1Char(';'))),
                hasTime ? QString::number(time->second.count) : QString(),
                hasTime ? exactText(time->second.meanNs()) : QString()};
            csv += cells.join(QLatin1Char(',')).toUtf8() + '\n';
        }
        return writeFile(path, csv, "export the graph");
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
