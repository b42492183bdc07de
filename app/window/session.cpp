// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/session.h"

#include "app/window/session_entry.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <utility>

namespace runlens::app {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirstSlice{60};
constexpr milliseconds kLaterSlice{250};
constexpr int kMostOpenRuns =
    80; ///< a run of SQLite files takes three descriptors: at most 256 in all
constexpr std::size_t kMostRemembered = 1000;
constexpr int kShownAtFirst = 10; ///< as many as there are colours
constexpr int kQuietPolls = 5;    ///< runs that have ended are looked at every so many polls
constexpr qint64 kRescanEveryMs = 2000;

std::shared_ptr<const Run> emptyRun(const FoundRun& found)
{
    RunBuilder builder({found.path, found.name, found.format});
    return builder.snapshot();
}

std::uint64_t damagedRecords(const std::vector<Diagnostic>& list)
{
    std::uint64_t records = 0;
    for (const Diagnostic& diagnostic : list) {
        if (diagnostic.severity == Severity::Damage) {
            records += diagnostic.records;
        }
    }
    return records;
}

} // namespace

struct Session::ScanOutcome {
    std::vector<FoundRun> runs;
    std::vector<Diagnostic> diagnostics;
    std::vector<Error> errors;
    bool isComplete = true;
    qint64 costMs = 0;
};

struct Session::ReadOutcome {
    std::shared_ptr<RunReader> reader;
    Result<ReadProgress> progress;
    std::vector<Diagnostic> diagnostics;
    std::uint64_t diagnosticCount = 0;
    bool haveDiagnosticsChanged = false;
};

Session::Session(viewers::RunSet* runs, Settings* settings, QObject* parent)
    : QObject(parent), m_runs(runs), m_settings(settings), m_isFollowing(settings->isFollowing())
{
    m_pool.setMaxThreadCount(2);
    m_timer.setInterval(settings->followIntervalMs());
    connect(&m_timer, &QTimer::timeout, this, &Session::poll);
}

Session::~Session()
{
    m_stop.request_stop();
    m_pool.clear(); // what has not begun need not begin
    m_pool.waitForDone();
}

void Session::open(const QStringList& paths)
{
    close();
    for (const QString& path : paths) {
        m_paths.push_back(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    }
    m_paths.removeDuplicates();
    m_clock.start();
    if (!m_paths.isEmpty()) {
        startScan(false);
        m_timer.start();
    }
    updateStatus();
}

void Session::close()
{
    m_stop.request_stop();
    m_pool.clear();
    m_stop = std::stop_source();
    ++m_epoch;
    m_timer.stop();
    m_entries.clear();
    m_scanDiagnostics.clear();
    m_slotUses.fill(0);
    m_paths.clear();
    m_status = {};
    m_isScanning = false;
    m_wasSettled = false;
    m_recordsAtPoll = 0;
    m_runs->setRuns({});
    emit statusChanged();
}

void Session::startScan(bool isRescan)
{
    m_isScanning = true;
    m_pool.start(
        [this, isRescan, paths = m_paths, stop = m_stop.get_token(), epoch = m_epoch] {
            QElapsedTimer clock;
            clock.start();
            ScanOutcome outcome;
            for (const QString& path : paths) {
                ScanOptions options;
                options.stop = stop;
                Result<ScanResult> result = scanForRuns(path.toStdString(), options);
                if (!result) {
                    outcome.errors.push_back(result.error());
                    continue;
                }
                for (FoundRun& run : result->runs) {
                    if (paths.size() > 1 && run.path != path.toStdString()) {
                        run.name = QFileInfo(path).fileName().toStdString() + '/' + run.name;
                    }
                    outcome.runs.push_back(std::move(run));
                }
                const auto diagnostics = result->diagnostics.entries();
                outcome.diagnostics.insert(
                    outcome.diagnostics.end(), diagnostics.begin(), diagnostics.end());
            }
            outcome.isComplete = !stop.stop_requested();
            outcome.costMs = clock.elapsed();
            auto shared = std::make_shared<ScanOutcome>(std::move(outcome));
            QMetaObject::invokeMethod(this, [this, shared, isRescan, epoch] {
                if (epoch == m_epoch) {
                    takeScan(*shared, isRescan);
                }
            });
        },
        2);
}

void Session::takeScan(const ScanOutcome& outcome, bool isRescan)
{
    m_isScanning = false;
    m_scanCostMs = outcome.costMs;
    m_scanClock.start();
    if (!isRescan) {
        for (const Error& error : outcome.errors) {
            emit failed(QString::fromStdString(error.message()));
        }
        for (const Diagnostic& diagnostic : outcome.diagnostics) {
            m_scanDiagnostics.push_back({tr("Folder"), diagnostic});
        }
    }
    QSet<QString> known;
    for (const auto& entry : m_entries) {
        known.insert(entry->key);
    }
    QSet<QString> found;
    const std::size_t before = m_entries.size();
    for (const FoundRun& run : outcome.runs) {
        const QString key = QString::fromStdString(run.path);
        found.insert(key);
        if (!known.contains(key)) {
            addRun(run);
        }
    }
    bool hasChanged = m_entries.size() != before || !isRescan;
    if (outcome.isComplete && outcome.errors.empty()) {
        const auto gone =
            std::remove_if(m_entries.begin(), m_entries.end(), [&](const auto& entry) {
                return !found.contains(entry->key) && !QFileInfo::exists(entry->key);
            });
        hasChanged = hasChanged || gone != m_entries.end();
        m_entries.erase(gone, m_entries.end());
    }
    if (hasChanged) {
        publishRuns();
    }
    startPendingReads();
    updateStatus();
}

void Session::addRun(const FoundRun& found)
{
    auto entry = std::make_unique<Entry>();
    entry->key = QString::fromStdString(found.path);
    entry->found = found;
    entry->run = emptyRun(found);
    entry->notes = m_settings->run(entry->key);
    entry->isShown =
        entry->notes.isShown.value_or(static_cast<int>(m_entries.size()) < kShownAtFirst);
    const bool isNew = entry->notes.colourSlot < 0;
    entry->notes.colourSlot = takeColourSlot(entry->notes.colourSlot);
    // The settings are no place for ten thousands of runs that nobody ever named.
    if (isNew && m_entries.size() < kMostRemembered) {
        m_settings->setRun(entry->key, entry->notes);
    }
    entry->colourSlot = entry->notes.colourSlot;
    const auto place = std::lower_bound(
        m_entries.begin(),
        m_entries.end(),
        found.name,
        [](const auto& other, const std::string& name) { return other->found.name < name; });
    m_entries.insert(place, std::move(entry));
}

int Session::takeColourSlot(int wanted)
{
    if (wanted < 0) {
        const auto least = std::min_element(m_slotUses.begin(), m_slotUses.end());
        wanted = static_cast<int>(least - m_slotUses.begin()) + 10 * std::min(2, *least);
    }
    ++m_slotUses[static_cast<std::size_t>(wanted) % m_slotUses.size()];
    return wanted;
}

int Session::openCount() const
{
    return static_cast<int>(
        std::count_if(m_entries.begin(), m_entries.end(), [](const auto& entry) {
            return entry->reader != nullptr || entry->isBusy;
        }));
}

/// Closes a run that is not shown, so that one that is can be read.
void Session::makeRoomFor(const Entry& entry)
{
    if (openCount() < kMostOpenRuns) {
        return;
    }
    const auto spare = std::find_if(m_entries.rbegin(), m_entries.rend(), [&](const auto& other) {
        return other.get() != &entry && other->reader && !other->isBusy && !other->isShown;
    });
    if (spare != m_entries.rend()) {
        Entry& closed = **spare;
        closed.reader.reset();
        closed.run = emptyRun(closed.found);
        closed.isDeferred = true;
        closed.wasReadToEnd = false;
        closed.progress = {};
        m_runs->updateRun(closed.key, closed.run, nullptr, false);
    }
}

void Session::startPendingReads()
{
    const auto leftClosed = [this] {
        std::vector<bool> list;
        for (const auto& entry : m_entries) {
            list.push_back(entry->isDeferred);
        }
        return list;
    };
    const std::vector<bool> before = leftClosed();
    // Shown runs first; the pool takes them in this order.
    for (const bool wantShown : {true, false}) {
        for (const auto& entry : m_entries) {
            if (entry->isShown != wantShown || entry->isBusy || !entry->error.isEmpty()
                || entry->wasReadToEnd || m_status.isCancelled)
            {
                continue;
            }
            if (!entry->reader) {
                if (wantShown) {
                    makeRoomFor(*entry);
                }
                entry->isDeferred = openCount() >= kMostOpenRuns;
            }
            if (!entry->isDeferred) {
                startRead(*entry);
            }
        }
    }
    if (leftClosed() != before) {
        publishRuns(); // views may read on their own what is left closed
    }
}

void Session::startRead(Entry& entry)
{
    entry.isBusy = true;
    ReadOptions options;
    options.stop = m_stop.get_token();
    options.slice = entry.reader ? kLaterSlice : kFirstSlice;
    m_pool.start(
        [this,
         options,
         key = entry.key,
         found = entry.found,
         reader = entry.reader,
         known = entry.diagnosticCount,
         epoch = m_epoch]() mutable {
            auto outcome = std::make_shared<ReadOutcome>();
            if (!reader) {
                Result<std::unique_ptr<RunReader>> opened = RunReader::open(found);
                if (opened) {
                    reader = std::move(*opened);
                } else {
                    outcome->progress = failure(opened);
                }
            }
            if (reader) {
                outcome->progress = reader->read(options);
                outcome->reader = reader;
                outcome->diagnosticCount = reader->diagnosticCount();
                outcome->haveDiagnosticsChanged = outcome->diagnosticCount != known;
                if (outcome->haveDiagnosticsChanged) {
                    outcome->diagnostics = reader->diagnostics();
                }
            }
            QMetaObject::invokeMethod(this, [this, key, outcome, epoch] {
                if (epoch == m_epoch) {
                    takeRead(key, std::move(*outcome));
                }
            });
        },
        entry.reader ? 0 : 1);
}

void Session::takeRead(const QString& key, ReadOutcome outcome)
{
    Entry* entry = find(key);
    if (entry == nullptr) {
        return; // the run was removed meanwhile
    }
    entry->isBusy = false;
    entry->reader = outcome.reader;
    if (outcome.haveDiagnosticsChanged) {
        entry->diagnostics = std::move(outcome.diagnostics);
        entry->diagnosticCount = outcome.diagnosticCount;
    }
    if (!outcome.progress) {
        entry->error = QString::fromStdString(outcome.progress.error().message());
        entry->wasReadToEnd = true;
        entry->reader.reset();
    } else {
        entry->progress = *outcome.progress;
        entry->run = entry->reader->run();
        entry->wasReadToEnd = entry->wasReadToEnd || !entry->progress.more;
    }
    m_runs->updateRun(key, entry->run, entry->reader, !entry->wasReadToEnd);
    if (entry->progress.more && !m_status.isCancelled && entry->error.isEmpty()) {
        startRead(*entry);
    }
    updateStatus();
}

void Session::poll()
{
    const qint64 now = m_clock.elapsed();
    const auto elapsed = static_cast<double>(now - m_pollAtMs) / 1000.0;
    if (m_wasSettled && elapsed > 0.0) {
        m_status.recordsPerSecond =
            static_cast<double>(m_status.records - std::min(m_status.records, m_recordsAtPoll))
            / elapsed;
    }
    m_recordsAtPoll = m_status.records;
    m_pollAtMs = now;
    if (!m_isFollowing || m_status.isCancelled) {
        emit statusChanged();
        return;
    }
    const bool isQuietTurn = ++m_polls % kQuietPolls == 0;
    for (const auto& entry : m_entries) {
        if (entry->reader && !entry->isBusy && entry->wasReadToEnd && entry->error.isEmpty()
            && (isQuietTurn || entry->run->ended() == EndReason::Running))
        {
            startRead(*entry);
        }
    }
    // A scan of a huge folder must not fill the worker: it runs at most a twentieth of the time.
    if (!m_isScanning && m_scanClock.isValid()
        && m_scanClock.elapsed() >= std::max(kRescanEveryMs, 20 * m_scanCostMs))
    {
        startScan(true);
    }
    emit statusChanged();
}

void Session::readNow()
{
    if (m_paths.isEmpty()) {
        return;
    }
    m_status.isCancelled = false;
    for (const auto& entry : m_entries) {
        entry->error.clear();
        if (!entry->isBusy && (entry->reader || !entry->isDeferred)) {
            entry->wasReadToEnd = entry->wasReadToEnd && entry->reader;
            startRead(*entry);
        }
    }
    if (!m_isScanning) {
        startScan(true);
    }
    updateStatus();
}

void Session::cancel()
{
    if (isSettled()) {
        return;
    }
    m_status.isCancelled = true;
    m_stop.request_stop();
    m_stop = std::stop_source();
    updateStatus();
}

void Session::setFollowing(bool isFollowing)
{
    m_isFollowing = isFollowing;
    m_settings->setFollowing(isFollowing);
    emit statusChanged();
}

void Session::setIntervalMs(int ms)
{
    m_timer.setInterval(ms);
    m_settings->setFollowIntervalMs(ms);
    emit statusChanged();
}

bool Session::isSettled() const
{
    if (m_status.isScanning || (m_isScanning && m_entries.empty())) {
        return false;
    }
    return std::all_of(m_entries.begin(), m_entries.end(), [](const auto& entry) {
        return entry->wasReadToEnd || entry->isDeferred;
    });
}

void Session::updateStatus()
{
    SessionStatus status;
    status.isCancelled = m_status.isCancelled;
    status.recordsPerSecond = m_status.recordsPerSecond;
    status.seconds = m_status.seconds;
    status.isScanning = m_isScanning && m_entries.empty();
    status.runs = static_cast<int>(m_entries.size());
    for (const auto& entry : m_entries) {
        status.runsRead += entry->wasReadToEnd ? 1 : 0;
        status.runsNotOpened += entry->isDeferred ? 1 : 0;
        status.runsLive += entry->run->ended() == EndReason::Running ? 1 : 0;
        status.bytesRead += entry->progress.bytesRead;
        status.bytesTotal += std::max(entry->progress.bytesTotal, entry->progress.bytesRead);
        status.records += entry->progress.records;
        status.skippedRecords += damagedRecords(entry->diagnostics);
        status.diagnostics += entry->diagnosticCount + (entry->error.isEmpty() ? 0 : 1);
    }
    status.diagnostics += m_scanDiagnostics.size();
    m_status = status;
    const bool isNowSettled = !m_paths.isEmpty() && isSettled();
    m_status.isReading = !m_paths.isEmpty() && !isNowSettled && !m_status.isCancelled;
    if (!m_wasSettled) {
        m_status.seconds = static_cast<double>(m_clock.isValid() ? m_clock.elapsed() : 0) / 1000.0;
        m_status.recordsPerSecond =
            m_status.seconds > 0.0 ? static_cast<double>(m_status.records) / m_status.seconds : 0.0;
    }
    emit statusChanged();
    if (isNowSettled && !m_wasSettled) {
        m_wasSettled = true;
        m_recordsAtPoll = m_status.records;
        m_pollAtMs = m_clock.elapsed();
        if (!m_entries.empty()) {
            m_settings->addRecent({m_paths,
                                   m_status.runs,
                                   static_cast<qint64>(m_status.bytesTotal),
                                   QDateTime::currentDateTime()});
        }
        emit settled();
    }
}

} // namespace runlens::app
