// SPDX-License-Identifier: GPL-3.0-or-later
/// The parts of the overview and where they stand.
#include "viewers/common/hover_table.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"
#include "viewers/overview/finding_list.h"
#include "viewers/overview/overview_view.h"
#include "viewers/overview/progress_bar.h"
#include "viewers/overview/property_list.h"
#include "viewers/overview/section_heading.h"
#include "viewers/overview/slowest_operators.h"
#include "viewers/overview/step_split_bar.h"

#include <QHeaderView>
#include <QScrollArea>
#include <QTableView>
#include <QVBoxLayout>

namespace runlens::viewers {

namespace {

constexpr int kLeftWidth = 262;
constexpr int kKeyCharts = 3;
constexpr int kChartHeight = 150;
constexpr int kTableRows = 10;
constexpr int kRefreshMs = 1000;
constexpr int kChartsFit = 520;        ///< three charts side by side
constexpr int kTableAndChartFit = 680; ///< the slowest operators beside the step times

} // namespace

OverviewView::OverviewView(ViewContext viewContext, QWidget* parent)
    : View(viewContext, parent)
    , m_group(viewContext.selection, this)
    , m_factsSlot(this)
    , m_curvesSlot(this)
    , m_traceSlot(this)
{
    const Palette* palette = context().palette;
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    m_scroll = new QScrollArea;
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(m_scroll);
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    m_scroll->setWidget(page);
    auto* columns = new QHBoxLayout(page);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    auto* left = new QWidget;
    left->setFixedWidth(kLeftWidth + 28);
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(16, 4, 12, 12);
    leftLayout->setSpacing(8);
    buildLeft(leftLayout);
    auto* right = new QWidget;
    auto* rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(16, 4, 16, 12);
    rightLayout->setSpacing(0);
    buildRight(rightLayout);
    columns->addWidget(left);
    columns->addWidget(new Separator(palette, Qt::Vertical));
    columns->addWidget(right, 1);
    m_hover = new HoverTable(palette, this);
    setFocusPolicy(Qt::StrongFocus);

    connect(context().runs, &RunSet::changed, this, &OverviewView::refresh);
    connect(context().runs, &RunSet::updated, this, &OverviewView::refreshLater);
    m_refreshTimer.setSingleShot(true);
    m_refreshTimer.setInterval(kRefreshMs);
    connect(&m_refreshTimer, &QTimer::timeout, this, &OverviewView::refresh);
    connect(context().selection, &Selection::changed, this, [this](Selection::Aspects aspects) {
        if (aspects & Selection::RunAspect) {
            refresh();
        }
        updateLearningNote();
    });
    connect(palette, &Palette::changed, this, [this] {
        m_hover->hide();
        showCurves(m_curves);
        refreshTrace();
    });
    connect(&m_group,
            &ChartGroup::pictureReady,
            this,
            &OverviewView::checkSettled,
            Qt::QueuedConnection);
    connect(&m_group,
            &ChartGroup::crosshairMoved,
            this,
            [this](CurveChart* chart, double x, QPoint position) {
                const double at = chart->plotRect().left() + chart->plotFrame().xToPixel(x);
                const auto origin = [this](const QString& key) {
                    const OpenRun* run = context().runs->find(key);
                    return run != nullptr ? relativeOrigin(*run->run) : kNoTime;
                };
                m_hover->showAt(hoverContent(*chart, x, XAxis::Step, origin),
                                chart->mapTo(this, QPoint(static_cast<int>(at), position.y())));
            });
    connect(&m_group, &ChartGroup::crosshairLeft, m_hover, &QWidget::hide);
    refresh();
}

OverviewView::~OverviewView() = default;

/// What does not fit side by side stands below each other.
void OverviewView::arrange()
{
    const int room = width() - kLeftWidth;
    const auto direction = [](bool fits) {
        return fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
    };
    m_chartLayout->setDirection(direction(room >= kChartsFit));
    m_operatorLayout->setDirection(direction(room >= kTableAndChartFit));
}

void OverviewView::buildLeft(QVBoxLayout* layout)
{
    const Palette* palette = context().palette;
    m_factList = new PropertyList(palette, tr("Facts"));
    m_progress = new RunProgressBar(palette);
    m_progress->hide();
    m_configuration = new PropertyList(palette, tr("Configuration"));
    m_recording = new PropertyList(palette, tr("Recording"));
    m_recorded = new PropertyList(palette, tr("Recorded"));
    for (QWidget* part : std::initializer_list<QWidget*>{
             m_factList, m_progress, m_configuration, m_recording, m_recorded})
    {
        layout->addWidget(part);
    }
    layout->addStretch(1);
    connect(m_recorded, &PropertyList::linkActivated, this, &OverviewView::openLink);
}

/// The slowest operators, and the time of the steps beside them.
void OverviewView::buildOperators()
{
    const Palette* palette = context().palette;
    m_operatorPart = new QWidget;
    m_operatorLayout = new QHBoxLayout(m_operatorPart);
    m_operatorLayout->setContentsMargins(0, 0, 0, 0);
    m_operatorLayout->setSpacing(16);
    auto* operatorColumn = new QVBoxLayout;
    operatorColumn->setSpacing(0);
    m_operatorHeading = new SectionHeading(palette, tr("Slowest operators"));
    m_operatorHeading->setNote(tr("own time; share of all operators"));
    connect(m_operatorHeading, &SectionHeading::linkActivated, this, [this] {
        emit showView(QStringLiteral("operators"));
    });
    m_operators = new SlowestOperators(this);
    m_operatorTable = new QTableView;
    m_operatorTable->setModel(m_operators);
    setUpTable(*m_operatorTable);
    m_operatorTable->setItemDelegate(new SlowestDelegate(palette, m_operatorTable));
    m_operatorTable->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_operatorTable->setFixedHeight(22 * (kTableRows + 1) + 4);
    m_operatorTable->setFont(Palette::font(12));
    m_operatorTable->setAccessibleName(tr("Slowest operators"));
    QHeaderView* header = m_operatorTable->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(SlowestOperators::NameColumn, QHeaderView::Stretch);
    header->resizeSection(SlowestOperators::CountColumn, 56);
    header->resizeSection(SlowestOperators::MeanColumn, 68);
    header->resizeSection(SlowestOperators::PerStepColumn, 72);
    header->resizeSection(SlowestOperators::ShareColumn, 118);
    connect(m_operatorTable, &QTableView::clicked, this, [this](const QModelIndex& index) {
        openOperator(index.row());
    });
    operatorColumn->addWidget(m_operatorHeading);
    operatorColumn->addWidget(m_operatorTable);
    operatorColumn->addStretch(1);
    m_operatorLayout->addLayout(operatorColumn, 3);
    m_stepChart = new CurveChart(palette);
    m_stepChart->setCompact(true);
    m_stepChart->setShowsOutliers(true);
    m_stepChart->setPrefersLog(true);
    m_stepChart->setTitle(tr("Step time"), tr("ms, every step"));
    m_stepChart->setFixedHeight(22 * (kTableRows + 1) + 32);
    m_group.add(m_stepChart, {});
    m_operatorLayout->addWidget(m_stepChart, 2);
}

void OverviewView::buildRight(QVBoxLayout* layout)
{
    const Palette* palette = context().palette;
    m_nothing = new EmptyState(
        palette,
        tr("This run has neither scalars nor spans; the left column lists what it has"),
        QStringLiteral("collector.addScalar(\"loss/train\", step, loss);"));
    m_nothing->setMinimumHeight(200);
    m_nothing->hide();
    layout->addWidget(m_nothing);
    m_learning = new SectionHeading(palette, tr("Learning"));
    layout->addWidget(m_learning);
    m_chartRow = new QWidget;
    m_chartLayout = new QHBoxLayout(m_chartRow);
    m_chartLayout->setContentsMargins(0, 0, 0, 8);
    m_chartLayout->setSpacing(8);
    for (int i = 0; i < kKeyCharts; ++i) {
        auto* chart = new CurveChart(palette);
        chart->setCompact(true);
        chart->setFixedHeight(kChartHeight);
        chart->hide();
        m_keyCharts.push_back(chart);
        m_chartLayout->addWidget(chart, 1);
    }
    layout->addWidget(m_chartRow);

    m_splitHeading = new SectionHeading(palette, tr("Where a step goes"));
    m_splitHeading->setLink(tr("Open in Timeline"));
    connect(m_splitHeading, &SectionHeading::linkActivated, this, [this] {
        emit showView(QStringLiteral("timeline"));
    });
    m_split = new StepSplitBar(palette);
    layout->addWidget(m_splitHeading);
    layout->addWidget(m_split);
    layout->addSpacing(8);

    m_findingHeading = new SectionHeading(palette, tr("Findings"));
    m_findings = new FindingList(palette);
    connect(m_findings, &FindingList::activated, this, &OverviewView::openFinding);
    layout->addWidget(m_findingHeading);
    layout->addWidget(m_findings);
    layout->addSpacing(8);

    buildOperators();
    layout->addWidget(m_operatorPart);
    layout->addStretch(1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_learning,
                                                         m_chartRow,
                                                         m_splitHeading,
                                                         m_split,
                                                         m_findingHeading,
                                                         m_findings,
                                                         m_operatorPart,
                                                         m_stepChart})
    {
        part->hide();
    }
}

} // namespace runlens::viewers
