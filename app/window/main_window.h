// SPDX-License-Identifier: GPL-3.0-or-later
/// The window: top bar, runs, rail, one view at a time, inspector, step strip and status line. It
/// composes; what it shows lives in the objects it is given, which outlive it, so that a window can
/// be made anew in another language.
#pragma once

#include "app/window/export_job.h"
#include "app/window/inspector.h"
#include "app/window/rail.h"
#include "app/window/run_browser.h"
#include "app/window/session.h"
#include "app/window/start_page.h"
#include "app/window/status_line.h"
#include "app/window/step_strip.h"
#include "app/window/top_bar.h"
#include "app/window/view_header.h"
#include "viewers/view.h"

#include <QHash>
#include <QSet>
#include <QWidget>

#include <functional>
#include <vector>

class QActionGroup;
class QMenu;
class QSplitter;
class QStackedWidget;

namespace runlens::app {

class CommandPalette;

struct WindowContext {
    Settings* settings = nullptr;
    viewers::Palette* palette = nullptr;
    viewers::RunSet* runs = nullptr;
    viewers::Selection* selection = nullptr;
    Session* session = nullptr;
    std::vector<viewers::ViewEntry> views;
    std::function<void()> openDemo;
};

class MainWindow : public QWidget {
    Q_OBJECT

public:
    explicit MainWindow(WindowContext context);
    ~MainWindow() override;

    void openPaths(const QStringList& paths);
    void showView(const QString& id); ///< unknown ids are ignored

    [[nodiscard]] QString currentView() const { return m_current; }

    [[nodiscard]] viewers::View* view(const QString& id) const; ///< null: unknown
    /// Everything read, and the current view, strip and inspector computed.
    [[nodiscard]] bool isSettled() const;
    void saveState(); ///< into the settings

    void showMessage(const QString& text) { m_status->showMessage(text); }

    void showError(const QString& text);

    [[nodiscard]] RunBrowser* runBrowser() const { return m_browser; }

    [[nodiscard]] Rail* rail() const { return m_rail; }

    [[nodiscard]] StepStrip* stepStrip() const { return m_strip; }

    [[nodiscard]] StatusLine* statusLine() const { return m_status; }

    [[nodiscard]] Inspector* inspector() const { return m_inspector; }

    [[nodiscard]] CommandPalette* commandPalette() const { return m_palettePopup; }

    [[nodiscard]] bool isInspectorShown() const { return m_inspector->isVisibleTo(this); }

    void setInspectorShown(bool isShown);
    [[nodiscard]] bool hasRoomForInspector() const;

signals:
    void themeAsked(runlens::app::ThemeChoice choice);
    void languageAsked(const QString& language);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Page {
        viewers::View* view = nullptr;
        ViewHeader* header = nullptr;
        QStackedWidget* stack = nullptr; ///< the view, or what it says when it is empty
        viewers::EmptyState* empty = nullptr;
        QWidget* widget = nullptr;
        bool isRestored = false;
    };

    struct Place {
        QString view;
        viewers::Selection::State state;
        friend bool operator==(const Place&, const Place&) = default;
    };

    // main_window.cpp
    void buildLayout();
    void buildPages();
    void connectParts();
    void restoreLayout();
    void restoreFolder();
    void updateAvailability();
    void updateFolder();
    void chooseRun();
    void runsChanged();
    // main_window_actions.cpp
    void buildMenus();
    void buildFileMenu();
    void buildEditMenu();
    void buildViewMenu();
    void buildGoMenu();
    void buildHelpMenu();
    void fillRecentMenu();
    QAction* add(QMenu* menu,
                 const QString& text,
                 const QList<QKeySequence>& keys,
                 std::function<void()> run);
    QAction* addToggle(QMenu* menu,
                       const QString& text,
                       const QKeySequence& key,
                       bool isOn,
                       std::function<void(bool)> run);
    void askFolder();
    void askFiles();
    void showKeys();
    void showDiagnostics();
    void showAbout();
    // main_window_navigation.cpp
    void goBack(int direction);
    void remember();
    void exportMenu(const QPoint& position);
    void exportView(viewers::ExportFormat format);
    void showExported(const QString& path, const QString& problem);
    [[nodiscard]] QList<viewers::PaletteEntry> collect(const QString& typed, int limit);
    void collectActions(QList<viewers::PaletteEntry>& entries);
    static void
    collectAction(const QMenu& menu, QAction& action, QList<viewers::PaletteEntry>& entries);
    void collectNodes(const QString& typed, int limit, QList<viewers::PaletteEntry>& entries);
    void collectRuns(const QString& typed, int limit, QList<viewers::PaletteEntry>& entries);
    void showInspectorFor(viewers::Selection::Aspects aspects);

    WindowContext m_context;
    TopBar* m_top = nullptr;
    QSplitter* m_splitter = nullptr;
    RunBrowser* m_browser = nullptr;
    Rail* m_rail = nullptr;
    QStackedWidget* m_stack = nullptr;
    StartPage* m_start = nullptr;
    Inspector* m_inspector = nullptr;
    StepStrip* m_strip = nullptr;
    StatusLine* m_status = nullptr;
    CommandPalette* m_palettePopup = nullptr;
    ExportJob* m_export = nullptr;
    QHash<QString, Page> m_pages;
    QString m_current;
    QString m_wantedView; ///< of the folder, as it was left
    QList<Place> m_history;
    int m_historyAt = -1;
    bool m_isGoing = false;
    bool m_isRunGuessed = false; ///< nobody has chosen the current run yet
    QString m_guessedRun;
    QSet<QString> m_inspectorClosedIn; ///< views in which the user closed it
    QSet<QString> m_inspectorOpenIn;
    QHash<QString, QByteArray> m_viewStates;
    QList<QMenu*> m_menus;
    QMenu* m_recentMenu = nullptr;
    QAction* m_runsAction = nullptr;
    QAction* m_stripAction = nullptr;
    QAction* m_inspectorAction = nullptr;
    QAction* m_followAction = nullptr;
};

} // namespace runlens::app
