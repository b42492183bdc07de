// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/statistics_panel.h"

#include "viewers/common/hover_table.h"
#include "viewers/common/widgets.h"

#include <QPainter>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kPanelTitle = 28;
constexpr int kPanelSide = 8;
constexpr int kLowestPlot = 104;
constexpr int kHighestPlot = 170;

} // namespace

StatisticsPanel::StatisticsPanel(const Palette* palette,
                                 Selection* selection,
                                 HoverTable* hover,
                                 QWidget* parent)
    : QScrollArea(parent)
    , m_palette(palette)
    , m_group(selection, this)
    , m_hover(hover)
    , m_slot(this)
    , m_page(new QWidget)
    , m_title(new TextLabel(palette, {}, Role::Text, Palette::font(12, QFont::DemiBold), m_page))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Tensor statistics"));
    m_page->setBackgroundRole(QPalette::Base);
    m_page->setAutoFillBackground(true);
    viewport()->setBackgroundRole(QPalette::Base);
    setWidget(m_page);
    for (std::size_t i = 0; i < kStatistics.size(); ++i) {
        auto* chart = new CurveChart(palette, m_page);
        chart->setCompact(true);
        chart->setShowsOutliers(true);
        chart->setTitle(nameOf(kStatistics.at(i)));
        chart->hide();
        m_charts.at(i) = chart;
        m_group.add(chart, QString());
    }
    connect(&m_group,
            &ChartGroup::crosshairMoved,
            this,
            [this](CurveChart* chart, double x, QPoint position) {
                const HoverContent content =
                    hoverContent(*chart, x, m_axis, [this](const QString& key) {
                        const auto at = std::ranges::find_if(m_sources, [&](const Source& source) {
                            return source.entry.runKey == key;
                        });
                        return at == m_sources.end() ? kNoTime : at->originNs;
                    });
                m_hover->showAt(content, chart->mapTo(m_hover->parentWidget(), position));
            });
    connect(&m_group, &ChartGroup::crosshairLeft, m_hover, &QWidget::hide);
    connect(&m_group,
            &ChartGroup::pictureReady,
            this,
            &StatisticsPanel::settledMayHaveChanged,
            Qt::QueuedConnection);
}

StatisticsPanel::~StatisticsPanel() = default;

QString StatisticsPanel::nameOf(Statistic statistic)
{
    switch (statistic) {
    case Statistic::Minimum:
        return tr("Minimum");
    case Statistic::Mean:
        return tr("Mean");
    case Statistic::Maximum:
        return tr("Maximum");
    case Statistic::L2Norm:
        return tr("L2 norm");
    case Statistic::Zeros:
        return tr("Zeros");
    case Statistic::Nans:
        return tr("NaN");
    case Statistic::PositiveInfinities:
        return tr("+∞");
    case Statistic::NegativeInfinities:
        break;
    }
    return tr("−∞");
}

void StatisticsPanel::showTag(const QString& tag, std::vector<Source> sources, XAxis axis)
{
    struct Input {
        std::shared_ptr<const Run> run;
        TagId tag = kNone<TagId>;
        std::int64_t originNs = kNoTime;
    };

    m_tag = tag;
    m_axis = axis;
    m_sources = std::move(sources);
    m_title->setText(tag);
    std::vector<Input> inputs;
    for (const Source& source : m_sources) {
        inputs.push_back(
            {source.run, source.entry.id, axis == XAxis::Relative ? source.originNs : kNoTime});
    }
    m_slot.run(
        [inputs = std::move(inputs), axis](const std::stop_token& stop) {
            std::vector<Prepared> all;
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                const auto run = statisticsRun(*inputs[i].run, inputs[i].tag, stop);
                if (!run) {
                    return all;
                }
                Prepared prepared{i, {}};
                for (std::size_t k = 0; k < kStatistics.size(); ++k) {
                    const auto id = static_cast<TagId>(k);
                    if (run->scalars(id) != nullptr) {
                        prepared.curves.at(k) = prepareCurve(
                            run, id, CurveOptions{axis, 0.0, inputs[i].originNs}, nullptr, stop);
                    }
                }
                all.push_back(std::move(prepared));
            }
            return all;
        },
        [this](const std::vector<Prepared>& all) { apply(all); });
}

void StatisticsPanel::apply(const std::vector<Prepared>& all)
{
    m_group.setXAxis(m_axis);
    for (std::size_t k = 0; k < kStatistics.size(); ++k) {
        std::vector<PlotCurve> curves;
        for (const Prepared& prepared : all) {
            const auto& curveData = prepared.curves.at(k);
            if (!curveData || curveData->rows() == 0) {
                continue;
            }
            const Source& source = m_sources[prepared.source];
            PlotCurve curve;
            curve.data = curveData;
            curve.runKey = source.entry.runKey;
            curve.name = source.name;
            curve.colour = source.colour;
            curve.style = source.style;
            curves.push_back(std::move(curve));
        }
        m_charts.at(k)->setVisible(!curves.empty());
        m_charts.at(k)->setCurves(std::move(curves));
    }
    m_group.resetExtent();
    for (CurveChart* chart : m_charts) {
        m_group.curvesChanged(chart);
    }
    arrange();
    emit settledMayHaveChanged();
}

void StatisticsPanel::arrange()
{
    const auto shown =
        std::ranges::count_if(m_charts, [](const CurveChart* chart) { return !chart->isHidden(); });
    const int room = viewport()->height() - kPanelTitle;
    const int height = shown > 0
                           ? std::clamp(room / static_cast<int>(shown), kLowestPlot, kHighestPlot)
                           : kLowestPlot;
    const int width = viewport()->width();
    m_title->setGeometry(12, 0, width - 24, kPanelTitle);
    int y = kPanelTitle;
    for (CurveChart* chart : m_charts) {
        if (!chart->isHidden()) {
            chart->setGeometry(kPanelSide, y, width - kPanelSide, height);
            y += height;
        }
    }
    m_page->resize(width, y);
}

void StatisticsPanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    arrange();
}

bool StatisticsPanel::isSettled() const
{
    return !m_slot.isBusy() && std::ranges::all_of(m_charts, [](const CurveChart* chart) {
        return chart->isHidden() || !chart->isVisible() || chart->isExact();
    });
}

CurveChart* StatisticsPanel::chart(Statistic statistic) const
{
    CurveChart* chart = m_charts.at(static_cast<std::size_t>(statistic));
    return chart->isHidden() ? nullptr : chart;
}

void StatisticsPanel::paintVectors(QPainter& painter)
{
    for (CurveChart* chart : m_charts) {
        if (chart->isHidden()) {
            continue;
        }
        painter.save();
        painter.translate(chart->mapTo(this, QPoint(0, 0)));
        chart->paintVectors(painter);
        painter.restore();
    }
}

} // namespace runlens::viewers
