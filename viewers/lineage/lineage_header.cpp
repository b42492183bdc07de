// SPDX-License-Identifier: GPL-3.0-or-later
/// The controls of the Lineage view, and what it keeps for reopening.
#include "viewers/common/number_format.h"
#include "viewers/common/style.h"
#include "viewers/common/widgets.h"
#include "viewers/lineage/column_chooser.h"
#include "viewers/lineage/lineage_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kScalePx = 60;

QJsonArray jsonOf(const std::vector<std::string>& keys)
{
    QJsonArray list;
    for (const std::string& key : keys) {
        list.append(QString::fromStdString(key));
    }
    return list;
}

} // namespace

void LineageView::buildHeader()
{
    const Palette* palette = context().palette;
    m_header = new QWidget(this);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_search = new SearchField(palette,
                               QStringLiteral("filter"),
                               tr("Filter runs: text, or learning_rate>0.01"),
                               m_header);
    m_search->setMinimumWidth(90);
    m_search->setMaximumWidth(260);
    m_search->setAccessibleName(tr("Filter runs"));
    m_search->setToolTip(tr("Words that must all hold: a text of the name, tags, remark or a shown "
                            "column, or a comparison such as loss<0.1"));
    row->addWidget(m_search, 1);
    m_columnsButton = new QPushButton(m_header);
    m_columnsButton->setText(tr("Columns"));
    m_columnsButton->setToolTip(tr("Choose which parameters, metrics and facts are shown"));
    row->addWidget(m_columnsButton);
    m_onlyShown = new QCheckBox(tr("Shown runs only"), m_header);
    m_onlyShown->setToolTip(tr("Leave out runs that are not checked in the list of runs"));
    row->addWidget(m_onlyShown);
    m_facts = new TextLabel(palette, {}, Role::Text3, Palette::font(12), m_header);
    m_facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_facts, 1);
    m_chooser = new ColumnChooser(palette, this);
    m_chooser->hide();
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_rowFilter = RowFilter(text);
        showRows();
    });
    connect(m_onlyShown, &QCheckBox::toggled, this, &LineageView::showRows);
    connect(m_columnsButton, &QPushButton::clicked, this, &LineageView::openChooser);
    connect(m_chooser, &ColumnChooser::changed, this, &LineageView::setShownColumns);
    connect(m_chooser, &ColumnChooser::defaultsAsked, this, [this] {
        setShownColumns(tellingColumns(m_model->table()));
        m_hasChosen = false; // runs that come may bring others
    });
    connect(m_chooser, &ColumnChooser::differingAsked, this, [this] {
        std::vector<std::string> keys;
        for (const RunColumn& column : m_model->table().columns) {
            if (column.differs) {
                keys.push_back(column.key);
            }
        }
        setShownColumns(keys);
    });
}

void LineageView::buildPictureBar(QWidget* bar)
{
    Palette* palette = context().palette;
    bar->setFixedHeight(kBarHeight);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    m_pictureChoice = new SegmentedControl(
        palette, {tr("Parallel coordinates"), tr("Scatter matrix"), tr("Importance")}, bar);
    m_pictureChoice->setAccessibleName(tr("Picture"));
    row->addWidget(m_pictureChoice);
    m_metricChoice = new QComboBox(bar);
    m_metricChoice->setAccessibleName(tr("Metric"));
    m_metricChoice->setToolTip(
        tr("The metric that colours the runs, and that parameters are compared with"));
    m_metricChoice->setMinimumWidth(90);
    m_metricChoice->setMaximumWidth(220);
    m_metricChoice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    row->addWidget(m_metricChoice);
    m_byMetric = new QCheckBox(tr("Colour"), bar);
    m_byMetric->setToolTip(
        tr("Colour the runs by the metric; otherwise they have the colours they have everywhere"));
    m_byMetric->setChecked(true);
    row->addWidget(m_byMetric);
    m_scale = new ColourScale(palette, bar);
    row->addWidget(m_scale);
    row->addStretch(1);
    m_clear = new LinkLabel(palette, {}, QStringLiteral("close"), bar);
    m_clear->hide();
    row->addWidget(m_clear);
    connect(m_pictureChoice, &SegmentedControl::currentChanged, this, [this](int index) {
        setPicture(static_cast<Picture>(index));
    });
    connect(m_metricChoice, &QComboBox::activated, this, [this](int index) {
        setMetric(m_metricChoice->itemData(index).toByteArray().toStdString());
    });
    connect(m_byMetric, &QCheckBox::toggled, this, &LineageView::showPictures);
    connect(m_clear, &LinkLabel::activated, this, [this] {
        m_brushes.clear();
        showRows();
    });
}

void LineageView::fillMetrics()
{
    const QSignalBlocker block(m_metricChoice);
    const RunTable& table = m_model->table();
    const int current = metricColumn();
    m_metricChoice->clear();
    // Metrics first; any other number may be looked at too.
    for (const bool wantMetrics : {true, false}) {
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            const RunColumn& column = table.columns[i];
            const bool isMetric = column.group == FactGroup::Metric;
            if (column.isNumeric && isMetric == wantMetrics
                && (isMetric || column.maximum > column.minimum)) {
                m_metricChoice->addItem(columnTitle(column), QByteArray::fromStdString(column.key));
                if (static_cast<int>(i) == current) {
                    m_metricChoice->setCurrentIndex(m_metricChoice->count() - 1);
                }
            }
        }
    }
    if (current < 0) {
        m_metricChoice->setCurrentIndex(-1);
    }
    m_metricChoice->setEnabled(m_metricChoice->count() > 0);
    m_byMetric->setEnabled(m_metricChoice->count() > 0);
}

void LineageView::showFacts()
{
    const RunTable& table = m_model->table();
    const auto unread = std::count_if(
        table.rows.begin(), table.rows.end(), [](const auto& record) { return !record->isRead; });
    QStringList problems;
    for (const auto& record : table.rows) {
        for (const std::string& problem : record->problems) {
            problems << QString::fromStdString(problem);
        }
    }
    QString facts = tr("%1 of %2 runs, %3 of %4 columns")
                        .arg(formatCount(m_filter->rowCount()),
                             formatCount(static_cast<std::int64_t>(table.rows.size())),
                             formatCount(static_cast<std::int64_t>(m_model->keys().size())),
                             formatCount(static_cast<std::int64_t>(table.columns.size())));
    if (unread > 0) {
        facts = tr("%1, %n not read yet", nullptr, static_cast<int>(unread)).arg(facts);
    }
    if (table.columnsLeftOut > 0) {
        facts =
            tr("%1, %n more column(s) left out", nullptr, static_cast<int>(table.columnsLeftOut))
                .arg(facts);
    }
    if (!problems.isEmpty()) {
        facts = tr("%1, %n problem(s)", nullptr, static_cast<int>(problems.size())).arg(facts);
    }
    m_facts->setText(facts);
    m_facts->setRole(problems.isEmpty() ? Role::Text3 : Role::Warning);
    constexpr qsizetype kMostProblems = 20;
    m_facts->setToolTip(problems.mid(0, kMostProblems).join(u'\n'));
}

QString LineageView::factsText() const
{
    return m_facts->text();
}

void LineageView::openChooser()
{
    m_chooser->setColumns(m_model->table(), shownKeys());
    m_chooser->move(m_columnsButton->mapToGlobal(QPoint(0, m_columnsButton->height() + 4)));
    m_chooser->show();
}

void LineageView::startSearch()
{
    m_search->takeFocus();
}

QByteArray LineageView::saveState() const
{
    QJsonObject state;
    if (m_hasChosen) {
        state[QStringLiteral("columns")] = jsonOf(m_chosen);
    }
    std::vector<std::string> logs;
    for (const auto& [key, isLog] : m_logs) {
        if (isLog) {
            logs.push_back(key);
        }
    }
    state[QStringLiteral("logs")] = jsonOf(logs);
    state[QStringLiteral("metric")] = QString::fromStdString(m_metric);
    state[QStringLiteral("byMetric")] = m_byMetric->isChecked();
    state[QStringLiteral("picture")] = m_pictureChoice->currentIndex();
    state[QStringLiteral("filter")] = m_search->text();
    state[QStringLiteral("onlyShown")] = m_onlyShown->isChecked();
    state[QStringLiteral("sort")] = m_sortKey;
    state[QStringLiteral("falls")] = m_sortOrder == Qt::DescendingOrder;
    state[QStringLiteral("splitter")] = QString::fromLatin1(m_splitter->saveState().toBase64());
    QJsonObject widths;
    for (auto at = m_widths.begin(); at != m_widths.end(); ++at) {
        widths[at.key()] = at.value();
    }
    state[QStringLiteral("widths")] = widths;
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void LineageView::restoreState(const QByteArray& bytes)
{
    const QJsonObject state = QJsonDocument::fromJson(bytes).object();
    const auto list = [&state](const char* name) {
        std::vector<std::string> keys;
        for (const auto key : state[QLatin1String(name)].toArray()) {
            keys.push_back(key.toString().toStdString());
        }
        return keys;
    };
    m_hasChosen = state.contains(QStringLiteral("columns"));
    m_chosen = list("columns");
    m_logs.clear();
    for (const std::string& key : list("logs")) {
        m_logs[key] = true;
    }
    m_metric = state[QStringLiteral("metric")].toString().toStdString();
    m_byMetric->setChecked(state[QStringLiteral("byMetric")].toBool(true));
    m_search->setText(state[QStringLiteral("filter")].toString());
    m_onlyShown->setChecked(state[QStringLiteral("onlyShown")].toBool());
    m_sortKey = state[QStringLiteral("sort")].toString();
    m_sortOrder =
        state[QStringLiteral("falls")].toBool() ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_widths.clear();
    const QJsonObject widths = state[QStringLiteral("widths")].toObject();
    for (auto at = widths.begin(); at != widths.end(); ++at) {
        m_widths.insert(at.key(), std::clamp(at.value().toInt(), 24, 2000));
    }
    if (const QString splitter = state[QStringLiteral("splitter")].toString(); !splitter.isEmpty())
    {
        m_splitter->restoreState(QByteArray::fromBase64(splitter.toLatin1()));
    }
    setPicture(static_cast<Picture>(std::clamp(state[QStringLiteral("picture")].toInt(), 0, 2)));
    const std::vector<std::string> keys = m_hasChosen ? m_chosen : tellingColumns(m_model->table());
    m_isFilling = true;
    m_model->setTable(m_model->sharedTable(), labelsOf(m_model->table()), keys);
    m_isFilling = false;
    showTable();
}

ColourScale::ColourScale(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    setAccessibleName(tr("Colours of the metric"));
    connect(m_palette, &Palette::changed, this, [this] { update(); });
}

void ColourScale::setEnds(const QString& low, const QString& high)
{
    m_low = low;
    m_high = high;
    setToolTip(tr("From %1 to %2").arg(low, high));
    updateGeometry();
    update();
}

QSize ColourScale::sizeHint() const
{
    const QFontMetrics metrics(Palette::font(11));
    return {metrics.horizontalAdvance(m_low) + metrics.horizontalAdvance(m_high) + kScalePx + 16,
            kControlHeight};
}

void ColourScale::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text2));
    const int left = painter.fontMetrics().horizontalAdvance(m_low) + 6;
    painter.drawText(QRect(0, 0, left, height()), Qt::AlignLeft | Qt::AlignVCenter, m_low);
    for (int x = 0; x < kScalePx; ++x) {
        painter.fillRect(QRect(left + x, height() / 2 - 4, 1, 8),
                         m_palette->sequentialLine(static_cast<double>(x) / (kScalePx - 1)));
    }
    painter.drawText(
        QRect(left + kScalePx + 6, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, m_high);
}

} // namespace runlens::viewers
