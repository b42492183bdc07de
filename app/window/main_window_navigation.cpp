// SPDX-License-Identifier: GPL-3.0-or-later
// Going from place to place: views, back and forward, the command palette, and export of what is
// shown.
#include "app/window/command_palette.h"
#include "app/window/main_window.h"
#include "viewers/common/cross_links.h"
#include "viewers/common/figure_export.h"

#include <QAction>
#include <QFileDialog>
#include <QMenu>
#include <QSet>
#include <QStackedWidget>

#include <utility>

namespace runlens::app {

using viewers::ExportFormat;
using viewers::PaletteEntry;
using viewers::Selection;

void MainWindow::remember()
{
    const Place here{m_current, m_context.selection->state()};
    if (m_isGoing || m_current.isEmpty() || (m_historyAt >= 0 && m_history[m_historyAt] == here)) {
        return;
    }
    m_history = m_history.mid(0, m_historyAt + 1);
    m_history.push_back(here);
    if (m_history.size() > 100) {
        m_history.pop_front();
    }
    m_historyAt = static_cast<int>(m_history.size()) - 1;
}

void MainWindow::showView(const QString& id)
{
    const auto page = m_pages.constFind(id);
    if (page == m_pages.constEnd() || m_context.session->paths().isEmpty()) {
        return;
    }
    remember();
    m_current = id;
    m_rail->setCurrent(id);
    m_stack->setCurrentWidget(page->widget);
    const Selection::State& state = m_context.selection->state();
    const bool isDetail = id == u"graph" || id == u"ir" || id == u"timeline" || id == u"operators";
    const bool hasThing = state.span || state.node || state.ir;
    setInspectorShown(
        m_inspectorOpenIn.contains(id)
        || (isDetail && hasThing && hasRoomForInspector() && !m_inspectorClosedIn.contains(id)));
    remember();
}

void MainWindow::goBack(int direction)
{
    if (direction < 0) {
        remember(); // where we are now, so that forward leads back here
    }
    const int target = m_historyAt + direction;
    if (target < 0 || target >= m_history.size()) {
        return;
    }
    m_historyAt = target;
    const Place place = m_history[target];
    m_isGoing = true;
    m_context.selection->set(place.state);
    showView(place.view);
    m_isGoing = false;
}

void MainWindow::exportMenu(const QPoint& position)
{
    const viewers::View* current = view(m_current);
    if (current == nullptr) {
        return;
    }
    QMenu menu(this);
    const QList<ExportFormat> formats = current->exportFormats();
    for (const ExportFormat format : formats) {
        menu.addAction(tr("Export %1…").arg(viewers::exportSuffix(format).toUpper()),
                       this,
                       [this, format] { exportView(format); });
    }
    menu.exec(position);
}

void MainWindow::exportView(ExportFormat format)
{
    viewers::View* current = view(m_current);
    if (current == nullptr) {
        return;
    }
    const QString suffix = viewers::exportSuffix(format);
    QString path =
        QFileDialog::getSaveFileName(this,
                                     tr("Export %1").arg(suffix.toUpper()),
                                     m_current + u'.' + suffix,
                                     QStringLiteral("%1 (*.%2)").arg(suffix.toUpper(), suffix));
    if (path.isEmpty()) {
        return;
    }
    if (viewers::ExportWork work = current->exportWork(path, format)) {
        m_export->start(path, std::move(work));
        return;
    }
    const Status status = current->exportTo(path, format);
    showExported(path, status ? QString() : QString::fromStdString(status.error().message()));
}

void MainWindow::showExported(const QString& path, const QString& problem)
{
    if (problem.isEmpty()) {
        showMessage(tr("Exported to %1").arg(path));
    } else {
        showError(problem);
    }
}

/// Sub-menus are flattened: "Theme: Dark".
void MainWindow::collectAction(const QMenu& menu, QAction& action, QList<PaletteEntry>& entries)
{
    if (action.menu() == nullptr) {
        if (action.isEnabled()) {
            entries.push_back({QString(action.text()).remove(u'…'),
                               action.shortcut().toString(),
                               [&action] { action.trigger(); }});
        }
        return;
    }
    const QList<QAction*> inner = action.menu()->actions();
    for (QAction* choice : inner) {
        entries.push_back({tr("%1: %2").arg(action.text(), QString(choice->text()).remove(u'…')),
                           menu.title(),
                           [choice] { choice->trigger(); }});
    }
}

void MainWindow::collectActions(QList<PaletteEntry>& entries)
{
    for (const viewers::ViewEntry& entry : m_context.views) {
        entries.push_back({entry.title, tr("View"), [this, id = entry.id] { showView(id); }});
    }
    QSet<QString> titles;
    for (const viewers::ViewEntry& entry : m_context.views) {
        titles.insert(entry.title);
    }
    for (QMenu* menu : std::as_const(m_menus)) {
        const QList<QAction*> list = menu->actions();
        for (QAction* action : list) {
            if (!action->isSeparator() && !titles.contains(action->text())) {
                collectAction(*menu, *action, entries);
            }
        }
    }
}

void MainWindow::collectRuns(const QString& typed, int limit, QList<PaletteEntry>& entries)
{
    QSet<QString> tags;
    int passes = 0;
    for (const viewers::OpenRun& run : m_context.runs->runs()) {
        if (paletteScore(typed, run.name, tr("Run")) >= 0) {
            entries.push_back({run.name, tr("Run"), [this, key = run.key] {
                                   m_context.session->setShown({key}, true);
                                   m_context.selection->setRun(key);
                               }});
        }
        if (!run.isShown) {
            continue;
        }
        for (const Tag& tag : run.run->tags()) {
            if (tags.size() >= limit || tag.kind != RecordKind::Scalar) {
                continue;
            }
            const QString name = utf8(run.run->text(tag.name));
            if (!tags.contains(name) && paletteScore(typed, name, tr("Scalar")) >= 0) {
                tags.insert(name);
                entries.push_back({name, tr("Scalar"), [this, name] {
                                       m_context.selection->setTag(name);
                                       showView(QStringLiteral("scalars"));
                                   }});
            }
        }
        if (run.key != m_context.selection->state().run) {
            continue;
        }
        for (const auto& pass : run.run->irPasses()) {
            const QString name = utf8(run.run->text(pass->name));
            if (passes < limit && paletteScore(typed, name, tr("IR pass")) >= 0) {
                ++passes;
                const viewers::IrSelection ir{
                    run.key, utf8(run.run->text(pass->graphName)), name, -1};
                entries.push_back({name, tr("IR pass"), [this, ir] {
                                       Selection::State state = m_context.selection->state();
                                       state.ir = ir;
                                       m_context.selection->set(state);
                                       showView(QStringLiteral("ir"));
                                   }});
            }
        }
    }
}

/// Nodes and operators of the last pass of each graph: that is what is executed.
void MainWindow::collectNodes(const QString& typed, int limit, QList<PaletteEntry>& entries)
{
    const viewers::OpenRun* run = m_context.runs->find(m_context.selection->state().run);
    if (run == nullptr || typed.isEmpty()) {
        return;
    }
    const auto passes = run->run->irPasses();
    QHash<QString, std::size_t> last; // by graph
    for (std::size_t i = 0; i < passes.size(); ++i) {
        const auto known = last.find(utf8(run->run->text(passes[i]->graphName)));
        if (known == last.end() || passes[*known]->order < passes[i]->order) {
            last.insert(utf8(run->run->text(passes[i]->graphName)), i);
        }
    }
    int found = 0;
    for (const std::size_t pass : std::as_const(last)) {
        for (std::size_t node = 0; node < passes[pass]->nodes.size() && found < limit; ++node) {
            const IrNode& entry = passes[pass]->nodes[node];
            const QString name = utf8(run->run->text(entry.fullName));
            const QString detail = tr("%1, node").arg(utf8(run->run->text(entry.op)));
            if (name.isEmpty() || paletteScore(typed, name, detail) < 0) {
                continue;
            }
            ++found;
            const NodeRef ref{PassId{static_cast<std::int32_t>(pass)},
                              static_cast<std::int32_t>(node)};
            entries.push_back({name, detail, [this, key = run->key, ref] {
                                   const viewers::OpenRun* open = m_context.runs->find(key);
                                   if (open != nullptr) {
                                       m_context.selection->set(viewers::selectNode(
                                           m_context.selection->state(), key, *open->run, ref));
                                       showView(QStringLiteral("graph"));
                                   }
                               }});
        }
    }
}

QList<PaletteEntry> MainWindow::collect(const QString& typed, int limit)
{
    QList<PaletteEntry> entries;
    collectActions(entries);
    if (m_context.session->paths().isEmpty()) {
        return entries;
    }
    collectRuns(typed, limit, entries);
    collectNodes(typed, limit, entries);
    QSet<QString> known;
    for (const PaletteEntry& entry : std::as_const(entries)) {
        known.insert(entry.title);
    }
    for (const viewers::ViewEntry& entry : m_context.views) {
        const QList<PaletteEntry> found = m_pages[entry.id].view->paletteEntries(typed, limit);
        for (const PaletteEntry& item : found) {
            if (known.contains(item.title)) {
                continue; // offered already
            }
            // What a view offers is in that view: jump there first.
            entries.push_back(
                {item.title, item.detail, [this, id = entry.id, activate = item.activate] {
                     showView(id);
                     if (activate) {
                         activate();
                     }
                 }});
        }
    }
    return entries;
}

} // namespace runlens::app
