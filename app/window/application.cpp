// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/application.h"

#include "viewers/common/style.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QLocale>
#include <QStandardPaths>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace runlens::app {

QString demoProgram()
{
    const QString name = QStringLiteral("runlens_train_lenet");
    const QString beside =
        QStandardPaths::findExecutable(name, {QCoreApplication::applicationDirPath()});
    return beside.isEmpty() ? QStandardPaths::findExecutable(name) : beside;
}

Application::Application(ApplicationOptions options)
    : m_options(std::move(options))
    , m_settings(m_options.settingsFile)
    , m_palette(viewers::Theme::Light)
{
    m_session = std::make_unique<Session>(&m_runs, &m_settings);
    QApplication::setStyle(new viewers::Style(&m_palette));
    QApplication::setFont(viewers::Palette::font());
    QToolTip::setFont(viewers::Palette::font());
    connect(&m_palette, &viewers::Palette::changed, this, [this] {
        QApplication::setPalette(m_palette.qtPalette());
    });
    connect(&m_desktop, &DesktopTheme::changed, this, &Application::applyTheme);
    QApplication::setPalette(m_palette.qtPalette());
    applyTheme();
    applyLanguage();
    makeWindow();
}

Application::~Application()
{
    // A replaced window whose turn to be deleted has not come must not outlive what it looks at.
    for (const QPointer<MainWindow>& window : m_retired) {
        delete window.data();
    }
    m_window.reset();
    QCoreApplication::removeTranslator(&m_translator);
    QCoreApplication::removeTranslator(&m_qtTranslator);
    if (m_demo && m_demo->state() != QProcess::NotRunning) {
        // Ends as a user's Ctrl+C does, so that the run closes cleanly.
        m_demo->terminate();
        m_demo->waitForFinished(3000);
    }
}

void Application::applyTheme()
{
    const ThemeChoice choice = m_settings.theme();
    viewers::Theme theme = m_desktop.theme();
    if (m_options.theme) {
        theme = *m_options.theme;
    } else if (choice != ThemeChoice::System) {
        theme = choice == ThemeChoice::Dark ? viewers::Theme::Dark : viewers::Theme::Light;
    }
    m_palette.setTheme(theme);
}

void Application::setTheme(ThemeChoice choice)
{
    m_options.theme.reset();
    m_settings.setTheme(choice);
    applyTheme();
}

QString Application::wantedLanguage() const
{
    if (!m_options.language.isEmpty()) {
        return m_options.language;
    }
    QString chosen = m_settings.language();
    if (!chosen.isEmpty()) {
        return chosen;
    }
    return QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh_CN")
                                                            : QStringLiteral("en");
}

void Application::applyLanguage()
{
    const QString language = wantedLanguage();
    QCoreApplication::removeTranslator(&m_translator);
    QCoreApplication::removeTranslator(&m_qtTranslator);
    QLocale::setDefault(language == u"zh_CN" ? QLocale(QLocale::Chinese, QLocale::China)
                                             : QLocale(QLocale::English, QLocale::UnitedKingdom));
    if (m_translator.load(QStringLiteral(":/translations/runlens_%1.qm").arg(language))) {
        QCoreApplication::installTranslator(&m_translator);
    }
    if (language != u"en"
        && m_qtTranslator.load(QStringLiteral("qtbase_%1").arg(language),
                               QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    {
        QCoreApplication::installTranslator(&m_qtTranslator);
    }
}

void Application::setLanguage(const QString& language)
{
    m_options.language.clear();
    m_settings.setLanguage(language);
    const QString view = m_window->currentView();
    const bool isVisible = m_window->isVisible();
    m_window->saveState();
    applyLanguage();
    makeWindow();
    m_window->showView(view);
    m_window->setVisible(isVisible);
}

void Application::makeWindow()
{
    WindowContext context;
    context.settings = &m_settings;
    context.palette = &m_palette;
    context.runs = &m_runs;
    context.selection = &m_selection;
    context.session = m_session.get();
    context.views =
        m_options.views != nullptr ? m_options.views() : std::vector<viewers::ViewEntry>{};
    context.openDemo = [this] { openDemo(); };
    // The old window may be the sender of the signal that brought us here.
    if (m_window) {
        m_window->disconnect(this);
        m_window->hide();
        m_retired.erase(std::remove(m_retired.begin(), m_retired.end(), nullptr), m_retired.end());
        m_retired.emplace_back(m_window.get());
        m_window.release()->deleteLater();
    }
    m_window = std::make_unique<MainWindow>(std::move(context));
    connect(m_window.get(), &MainWindow::themeAsked, this, &Application::setTheme);
    connect(m_window.get(), &MainWindow::languageAsked, this, &Application::setLanguage);
}

void Application::open(const QStringList& paths)
{
    QStringList wanted = paths;
    if (wanted.isEmpty()) {
        const QStringList last = m_settings.value(QStringLiteral("lastPaths")).toStringList();
        for (const QString& path : last) {
            if (QFileInfo::exists(path)) {
                wanted.push_back(path);
            }
        }
    }
    if (!wanted.isEmpty()) {
        m_window->openPaths(wanted);
    }
}

void Application::openDemo()
{
    if (m_demo && m_demo->state() != QProcess::NotRunning) {
        m_window->showMessage(tr("The demo is already training"));
        return;
    }
    const QString program = m_options.demoProgram.isEmpty() ? demoProgram() : m_options.demoProgram;
    if (program.isEmpty()) {
        m_window->showError(tr("Cannot open the demo: the program runlens_train_lenet is neither "
                               "beside this one nor on the PATH. Build or install it too"));
        return;
    }
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
                           + QStringLiteral("/runlens/demo");
    if (!QDir().mkpath(folder)) {
        m_window->showError(tr("Cannot make the folder %1 for the demo").arg(folder));
        return;
    }
    m_demo = std::make_unique<QProcess>();
    m_demo->setProcessChannelMode(QProcess::MergedChannels);
    m_demo->setWorkingDirectory(folder);
    connect(m_demo.get(), &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        const QString output = QString::fromUtf8(m_demo->readAll()).trimmed();
        if (code == 0 && status == QProcess::NormalExit) {
            m_window->showMessage(tr("The demo has finished training"));
        } else {
            m_window->showError(tr("The demo stopped early:") + QStringLiteral("\n\n")
                                + output.right(800));
        }
    });
    connect(m_demo.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) { // finished() does not come then
            m_window->showError(tr("Cannot open the demo: %1").arg(m_demo->errorString()));
        }
    });
    m_demo->start(program, {QStringLiteral("--logdir"), folder});
    m_window->openPaths({folder});
    m_window->showMessage(tr("The demo trains in %1").arg(folder));
}

} // namespace runlens::app
