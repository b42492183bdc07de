// SPDX-License-Identifier: GPL-3.0-or-later
/// Opens the runs of folders and files, reads them on worker threads in small slices (so that first
/// curves show early), publishes snapshots to the RunSet and follows what grows. GUI thread only;
/// the work runs on a pool of two threads. Nothing blocks: what takes long is told by status() and
/// can be cancelled.
#pragma once

#include "app/window/settings.h"
#include "viewers/common/run_editor.h"
#include "viewers/common/run_set.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace runlens::app {

struct SessionStatus {
    bool isScanning = false;
    bool isReading = false;   ///< some run has not been read to its end yet
    bool isCancelled = false; ///< reading was stopped by the user before the end
    int runs = 0;
    int runsRead = 0;      ///< read to the end at least once, or unreadable
    int runsNotOpened = 0; ///< beyond the limit of open files: read when they are shown
    int runsLive = 0;
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesTotal = 0; ///< 0: unknown
    std::uint64_t records = 0;
    double recordsPerSecond = 0.0; ///< since opening, or of the last polls
    double seconds = 0.0;          ///< from opening until everything was read
    std::uint64_t skippedRecords = 0;
    std::uint64_t diagnostics = 0;
};

struct RunDiagnostic {
    QString run; ///< name
    Diagnostic diagnostic;
};

class Session : public QObject, public viewers::RunEditor {
    Q_OBJECT

public:
    /// Both outlive the session.
    Session(viewers::RunSet* runs, Settings* settings, QObject* parent = nullptr);
    ~Session() override;

    void open(const QStringList& paths); ///< replaces what is open
    void close();

    [[nodiscard]] const QStringList& paths() const { return m_paths; }

    [[nodiscard]] const SessionStatus& status() const { return m_status; }

    /// Scanned, and every run read to its end once.
    [[nodiscard]] bool isSettled() const;
    [[nodiscard]] std::vector<RunDiagnostic> diagnostics() const;
    /// Why this run cannot be read; empty when it can.
    [[nodiscard]] QString errorOf(const QString& key) const;

    void readNow();
    void cancel(); ///< stops reading; readNow() goes on
    void setFollowing(bool isFollowing);

    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }

    void setIntervalMs(int ms);

    [[nodiscard]] int intervalMs() const { return m_timer.interval(); }

    // What the user changes about runs: kept in the settings, told through RunSet::changed.
    void setShown(const QStringList& keys, bool isShown) override;
    void showOnly(const QStringList& keys);
    void rename(const QString& key, const QString& name); ///< empty: its own name again
    void setColour(const QString& key, int slot) override;
    void setNote(const QString& key, const QString& note) override;
    void setTags(const QString& key, const QStringList& tags) override;
    [[nodiscard]] QString noteOf(const QString& key) const;
    void setHidden(const QStringList& keys, bool isHidden);
    void unhideAll();
    [[nodiscard]] int hiddenCount() const;

signals:
    void statusChanged();
    void settled();                      ///< everything there was at opening has been read
    void failed(const QString& message); ///< a path could not be opened at all

private:
    struct Entry;
    struct ScanOutcome;
    struct ReadOutcome;

    void startScan(bool isRescan);
    void takeScan(const ScanOutcome& outcome, bool isRescan);
    void startRead(Entry& entry);
    void takeRead(const QString& key, ReadOutcome outcome);
    void addRun(const FoundRun& found);
    void poll();
    void startPendingReads();
    void publishRuns();
    void updateStatus();
    void changeNotes(const QStringList& keys, const std::function<void(RunNotes&)>& change);
    [[nodiscard]] Entry* find(const QString& key);
    [[nodiscard]] const Entry* find(const QString& key) const;
    [[nodiscard]] int takeColourSlot(int wanted); ///< -1: the one that is used least
    [[nodiscard]] int openCount() const;
    void makeRoomFor(const Entry& entry);

    viewers::RunSet* m_runs;
    Settings* m_settings;
    QStringList m_paths;
    std::vector<std::unique_ptr<Entry>> m_entries; ///< sorted by name
    std::vector<RunDiagnostic> m_scanDiagnostics;
    SessionStatus m_status;
    QThreadPool m_pool;
    std::stop_source m_stop;
    std::array<int, 10> m_slotUses{}; ///< by colour
    quint64 m_epoch = 0;              ///< results of an older opening are dropped
    QTimer m_timer;
    QElapsedTimer m_clock;     ///< since open()
    QElapsedTimer m_scanClock; ///< since the last scan ended
    qint64 m_scanCostMs = 0;
    bool m_isFollowing = true;
    bool m_isScanning = false;
    bool m_wasSettled = false;
    int m_polls = 0;
    std::uint64_t m_recordsAtPoll = 0;
    qint64 m_pollAtMs = 0;
};

} // namespace runlens::app
