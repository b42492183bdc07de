// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_browser.h"

#include "app/window/run_delegate.h"
#include "viewers/common/icons.h"
#include "viewers/common/number_format.h"
#include "viewers/common/style.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::app {

using viewers::OpenRun;
using viewers::Role;

RunBrowser::RunBrowser(Session* session,
                       viewers::RunSet* runs,
                       viewers::Selection* selection,
                       viewers::Palette* palette,
                       QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_runs(runs)
    , m_selection(selection)
    , m_palette(palette)
    , m_model(new RunModel(runs, this))
{
    setObjectName(QStringLiteral("runs"));
    m_model->setErrorOf([session](const QString& key) { return session->errorOf(key); });
    m_model->setNoteOf([session](const QString& key) { return session->noteOf(key); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildHeader();
    buildTree();
    buildMetricRow();
    connect(m_model, &RunModel::showAsked, session, &Session::setShown);
    connect(m_model, &RunModel::renameAsked, session, &Session::rename);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        expandGroups();
        selectCurrent();
    });
    connect(runs, &viewers::RunSet::changed, this, &RunBrowser::updateCounts);
    connect(runs, &viewers::RunSet::changed, this, &RunBrowser::updateMetrics);
    connect(runs, &viewers::RunSet::updated, this, &RunBrowser::updateMetrics);
    connect(session, &Session::statusChanged, this, &RunBrowser::updateCounts);
    connect(
        selection, &viewers::Selection::changed, this, [this](viewers::Selection::Aspects aspects) {
            if (aspects.testFlag(viewers::Selection::RunAspect)) {
                selectCurrent();
            }
        });
    connect(palette, &viewers::Palette::changed, this, qOverload<>(&QWidget::update));
    updateCounts();
    updateMetrics();
    expandGroups();
    selectCurrent();
}

void RunBrowser::buildHeader()
{
    auto* header = new QWidget(this);
    header->setFixedHeight(viewers::kHeadingHeight);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(8);
    auto* title = new viewers::TextLabel(
        m_palette, tr("Runs"), Role::Text, viewers::Palette::font(12, QFont::DemiBold), header);
    title->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_count =
        new viewers::TextLabel(m_palette, QString(), Role::Text3, viewers::Palette::font(), header);
    m_more =
        new viewers::IconButton(m_palette, QStringLiteral("more"), tr("More about runs"), header);
    connect(m_more, &QToolButton::clicked, this, &RunBrowser::openPanelMenu);
    row->addWidget(title);
    row->addWidget(m_count, 1);
    row->addWidget(m_more);
    layout()->addWidget(header);

    m_filter = new viewers::SearchField(
        m_palette, QStringLiteral("filter"), tr("Filter: name, regex or key>value"), this);
    m_filter->setObjectName(QStringLiteral("runFilter"));
    connect(m_filter, &QLineEdit::textChanged, this, &RunBrowser::applyFilter);
    auto* box = new QWidget(this);
    auto* boxRow = new QHBoxLayout(box);
    boxRow->setContentsMargins(8, 0, 8, 6);
    boxRow->addWidget(m_filter);
    layout()->addWidget(box);
}

void RunBrowser::buildTree()
{
    m_hint =
        new viewers::TextLabel(m_palette, QString(), Role::Text3, viewers::Palette::font(), this);
    m_hint->setFixedHeight(56);
    m_hint->setContentsMargins(14, 4, 8, 0);
    m_hint->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout()->addWidget(m_hint);
    m_tree = new QTreeView(this);
    m_tree->setObjectName(QStringLiteral("runTree"));
    m_tree->setAccessibleName(tr("Runs"));
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(0);
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setMouseTracking(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setEditTriggers(QAbstractItemView::EditKeyPressed);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->setItemDelegate(new RunDelegate(m_palette, m_tree));
    m_tree->setModel(m_model);
    m_tree->viewport()->setAutoFillBackground(false);
    m_tree->viewport()->installEventFilter(this);
    connect(m_tree, &QWidget::customContextMenuRequested, this, &RunBrowser::openMenu);
    connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex& index) {
        m_closedGroups.insert(index.data().toString());
    });
    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex& index) {
        m_closedGroups.remove(index.data().toString());
    });
    connect(m_tree->selectionModel(),
            &QItemSelectionModel::currentChanged,
            this,
            [this](const QModelIndex& current) {
                const QString key = current.data(RunModel::KeyRole).toString();
                if (!m_isUpdating && !key.isEmpty()) {
                    m_selection->setRun(key);
                }
            });
    static_cast<QVBoxLayout*>(layout())->addWidget(m_tree, 1);
}

void RunBrowser::buildMetricRow()
{
    layout()->addWidget(new viewers::Separator(m_palette, Qt::Horizontal, Role::Line, this));
    auto* box = new QWidget(this);
    box->setFixedHeight(viewers::kHeadingHeight);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(12, 0, 6, 0);
    row->setSpacing(6);
    auto* label = new viewers::TextLabel(
        m_palette, tr("Metric"), Role::Text3, viewers::Palette::font(11), box);
    label->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_metric = new QComboBox(box);
    m_metric->setObjectName(QStringLiteral("metric"));
    m_metric->setAccessibleName(tr("Metric in the list of runs"));
    m_metric->setFont(viewers::Palette::font(11));
    m_metric->setFrame(false);
    m_metric->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_metric->setMaxVisibleItems(20);
    connect(m_metric, &QComboBox::activated, this, [this](int index) {
        m_isMetricChosen = true;
        m_model->setMetric(m_metric->itemData(index).toString());
    });
    row->addWidget(label);
    row->addWidget(m_metric, 1);
    layout()->addWidget(box);
}

void RunBrowser::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void RunBrowser::applyFilter()
{
    const RunFilter filter(m_filter->text());
    m_filter->setWrong(!filter.isValid(), filter.error());
    if (filter.isValid()) {
        m_model->setFilter(filter);
        updateCounts();
    }
}

void RunBrowser::updateCounts()
{
    const auto& runs = m_runs->runs();
    const auto shown = m_runs->shown().size();
    m_count->setText(runs.empty() ? QString() : tr("%1 of %2 shown").arg(shown).arg(runs.size()));
    QString hint;
    if (m_session->paths().isEmpty()) {
        hint = tr("No folder is open") + u'\n' + tr("Its runs appear here");
    } else if (m_session->status().isScanning) {
        hint = tr("Looking for runs…");
    } else if (runs.empty()) {
        hint = tr("No runs here");
    } else if (m_model->rowCount() == 0) {
        hint = tr("No run passes the filter");
    }
    m_hint->setText(hint);
    m_hint->setVisible(!hint.isEmpty());
}

void RunBrowser::updateMetrics()
{
    const QStringList tags = m_model->metrics();
    QStringList known;
    for (int i = 0; i < m_metric->count(); ++i) {
        known.push_back(m_metric->itemData(i).toString());
    }
    if (!m_isMetricChosen || (!m_model->metric().isEmpty() && !tags.contains(m_model->metric()))) {
        m_model->setMetric(m_model->bestMetric());
    }
    const QStringList wanted = QStringList(QString()) + tags;
    if (known != wanted) {
        const QSignalBlocker blocker(m_metric);
        m_metric->clear();
        m_metric->addItem(tr("none"), QString());
        for (const QString& tag : tags) {
            m_metric->addItem(tr("%1, last").arg(tag), tag);
        }
    }
    m_metric->setCurrentIndex(std::max(0, m_metric->findData(m_model->metric())));
}

void RunBrowser::setMetric(const QString& tag)
{
    m_isMetricChosen = !tag.isEmpty();
    if (m_isMetricChosen) {
        m_model->setMetric(tag);
    }
    updateMetrics();
}

void RunBrowser::expandGroups()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        m_tree->setExpanded(index, !m_closedGroups.contains(index.data().toString()));
    }
}

void RunBrowser::selectCurrent()
{
    m_isUpdating = true;
    const QModelIndex index = m_model->indexOf(m_selection->state().run);
    if (index.isValid() && index != m_tree->currentIndex()) {
        m_tree->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    }
    m_isUpdating = false;
}

void RunBrowser::showAll(bool isShown)
{
    QStringList keys;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        keys += m_model->keysBelow(m_model->index(row, 0));
    }
    m_session->setShown(keys, isShown);
}

QStringList RunBrowser::selectedKeys() const
{
    QStringList keys;
    const QModelIndexList rows = m_tree->selectionModel()->selectedIndexes();
    for (const QModelIndex& index : rows) {
        keys += m_model->keysBelow(index);
    }
    keys.removeDuplicates();
    return keys;
}

bool RunBrowser::eventFilter(QObject* watched, QEvent* event)
{
    // A click anywhere on a group opens or closes it.
    if (watched == m_tree->viewport() && event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QModelIndex index = m_tree->indexAt(mouse->pos());
        if (mouse->button() == Qt::LeftButton && index.isValid()
            && index.data(RunModel::KeyRole).toString().isEmpty())
        {
            m_tree->setExpanded(index, !m_tree->isExpanded(index));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void RunBrowser::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_palette->colour(Role::Chrome));
}

} // namespace runlens::app
