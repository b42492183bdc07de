// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/render.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QPixmap>
#include <QTimer>

#include <functional>

namespace runlens::app {

namespace {

/// Runs the event loop until the condition holds on two looks in a row; false after the time.
bool waitUntil(const std::function<bool()>& condition, int timeoutMs)
{
    QEventLoop loop;
    QTimer timer;
    QTimer limit;
    int held = 0;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        held = condition() ? held + 1 : 0;
        if (held >= 2) {
            loop.exit(0);
        }
    });
    QObject::connect(&limit, &QTimer::timeout, &loop, [&] { loop.exit(1); });
    limit.setSingleShot(true);
    limit.start(timeoutMs);
    timer.start(15);
    return loop.exec() == 0;
}

} // namespace

Result<std::vector<std::string>> renderPictures(Application& application,
                                                const PictureOptions& options)
{
    constexpr const char* kAttempted = "render the window";
    const std::string where = options.paths.value(0).toStdString();
    MainWindow* window = application.window();
    window->resize(options.size);
    QString problem;
    QObject::connect(application.session(),
                     &Session::failed,
                     window,
                     [&problem](const QString& message) { problem = message; });
    QObject::disconnect(application.session(), &Session::failed, window, &MainWindow::showError);
    application.open(options.paths);
    window->show();
    if (!waitUntil([&] { return application.session()->isSettled(); }, options.timeoutMs)) {
        return failure(
            kAttempted, where, "reading did not end in time", "Try one run instead of a folder");
    }
    if (!problem.isEmpty()) {
        return failure(kAttempted, where, problem.toStdString());
    }
    if (application.runs()->runs().empty()) {
        return failure(
            kAttempted, where, "there is no run in it", "Name a folder with .rlens files");
    }
    if (options.isFolder && !QDir().mkpath(options.output)) {
        return failure(kAttempted, options.output.toStdString(), "the folder cannot be made");
    }
    std::vector<std::string> files;
    for (const QString& view : options.views) {
        window->showView(view);
        if (!waitUntil([&] { return window->isSettled(); }, options.timeoutMs)) {
            return failure(
                kAttempted, where, "the view " + view.toStdString() + " did not settle in time");
        }
        const QString file = options.isFolder
                                 ? QDir(options.output).filePath(view + QStringLiteral(".png"))
                                 : options.output;
        if (!window->grab().save(file, "PNG")) {
            return failure(kAttempted,
                           file.toStdString(),
                           "the picture cannot be written",
                           "Check that the folder exists and can be written");
        }
        files.push_back(file.toStdString());
    }
    return files;
}

} // namespace runlens::app
