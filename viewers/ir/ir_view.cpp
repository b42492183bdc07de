// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/ir_view.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/match_search.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/text.h"
#include "viewers/ir/ir_places.h"
#include "viewers/ir/pass_pane.h"
#include "viewers/ir/pass_text_pane.h"
#include "viewers/ir/source_pane.h"
#include "viewers/ir/text_canvas.h"
#include "viewers/ir/text_search.h"
#include "viewers/ir/track_pane.h"

#include <QAction>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSplitter>

namespace runlens::viewers {

IrView::IrView(ViewContext context, QWidget* parent)
    : SingleRunView(context, parent)
    , m_panes(new QSplitter(Qt::Horizontal, this))
    , m_empty(new EmptyState(context.palette, {}, {}, this))
    , m_passPane(new PassPane(context.palette))
    , m_textPane(new PassTextPane(context.palette))
    , m_sourcePane(new SourcePane(context.palette))
    , m_trackPane(new TrackPane(context.palette))
    , m_header(new QWidget(this))
    , m_search(new MatchSearch(context.palette, tr("Find in this pass"), m_header))
    , m_textSearch(new TextSearch(m_search, m_textPane->text(), this))
    , m_passSlot(this)
{
    layOut();
    makeHeader();
    m_panes->hide(); // until there are passes
    m_empty->setText(emptyText(), emptyCode());
    for (const auto& [key, by] : {std::pair(Qt::Key_J, 1), std::pair(Qt::Key_K, -1)}) {
        auto* action = new QAction(by > 0 ? tr("Next pass") : tr("Previous pass"), this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, step = by] { passes()->step(step); });
        addAction(action);
    }
    setFocusProxy(text());
    connect(passes(), &PassList::passChosen, this, [this](PassId pass) { choosePass(pass, true); });
    connect(text(), &TextCanvas::lineClicked, this, &IrView::selectLine);
    connect(text(), &TextCanvas::nameClicked, this, &IrView::nameClicked);
    connect(m_textPane, &PassTextPane::loaded, this, &IrView::textLoaded);
    // The node stays the same one: only the pass that is looked at changes.
    connect(
        m_trackPane, &TrackPane::passChosen, this, [this](PassId pass) { choosePass(pass, true); });
    connect(m_trackPane, &TrackPane::settled, this, &IrView::checkSettled);
    connect(m_sourcePane, &SourcePane::settled, this, &IrView::checkSettled);
    connect(m_textSearch, &TextSearch::settled, this, &IrView::checkSettled);
    runsChanged();
}

IrView::~IrView() = default;

void IrView::layOut()
{
    auto* right = new QSplitter(Qt::Vertical);
    right->setHandleWidth(1);
    right->addWidget(m_textPane);
    right->addWidget(m_sourcePane);
    right->addWidget(m_trackPane);
    right->setStretchFactor(0, 4);
    right->setStretchFactor(1, 2);
    right->setStretchFactor(2, 2);
    right->setSizes({360, 180, 190});
    m_panes->setHandleWidth(1);
    m_panes->addWidget(m_passPane);
    m_panes->addWidget(right);
    m_panes->setStretchFactor(0, 0);
    m_panes->setStretchFactor(1, 1);
    m_panes->setSizes({184, 900});
}

void IrView::makeHeader()
{
    Palette* palette = context().palette;
    m_header->hide(); // the window puts it into its bar
    m_search->setFieldWidth(200);
    auto* previous =
        new IconButton(palette, QStringLiteral("chevron_left"), tr("Previous pass (K)"), m_header);
    auto* next =
        new IconButton(palette, QStringLiteral("chevron_right"), tr("Next pass (J)"), m_header);
    connect(previous, &QAbstractButton::clicked, this, [this] { passes()->step(-1); });
    connect(next, &QAbstractButton::clicked, this, [this] { passes()->step(1); });
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_search);
    row->addStretch(1);
    row->addWidget(new TextLabel(palette, tr("Pass"), Role::Text3, Palette::font(11), m_header));
    row->addWidget(previous);
    row->addWidget(next);
}

QWidget* IrView::headerControls()
{
    return m_header;
}

TextCanvas* IrView::text() const
{
    return m_textPane->text();
}

TextCanvas* IrView::source() const
{
    return m_sourcePane->text();
}

PassList* IrView::passes() const
{
    return m_passPane->list();
}

TrackModel* IrView::track() const
{
    return m_trackPane->model();
}

bool IrView::canShow(const Run& run) const
{
    return !run.irPasses().empty();
}

QString IrView::emptyText() const
{
    return tr("No run that is shown has recorded IR of its passes");
}

QString IrView::emptyCode() const
{
    return QStringLiteral(
        "collector.addIrDump({.name = \"00_parse\", .graphName = \"train\", .text = text});");
}

bool IrView::isSettled() const
{
    return !m_passSlot.isBusy() && m_textPane->isSettled() && m_trackPane->isSettled()
           && m_sourcePane->isSettled() && m_textSearch->isSettled();
}

void IrView::refresh()
{
    const OpenRun* open = bestRun();
    const std::size_t count = open != nullptr ? open->run->irPasses().size() : 0;
    const bool isOther = setShownRun(open);
    if (!isOther && count == m_passCount) {
        return;
    }
    if (isOther) {
        m_pass = kNone<PassId>;
        m_node.reset();
    }
    m_passCount = count;
    m_panes->setVisible(count > 0);
    m_empty->setVisible(count == 0);
    if (open == nullptr) {
        m_passPane->model()->setPasses({});
        return;
    }
    m_passSlot.run([run = open->run](const std::stop_token&) { return passSummaries(*run); },
                   [this](std::vector<PassSummary> summaries) {
                       m_passPane->model()->setPasses(std::move(summaries));
                       choosePassAnew();
                       checkSettled();
                   });
}

/// The list of passes is another one: stays at the pass, or goes to that of the selected node, or
/// to the wanted one, or to the last one, which is what ran.
void IrView::choosePassAnew()
{
    const std::vector<PassSummary>& summaries = m_passPane->model()->passes();
    const OpenRun* open = openRun();
    m_node = open != nullptr ? selectedNode(*open->run, runKey(), context().selection->state())
                             : std::nullopt;
    PassId first = m_pass;
    if (!isValid(first) && !summaries.empty()) {
        first = m_node ? m_node->pass : summaries.back().pass;
        for (const PassSummary& summary : summaries) {
            first = !m_node && isWanted(summary) ? summary.pass : first;
        }
    }
    passes()->setCurrentPass(first);
    if (first != m_pass) {
        choosePass(first, false);
    }
}

void IrView::choosePass(PassId pass, bool byUser)
{
    const OpenRun* open = openRun();
    const IrPass* known = open != nullptr ? open->run->irPass(pass) : nullptr;
    if (known == nullptr || pass == m_pass) {
        return;
    }
    m_pass = pass;
    passes()->setCurrentPass(pass);
    m_trackPane->setCurrentPass(pass);
    m_revealWhenLoaded = true;
    if (byUser) {
        m_wantedPass = toText(open->run->text(known->name));
        m_wantedGraph = toText(open->run->text(known->graphName));
    }
    m_textPane->showPass(*open, pass);
}

void IrView::textLoaded()
{
    const PassModel& model = *m_passPane->model();
    if (const int row = model.rowOf(m_pass); row >= 0) {
        m_textPane->setChange(changeText(model.passes()[static_cast<std::size_t>(row)]));
    }
    applySelection(m_revealWhenLoaded);
    m_revealWhenLoaded = false;
    showSource(); // the printed code may only be known now
    m_textSearch->setDocument(m_textPane->document());
    checkSettled();
}

void IrView::selectionChanged(Selection::Aspects aspects)
{
    const OpenRun* open = openRun();
    if (open == nullptr
        || !(aspects
             & (Selection::IrAspect | Selection::NodeAspect | Selection::SpanAspect
                | Selection::SourceAspect)))
    {
        return;
    }
    const Selection::State& state = context().selection->state();
    m_node = selectedNode(*open->run, runKey(), state);
    showTrack();
    showSource();
    const bool isOurs = m_isSelecting;
    if (!isOurs && m_node && m_node->pass != m_pass
        && (aspects & (Selection::IrAspect | Selection::SpanAspect)))
    {
        choosePass(m_node->pass, false);
        return;
    }
    applySelection(!isOurs);
}

void IrView::applySelection(bool reveal)
{
    const OpenRun* open = openRun();
    if (open == nullptr || !m_textPane->document()) {
        return;
    }
    std::vector<TextCanvas::LineMark> marks;
    if (m_node) {
        marks = marksInPass(*open->run, *m_node, m_pass);
    }
    if (reveal && !marks.empty()) {
        text()->revealLines(marks.front().first, marks.front().last);
    }
    text()->setMarks(std::move(marks));
}

void IrView::showTrack()
{
    const OpenRun* open = openRun();
    if (open != nullptr && m_node) {
        m_trackPane->showNode(open->run, *m_node);
    } else {
        m_trackPane->clear();
    }
}

QString IrView::sourceTitle() const
{
    return m_sourcePane->note()->text();
}

void IrView::showSource()
{
    const OpenRun* open = openRun();
    const std::optional<SourceSelection>& wanted = context().selection->state().source;
    if (open != nullptr && wanted && wanted->run == runKey()) {
        m_sourcePane->showPlace(
            *open, sourceOf(*open->run, *wanted, m_node, m_textPane->document().get()));
    } else {
        m_sourcePane->clear();
    }
}

void IrView::selectLine(int line)
{
    const OpenRun* open = openRun();
    const NodeRef node = open != nullptr ? nodeAtLine(*open->run, m_pass, line) : NodeRef{};
    if (open == nullptr || node.node < 0) {
        return;
    }
    m_isSelecting = true;
    context().selection->set(selectNode(context().selection->state(), runKey(), *open->run, node));
    m_isSelecting = false;
}

/// A use leads to its definition; the definition itself selects its node.
void IrView::nameClicked(int line, const QString& name)
{
    const OpenRun* open = openRun();
    const TextDocument* document = m_textPane->document().get();
    if (open == nullptr || document == nullptr) {
        return;
    }
    const int definition = document->ir.definitionLine(document->text, line, name.toStdString());
    if (definition > 0 && definition != line) {
        text()->revealLines(definition, definition);
    }
    const int target = definition > 0 ? definition : line;
    if (nodeAtLine(*open->run, m_pass, target).node >= 0) {
        selectLine(target);
    } else { // a parameter or a subgraph: shown, though it is no node
        text()->setMarks({{target, target, TextCanvas::Mark::Selected}});
    }
}

void IrView::startSearch()
{
    m_search->start();
}

QString IrView::matchText() const
{
    return m_search->matchText();
}

void IrView::resizeEvent(QResizeEvent*)
{
    m_panes->setGeometry(rect());
    m_empty->setGeometry(rect());
}

Status IrView::exportTo(const QString& path, ExportFormat format)
{
    if (format != ExportFormat::Csv) {
        return exportWidget(*this, path, format);
    }
    return writeFile(path, passesAsCsv(m_passPane->model()->passes()), "export the passes");
}

QList<PaletteEntry> IrView::paletteEntries(const QString& typed, int limit) const
{
    QList<PaletteEntry> entries;
    for (const PassSummary& summary : m_passPane->model()->passes()) {
        if (entries.size() >= limit || !summary.name.contains(typed, Qt::CaseInsensitive)) {
            continue;
        }
        auto* self = const_cast<IrView*>(this);
        entries.append({summary.name, tr("IR pass"), [self, pass = summary.pass, key = runKey()] {
                            self->jumpTo(pass, key);
                        }});
    }
    return entries;
}

void IrView::jumpTo(PassId pass, const QString& run)
{
    if (runKey() == run) {
        emit showView(QStringLiteral("ir"));
        choosePass(pass, true);
    }
}

bool IrView::isWanted(const PassSummary& pass) const
{
    return pass.name == m_wantedPass && (m_wantedGraph.isEmpty() || pass.graph == m_wantedGraph);
}

QByteArray IrView::saveState() const
{
    return QJsonDocument(QJsonObject{{QStringLiteral("graph"), m_wantedGraph},
                                     {QStringLiteral("pass"), m_wantedPass}})
        .toJson(QJsonDocument::Compact);
}

void IrView::restoreState(const QByteArray& state)
{
    const QJsonObject saved = QJsonDocument::fromJson(state).object();
    m_wantedPass = saved.value(QLatin1String("pass")).toString();
    m_wantedGraph = saved.value(QLatin1String("graph")).toString();
    for (const PassSummary& summary : m_passPane->model()->passes()) {
        if (isWanted(summary)) {
            choosePass(summary.pass, false);
        }
    }
}

} // namespace runlens::viewers
