// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/ir_view.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"
#include "viewers/ir/pass_list.h"
#include "viewers/ir/text_canvas.h"
#include "viewers/ir/track_model.h"

#include <QAction>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::viewers {

namespace {

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(),
                             static_cast<qsizetype>(std::min<std::size_t>(text.size(), 1000)));
}

/// The last parts of a long path, which tell files apart.
QString shortPath(const QString& path)
{
    constexpr int kParts = 3;
    const bool isLong = path.count(QLatin1Char('/')) > kParts;
    return isLong
               ? QString(QChar(0x2026)) + QLatin1Char('/') + path.section(QLatin1Char('/'), -kParts)
               : path;
}

bool hasSeveralGraphs(const Run& run)
{
    const auto passes = run.irPasses();
    return std::any_of(passes.begin(), passes.end(), [&](const auto& pass) {
        return pass->graphName != passes.front()->graphName;
    });
}

} // namespace

IrView::IrView(ViewContext context, QWidget* parent)
    : View(context, parent)
    , m_textSlot(this)
    , m_passSlot(this)
    , m_trackSlot(this)
    , m_sourceSlot(this)
    , m_searchSlot(this)
{
    makePanes();
    makeHeader();
    for (const auto& [key, by] : {std::pair(Qt::Key_J, 1), std::pair(Qt::Key_K, -1)}) {
        auto* action = new QAction(by > 0 ? tr("Next pass") : tr("Previous pass"), this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, [this, step = by] { m_passList->step(step); });
        addAction(action);
    }
    setFocusProxy(m_text);
    connect(context.runs, &RunSet::changed, this, &IrView::runsChanged);
    connect(context.runs, &RunSet::updated, this, &IrView::runUpdated);
    connect(context.selection, &Selection::changed, this, &IrView::selectionChanged);
    runsChanged();
}

IrView::~IrView() = default;

/// A pane with a title bar of 28 px.
QWidget*
IrView::makePane(QWidget* content, TextLabel*& title, TextLabel*& note, const QString& text)
{
    Palette* palette = context().palette;
    auto* pane = new QWidget;
    auto* column = new QVBoxLayout(pane);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* bar = new QWidget(pane);
    bar->setFixedHeight(28);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    title = new TextLabel(palette, text, Role::Text, Palette::font(12, QFont::DemiBold), bar);
    note = new TextLabel(palette, {}, Role::Text3, Palette::font(11), bar);
    row->addWidget(title);
    row->addWidget(note, 1);
    column->addWidget(bar);
    column->addWidget(new Separator(palette, Qt::Horizontal, Role::Line, pane));
    column->addWidget(content, 1);
    return pane;
}

void IrView::makePanes()
{
    Palette* palette = context().palette;
    m_empty = new EmptyState(palette, {}, {}, this);
    m_passModel = new PassModel(this);
    m_passList = new PassList(palette, m_passModel);
    m_text = new TextCanvas(palette);
    m_text->setAccessibleName(tr("IR text"));
    m_source = new TextCanvas(palette);
    m_source->setAccessibleName(tr("Source"));
    m_track = new TrackModel(palette, this);
    m_trackTable = new QTableView;
    m_trackTable->setModel(m_track);
    setUpTable(*m_trackTable);
    m_trackTable->setAccessibleName(tr("Track node"));
    m_trackTable->horizontalHeader()->setStretchLastSection(true);
    for (const auto& [column, width] :
         {std::pair(0, 140), std::pair(1, 44), std::pair(2, 176), std::pair(3, 104)})
    {
        m_trackTable->setColumnWidth(column, width);
    }
    TextLabel* passTitle = nullptr;
    TextLabel* passNote = nullptr;
    QWidget* passPane = makePane(m_passList, passTitle, passNote, tr("Passes"));
    passNote->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    passNote->setText(tr("nodes"));
    auto* legend = new QWidget(passPane);
    auto* legendColumn = new QVBoxLayout(legend);
    legendColumn->setContentsMargins(12, 8, 12, 8);
    legendColumn->setSpacing(2);
    for (const QString& line : {tr("+ added  \u2212 removed"),
                                tr("~ changed  \u21C6 reshaped"),
                                tr("J, K: next, previous pass")})
    {
        legendColumn->addWidget(
            new TextLabel(palette, line, Role::Text3, Palette::font(11), legend));
    }
    passPane->layout()->addWidget(new Separator(palette, Qt::Horizontal, Role::Line, passPane));
    passPane->layout()->addWidget(legend);
    auto* right = new QSplitter(Qt::Vertical);
    right->setHandleWidth(1);
    right->addWidget(makePane(m_text, m_textTitle, m_textNote, tr("IR")));
    right->addWidget(makePane(m_source, m_sourceTitle, m_sourceNote, tr("Source")));
    right->addWidget(makePane(m_trackTable, m_trackTitle, m_trackNote, tr("Track node")));
    right->setStretchFactor(0, 4);
    right->setStretchFactor(1, 2);
    right->setStretchFactor(2, 2);
    right->setSizes({360, 180, 190});
    m_panes = new QSplitter(Qt::Horizontal, this);
    m_panes->setHandleWidth(1);
    m_panes->addWidget(passPane);
    m_panes->addWidget(right);
    m_panes->setStretchFactor(0, 0);
    m_panes->setStretchFactor(1, 1);
    m_panes->setSizes({184, 900});
    connect(
        m_passList, &PassList::passChosen, this, [this](PassId pass) { choosePass(pass, true); });
    connect(m_text, &TextCanvas::lineClicked, this, &IrView::lineClicked);
    connect(m_text, &TextCanvas::nameClicked, this, &IrView::nameClicked);
    connect(m_trackTable, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        trackClicked(index.row());
    });
}

void IrView::makeHeader()
{
    Palette* palette = context().palette;
    m_header = new QWidget(this);
    m_header->hide(); // the window puts it into its bar
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_search =
        new SearchField(palette, QStringLiteral("search"), tr("Find in this pass"), m_header);
    m_search->setMinimumWidth(200);
    connect(m_search, &QLineEdit::textChanged, this, &IrView::search);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        goToMatch(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier ? -1 : 1);
    });
    m_matchLabel = new TextLabel(palette, {}, Role::Text3, Palette::font(11), m_header);
    auto* previousMatch =
        new IconButton(palette, QStringLiteral("chevron_up"), tr("Previous match"), m_header);
    auto* nextMatch =
        new IconButton(palette, QStringLiteral("chevron_down"), tr("Next match"), m_header);
    connect(previousMatch, &QAbstractButton::clicked, this, [this] { goToMatch(-1); });
    connect(nextMatch, &QAbstractButton::clicked, this, [this] { goToMatch(1); });
    auto* previousPass =
        new IconButton(palette, QStringLiteral("chevron_left"), tr("Previous pass (K)"), m_header);
    auto* nextPass =
        new IconButton(palette, QStringLiteral("chevron_right"), tr("Next pass (J)"), m_header);
    connect(previousPass, &QAbstractButton::clicked, this, [this] { m_passList->step(-1); });
    connect(nextPass, &QAbstractButton::clicked, this, [this] { m_passList->step(1); });
    row->addWidget(m_search);
    row->addWidget(m_matchLabel);
    row->addWidget(previousMatch);
    row->addWidget(nextMatch);
    row->addStretch(1);
    row->addWidget(new TextLabel(palette, tr("Pass"), Role::Text3, Palette::font(11), m_header));
    row->addWidget(previousPass);
    row->addWidget(nextPass);
}

QWidget* IrView::headerControls()
{
    return m_header;
}

const OpenRun* IrView::openRun() const
{
    return context().runs->find(m_runKey);
}

/// The current run if it has IR, else the first shown one that has.
const OpenRun* IrView::bestRun() const
{
    const auto hasIr = [](const OpenRun* open) {
        return open != nullptr && !open->run->irPasses().empty();
    };
    const OpenRun* current = context().runs->find(context().selection->state().run);
    if (current != nullptr && current->isShown && hasIr(current)) {
        return current;
    }
    const std::vector<const OpenRun*> shown = context().runs->shown();
    const auto found = std::find_if(shown.begin(), shown.end(), hasIr);
    return found != shown.end() ? *found : nullptr;
}

bool IrView::hasData() const
{
    return bestRun() != nullptr;
}

QString IrView::emptyText() const
{
    return tr("No run that is shown has recorded IR of its passes");
}

QString IrView::emptyCode() const
{
    return QStringLiteral("collector.addIrDump(0, \"00_parse\", \"train\", text);");
}

bool IrView::isSettled() const
{
    return !m_textSlot.isBusy() && !m_passSlot.isBusy() && !m_trackSlot.isBusy()
           && !m_sourceSlot.isBusy() && !m_searchSlot.isBusy();
}

void IrView::checkSettled()
{
    if (isSettled()) {
        emit settled();
    }
}

void IrView::runsChanged()
{
    refreshPasses();
    emit dataAvailabilityChanged();
}

void IrView::runUpdated(const QString& key)
{
    // The current run may have had nothing to show until now, so that another one stood in for it.
    if (m_runKey.isEmpty() || key == m_runKey || key == context().selection->state().run) {
        const bool hadData = !m_runKey.isEmpty();
        refreshPasses();
        if (hadData != !m_runKey.isEmpty()) {
            emit dataAvailabilityChanged();
        }
    }
}

void IrView::refreshPasses()
{
    const OpenRun* open = bestRun();
    const QString key = open != nullptr ? open->key : QString();
    const std::size_t count = open != nullptr ? open->run->irPasses().size() : 0;
    if (key == m_runKey && count == m_passCount) {
        return;
    }
    if (key != m_runKey) {
        m_pass = kNone<PassId>;
        m_node.reset();
    }
    m_runKey = key;
    m_passCount = count;
    m_panes->setVisible(count > 0);
    m_empty->setVisible(count == 0);
    m_empty->setText(emptyText(), emptyCode());
    if (open == nullptr) {
        m_passModel->setPasses({});
        return;
    }
    m_passSlot.run(
        [run = open->run](const std::stop_token&) { return passSummaries(*run); },
        [this](std::vector<PassSummary> summaries) {
            m_passModel->setPasses(std::move(summaries));
            const std::vector<PassSummary>& passes = m_passModel->passes();
            const OpenRun* known = openRun();
            m_node = known != nullptr
                         ? selectedNode(*known->run, m_runKey, context().selection->state())
                         : std::nullopt;
            PassId first = m_pass;
            if (!isValid(first) && !passes.empty()) {
                first = m_node ? m_node->pass : passes.back().pass; // the last one is what ran
                for (const PassSummary& summary : passes) {
                    first = !m_node && isWanted(summary) ? summary.pass : first;
                }
            }
            m_passList->setCurrentPass(first);
            if (first != m_pass) {
                choosePass(first, false);
            }
            checkSettled();
        });
}

void IrView::choosePass(PassId pass, bool byUser)
{
    const OpenRun* open = openRun();
    const IrPass* known = open != nullptr ? open->run->irPass(pass) : nullptr;
    if (known == nullptr || pass == m_pass) {
        return;
    }
    m_pass = pass;
    m_passList->setCurrentPass(pass);
    m_track->setCurrentPass(pass);
    m_revealWhenLoaded = true;
    if (byUser) {
        m_wantedPass = toText(open->run->text(known->name));
        m_wantedGraph = toText(open->run->text(known->graphName));
    }
    m_textNote->setText({});
    const bool hasGraphs = hasSeveralGraphs(*open->run);
    m_textTitle->setText(
        tr("IR") + QStringLiteral("  ")
        + (hasGraphs ? toText(open->run->text(known->graphName)) + QStringLiteral(" \u203A ")
                     : QString())
        + toText(open->run->text(known->name)));
    m_textSlot.run(
        [run = open->run, reader = open->reader, ref = known->text](
            const std::stop_token& stop) -> Result<std::shared_ptr<const TextDocument>> {
            if (reader == nullptr || !ref.exists()) {
                return failure(
                    "load the IR text", run->path(), "the run has recorded no text of this pass");
            }
            const Result<std::vector<std::byte>> bytes = reader->load(ref, stop);
            if (!bytes) {
                return failure(bytes);
            }
            return std::make_shared<const TextDocument>(
                makeDocument(std::string(asText(*bytes)), TextLanguage::Ir, stop));
        },
        [this](Result<std::shared_ptr<const TextDocument>> document) {
            textLoaded(std::move(document));
        });
}

void IrView::textLoaded(Result<std::shared_ptr<const TextDocument>> document)
{
    m_document = document ? *document : nullptr;
    m_text->setDocument(m_document);
    m_matches.clear();
    m_match = -1;
    const int row = m_passModel->rowOf(m_pass);
    if (!document) {
        m_textNote->setText(QString::fromStdString(document.error().message()));
    } else if (row >= 0) {
        m_textNote->setText(QStringLiteral("%1   %2").arg(
            changeText(m_passModel->passes()[static_cast<std::size_t>(row)]),
            tr("%1 lines").arg(formatCount(m_document->lineCount()))));
    }
    applySelection(m_revealWhenLoaded);
    m_revealWhenLoaded = false;
    showSource(); // the printed code may only be known now
    if (!m_search->text().isEmpty()) {
        search(m_search->text());
    }
    checkSettled();
}

void IrView::selectionChanged(Selection::Aspects aspects)
{
    if (aspects & Selection::RunAspect) {
        refreshPasses();
    }
    const OpenRun* open = openRun();
    if (open == nullptr
        || !(aspects
             & (Selection::IrAspect | Selection::NodeAspect | Selection::SpanAspect
                | Selection::SourceAspect)))
    {
        return;
    }
    const Selection::State& state = context().selection->state();
    m_node = selectedNode(*open->run, m_runKey, state);
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

/// The selected node in the shown pass: itself, or what it was or became there, all members of a
/// fused one.
std::vector<NodeRef> IrView::relatedHere() const
{
    std::vector<NodeRef> here;
    const OpenRun* open = openRun();
    if (open == nullptr || !m_node) {
        return here;
    }
    if (m_node->pass == m_pass) {
        return {*m_node};
    }
    const auto keep = [&](const std::vector<NodeRef>& refs) {
        std::copy_if(refs.begin(), refs.end(), std::back_inserter(here), [&](const NodeRef& ref) {
            return ref.pass == m_pass;
        });
    };
    keep(originsOf(*open->run, *m_node));
    keep(descendantsOf(*open->run, *m_node));
    if (here.empty()) {
        const IrNode& known = *open->run->irNode(*m_node);
        keep(nodesNamed(*open->run,
                        open->run->text(open->run->irPass(m_node->pass)->graphName),
                        open->run->text(known.fullName)));
    }
    return here;
}

void IrView::applySelection(bool reveal)
{
    const OpenRun* open = openRun();
    if (open == nullptr || !m_document) {
        return;
    }
    std::vector<TextCanvas::LineMark> marks;
    for (const NodeRef& ref : relatedHere()) {
        const IrNode& node = *open->run->irNode(ref);
        const bool isIt = m_node && (ref == *m_node || m_node->pass != m_pass);
        // A statement is marked whole, its first line most: types and comments belong to it.
        marks.push_back({node.firstLine,
                         node.firstLine,
                         isIt ? TextCanvas::Mark::Selected : TextCanvas::Mark::Member});
        if (node.lastLine > node.firstLine) {
            marks.push_back({node.firstLine + 1, node.lastLine, TextCanvas::Mark::Member});
        }
    }
    for (const NodeRef& member : m_node ? membersOf(*open->run, *m_node) : std::vector<NodeRef>{}) {
        if (member.pass == m_pass && member != *m_node) {
            marks.push_back({open->run->irNode(member)->firstLine,
                             open->run->irNode(member)->firstLine,
                             TextCanvas::Mark::Member});
        }
    }
    if (reveal && !marks.empty()) {
        m_text->revealLines(marks.front().first, marks.front().last);
    }
    m_text->setMarks(std::move(marks));
}

void IrView::showTrack()
{
    const OpenRun* open = openRun();
    if (open == nullptr || !m_node) {
        m_trackSlot.cancel();
        m_track->setRows({});
        m_trackNote->setText(tr("Select a node to follow it through the passes"));
        return;
    }
    const IrNode& node = *open->run->irNode(*m_node);
    m_trackNote->setText(toText(open->run->text(node.op)) + QStringLiteral("  ")
                         + toText(open->run->text(node.fullName)));
    m_trackSlot.run(
        [run = open->run, ref = *m_node](const std::stop_token&) { return trackNode(*run, ref); },
        [this](std::vector<TrackRow> rows) {
            m_track->setRows(std::move(rows));
            m_track->setCurrentPass(m_pass);
            checkSettled();
        });
}

QString IrView::sourceTitle() const
{
    return m_sourceNote->text();
}

/// What the IR prints of the source lines of the selected statement.
std::vector<std::pair<int, std::string>> IrView::printedCode(const std::string& file,
                                                             int line) const
{
    std::vector<std::pair<int, std::string>> code;
    if (!m_document) {
        return code;
    }
    for (const ir_text::Statement& statement : m_document->ir.statements) {
        for (const ir_text::SourceLine& source : statement.sources) {
            if (source.line == line && source.file.in(m_document->text) == file && code.empty()) {
                code.emplace_back(line, std::string(source.code.in(m_document->text)));
            }
        }
    }
    return code;
}

void IrView::showSource()
{
    const OpenRun* open = openRun();
    const std::optional<SourceSelection>& wanted = context().selection->state().source;
    if (open == nullptr || !wanted || wanted->run != m_runKey) {
        m_sourceSlot.cancel();
        m_sourcePath.clear();
        m_source->setDocument(nullptr);
        m_sourceNote->setText(tr("Select a line to see where it comes from"));
        return;
    }
    // The members of a fused node come from several lines: all are marked.
    std::vector<int> lines{wanted->line};
    for (const NodeRef& member : m_node ? membersOf(*open->run, *m_node) : std::vector<NodeRef>{}) {
        const IrNode& node = *open->run->irNode(member);
        if (node.sourceLine > 0 && toText(open->run->text(node.sourceFile)) == wanted->file) {
            lines.push_back(node.sourceLine);
        }
    }
    const std::string path = wanted->file.toStdString();
    m_sourceLine = wanted->line;
    m_sourceSlot.run(
        [run = open->run, reader = open->reader, path, printed = printedCode(path, wanted->line)](
            const std::stop_token& stop) {
            return loadSource(*run, reader.get(), path, printed, stop);
        },
        [this, lines](const SourceText& source) {
            const bool isSame = source.path == m_sourcePath
                                && source.origin != SourceText::Origin::Printed
                                && m_source->document() != nullptr;
            if (!isSame) {
                m_source->setDocument(source.document);
            }
            m_sourcePath = source.path;
            const QString place =
                shortPath(toText(source.path)) + QLatin1Char(':') + QString::number(m_sourceLine);
            m_sourceNote->setToolTip(toText(source.path));
            switch (source.origin) {
            case SourceText::Origin::Recorded:
                m_sourceNote->setText(place);
                break;
            case SourceText::Origin::Disk:
                m_sourceNote->setText(
                    tr("%1, from this machine: it may have changed since").arg(place));
                break;
            case SourceText::Origin::Printed:
                m_sourceNote->setText(
                    tr("%1, as printed in the IR: the file was not recorded").arg(place));
                break;
            case SourceText::Origin::None:
                m_sourceNote->setText(tr("%1 was not recorded").arg(place));
                break;
            }
            const int shift = source.document ? source.document->firstNumber - 1 : 0;
            std::vector<TextCanvas::LineMark> marks;
            for (std::size_t i = 0; i < lines.size(); ++i) {
                marks.push_back({lines[i] - shift,
                                 lines[i] - shift,
                                 i == 0 ? TextCanvas::Mark::Selected : TextCanvas::Mark::Member});
            }
            m_source->setMarks(std::move(marks));
            m_source->revealLines(m_sourceLine - shift, m_sourceLine - shift);
            checkSettled();
        });
}

NodeRef IrView::nodeAtLine(int line) const
{
    const OpenRun* open = openRun();
    const IrPass* pass = open != nullptr ? open->run->irPass(m_pass) : nullptr;
    for (std::size_t n = 0; pass != nullptr && n < pass->nodes.size(); ++n) {
        if (line >= pass->nodes[n].firstLine
            && line <= std::max(pass->nodes[n].firstLine, pass->nodes[n].lastLine))
        {
            return {m_pass, static_cast<std::int32_t>(n)};
        }
    }
    return {};
}

void IrView::lineClicked(int line)
{
    selectLine(line);
}

void IrView::selectLine(int line)
{
    const OpenRun* open = openRun();
    const NodeRef node = nodeAtLine(line);
    if (open == nullptr || node.node < 0) {
        return;
    }
    m_isSelecting = true;
    context().selection->set(selectNode(context().selection->state(), m_runKey, *open->run, node));
    m_isSelecting = false;
}

/// A use leads to its definition; the definition itself selects its node.
void IrView::nameClicked(int line, const QString& name)
{
    if (!m_document) {
        return;
    }
    const int definition =
        m_document->ir.definitionLine(m_document->text, line, name.toStdString());
    if (definition > 0 && definition != line) {
        m_text->revealLines(definition, definition);
    }
    const int target = definition > 0 ? definition : line;
    selectLine(target);
    if (nodeAtLine(target).node < 0) { // a parameter or a subgraph: shown, though it is no node
        m_text->setMarks({{target, target, TextCanvas::Mark::Selected}});
    }
}

void IrView::trackClicked(int row)
{
    const OpenRun* open = openRun();
    if (open == nullptr || row < 0 || static_cast<std::size_t>(row) >= m_track->rows().size()) {
        return;
    }
    const TrackRow& known = m_track->rows()[static_cast<std::size_t>(row)];
    if (known.node.node >= 0)
    { // the node stays the same one: only the pass that is looked at changes
        choosePass(known.firstPass, true);
    }
}

void IrView::startSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void IrView::search(const QString& text)
{
    m_matches.clear();
    m_match = -1;
    m_text->setMatches({}, -1);
    if (text.isEmpty() || !m_document) {
        m_searchSlot.cancel();
        m_search->setWrong(false);
        updateMatchLabel();
        return;
    }
    m_searchSlot.run(
        [document = m_document, wanted = text.toStdString()](const std::stop_token& stop) {
            return findInText(*document, wanted, stop);
        },
        [this](std::vector<TextMatch> matches) {
            m_matches = std::move(matches);
            m_search->setWrong(m_matches.empty(), tr("Not found in this pass"));
            if (!m_matches.empty()) { // the first one at or below what is in sight
                const auto next = std::find_if(
                    m_matches.begin(), m_matches.end(), [this](const TextMatch& match) {
                        return match.line >= m_text->firstLineInSight();
                    });
                m_match = next == m_matches.end() ? 0 : static_cast<int>(next - m_matches.begin());
                goToMatch(0);
            }
            updateMatchLabel();
            checkSettled();
        });
}

void IrView::goToMatch(int step)
{
    if (m_matches.empty()) {
        return;
    }
    const auto count = static_cast<int>(m_matches.size());
    m_match = (m_match + step + count) % count;
    const TextMatch& match = m_matches[static_cast<std::size_t>(m_match)];
    m_text->setMatches(m_matches, m_match);
    m_text->revealLines(match.line, match.line);
    updateMatchLabel();
}

QString IrView::matchText() const
{
    return m_matchLabel->text();
}

void IrView::updateMatchLabel()
{
    m_matchLabel->setText(m_matches.empty()
                              ? QString()
                              : QStringLiteral("%1/%2").arg(m_match + 1).arg(m_matches.size()));
}

void IrView::resizeEvent(QResizeEvent*)
{
    m_panes->setGeometry(rect());
    m_empty->setGeometry(rect());
}

QList<ExportFormat> IrView::exportFormats() const
{
    return {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv};
}

Status IrView::exportTo(const QString& path, ExportFormat format)
{
    if (format != ExportFormat::Csv) {
        return exportWidget(*this, path, format);
    }
    QByteArray csv = "graph,pass,nodes,duration_ns,added,removed,changed,reshaped\n";
    for (const PassSummary& summary : m_passModel->passes()) {
        const auto quoted = [](QString text) {
            return '"' + text.replace(QLatin1Char('"'), QLatin1String("\"\"")).toUtf8() + '"';
        };
        csv += quoted(summary.graph) + ',' + quoted(summary.name) + ','
               + QByteArray::number(summary.nodes) + ','
               + QByteArray::number(static_cast<qlonglong>(summary.durationNs)) + ','
               + QByteArray::number(summary.added) + ',' + QByteArray::number(summary.removed) + ','
               + QByteArray::number(summary.changed) + ',' + QByteArray::number(summary.reshaped)
               + '\n';
    }
    return writeFile(path, csv, "export the passes");
}

QList<PaletteEntry> IrView::paletteEntries(const QString& typed, int limit) const
{
    QList<PaletteEntry> entries;
    for (const PassSummary& summary : m_passModel->passes()) {
        if (entries.size() >= limit || !summary.name.contains(typed, Qt::CaseInsensitive)) {
            continue;
        }
        auto* self = const_cast<IrView*>(this);
        entries.append({summary.name, tr("IR pass"), [self, pass = summary.pass, key = m_runKey] {
                            self->jumpTo(pass, key);
                        }});
    }
    return entries;
}

void IrView::jumpTo(PassId pass, const QString& runKey)
{
    if (m_runKey == runKey) {
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
    for (const PassSummary& summary : m_passModel->passes()) {
        if (isWanted(summary)) {
            choosePass(summary.pass, false);
        }
    }
}

} // namespace runlens::viewers
