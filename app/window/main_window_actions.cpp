// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the window.
#include "app/window/command_palette.h"
#include "app/window/dialogs.h"
#include "app/window/main_window.h"
#include "viewers/common/number_format.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QFileDialog>
#include <QMenuBar>
#include <QMessageBox>

#include <utility>

namespace runlens::app {

void MainWindow::buildMenus()
{
    buildFileMenu();
    buildEditMenu();
    buildViewMenu();
    buildGoMenu();
    buildHelpMenu();
    for (const QMenu* menu : std::as_const(m_menus)) {
        // Shortcuts work while no menu is open and wherever the focus is.
        const QList<QAction*> list = menu->actions();
        for (QAction* action : list) {
            if (action->menu() == nullptr && !action->isSeparator()) {
                addAction(action);
            }
        }
    }
}

QAction* MainWindow::add(QMenu* menu,
                         const QString& text,
                         const QList<QKeySequence>& keys,
                         std::function<void()> run)
{
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    menu->addAction(action);
    return action;
}

QAction* MainWindow::addToggle(QMenu* menu,
                               const QString& text,
                               const QKeySequence& key,
                               bool isOn,
                               std::function<void(bool)> run)
{
    auto* action = new QAction(text, this);
    action->setCheckable(true);
    action->setChecked(isOn);
    action->setShortcut(key);
    connect(action, &QAction::toggled, this, [run = std::move(run)](bool isChecked) {
        run(isChecked);
    });
    menu->addAction(action);
    return action;
}

void MainWindow::buildFileMenu()
{
    QMenu* menu = m_top->menus()->addMenu(tr("File"));
    m_menus.push_back(menu);
    add(menu, tr("Open folder…"), {QKeySequence::Open}, [this] { askFolder(); });
    add(menu, tr("Open files…"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)}, [this] {
        askFiles();
    });
    m_recentMenu = menu->addMenu(tr("Open recent"));
    connect(menu, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    add(menu, tr("Open the demo"), {}, [this] { m_context.openDemo(); });
    add(menu, tr("Close folder"), {QKeySequence(Qt::CTRL | Qt::Key_W)}, [this] {
        saveState();
        m_context.session->close();
        m_context.selection->set({});
        updateFolder();
    });
    menu->addSeparator();
    add(menu,
        tr("Read now"),
        {QKeySequence(Qt::CTRL | Qt::Key_R), QKeySequence(Qt::Key_F5)},
        [this] { m_context.session->readNow(); });
    m_followAction = addToggle(menu,
                               tr("Follow live runs"),
                               QKeySequence(Qt::CTRL | Qt::Key_J),
                               m_context.session->isFollowing(),
                               [this](bool isOn) { m_context.session->setFollowing(isOn); });
    QMenu* interval = menu->addMenu(tr("Follow every"));
    auto* group = new QActionGroup(this);
    for (const int ms : {250, 500, 1000, 2000, 5000, 10'000, 30'000}) {
        auto* choice = new QAction(viewers::formatDuration(ms * std::int64_t{1'000'000}), group);
        choice->setCheckable(true);
        choice->setChecked(ms == m_context.session->intervalMs());
        connect(choice, &QAction::triggered, this, [this, ms] {
            m_context.session->setIntervalMs(ms);
        });
        interval->addAction(choice);
    }
    menu->addSeparator();
    QMenu* exports = menu->addMenu(tr("Export view"));
    const QList<QPair<QString, viewers::ExportFormat>> formats = {
        {tr("PNG picture…"), viewers::ExportFormat::Png},
        {tr("SVG drawing…"), viewers::ExportFormat::Svg},
        {tr("PDF page…"), viewers::ExportFormat::Pdf},
        {tr("CSV values…"), viewers::ExportFormat::Csv},
    };
    for (const auto& [text, format] : formats) {
        QAction* action =
            exports->addAction(text, this, [this, format = format] { exportView(format); });
        connect(exports, &QMenu::aboutToShow, action, [this, action, format = format] {
            const viewers::View* current = view(m_current);
            action->setEnabled(current != nullptr && current->exportFormats().contains(format));
        });
    }
    menu->addSeparator();
    add(menu, tr("Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [this] { close(); });
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    const QList<RecentFolder> recent = m_context.settings->recent();
    for (const RecentFolder& folder : recent) {
        m_recentMenu->addAction(folder.paths.join(QStringLiteral(", ")),
                                this,
                                [this, paths = folder.paths] { openPaths(paths); });
    }
    m_recentMenu->setEnabled(!recent.isEmpty());
}

void MainWindow::buildEditMenu()
{
    QMenu* menu = m_top->menus()->addMenu(tr("Edit"));
    m_menus.push_back(menu);
    add(menu, tr("Find in this view"), {QKeySequence::Find}, [this] {
        if (viewers::View* current = view(m_current); current != nullptr && current->hasData()) {
            current->startSearch();
        }
    });
    add(menu, tr("Filter runs"), {QKeySequence(Qt::CTRL | Qt::Key_L)}, [this] {
        m_runsAction->setChecked(true);
        m_browser->focusFilter();
    });
    menu->addSeparator();
    add(menu, tr("Show all runs"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)}, [this] {
        m_browser->showAll(true);
    });
    add(menu, tr("Show no run"), {}, [this] { m_browser->showAll(false); });
}

void MainWindow::buildViewMenu()
{
    QMenu* menu = m_top->menus()->addMenu(tr("View"));
    m_menus.push_back(menu);
    int number = 1;
    for (const viewers::ViewEntry& entry : m_context.views) {
        QList<QKeySequence> keys;
        if (number <= 9) {
            keys.push_back(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_0 + number)));
        }
        ++number;
        add(menu, entry.title, keys, [this, id = entry.id] { showView(id); });
    }
    menu->addSeparator();
    m_runsAction = addToggle(
        menu, tr("Panel of runs"), QKeySequence(Qt::CTRL | Qt::Key_B), true, [this](bool isOn) {
            m_browser->setVisible(isOn);
        });
    m_stripAction = addToggle(
        menu, tr("Step strip"), QKeySequence(Qt::CTRL | Qt::Key_T), true, [this](bool isOn) {
            m_strip->setVisible(isOn);
        });
    m_inspectorAction = new QAction(tr("Inspector"), this);
    m_inspectorAction->setCheckable(true);
    m_inspectorAction->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_I));
    connect(m_inspectorAction, &QAction::triggered, this, [this](bool isOn) {
        (isOn ? m_inspectorOpenIn : m_inspectorClosedIn).insert(m_current);
        (isOn ? m_inspectorClosedIn : m_inspectorOpenIn).remove(m_current);
        setInspectorShown(isOn);
    });
    menu->addAction(m_inspectorAction);
    m_top->addToggle(m_runsAction, QStringLiteral("panel_left"));
    m_top->addToggle(m_stripAction, QStringLiteral("panel_bottom"));
    m_top->addToggle(m_inspectorAction, QStringLiteral("panel_right"));
    menu->addSeparator();

    const auto choices = [&](const QString& title,
                             const QList<QPair<QString, QString>>& list,
                             const QString& current,
                             const std::function<void(const QString&)>& choose) {
        QMenu* sub = menu->addMenu(title);
        auto* group = new QActionGroup(this);
        for (const auto& [text, id] : list) {
            auto* action = new QAction(text, group);
            action->setCheckable(true);
            action->setChecked(id == current);
            connect(action, &QAction::triggered, this, [choose, id = id] { choose(id); });
            sub->addAction(action);
        }
    };
    const ThemeChoice theme = m_context.settings->theme();
    const QString themeName = theme == ThemeChoice::Light  ? QStringLiteral("light")
                              : theme == ThemeChoice::Dark ? QStringLiteral("dark")
                                                           : QStringLiteral("system");
    choices(tr("Theme"),
            {{tr("As the desktop"), QStringLiteral("system")},
             {tr("Light"), QStringLiteral("light")},
             {tr("Dark"), QStringLiteral("dark")}},
            themeName,
            [this](const QString& id) {
                emit themeAsked(id == u"light"  ? ThemeChoice::Light
                                : id == u"dark" ? ThemeChoice::Dark
                                                : ThemeChoice::System);
            });
    choices(tr("Language"),
            {{tr("As the system"), QString()},
             {QStringLiteral("English"), QStringLiteral("en")},
             {QStringLiteral("简体中文"), QStringLiteral("zh_CN")}},
            m_context.settings->language(),
            [this](const QString& id) { emit languageAsked(id); });
}

void MainWindow::buildGoMenu()
{
    QMenu* menu = m_top->menus()->addMenu(tr("Go"));
    m_menus.push_back(menu);
    add(menu, tr("Go to anything…"), {QKeySequence(Qt::CTRL | Qt::Key_K)}, [this] {
        m_palettePopup->open();
    });
    menu->addSeparator();
    add(menu, tr("Back"), {QKeySequence(Qt::ALT | Qt::Key_Left)}, [this] { goBack(-1); });
    add(menu, tr("Forward"), {QKeySequence(Qt::ALT | Qt::Key_Right)}, [this] { goBack(1); });
    menu->addSeparator();
    add(menu, tr("First step"), {QKeySequence(Qt::CTRL | Qt::Key_Home)}, [this] {
        m_strip->goToFirst();
    });
    add(menu, tr("Previous step"), {QKeySequence(Qt::Key_BracketLeft)}, [this] {
        m_strip->moveBy(-1);
    });
    add(menu, tr("Next step"), {QKeySequence(Qt::Key_BracketRight)}, [this] {
        m_strip->moveBy(1);
    });
    add(menu, tr("Last step"), {QKeySequence(Qt::CTRL | Qt::Key_End)}, [this] {
        m_strip->goToLast();
    });
}

void MainWindow::buildHelpMenu()
{
    QMenu* menu = m_top->menus()->addMenu(tr("Help"));
    m_menus.push_back(menu);
    add(menu, tr("Keys"), {QKeySequence(Qt::Key_Question), QKeySequence(Qt::Key_F1)}, [this] {
        showKeys();
    });
    add(menu, tr("What was skipped while reading"), {}, [this] { showDiagnostics(); });
    menu->addSeparator();
    add(menu, tr("About Runlens"), {}, [this] { showAbout(); });
}

void MainWindow::askFolder()
{
    const QString start = m_context.session->paths().value(0);
    const QString path = QFileDialog::getExistingDirectory(this, tr("Open folder"), start);
    if (!path.isEmpty()) {
        openPaths({path});
    }
}

void MainWindow::askFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        this,
        tr("Open files"),
        m_context.session->paths().value(0),
        tr("Runlens runs (*.rlens)") + QStringLiteral(";;") + tr("All files (*)"));
    if (!paths.isEmpty()) {
        openPaths(paths);
    }
}

void MainWindow::showKeys()
{
    QList<KeyGroup> groups;
    for (const QMenu* menu : std::as_const(m_menus)) {
        const KeyGroup group = actionKeys(menu->title(), menu->actions());
        if (!group.keys.isEmpty()) {
            groups.push_back(group);
        }
    }
    auto* dialog = new KeysDialog(groups + viewKeys(), m_context.palette, this);
    dialog->open();
}

void MainWindow::showDiagnostics()
{
    auto* dialog = new DiagnosticsDialog(m_context.session, m_context.palette, this);
    dialog->show();
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Runlens"));
    box->setIconPixmap(QIcon(QStringLiteral(":/icons/runlens.svg")).pixmap(48, 48));
    box->setText(QStringLiteral("<b>Runlens " RUNLENS_VERSION "</b>"));
    box->setInformativeText(
        tr("Shows what happened inside a training run: from the loss curve to the step, the "
           "operator, the graph node, the IR line and the line of source.")
        + QStringLiteral("<br><br>")
        + tr("The window is under the GNU GPL 3 or later, the collector and the file format "
             "under the Apache License 2.0."));
    box->open();
}

} // namespace runlens::app
