// SPDX-License-Identifier: GPL-3.0-or-later
/// The series of some kinds of the shown runs: one row per tag, run, rank and kind, in order of
/// first appearance; a run that grows adds rows at the end. SeriesFilter brings the runs of a tag
/// together and filters by name. GUI thread only.
#pragma once

#include "viewers/common/run_set.h"

#include <QAbstractListModel>
#include <QCollator>
#include <QHash>
#include <QSortFilterProxyModel>

namespace runlens::viewers {

struct SeriesEntry {
    QString tag;
    QString group; ///< what stands before the first '/', or the name itself
    QString runKey;
    int runOrder = 0; ///< place of the run among those shown
    int rank = 0;
    RecordKind kind = RecordKind::Other;
    TagId id = kNone<TagId>;

    /// The same for the same series of every snapshot.
    [[nodiscard]] QString key() const;
};

class SeriesModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit SeriesModel(std::vector<RecordKind> kinds, QObject* parent = nullptr);

    void setRuns(const RunSet& runs); ///< resets
    void update(const OpenRun& run);  ///< rows of new tags, when the run is shown

    [[nodiscard]] const SeriesEntry& entry(int row) const
    {
        return m_entries[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] int rowOf(const QString& key) const { return m_rows.value(key, -1); }

    [[nodiscard]] bool hasTag(const QString& tag) const { return m_tags.contains(tag); }

    [[nodiscard]] int tagCount() const { return static_cast<int>(m_tags.size()); }

    /// Rows of the tag: more than one when several runs, ranks or kinds have it.
    [[nodiscard]] std::vector<int> rowsOfTag(const QString& tag) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    void add(const OpenRun& run, bool isReset);

    std::vector<RecordKind> m_kinds;
    std::vector<SeriesEntry> m_entries;
    QHash<QString, int> m_rows;
    QHash<QString, std::vector<int>> m_tags;
    QHash<QString, std::size_t> m_seen; ///< tags of each run looked at so far
    QHash<QString, int> m_runOrder;
};

/// The name of the run of a series, with rank or kind where the run has several of that tag.
[[nodiscard]] QString
seriesName(const SeriesModel& model, const SeriesEntry& entry, const RunSet& runs);

class SeriesFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit SeriesFilter(QObject* parent = nullptr);

    /// An invalid expression keeps the last valid one and returns false.
    bool setPattern(const QString& pattern);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QCollator m_collator;
};

} // namespace runlens::viewers
