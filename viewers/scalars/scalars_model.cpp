// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/scalars/scalars_model.h"

#include "viewers/common/text.h"

#include <QLocale>

namespace runlens::viewers {

int tagImportance(const QString& name)
{
    if (name.contains(QLatin1String("loss"), Qt::CaseInsensitive)) {
        return 0;
    }
    return isShareName(name) ? 1 : 2;
}

bool isShareName(const QString& name)
{
    static const QRegularExpression kShare(QStringLiteral("(^|[/_.\\-])acc(uracy)?($|[/_.\\-])"),
                                           QRegularExpression::CaseInsensitiveOption);
    return kShare.match(name).hasMatch();
}

ScalarsModel::ScalarsModel(QObject* parent)
    : QAbstractListModel(parent), m_collator(QLocale(QLocale::English))
{
    m_collator.setNumericMode(true);
}

void ScalarsModel::setRuns(const RunSet& runs)
{
    beginResetModel();
    m_tags.clear();
    m_rows.clear();
    m_seen.clear();
    for (const OpenRun* run : runs.shown()) {
        m_seen.insert(run->key, {});
        add(*run, true);
    }
    endResetModel();
}

void ScalarsModel::update(const OpenRun& run)
{
    if (m_seen.contains(run.key)) {
        add(run, false);
    }
}

void ScalarsModel::add(const OpenRun& run, bool isReset)
{
    Seen& seen = m_seen[run.key];
    const auto tags = run.run->tags();
    std::vector<ScalarTag> fresh;
    QHash<QString, std::size_t> freshRows;
    for (std::size_t i = std::min(seen.tags, tags.size()); i < tags.size(); ++i) {
        if (tags[i].kind != RecordKind::Scalar) {
            continue;
        }
        const QString name = toWholeText(run.run->text(tags[i].name));
        const ScalarSource source{run.key, static_cast<TagId>(i), tags[i].rank};
        if (const int row = rowOf(name); row >= 0) {
            m_tags[static_cast<std::size_t>(row)].sources.push_back(source);
            if (!isReset) {
                emit dataChanged(index(row), index(row));
            }
            continue;
        }
        const auto known = freshRows.constFind(name);
        if (known != freshRows.constEnd()) {
            fresh[*known].sources.push_back(source);
            continue;
        }
        freshRows.insert(name, fresh.size());
        const auto slash = name.indexOf(QLatin1Char('/'));
        fresh.push_back({name,
                         slash > 0 ? name.left(slash) : name,
                         toText(run.run->text(tags[i].description)),
                         {source},
                         tagImportance(name),
                         m_collator.sortKey(name)});
    }
    seen.tags = tags.size();
    seen.run = run.run;
    if (fresh.empty()) {
        return;
    }
    const int first = static_cast<int>(m_tags.size());
    const int last = first + static_cast<int>(fresh.size()) - 1;
    if (!isReset) {
        beginInsertRows({}, first, last);
    }
    for (ScalarTag& tag : fresh) {
        m_rows.insert(tag.name, static_cast<int>(m_tags.size()));
        m_tags.push_back(std::move(tag));
    }
    if (!isReset) {
        endInsertRows();
    }
}

int ScalarsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tags.size());
}

QVariant ScalarsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const ScalarTag& entry = tag(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return entry.name;
    case Qt::ToolTipRole:
        return entry.description.isEmpty() ? entry.name : entry.description;
    case GroupRole:
        return entry.group;
    case CurveCountRole:
        return static_cast<int>(entry.sources.size());
    default:
        return {};
    }
}

ScalarsFilter::ScalarsFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    setDynamicSortFilter(true);
    sort(0);
}

bool ScalarsFilter::setPattern(const QString& pattern)
{
    const QRegularExpression expression(pattern, QRegularExpression::CaseInsensitiveOption);
    if (!expression.isValid()) {
        return false;
    }
    setFilterRegularExpression(expression);
    return true;
}

bool ScalarsFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    // A million tags are compared twenty million times: nothing may be looked up by name here.
    const auto* model = static_cast<const ScalarsModel*>(sourceModel());
    const ScalarTag& a = model->tag(left.row());
    const ScalarTag& b = model->tag(right.row());
    if (a.importance != b.importance) {
        return a.importance < b.importance;
    }
    const int order = a.order.compare(b.order);
    return order != 0 ? order < 0 : left.row() < right.row();
}

} // namespace runlens::viewers
