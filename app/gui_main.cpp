// SPDX-License-Identifier: GPL-3.0-or-later
// The window behind the command line: what app/gui_hooks.h asks for.
#include "app/gui_hooks.h"
#include "app/window/application.h"
#include "app/window/render.h"
#include "app/window/view_list.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <unistd.h>

namespace runlens::app {

namespace {

/// argc and argv in a shape that lives as long as the QApplication.
struct Arguments {
    explicit Arguments(const std::string& programName) : name(programName) {}

    std::string name;
    char* values[2] = {name.data(), nullptr};
    int count = 1;
};

void prepare()
{
    QCoreApplication::setApplicationName(QStringLiteral("runlens"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RUNLENS_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("runlens"));
    // Qt complains on stderr when the variable is missing, as it is for root in containers.
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR")) {
        const QString folder =
            QDir::tempPath() + QStringLiteral("/runlens-runtime-") + QString::number(::getuid());
        if (QDir().mkpath(folder)) {
            QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            qputenv("XDG_RUNTIME_DIR", folder.toLocal8Bit());
        }
    }
}

bool hasDisplay()
{
    const auto isSet = [](const char* name) { return !qEnvironmentVariable(name).isEmpty(); };
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

QStringList pathsOf(const std::vector<std::string>& paths)
{
    QStringList list;
    for (const std::string& path : paths) {
        list.push_back(QFile::decodeName(QByteArray::fromStdString(path)));
    }
    return list;
}

Result<int> openWindow(const WindowRequest& request)
{
    if (!hasDisplay()) {
        return failure("open the window",
                       "",
                       "there is no display (DISPLAY and WAYLAND_DISPLAY are empty)",
                       "Use \"runlens render\" for pictures, or \"runlens info\" for facts");
    }
    prepare();
    Arguments arguments(request.programName);
    const QApplication qt(arguments.count, arguments.values);
    ApplicationOptions options;
    options.views = viewList;
    Application application(std::move(options));
    application.window()->show();
    application.open(pathsOf(request.paths));
    return QApplication::exec();
}

Result<std::vector<std::string>> render(const RenderRequest& request)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    prepare();
    Arguments arguments(request.programName);
    const QApplication qt(arguments.count, arguments.values);
    // A picture must not depend on what the user has set, nor change it.
    const QTemporaryDir settings;
    if (!settings.isValid()) {
        return failure("render the window",
                       QDir::tempPath().toStdString(),
                       "no temporary folder can be made there",
                       "Set TMPDIR to a folder that can be written");
    }
    ApplicationOptions options;
    options.settingsFile = settings.filePath(QStringLiteral("settings.ini"));
    options.theme = request.isDark ? viewers::Theme::Dark : viewers::Theme::Light;
    options.language = request.language == "zh" ? QStringLiteral("zh_CN") : QStringLiteral("en");
    options.views = viewList;
    Application application(std::move(options));
    PictureOptions pictures;
    pictures.paths = pathsOf({request.path});
    pictures.size = {request.widthPx, request.heightPx};
    pictures.output = QFile::decodeName(QByteArray::fromStdString(request.output));
    pictures.isFolder = request.view == "all";
    for (const viewers::ViewEntry& entry : viewList()) {
        if (pictures.isFolder || entry.id.toStdString() == request.view) {
            pictures.views.push_back(entry.id);
        }
    }
    return renderPictures(application, pictures);
}

std::vector<std::string> viewIds()
{
    std::vector<std::string> ids;
    for (const viewers::ViewEntry& entry : viewList()) {
        ids.push_back(entry.id.toStdString());
    }
    return ids;
}

} // namespace

GuiHooks guiHooks()
{
    return {openWindow, render, viewIds};
}

} // namespace runlens::app
