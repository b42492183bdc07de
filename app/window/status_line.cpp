// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status_line.h"

#include "app/window/run_model.h"
#include "viewers/common/icons.h"
#include "viewers/common/number_format.h"

#include <QFile>
#include <QHBoxLayout>
#include <QPainter>
#include <QProgressBar>

#include <unistd.h>

#include <algorithm>

namespace runlens::app {

using viewers::OpenRun;
using viewers::Role;

qint64 residentBytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QList<QByteArray> fields = file.readAll().split(' ');
    return fields.value(1).toLongLong() * sysconf(_SC_PAGESIZE);
}

StatusLine::StatusLine(Session* session,
                       viewers::RunSet* runs,
                       viewers::Palette* palette,
                       QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_runs(runs)
    , m_palette(palette)
    , m_mark(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_nanMark(new QLabel(this))
{
    setObjectName(QStringLiteral("statusLine"));
    setFixedHeight(22);
    const QFont font = viewers::Palette::font(11);
    const auto text = [&](Role role) {
        auto* label = new viewers::TextLabel(palette, QString(), role, font, this);
        label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        return label;
    };
    const auto link = [&] {
        auto* label = new viewers::LinkLabel(palette, QString(), QString(), this);
        label->setFont(font);
        label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
        return label;
    };
    m_reading = text(Role::Text3);
    m_stop = link();
    m_skipped = link();
    m_nan = text(Role::Text3);
    m_memory = text(Role::Text3);
    m_following = link();
    m_progress->setFixedSize(120, 6);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Reading progress"));
    m_mark->setFixedSize(12, 12);
    m_nanMark->setFixedSize(12, 12);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 1, 10, 0);
    row->setSpacing(14);
    auto* first = new QHBoxLayout;
    first->setSpacing(6);
    first->addWidget(m_mark);
    first->addWidget(m_reading);
    auto* nan = new QHBoxLayout;
    nan->setSpacing(6);
    nan->addWidget(m_nanMark);
    nan->addWidget(m_nan);
    row->addLayout(first);
    row->addWidget(m_progress);
    row->addWidget(m_stop);
    row->addWidget(m_skipped);
    row->addLayout(nan);
    row->addStretch(1);
    row->addWidget(m_memory);
    row->addWidget(m_following);

    connect(m_stop, &viewers::LinkLabel::activated, this, [this] {
        if (m_session->status().isCancelled) {
            m_session->readNow();
        } else {
            m_session->cancel();
        }
    });
    connect(m_skipped, &viewers::LinkLabel::activated, this, &StatusLine::diagnosticsAsked);
    connect(m_following, &viewers::LinkLabel::activated, this, &StatusLine::followingToggled);
    connect(session, &Session::statusChanged, this, &StatusLine::update);
    connect(palette, &viewers::Palette::changed, this, &StatusLine::update);
    connect(&m_clock, &QTimer::timeout, this, &StatusLine::updateRight);
    m_messageTimer.setSingleShot(true);
    m_messageTimer.setInterval(6000);
    connect(&m_messageTimer, &QTimer::timeout, this, [this] {
        m_message.clear();
        update();
    });
    m_clock.start(2000);
    setRunsWithNan(0);
    update();
}

void StatusLine::setRunsWithNan(int count)
{
    m_nan->setText(count > 0 ? tr("%n run(s) with NaN", nullptr, count) : QString());
    m_nanMark->setVisible(count > 0);
    m_nan->setVisible(count > 0);
}

void StatusLine::showMessage(const QString& text)
{
    m_message = text;
    m_messageTimer.start();
    update();
}

QString StatusLine::readingSentence() const
{
    const SessionStatus& status = m_session->status();
    if (!m_message.isEmpty()) {
        return m_message;
    }
    if (m_session->paths().isEmpty()) {
        return tr("Ready");
    }
    if (status.isScanning) {
        return tr("Looking for runs…");
    }
    const QString bytes = viewers::formatBytes(static_cast<qint64>(status.bytesRead));
    if (status.isReading) {
        return tr("Reading: %1 of %2 runs, %3 of %4, %5")
            .arg(status.runsRead)
            .arg(status.runs)
            .arg(bytes,
                 viewers::formatBytes(static_cast<qint64>(status.bytesTotal)),
                 tr("%1 records/s")
                     .arg(viewers::formatShortCount(static_cast<qint64>(status.recordsPerSecond))));
    }
    if (status.isCancelled) {
        return tr("Reading stopped after %1").arg(bytes);
    }
    QString text = tr("All read: %1, %2 in %3")
                       .arg(tr("%n run(s)", nullptr, status.runs),
                            bytes,
                            viewers::formatDurationNs(status.seconds * 1e9));
    if (status.runsNotOpened > 0) {
        text = tr("%1 of %2 runs read, the others when they are shown")
                   .arg(status.runsRead)
                   .arg(status.runs);
    }
    if (status.runsLive > 0 && status.recordsPerSecond >= 1.0) {
        text += QStringLiteral(", ")
                + tr("%1 records/s")
                      .arg(viewers::formatShortCount(static_cast<qint64>(status.recordsPerSecond)));
    }
    return text;
}

QString StatusLine::followingSentence() const
{
    const SessionStatus& status = m_session->status();
    if (m_session->paths().isEmpty()) {
        return QStringLiteral("Runlens " RUNLENS_VERSION);
    }
    if (!m_session->isFollowing()) {
        return tr("Following paused");
    }
    if (status.runsLive > 0) {
        return tr("%n run(s) live", nullptr, status.runsLive) + QStringLiteral(", ")
               + tr("every %1")
                     .arg(viewers::formatDuration(m_session->intervalMs()
                                                  * std::int64_t{1'000'000}));
    }
    std::int64_t lastEnd = kNoTime;
    bool isEndKnown = true; // other recorders do not tell
    for (const OpenRun& run : m_runs->runs()) {
        isEndKnown = isEndKnown && run.run->ended() != EndReason::Unknown;
        for (const SessionRecord& session : run.run->sessions()) {
            lastEnd = std::max({lastEnd, session.endNs, session.heartbeatNs});
        }
    }
    if (lastEnd == kNoTime) {
        return tr("Following");
    }
    const auto nowNs = QDateTime::currentMSecsSinceEpoch() * std::int64_t{1'000'000};
    const QString ago = viewers::formatAgo(lastEnd, nowNs);
    return isEndKnown ? tr("Ended %1").arg(ago) : tr("Last record %1").arg(ago);
}

void StatusLine::updateRight()
{
    const qint64 bytes = residentBytes();
    m_memory->setText(bytes > 0 ? tr("Memory %1").arg(viewers::formatBytes(bytes)) : QString());
    m_following->setText(followingSentence());
    const bool isOpen = !m_session->paths().isEmpty();
    m_following->setEnabled(isOpen);
    m_following->setRole(!m_session->isFollowing() && isOpen ? Role::Warning : Role::Text3);
    m_following->setToolTip(!isOpen                    ? QString()
                            : m_session->isFollowing() ? tr("Click to pause following")
                                                       : tr("Click to follow again"));
}

void StatusLine::update()
{
    const SessionStatus& status = m_session->status();
    m_reading->setText(readingSentence());
    const bool isBusy = status.isReading || status.isScanning;
    const bool isDone = !isBusy && !status.isCancelled && !m_session->paths().isEmpty();
    m_mark->setVisible(isDone);
    m_mark->setPixmap(viewers::iconPixmap(
        QStringLiteral("check"), m_palette->colour(Role::Success), 12, devicePixelRatioF()));
    m_nanMark->setPixmap(viewers::iconPixmap(
        QStringLiteral("close"), m_palette->colour(Role::NotANumber), 12, devicePixelRatioF()));
    m_progress->setVisible(isBusy);
    if (status.bytesTotal > 0) {
        m_progress->setRange(0, 1000);
        m_progress->setValue(static_cast<int>(1000.0 * static_cast<double>(status.bytesRead)
                                              / static_cast<double>(status.bytesTotal)));
    } else {
        m_progress->setRange(0, std::max(1, status.runs));
        m_progress->setValue(status.runsRead);
    }
    m_stop->setVisible(isBusy || status.isCancelled);
    m_stop->setText(status.isCancelled ? tr("Read on") : tr("Stop"));
    m_skipped->setText(
        status.skippedRecords > 0
            ? tr("%n record(s) skipped",
                 nullptr,
                 static_cast<int>(std::min<std::uint64_t>(status.skippedRecords, 1'000'000'000)))
        : status.diagnostics > 0
            ? tr("%n note(s)",
                 nullptr,
                 static_cast<int>(std::min<std::uint64_t>(status.diagnostics, 1'000'000'000)))
            : QString());
    m_skipped->setVisible(!m_skipped->text().isEmpty());
    updateRight();
}

void StatusLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Chrome));
    painter.fillRect(QRect(0, 0, width(), 1), m_palette->colour(Role::Line));
}

} // namespace runlens::app
