// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/window/command_palette.h"
#include "app/window/short_path.h"

#include <QAction>
#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QPainter>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <utility>

namespace runlens::app {

using viewers::Role;
using viewers::Selection;

namespace {

constexpr int kRunsWidth = 216;
constexpr int kInspectorWidth = 272;
constexpr int kInspectorFits = 1280; ///< width of the window

/// Views whose things are looked at one by one: the inspector is open there unless it was closed.
bool isDetailView(const QString& id)
{
    return id == u"graph" || id == u"ir" || id == u"timeline" || id == u"operators";
}

} // namespace

MainWindow::MainWindow(WindowContext context) : m_context(std::move(context))
{
    setWindowTitle(QStringLiteral("Runlens"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/runlens.svg")));
    setAcceptDrops(true);
    setMinimumSize(760, 480);
    resize(1440, 900);
    buildLayout();
    buildPages();
    buildMenus();
    connectParts();
    restoreLayout();
    restoreFolder();
    runsChanged();
    updateFolder();
}

MainWindow::~MainWindow()
{
    // The views go before what they listen to.
    for (const Page& page : std::as_const(m_pages)) {
        delete page.view;
    }
}

void MainWindow::buildLayout()
{
    viewers::Palette* palette = m_context.palette;
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_top = new TopBar(palette, this);
    column->addWidget(m_top);

    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    m_browser =
        new RunBrowser(m_context.session, m_context.runs, m_context.selection, palette, m_splitter);
    m_browser->setMinimumWidth(150);
    auto* middle = new QWidget(m_splitter);
    auto* row = new QHBoxLayout(middle);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    m_rail = new Rail(palette, middle);
    m_stack = new QStackedWidget(middle);
    m_stack->setMinimumWidth(300);
    m_start = new StartPage(m_context.settings, palette, m_stack);
    m_stack->addWidget(m_start);
    row->addWidget(m_rail);
    row->addWidget(m_stack, 1);
    m_inspector = new Inspector(m_context.runs, m_context.selection, palette, m_splitter);
    m_splitter->addWidget(m_browser);
    m_splitter->addWidget(middle);
    m_splitter->addWidget(m_inspector);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setStretchFactor(2, 0);
    m_splitter->setSizes({kRunsWidth, 1440 - kRunsWidth - kInspectorWidth, kInspectorWidth});
    column->addWidget(m_splitter, 1);

    m_strip = new StepStrip(m_context.runs, m_context.selection, palette, this);
    m_status = new StatusLine(m_context.session, m_context.runs, palette, this);
    column->addWidget(m_strip);
    column->addWidget(m_status);
    m_export = new ExportJob(this);
    m_palettePopup = new CommandPalette(
        palette, [this](const QString& typed, int limit) { return collect(typed, limit); }, this);
}

void MainWindow::buildPages()
{
    const viewers::ViewContext context{
        m_context.runs, m_context.selection, m_context.palette, m_context.session};
    QList<RailEntry> rail;
    for (const viewers::ViewEntry& entry : m_context.views) {
        Page page;
        page.widget = new QWidget(m_stack);
        auto* column = new QVBoxLayout(page.widget);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        page.stack = new QStackedWidget(page.widget);
        page.view = entry.create(context, page.stack);
        page.header = new ViewHeader(entry.title,
                                     page.view->headerControls(),
                                     page.view->shownRunKey().has_value(),
                                     !page.view->exportFormats().isEmpty(),
                                     m_context.palette,
                                     page.widget);
        page.empty = new viewers::EmptyState(
            m_context.palette, page.view->emptyText(), page.view->emptyCode(), page.stack);
        page.stack->addWidget(page.view);
        page.stack->addWidget(page.empty);
        column->addWidget(page.header);
        column->addWidget(page.stack, 1);
        m_stack->addWidget(page.widget);
        connect(page.view,
                &viewers::View::dataAvailabilityChanged,
                this,
                &MainWindow::updateAvailability);
        connect(page.view,
                &viewers::View::shownRunChanged,
                this,
                [this, header = page.header, view = page.view] {
                    header->setRun(m_context.runs->find(view->shownRunKey().value_or(QString())));
                });
        connect(page.view, &viewers::View::showView, this, &MainWindow::showView);
        connect(page.header, &ViewHeader::exportAsked, this, &MainWindow::exportMenu);
        m_pages.insert(entry.id, page);
        rail.push_back({entry.id, entry.title, entry.group, entry.icon, true, {}});
    }
    m_rail->setEntries(rail);
}

void MainWindow::connectParts()
{
    connect(m_export, &ExportJob::finished, this, &MainWindow::showExported);
    connect(m_export, &ExportJob::cancelled, this, [this] {
        showMessage(tr("The export was cancelled"));
    });
    connect(m_top, &TopBar::paletteAsked, m_palettePopup, &CommandPalette::open);
    connect(m_top->themeButton(), &QToolButton::clicked, this, [this] {
        const bool isDark = m_context.palette->theme() == viewers::Theme::Dark;
        emit themeAsked(isDark ? ThemeChoice::Light : ThemeChoice::Dark);
    });
    connect(m_rail, &Rail::chosen, this, &MainWindow::showView);
    connect(m_start, &StartPage::openFolderAsked, this, &MainWindow::askFolder);
    connect(m_start, &StartPage::openFilesAsked, this, &MainWindow::askFiles);
    connect(m_start, &StartPage::openAsked, this, &MainWindow::openPaths);
    connect(m_start, &StartPage::demoAsked, this, [this] { m_context.openDemo(); });
    connect(m_inspector, &Inspector::showView, this, &MainWindow::showView);
    connect(m_inspector, &Inspector::closeAsked, this, [this] { m_inspectorAction->trigger(); });
    connect(m_status, &StatusLine::diagnosticsAsked, this, &MainWindow::showDiagnostics);
    connect(m_status, &StatusLine::followingToggled, this, [this] { m_followAction->trigger(); });
    connect(m_strip, &StepStrip::indexed, this, [this] {
        m_status->setRunsWithNan(m_strip->runsWithNan());
    });
    connect(m_context.session, &Session::failed, this, &MainWindow::showError);
    connect(m_context.session, &Session::settled, this, [this] {
        chooseRun();
        m_isRunGuessed = false;
        updateAvailability();
        m_inspector->refresh();
    });
    connect(m_context.runs, &viewers::RunSet::changed, this, &MainWindow::runsChanged);
    connect(m_context.runs, &viewers::RunSet::updated, this, &MainWindow::updateAvailability);
    connect(m_context.selection, &Selection::changed, this, [this](Selection::Aspects aspects) {
        if (aspects.testFlag(Selection::RunAspect)) {
            updateAvailability();
        }
        showInspectorFor(aspects);
    });
    const auto recolour = [this] {
        const bool isDark = m_context.palette->theme() == viewers::Theme::Dark;
        m_top->themeButton()->setIconName(isDark ? QStringLiteral("sun") : QStringLiteral("moon"));
        update();
    };
    connect(m_context.palette, &viewers::Palette::changed, this, recolour);
    recolour();
}

void MainWindow::restoreLayout()
{
    const Settings& settings = *m_context.settings;
    restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    if (const QByteArray sizes = settings.value(QStringLiteral("window/splitter")).toByteArray();
        !sizes.isEmpty())
    {
        m_splitter->restoreState(sizes);
        m_splitter->setHandleWidth(1);
    }
    const auto setOf = [&](const char* name) {
        const QStringList list = settings.value(QLatin1String(name)).toStringList();
        return QSet<QString>(list.begin(), list.end());
    };
    m_inspectorClosedIn = setOf("window/inspectorClosedIn");
    m_inspectorOpenIn = setOf("window/inspectorOpenIn");
    m_runsAction->setChecked(settings.value(QStringLiteral("window/runs"), true).toBool());
    m_stripAction->setChecked(settings.value(QStringLiteral("window/strip"), true).toBool());
    setInspectorShown(false);
}

void MainWindow::saveState()
{
    Settings& settings = *m_context.settings;
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/splitter"), m_splitter->saveState());
    settings.setValue(QStringLiteral("window/runs"), m_runsAction->isChecked());
    settings.setValue(QStringLiteral("window/strip"), m_stripAction->isChecked());
    settings.setValue(QStringLiteral("window/inspectorClosedIn"),
                      QStringList(m_inspectorClosedIn.values()));
    settings.setValue(QStringLiteral("window/inspectorOpenIn"),
                      QStringList(m_inspectorOpenIn.values()));
    settings.setValue(QStringLiteral("lastPaths"), m_context.session->paths());
    if (m_context.session->paths().isEmpty()) {
        return;
    }
    FolderState state;
    state.view = m_current.isEmpty() ? m_wantedView : m_current;
    state.metric = m_browser->metricTag();
    state.viewStates = m_viewStates;
    for (auto at = m_pages.begin(); at != m_pages.end(); ++at) {
        if (at->isRestored) {
            state.viewStates.insert(at.key(), at->view->saveState());
        }
    }
    settings.setFolder(m_context.session->paths(), state);
}

void MainWindow::openPaths(const QStringList& paths)
{
    saveState();
    m_current.clear();
    m_history.clear();
    m_historyAt = -1;
    m_context.selection->set({});
    m_context.session->open(paths);
    restoreFolder();
    updateFolder();
    runsChanged();
}

void MainWindow::restoreFolder()
{
    const FolderState state = m_context.settings->folder(m_context.session->paths());
    m_wantedView = state.view;
    m_viewStates = state.viewStates;
    for (Page& page : m_pages) {
        page.isRestored = false;
    }
    m_browser->setMetric(state.metric);
}

void MainWindow::updateFolder()
{
    const QStringList paths = m_context.session->paths();
    QString shown = paths.isEmpty() ? QString() : shortPath(paths.first());
    if (paths.size() > 1) {
        shown = tr("%1 and %2 more").arg(shown).arg(paths.size() - 1);
    }
    m_top->setFolder(shown, paths.join(u'\n'));
    setWindowTitle(paths.isEmpty() ? QStringLiteral("Runlens") : tr("%1 – Runlens").arg(shown));
    if (paths.isEmpty()) {
        m_start->refresh();
        m_current.clear();
        m_rail->setCurrent({});
        m_stack->setCurrentWidget(m_start);
        setInspectorShown(false);
    }
}

void MainWindow::chooseRun()
{
    const QString current = m_context.selection->state().run;
    // The first guess was made before anything was read: guess again as long as nobody chose.
    const viewers::OpenRun* run =
        m_isRunGuessed && current == m_guessedRun ? nullptr : m_context.runs->find(current);
    if (run != nullptr && run->isShown) {
        return;
    }
    // A live run is what one came to see; one that crashed is the last choice.
    const viewers::OpenRun* best = nullptr;
    const auto worth = [](const viewers::OpenRun& candidate) {
        const EndReason ended = candidate.run->ended();
        return ended == EndReason::Running                                 ? 2
               : ended == EndReason::Crashed || ended == EndReason::Failed ? 0
                                                                           : 1;
    };
    for (const viewers::OpenRun* candidate : m_context.runs->shown()) {
        if (best == nullptr || worth(*candidate) > worth(*best)) {
            best = candidate;
        }
    }
    if (best != nullptr) {
        m_isRunGuessed = !m_context.session->isSettled();
        m_guessedRun = best->key;
        m_context.selection->setRun(best->key);
    } else if (run == nullptr && !current.isEmpty()) {
        m_context.selection->setRun({});
    }
}

void MainWindow::runsChanged()
{
    chooseRun();
    if (m_current.isEmpty() && !m_context.session->paths().isEmpty() && !m_context.views.empty()) {
        const QString wanted =
            m_pages.contains(m_wantedView) ? m_wantedView : m_context.views.front().id;
        showView(wanted);
    }
    updateAvailability();
}

void MainWindow::updateAvailability()
{
    for (auto at = m_pages.begin(); at != m_pages.end(); ++at) {
        Page& page = *at;
        const bool hasData = page.view->hasData();
        if (hasData && !page.isRestored) {
            page.isRestored = true;
            const QByteArray state = m_viewStates.value(at.key());
            if (!state.isEmpty()) {
                page.view->restoreState(state);
            }
        }
        page.empty->setText(page.view->emptyText(), page.view->emptyCode());
        page.stack->setCurrentWidget(hasData ? static_cast<QWidget*>(page.view) : page.empty);
        m_rail->setHasData(at.key(), hasData, hasData ? QString() : page.view->emptyText());
        page.header->setRun(m_context.runs->find(page.view->shownRunKey().value_or(QString())));
    }
}

void MainWindow::showError(const QString& text)
{
    auto* box = new QMessageBox(
        QMessageBox::Warning, QStringLiteral("Runlens"), text, QMessageBox::Ok, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    saveState();
    QWidget::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    QStringList paths;
    const QList<QUrl> urls = event->mimeData()->urls();
    for (const QUrl& url : urls) {
        if (url.isLocalFile()) {
            paths.push_back(url.toLocalFile());
        }
    }
    if (!paths.isEmpty()) {
        event->acceptProposedAction();
        openPaths(paths);
    }
}

void MainWindow::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_context.palette->colour(Role::Chrome));
}

bool MainWindow::isSettled() const
{
    const viewers::View* current = view(m_current);
    return m_context.session->isSettled() && m_strip->isSettled() && m_inspector->isSettled()
           && (current == nullptr || !current->hasData() || current->isSettled());
}

viewers::View* MainWindow::view(const QString& id) const
{
    const auto at = m_pages.constFind(id);
    return at == m_pages.constEnd() ? nullptr : at->view;
}

void MainWindow::setInspectorShown(bool isShown)
{
    m_inspector->setVisible(isShown);
    m_inspectorAction->setChecked(isShown);
}

/// In a narrow window it opens when asked for only: the view needs the room.
bool MainWindow::hasRoomForInspector() const
{
    return width() >= kInspectorFits;
}

void MainWindow::showInspectorFor(Selection::Aspects aspects)
{
    const Selection::State& state = m_context.selection->state();
    const bool isThing = (aspects.testFlag(Selection::SpanAspect) && state.span)
                         || (aspects.testFlag(Selection::NodeAspect) && state.node)
                         || (aspects.testFlag(Selection::IrAspect) && state.ir);
    if (isThing && isDetailView(m_current) && hasRoomForInspector()
        && !m_inspectorClosedIn.contains(m_current))
    {
        setInspectorShown(true);
    }
}

} // namespace runlens::app
