// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/series_model.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <tuple>

namespace runlens::viewers {

namespace {

QString kindText(RecordKind kind)
{
    switch (kind) {
    case RecordKind::TensorStats:
        return SeriesModel::tr("statistics");
    case RecordKind::Histogram:
        return SeriesModel::tr("histogram");
    case RecordKind::Image:
        return SeriesModel::tr("image");
    case RecordKind::Text:
        return SeriesModel::tr("text");
    case RecordKind::Audio:
        return SeriesModel::tr("audio");
    case RecordKind::Mesh:
        return SeriesModel::tr("mesh");
    default:
        return QString::fromLatin1(recordKindName(kind));
    }
}

} // namespace

QString SeriesEntry::key() const
{
    return QStringLiteral("%1\n%2\n%3\n%4")
        .arg(tag, runKey, QString::number(rank), QString::number(static_cast<int>(kind)));
}

SeriesModel::SeriesModel(std::vector<RecordKind> kinds, QObject* parent)
    : QAbstractListModel(parent), m_kinds(std::move(kinds))
{}

void SeriesModel::setRuns(const RunSet& runs)
{
    beginResetModel();
    m_entries.clear();
    m_rows.clear();
    m_tags.clear();
    m_seen.clear();
    m_runOrder.clear();
    for (const OpenRun* run : runs.shown()) {
        m_runOrder.insert(run->key, static_cast<int>(m_runOrder.size()));
        add(*run, true);
    }
    endResetModel();
}

void SeriesModel::update(const OpenRun& run)
{
    if (m_runOrder.contains(run.key)) {
        add(run, false);
    }
}

void SeriesModel::add(const OpenRun& run, bool isReset)
{
    std::size_t& seen = m_seen[run.key];
    const auto tags = run.run->tags();
    std::vector<SeriesEntry> fresh;
    for (std::size_t i = std::min(seen, tags.size()); i < tags.size(); ++i) {
        if (std::ranges::find(m_kinds, tags[i].kind) == m_kinds.end()) {
            continue;
        }
        const std::string_view name = run.run->text(tags[i].name);
        SeriesEntry entry;
        entry.tag = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
        const auto slash = entry.tag.indexOf(QLatin1Char('/'));
        entry.group = slash > 0 ? entry.tag.left(slash) : entry.tag;
        entry.runKey = run.key;
        entry.runOrder = m_runOrder.value(run.key);
        entry.rank = tags[i].rank;
        entry.kind = tags[i].kind;
        entry.id = static_cast<TagId>(i);
        fresh.push_back(std::move(entry));
    }
    seen = tags.size();
    if (fresh.empty()) {
        return;
    }
    const int first = static_cast<int>(m_entries.size());
    if (!isReset) {
        beginInsertRows({}, first, first + static_cast<int>(fresh.size()) - 1);
    }
    for (SeriesEntry& entry : fresh) {
        const int row = static_cast<int>(m_entries.size());
        m_rows.insert(entry.key(), row);
        m_tags[entry.tag].push_back(row);
        m_entries.push_back(std::move(entry));
    }
    if (!isReset) {
        endInsertRows();
    }
}

std::vector<int> SeriesModel::rowsOfTag(const QString& tag) const
{
    return m_tags.value(tag);
}

int SeriesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant SeriesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const SeriesEntry& row = entry(index.row());
    return role == Qt::DisplayRole || role == Qt::ToolTipRole ? QVariant(row.tag) : QVariant();
}

QString seriesName(const SeriesModel& model, const SeriesEntry& entry, const RunSet& runs)
{
    const OpenRun* run = runs.find(entry.runKey);
    QString name = run != nullptr ? run->name : entry.runKey;
    bool hasRanks = false;
    bool hasKinds = false;
    for (const int row : model.rowsOfTag(entry.tag)) {
        const SeriesEntry& other = model.entry(row);
        hasRanks = hasRanks || (other.runKey == entry.runKey && other.rank != entry.rank);
        hasKinds = hasKinds || (other.runKey == entry.runKey && other.kind != entry.kind);
    }
    if (hasRanks) {
        name = SeriesModel::tr("%1, rank %2").arg(name).arg(entry.rank);
    }
    if (hasKinds) {
        name = SeriesModel::tr("%1, %2").arg(name, kindText(entry.kind));
    }
    return name;
}

SeriesFilter::SeriesFilter(QObject* parent)
    : QSortFilterProxyModel(parent), m_collator(QLocale(QLocale::English))
{
    m_collator.setNumericMode(true);
    setDynamicSortFilter(true);
    sort(0);
}

bool SeriesFilter::setPattern(const QString& pattern)
{
    const QRegularExpression expression(pattern, QRegularExpression::CaseInsensitiveOption);
    if (!expression.isValid()) {
        return false;
    }
    setFilterRegularExpression(expression);
    return true;
}

bool SeriesFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto* model = static_cast<const SeriesModel*>(sourceModel());
    const SeriesEntry& a = model->entry(left.row());
    const SeriesEntry& b = model->entry(right.row());
    const int order = m_collator.compare(a.tag, b.tag);
    if (order != 0) {
        return order < 0;
    }
    return std::tuple(a.runOrder, a.rank, a.kind, left.row())
           < std::tuple(b.runOrder, b.rank, b.kind, right.row());
}

} // namespace runlens::viewers
