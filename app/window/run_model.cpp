// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_model.h"

#include "viewers/common/number_format.h"
#include "viewers/common/tag_worth.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <utility>

namespace runlens::app {

using viewers::OpenRun;

namespace {

struct RunText {
    Q_DECLARE_TR_FUNCTIONS(runlens::app::RunModel)
};

} // namespace

RunState stateOf(const OpenRun& run, bool isUnreadable)
{
    if (isUnreadable) {
        return RunState::Unreadable;
    }
    if (run.isLoading && run.run->sessions().empty()) {
        return RunState::Reading;
    }
    switch (run.run->ended()) {
    case EndReason::Running:
        return RunState::Live;
    case EndReason::Clean:
        return RunState::Finished;
    case EndReason::Crashed:
    case EndReason::Failed:
        return RunState::Crashed;
    case EndReason::Unknown:
        break;
    }
    return RunState::Unknown;
}

QString stateText(RunState state)
{
    switch (state) {
    case RunState::Reading:
        return RunText::tr("Reading");
    case RunState::Live:
        return RunText::tr("Running");
    case RunState::Finished:
        return RunText::tr("Finished");
    case RunState::Crashed:
        return RunText::tr("Crashed");
    case RunState::Unreadable:
        return RunText::tr("Cannot be read");
    case RunState::Unknown:
        break;
    }
    return RunText::tr("End unknown");
}

QString metricText(const QString& tag, double value)
{
    if (viewers::isShareTag(tag) && value >= 0.0 && value <= 1.0) {
        return QString::number(value * 100.0, 'f', 1) + QStringLiteral(" %");
    }
    return viewers::formatNumber(value, 3);
}

RunModel::RunModel(viewers::RunSet* runs, QObject* parent)
    : QAbstractItemModel(parent), m_runs(runs)
{
    connect(runs, &viewers::RunSet::changed, this, &RunModel::rebuild);
    connect(runs, &viewers::RunSet::updated, this, &RunModel::update);
    rebuild();
}

void RunModel::setFilter(const RunFilter& filter)
{
    m_filter = filter;
    rebuild();
}

void RunModel::setMetric(const QString& tag)
{
    if (tag != m_metric) {
        m_metric = tag;
        updateAll();
    }
}

void RunModel::updateAll()
{
    const auto update = [this](const QModelIndex& parent) {
        if (const int rows = rowCount(parent); rows > 0) {
            emit dataChanged(index(0, 0, parent), index(rows - 1, 0, parent));
        }
    };
    update({});
    for (int row = 0; row < rowCount(); ++row) {
        update(index(row, 0));
    }
}

QStringList RunModel::metrics(int limit) const
{
    QSet<QString> names;
    for (const OpenRun& run : m_runs->runs()) {
        for (const Tag& tag : run.run->tags()) {
            if (tag.kind == RecordKind::Scalar && names.size() < limit) {
                const std::string_view name = run.run->text(tag.name);
                names.insert(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
            }
        }
    }
    QStringList list(names.begin(), names.end());
    list.sort(Qt::CaseInsensitive);
    return list;
}

QString RunModel::bestMetric() const
{
    QString best;
    int worth = -1;
    for (const QString& tag : metrics()) {
        if (viewers::tagWorth(tag) > worth) {
            worth = viewers::tagWorth(tag);
            best = tag;
        }
    }
    return best;
}

RunModel::Tree RunModel::build() const
{
    Tree tree;
    QHash<QString, int> groups;
    const auto append = [&](const QString& name, const QString& key, int parent) {
        const int id = static_cast<int>(tree.nodes.size());
        auto& siblings =
            parent < 0 ? tree.top : tree.nodes[static_cast<std::size_t>(parent)].children;
        const int row = static_cast<int>(siblings.size());
        siblings.push_back(id);
        tree.nodes.push_back({name, key, parent, row, {}});
        return id;
    };
    for (const OpenRun& run : m_runs->runs()) {
        if (!m_filter.matches(run.name, *run.run)) {
            continue;
        }
        const qsizetype slash = run.name.lastIndexOf(u'/');
        int parent = -1;
        if (slash > 0) {
            const QString group = run.name.left(slash);
            const auto known = groups.constFind(group);
            parent = known != groups.constEnd() ? *known : append(group, {}, -1);
            groups.insert(group, parent);
        }
        append(run.name.mid(slash + 1), run.key, parent);
    }
    return tree;
}

void RunModel::rebuild()
{
    Tree tree = build();
    // A changed colour or check keeps the tree, and with it what is open and selected.
    if (tree == m_tree) {
        updateAll();
        return;
    }
    beginResetModel();
    m_tree = std::move(tree);
    endResetModel();
}

void RunModel::update(const QString& key)
{
    const OpenRun* run = m_runs->find(key);
    const QModelIndex at = indexOf(key);
    if (run != nullptr && m_filter.matches(run->name, *run->run) != at.isValid()) {
        rebuild();
    } else if (at.isValid()) {
        emit dataChanged(at, at);
    }
}

const RunModel::Node* RunModel::nodeOf(const QModelIndex& index) const
{
    return index.isValid() && index.internalId() < m_tree.nodes.size()
               ? &m_tree.nodes[index.internalId()]
               : nullptr;
}

QModelIndex RunModel::indexOf(const QString& key) const
{
    for (std::size_t id = 0; id < m_tree.nodes.size(); ++id) {
        if (m_tree.nodes[id].key == key && !key.isEmpty()) {
            return createIndex(m_tree.nodes[id].row, 0, static_cast<quintptr>(id));
        }
    }
    return {};
}

QStringList RunModel::keysBelow(const QModelIndex& index) const
{
    const Node* node = nodeOf(index);
    if (node == nullptr) {
        return {};
    }
    if (!node->key.isEmpty()) {
        return {node->key};
    }
    QStringList keys;
    for (const int child : node->children) {
        keys.push_back(m_tree.nodes[static_cast<std::size_t>(child)].key);
    }
    return keys;
}

QModelIndex RunModel::index(int row, int column, const QModelIndex& parent) const
{
    const Node* node = nodeOf(parent);
    const std::vector<int>& list = node == nullptr ? m_tree.top : node->children;
    if (column != 0 || row < 0 || row >= static_cast<int>(list.size())) {
        return {};
    }
    return createIndex(row, 0, static_cast<quintptr>(list[static_cast<std::size_t>(row)]));
}

QModelIndex RunModel::parent(const QModelIndex& index) const
{
    const Node* node = nodeOf(index);
    if (node == nullptr || node->parent < 0) {
        return {};
    }
    const auto id = static_cast<std::size_t>(node->parent);
    return createIndex(m_tree.nodes[id].row, 0, static_cast<quintptr>(id));
}

int RunModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        return static_cast<int>(m_tree.top.size());
    }
    const Node* node = nodeOf(parent);
    return node == nullptr ? 0 : static_cast<int>(node->children.size());
}

int RunModel::columnCount(const QModelIndex&) const
{
    return 1;
}

QString RunModel::toolTipOf(const OpenRun& run) const
{
    QStringList lines{run.name, run.key};
    if (!m_metric.isEmpty()) {
        if (const auto value = lastValueOf(*run.run, m_metric)) {
            lines.push_back(m_metric + QStringLiteral(": ") + viewers::exactText(*value));
        }
    }
    lines.push_back(run.tags.join(QStringLiteral(", ")));
    if (m_noteOf) {
        lines.push_back(m_noteOf(run.key));
    }
    if (m_errorOf) {
        lines.push_back(m_errorOf(run.key));
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

QVariant RunModel::runData(const Node& node, int role) const
{
    const OpenRun* run = m_runs->find(node.key);
    if (run == nullptr) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return node.name;
    case Qt::CheckStateRole:
        return run->isShown ? Qt::Checked : Qt::Unchecked;
    case Qt::ToolTipRole:
        return toolTipOf(*run);
    case Qt::AccessibleDescriptionRole:
    case StateRole: {
        const RunState state = stateOf(*run, m_errorOf && !m_errorOf(run->key).isEmpty());
        return role == StateRole ? QVariant(static_cast<int>(state)) : QVariant(stateText(state));
    }
    case KeyRole:
        return node.key;
    case ColourSlotRole:
        return run->colourSlot;
    case MetricRole:
    case MetricIsBadRole: {
        const auto value = m_metric.isEmpty() ? std::nullopt : lastValueOf(*run->run, m_metric);
        if (role == MetricIsBadRole) {
            return value.has_value() && !std::isfinite(*value);
        }
        return value                ? metricText(m_metric, *value)
               : m_metric.isEmpty() ? QString()
                                    : viewers::noValue();
    }
    default:
        return {};
    }
}

QVariant RunModel::groupData(const Node& node, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return node.name;
    case RunCountRole:
        return static_cast<int>(node.children.size());
    case KeyRole:
        return QString();
    default:
        return {};
    }
}

QVariant RunModel::data(const QModelIndex& index, int role) const
{
    const Node* node = nodeOf(index);
    if (node == nullptr) {
        return {};
    }
    return node->key.isEmpty() ? groupData(*node, role) : runData(*node, role);
}

bool RunModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const Node* node = nodeOf(index);
    if (node == nullptr || node->key.isEmpty()) {
        return false;
    }
    // The node may be gone as soon as somebody answers: hand over copies.
    const QString key = node->key;
    if (role == Qt::CheckStateRole) {
        emit showAsked({key}, value.toInt() == Qt::Checked);
        return true;
    }
    if (role == Qt::EditRole) {
        const Node* group =
            node->parent < 0 ? nullptr : &m_tree.nodes[static_cast<std::size_t>(node->parent)];
        const QString typed = value.toString().trimmed();
        emit renameAsked(key,
                         typed.isEmpty() || group == nullptr ? typed : group->name + u'/' + typed);
        return true;
    }
    return false;
}

Qt::ItemFlags RunModel::flags(const QModelIndex& index) const
{
    const Node* node = nodeOf(index);
    if (node == nullptr) {
        return Qt::NoItemFlags;
    }
    if (node->key.isEmpty()) {
        return Qt::ItemIsEnabled;
    }
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsEditable
           | Qt::ItemNeverHasChildren;
}

} // namespace runlens::app
