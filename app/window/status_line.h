// SPDX-License-Identifier: GPL-3.0-or-later
/// The line at the bottom: what was or is being read (with progress and a way to stop), skipped
/// records (click: the diagnostics), the memory in use and whether live runs are followed.
#pragma once

#include "app/window/session.h"
#include "viewers/common/widgets.h"

#include <QTimer>
#include <QWidget>

class QProgressBar;

namespace runlens::app {

class StatusLine : public QWidget {
    Q_OBJECT

public:
    StatusLine(Session* session,
               viewers::RunSet* runs,
               viewers::Palette* palette,
               QWidget* parent = nullptr);

    void setRunsWithNan(int count);
    /// Something that was just done ("Exported to ..."); gives way after a while.
    void showMessage(const QString& text);

    [[nodiscard]] QString readingText() const { return m_reading->text(); }

    [[nodiscard]] QString skippedText() const { return m_skipped->text(); }

    [[nodiscard]] QString followingText() const { return m_following->text(); }

signals:
    void diagnosticsAsked();
    void followingToggled();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void update();
    void updateRight();
    [[nodiscard]] QString readingSentence() const;
    [[nodiscard]] QString followingSentence() const;

    Session* m_session;
    viewers::RunSet* m_runs;
    viewers::Palette* m_palette;
    QLabel* m_mark;
    viewers::TextLabel* m_reading;
    QProgressBar* m_progress;
    viewers::LinkLabel* m_stop;
    viewers::LinkLabel* m_skipped;
    viewers::TextLabel* m_nan;
    QLabel* m_nanMark;
    viewers::TextLabel* m_memory;
    viewers::LinkLabel* m_following;
    QTimer m_clock;
    QTimer m_messageTimer;
    QString m_message;
};

/// Bytes of memory this process holds (resident); 0 when the system does not tell.
[[nodiscard]] qint64 residentBytes();

} // namespace runlens::app
