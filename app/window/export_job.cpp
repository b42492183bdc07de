// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/export_job.h"

#include <QProgressDialog>

namespace runlens::app {

namespace {

constexpr int kPatienceMs = 300;
constexpr int kRefreshMs = 50;

} // namespace

ExportJob::ExportJob(QWidget* window) : QObject(window), m_window(window), m_slot(this)
{
    connect(&m_timer, &QTimer::timeout, this, &ExportJob::showProgress);
}

void ExportJob::start(const QString& path, viewers::ExportWork work)
{
    end();
    m_done = std::make_shared<std::atomic<int>>(0);
    m_timer.start(kPatienceMs);
    m_slot.run([work = std::move(work),
                done = m_done](const std::stop_token& stop) { return work(stop, *done); },
               [this, path](const Status& status) {
                   end();
                   emit finished(
                       path, status ? QString() : QString::fromStdString(status.error().message()));
               });
}

void ExportJob::showProgress()
{
    if (m_dialog == nullptr) {
        m_dialog = new QProgressDialog(m_window);
        m_dialog->setWindowTitle(tr("Export"));
        m_dialog->setLabelText(tr("Writing all points"));
        m_dialog->setCancelButtonText(tr("Cancel"));
        m_dialog->setRange(0, 1000);
        m_dialog->setAutoReset(false);
        m_dialog->setAutoClose(false);
        connect(m_dialog, &QProgressDialog::canceled, this, &ExportJob::cancel);
    }
    m_timer.setInterval(kRefreshMs);
    m_dialog->setValue(*m_done);
    m_dialog->show();
}

void ExportJob::cancel()
{
    if (isRunning()) {
        end();
        emit cancelled();
    }
}

/// Stops what may still run and hides the progress.
void ExportJob::end()
{
    m_slot.cancel();
    m_timer.stop();
    if (m_dialog != nullptr) {
        m_dialog->hide();
        m_dialog->reset();
    }
}

} // namespace runlens::app
