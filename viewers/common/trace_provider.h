// SPDX-License-Identifier: GPL-3.0-or-later
/// The indexed traces of the open runs, built once for all views that show them: on a worker, from
/// the last snapshot, again whenever a wanted run grows. Lives with its RunSet. GUI thread only;
/// what it hands out may go to workers.
#pragma once

#include "profiler/trace_model.h"
#include "viewers/common/run_set.h"

#include <QHash>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace runlens::viewers {

class AsyncSlot;

struct RankSteps {
    int rank = 0;
    double medianNs = 0.0; ///< of the durations of its steps
};

/// One indexed snapshot of a run.
struct TraceData {
    std::shared_ptr<const profiler::TraceModel> model; ///< never null in what data() returns
    std::vector<RankSteps> steps;                      ///< ranks that have steps, ascending
    TrackId overviewTrack = kNone<TrackId>;            ///< the busiest thread of the first rank
};

class TraceProvider : public QObject {
    Q_OBJECT

public:
    /// The provider of this RunSet, made when it is first asked for.
    [[nodiscard]] static TraceProvider* of(RunSet* runs);

    /// What there is now, maybe of an earlier snapshot; null when nothing was built yet.
    [[nodiscard]] std::shared_ptr<const TraceData> data(const QString& key) const;
    /// Sees to it that the latest snapshot of this run is indexed, now and as it grows. changed()
    /// tells when it is done.
    void want(const QString& key);
    /// The run grows unwatched from now on; data() stays.
    void release(const QString& key);
    [[nodiscard]] bool isUpToDate(const QString& key) const;

signals:
    void changed(const QString& key);

private:
    struct Entry {
        std::shared_ptr<const TraceData> data;
        AsyncSlot* slot = nullptr;
        int users = 0;
        bool isStale = false;
    };

    explicit TraceProvider(RunSet* runs);
    void build(const QString& key);
    void take(const QString& key, TraceData data);
    void dropClosed();

    RunSet* m_runs;
    QHash<QString, Entry> m_entries;
};

/// Has this run anything that a timeline could show?
[[nodiscard]] bool hasTrace(const Run& run);
/// The run to show: the selected one if it is open, else the first shown one with a trace, else
/// null.
[[nodiscard]] const OpenRun* tracedRun(const RunSet& runs, const QString& selectedKey);

} // namespace runlens::viewers
