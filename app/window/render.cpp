// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/render.h"

#include "summary_format/source_registry.h"
#include "viewers/common/cross_links.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QPixmap>
#include <QSaveFile>
#include <QTimer>

#include <cstdio>
#include <functional>
#include <optional>
#include <utility>

namespace runlens::app {

namespace {

const QByteArray kPngSignature = QByteArrayLiteral("\x89PNG\r\n\x1a\n");

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

/// How much a span shows: a fused convolution of the forward phase most, because it leads to
/// several nodes and lines.
int exampleRank(const Run& run, const SpanSeries& spans, std::size_t row)
{
    if (spans.categories[row] != SpanCategory::Forward) {
        return 0;
    }
    if (viewers::membersOf(run, spans.nodes[row]).size() < 2) {
        return 1;
    }
    const IrNode* node = run.irNode(spans.nodes[row]);
    return node != nullptr && run.text(node->op).find("Conv") != std::string_view::npos ? 3 : 2;
}

/// The most telling operator of the step in the middle of the trace that has a node in the IR, of
/// equal ones the longest; none when there is no such.
std::optional<SpanRef> exampleSpan(const Run& run)
{
    std::int64_t startNs = kNoTime;
    std::int64_t endNs = kNoTime;
    for (std::size_t id = 0; id < run.tracks().size(); ++id) {
        const SpanSeries* steps = run.spans(TrackId{static_cast<std::int32_t>(id)});
        if (run.tracks()[id].kind == TrackKind::Step && steps != nullptr && steps->size() > 0) {
            startNs = steps->startNs[steps->size() / 2];
            endNs = startNs + steps->durationNs[steps->size() / 2];
            break;
        }
    }
    std::optional<SpanRef> best;
    std::pair<int, std::int64_t> bestRank{-1, -1}; // and its duration
    for (std::size_t id = 0; id < run.tracks().size() && startNs != kNoTime; ++id) {
        const TrackId track{static_cast<std::int32_t>(id)};
        const SpanSeries* spans = run.spans(track);
        for (std::size_t row = 0; spans != nullptr && row < spans->size(); ++row) {
            const bool isInside = spans->startNs[row] >= startNs && spans->startNs[row] < endNs;
            if (!isInside || spans->nodes[row].node < 0) {
                continue;
            }
            const std::pair rank{exampleRank(run, *spans, row), spans->durationNs[row]};
            if (rank > bestRank) {
                bestRank = rank;
                best = SpanRef{track, static_cast<std::int64_t>(row)};
            }
        }
    }
    return best;
}

/// A picture shows the window in use: a step in the middle, and an operator of it.
void selectExample(Application& application)
{
    const StepRuler* ruler = application.window()->stepStrip()->ruler();
    viewers::Selection::State state = application.selection()->state();
    if (!ruler->isEmpty()) {
        state.step = ruler->first() + (ruler->last() - ruler->first()) / 2;
    }
    const viewers::OpenRun* run = application.runs()->find(state.run);
    if (const auto span = run != nullptr ? exampleSpan(*run->run) : std::nullopt) {
        state = viewers::selectSpan(state, run->key, *run->run, *span);
    }
    application.selection()->set(state);
}

/// Fails when none of the runs can be read; tells on stderr what is missing of the others.
Status checkReadable(Application& application, const std::string& where)
{
    QString reason;
    bool canRead = false;
    for (const viewers::OpenRun& run : application.runs()->runs()) {
        const QString error = application.session()->errorOf(run.key);
        canRead = canRead || error.isEmpty();
        reason = reason.isEmpty() ? error : reason;
        const std::string damage = !error.isEmpty() ? error.toStdString()
                                   : run.reader     ? damageSummary(run.reader->diagnostics())
                                                    : std::string();
        const bool isOnly = application.runs()->runs().size() == 1;
        if (!damage.empty() && (!isOnly || error.isEmpty())) { // the only error is returned
            (void)std::fprintf(stderr, "runlens: %s\n", damage.c_str());
        }
    }
    return canRead ? Status() : failure("render the window", where, reason.toStdString());
}

/// Replaces a picture, but nothing else that stands there, and only once it is whole.
Status writePicture(MainWindow& window, const QString& path)
{
    const std::string where = path.toStdString();
    const QFileInfo there(path);
    if (there.exists() && !there.isFile()) { // a device or a pipe would be gone afterwards
        return failure("write the picture", where, "it is no regular file", "Name another file");
    }
    QFile before(path);
    if (there.size() > 0 && before.open(QIODevice::ReadOnly)
        && before.peek(kPngSignature.size()) != kPngSignature)
    {
        return failure(
            "write the picture", where, "the file is there and is no picture", "Name another file");
    }
    before.close();
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return failure("write the picture",
                       where,
                       file.errorString().toStdString(),
                       "Check that the folder exists and can be written");
    }
    QByteArray bytes;
    QBuffer buffer(&bytes);
    window.grab().save(&buffer, "PNG");
    if (bytes.isEmpty()) {
        return failure("write the picture", where, "there is too little memory for it");
    }
    file.write(bytes);
    if (!file.commit()) {
        return failure("write the picture",
                       where,
                       file.errorString().toStdString(),
                       "Free space, or name another folder");
    }
    return {};
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
        return failure(kAttempted, where, "it holds no run", whatCanBeRead());
    }
    if (Status readable = checkReadable(application, where); !readable) {
        return failure(readable);
    }
    if (options.isFolder && !QDir().mkpath(options.output)) {
        return failure(kAttempted, options.output.toStdString(), "the folder cannot be made");
    }
    if (!waitUntil([&] { return window->stepStrip()->isSettled(); }, options.timeoutMs)) {
        return failure(kAttempted, where, "the steps were not found in time");
    }
    selectExample(application);
    std::vector<std::string> files;
    for (const QString& view : options.views) {
        window->showView(view);
        if (!waitUntil([&] { return window->isSettled(); }, options.timeoutMs)) {
            return failure(
                kAttempted, where, "the view " + view.toStdString() + " did not settle in time");
        }
        const viewers::View* shown = window->view(view);
        if (options.isFolder && shown != nullptr && !shown->hasData()) {
            continue; // of all views, those that have something to show
        }
        const QString file = options.isFolder
                                 ? QDir(options.output).filePath(view + QStringLiteral(".png"))
                                 : options.output;
        if (Status written = writePicture(*window, file); !written) {
            return failure(written);
        }
        files.push_back(file.toStdString());
    }
    return files;
}

} // namespace runlens::app
