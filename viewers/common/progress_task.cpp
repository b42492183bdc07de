// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/progress_task.h"

#include <QEventLoop>
#include <QProgressDialog>
#include <QThreadPool>
#include <QTimer>

#include <optional>

namespace runlens::viewers {

namespace {

constexpr int kSteps = 1000;
constexpr int kDialogAfterMs = 300;
constexpr int kLookEveryMs = 20;

} // namespace

Status runWithProgress(QWidget* parent,
                       const QString& label,
                       const std::function<Status(const std::stop_token&, std::atomic<int>&)>& work)
{
    std::stop_source stop;
    std::atomic<int> progress{0};
    std::atomic<bool> isDone{false};
    std::optional<Status> result; // the pool thread's until isDone
    QProgressDialog dialog(label, QProgressDialog::tr("Cancel"), 0, kSteps, parent);
    dialog.setWindowModality(Qt::ApplicationModal);
    dialog.setMinimumDuration(kDialogAfterMs);
    dialog.setAutoClose(false);
    dialog.setAutoReset(false);
    QObject::connect(
        &dialog, &QProgressDialog::canceled, &dialog, [&stop] { stop.request_stop(); });
    QThreadPool::globalInstance()->start([&] {
        result = work(stop.get_token(), progress);
        isDone.store(true, std::memory_order_release);
    });
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        dialog.setValue(progress.load(std::memory_order_relaxed));
        if (isDone.load(std::memory_order_acquire)) {
            loop.quit();
        }
    });
    timer.start(kLookEveryMs);
    loop.exec();
    return *result;
}

} // namespace runlens::viewers
