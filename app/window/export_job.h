// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs an export on a worker. One that takes longer than 300 ms shows how far it is, and can be
/// cancelled. A newer one cancels the older.
#pragma once

#include "viewers/common/async.h"
#include "viewers/view.h"

#include <QTimer>

#include <memory>

class QProgressDialog;

namespace runlens::app {

class ExportJob : public QObject {
    Q_OBJECT

public:
    explicit ExportJob(QWidget* window);
    void start(const QString& path, viewers::ExportWork work);

    [[nodiscard]] bool isRunning() const { return m_slot.isBusy(); }

    /// What shows the progress; made when it is first needed, and hidden again.
    [[nodiscard]] QProgressDialog* dialog() const { return m_dialog; }

signals:
    void finished(const QString& path, const QString& problem); ///< problem empty: it is written
    void cancelled();

private:
    void showProgress();
    void cancel();
    void end();

    QWidget* m_window;
    QProgressDialog* m_dialog = nullptr;
    viewers::AsyncSlot m_slot;
    QTimer m_timer;
    std::shared_ptr<std::atomic<int>> m_done; ///< in thousandths, written by the worker
};

} // namespace runlens::app
