// SPDX-License-Identifier: GPL-3.0-or-later
/// The controls of the distributions view, and what it keeps for reopening.
#include "viewers/common/fact_popup.h"
#include "viewers/common/widgets.h"
#include "viewers/distributions/distributions_view.h"
#include "viewers/distributions/statistics_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalBlocker>

#include <algorithm>

namespace runlens::viewers {

void DistributionsView::buildHeader()
{
    const Palette* palette = context().palette;
    m_header = new QWidget(this);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_count = new TextLabel(palette, {}, Role::Text3);
    row->addWidget(m_count);
    m_search = new SearchField(palette, QStringLiteral("filter"), tr("Filter tags: name or regex"));
    m_search->setMinimumWidth(90);
    m_search->setMaximumWidth(210);
    row->addWidget(m_search, 1);
    m_modeChoice = new QComboBox;
    m_modeChoice->addItems({tr("Ridges"), tr("Overlay"), tr("Heat map"), tr("Percentiles")});
    m_modeChoice->setAccessibleName(tr("Kind of chart"));
    m_modeChoice->setToolTip(
        tr("Ridges: a line per step, the newest in front. Overlay: all steps on one ground. Heat "
           "map: steps to the right, darker or lighter where more elements are. Percentiles: the "
           "median, and bands of 0.5, 1 and 1.5 standard deviations to the extremes"));
    row->addWidget(m_modeChoice);
    m_binningChoice = new QComboBox;
    m_binningChoice->addItems({tr("Exact"), tr("TensorBoard"), tr("MindInsight")});
    m_binningChoice->setAccessibleName(tr("Buckets"));
    m_binningChoice->setToolTip(
        tr("Exact buckets as recorded. As TensorBoard: 30 even buckets over all steps. As "
           "MindInsight: 1 to 30 even buckets by the number of elements, counts rounded up"));
    m_binningChoice->setCurrentIndex(static_cast<int>(m_binning));
    row->addWidget(m_binningChoice);
    m_axisChoice = new SegmentedControl(palette, {tr("Step"), tr("Relative"), tr("Wall")});
    m_axisChoice->setAccessibleName(tr("Axis of steps"));
    row->addWidget(m_axisChoice);
    m_logChoice = new QCheckBox(tr("log"));
    m_logChoice->setAccessibleName(tr("Logarithm"));
    m_logChoice->setToolTip(
        tr("The logarithm of counts; of percentiles that of the values, even near zero"));
    row->addWidget(m_logChoice);
    row->addStretch(0);
    m_panelButton =
        new IconButton(palette, QStringLiteral("panel_right"), tr("Tensor statistics over steps"));
    m_panelButton->setCheckable(true);
    m_panelButton->setChecked(true);
    row->addWidget(m_panelButton);

    connect(m_search, &QLineEdit::textChanged, this, &DistributionsView::setFilter);
    connect(m_modeChoice, &QComboBox::currentIndexChanged, this, [this](int index) {
        setMode(static_cast<DistributionMode>(index));
    });
    connect(m_binningChoice, &QComboBox::currentIndexChanged, this, [this](int index) {
        setBinning(static_cast<Binning>(index));
    });
    connect(m_axisChoice, &SegmentedControl::currentChanged, this, [this](int index) {
        setXAxis(static_cast<XAxis>(index));
    });
    connect(m_logChoice, &QCheckBox::toggled, this, &DistributionsView::setLog);
    connect(m_panelButton, &QToolButton::toggled, this, &DistributionsView::setPanelVisible);
}

void DistributionsView::setFilter(const QString& pattern)
{
    const QSignalBlocker block(m_search);
    if (m_search->text() != pattern) {
        m_search->setText(pattern);
    }
    const bool isValid = m_filter.setPattern(pattern);
    m_search->setWrong(!isValid, isValid ? QString() : tr("Not a regular expression"));
    reorder();
    showStatistics();
}

void DistributionsView::setMode(DistributionMode mode)
{
    m_modeChoice->setCurrentIndex(static_cast<int>(mode));
    m_mode = mode;
    m_popup->hide();
    unsettle();
    for (auto& [key, cell] : m_cells) {
        cell->chart->setMode(m_mode, m_isLog);
    }
    checkSettled();
}

void DistributionsView::setBinning(Binning binning)
{
    m_binningChoice->setCurrentIndex(static_cast<int>(binning));
    m_binning = binning;
    refreshAll();
}

void DistributionsView::setXAxis(XAxis axis)
{
    m_axisChoice->setCurrentIndex(static_cast<int>(axis));
    if (m_axis != axis) {
        m_axis = axis;
        refreshAll();
        showStatistics();
    }
}

void DistributionsView::setLog(bool isLog)
{
    m_logChoice->setChecked(isLog);
    m_isLog = isLog;
    setMode(m_mode);
}

void DistributionsView::setPanelVisible(bool isVisible)
{
    m_panelButton->setChecked(isVisible);
    m_panel->setVisible(isVisible);
    showStatistics();
}

QByteArray DistributionsView::saveState() const
{
    const QJsonObject state{{"filter", m_search->text()},
                            {"mode", static_cast<int>(m_mode)},
                            {"buckets", static_cast<int>(m_binning)},
                            {"x", static_cast<int>(m_axis)},
                            {"log", m_isLog},
                            {"statistics", !m_panel->isHidden()},
                            {"single", m_single}};
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void DistributionsView::restoreState(const QByteArray& bytes)
{
    const QJsonObject state = QJsonDocument::fromJson(bytes).object();
    if (state.isEmpty()) {
        return;
    }
    setFilter(state.value("filter").toString());
    setMode(static_cast<DistributionMode>(std::clamp(state.value("mode").toInt(), 0, 3)));
    setBinning(static_cast<Binning>(
        std::clamp(state.value("buckets").toInt(static_cast<int>(m_binning)), 0, 2)));
    setXAxis(static_cast<XAxis>(std::clamp(state.value("x").toInt(), 0, 2)));
    setLog(state.value("log").toBool());
    setPanelVisible(state.value("statistics").toBool(true));
    showSingle(state.value("single").toString());
}

} // namespace runlens::viewers
