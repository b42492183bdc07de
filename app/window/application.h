// SPDX-License-Identifier: GPL-3.0-or-later
/// Everything of the program that lives as long as it runs: settings, palette and style, language,
/// the open runs and the selection, and the window that shows them. One per QApplication.
#pragma once

#include "app/window/desktop_theme.h"
#include "app/window/main_window.h"

#include <QObject>
#include <QPointer>
#include <QProcess>
#include <QTranslator>

#include <memory>
#include <vector>

namespace runlens::app {

struct ApplicationOptions {
    QString settingsFile;                ///< empty: the user's own
    std::optional<viewers::Theme> theme; ///< overrides the settings and the desktop
    QString language; ///< "en", "zh_CN"; empty: as the settings or the system say
    std::vector<viewers::ViewEntry> (*views)() = nullptr; ///< called after the language is set
    QString demoProgram;                                  ///< empty: found by demoProgram()
};

class Application : public QObject {
    Q_OBJECT

public:
    explicit Application(ApplicationOptions options);
    ~Application() override;

    [[nodiscard]] MainWindow* window() const { return m_window.get(); }

    [[nodiscard]] viewers::Palette* palette() { return &m_palette; }

    [[nodiscard]] viewers::RunSet* runs() { return &m_runs; }

    [[nodiscard]] viewers::Selection* selection() { return &m_selection; }

    [[nodiscard]] Session* session() { return m_session.get(); }

    [[nodiscard]] Settings* settings() { return &m_settings; }

    void open(const QStringList& paths); ///< none: what was open when the window was last closed
    void setTheme(ThemeChoice choice);
    void setLanguage(const QString& language); ///< makes the window anew; runs and selection stay

private:
    void applyTheme();
    void applyLanguage();
    void makeWindow();
    void openDemo();
    [[nodiscard]] QString wantedLanguage() const;

    ApplicationOptions m_options;
    Settings m_settings;
    viewers::Palette m_palette;
    viewers::RunSet m_runs;
    viewers::Selection m_selection;
    std::unique_ptr<Session> m_session;
    DesktopTheme m_desktop;
    QTranslator m_translator;
    QTranslator m_qtTranslator;
    std::vector<QPointer<MainWindow>> m_retired; ///< replaced windows that wait for deleteLater()
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<QProcess> m_demo;
};

/// The program that trains the demo: beside this one, or on the path; empty when there is none.
[[nodiscard]] QString demoProgram();

} // namespace runlens::app
