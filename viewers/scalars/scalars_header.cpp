// SPDX-License-Identifier: GPL-3.0-or-later
/// The controls of the scalars view, and what it keeps for reopening.
#include "viewers/common/chart_grid.h"
#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"
#include "viewers/scalars/scalars_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kSmoothingEnd = 1000;
constexpr double kStrongest = 0.999;
constexpr double kSliderCurve = 1.6; ///< the upper end, where small changes matter, gets more room

double weightAt(int position)
{
    const double share = static_cast<double>(position) / kSmoothingEnd;
    const double weight = std::min(kStrongest, 1.0 - std::pow(1.0 - share, kSliderCurve));
    const double unit = weight > 0.99 ? 1000.0 : 100.0;
    return std::round(weight * unit) / unit;
}

int positionOf(double weight)
{
    return static_cast<int>(
        std::round(kSmoothingEnd * (1.0 - std::pow(1.0 - weight, 1.0 / kSliderCurve))));
}

} // namespace

void ScalarsView::buildHeader()
{
    const Palette* palette = context().palette;
    m_header = new QWidget(this);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_count = new TextLabel(palette, {}, Role::Text3);
    row->addWidget(m_count);
    m_search = new SearchField(palette, QStringLiteral("filter"), tr("Filter tags: name or regex"));
    m_search->setMinimumWidth(100);
    m_search->setMaximumWidth(210);
    row->addWidget(m_search, 1);
    row->addWidget(Separator::forHeader(palette));
    row->addWidget(new TextLabel(palette, tr("Smoothing"), Role::Text2));
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setRange(0, kSmoothingEnd);
    m_slider->setPageStep(kSmoothingEnd / 20);
    m_slider->setMinimumWidth(56);
    m_slider->setMaximumWidth(88);
    m_slider->setAccessibleName(tr("Smoothing"));
    m_slider->setToolTip(
        tr("Exponential moving average without start bias, over all points; 0 shows the values as "
           "recorded"));
    m_slider->setValue(positionOf(m_smoothing));
    row->addWidget(m_slider);
    m_sliderValue = new TextLabel(palette, QString::number(m_smoothing, 'f', 2), Role::Text);
    m_sliderValue->setFixedWidth(34);
    row->addWidget(m_sliderValue);
    row->addWidget(Separator::forHeader(palette));
    m_axisChoice = new SegmentedControl(palette, {tr("Step"), tr("Relative"), tr("Wall")});
    m_axisChoice->setAccessibleName(tr("Horizontal axis"));
    row->addWidget(m_axisChoice);
    m_scaleChoice = new SegmentedControl(palette, {tr("y auto"), tr("y linear"), tr("y log")});
    m_scaleChoice->setAccessibleName(tr("Vertical axis"));
    row->addWidget(m_scaleChoice);
    row->addStretch(0);
    m_columnChoice = new QComboBox;
    m_columnChoice->addItem(tr("Columns by width"));
    for (int i = 1; i <= 6; ++i) {
        m_columnChoice->addItem(tr("%n columns", nullptr, i));
    }
    m_columnChoice->setAccessibleName(tr("Columns"));
    row->addWidget(m_columnChoice);

    connect(m_search, &QLineEdit::textChanged, this, &ScalarsView::setFilter);
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        setSmoothing(weightAt(position));
    });
    connect(m_axisChoice, &SegmentedControl::currentChanged, this, [this](int index) {
        setXAxis(static_cast<XAxis>(index));
    });
    connect(m_scaleChoice, &SegmentedControl::currentChanged, this, [this](int index) {
        setScale(static_cast<YScale>(index));
    });
    connect(m_columnChoice, &QComboBox::currentIndexChanged, this, &ScalarsView::setColumns);
}

void ScalarsView::setFilter(const QString& pattern)
{
    const QSignalBlocker block(m_search);
    if (m_search->text() != pattern) {
        m_search->setText(pattern);
    }
    const bool isValid = m_filter.setPattern(pattern);
    m_search->setWrong(!isValid, isValid ? QString() : tr("Not a regular expression"));
    reorder();
}

void ScalarsView::setSmoothing(double weight)
{
    const double clamped = std::isnan(weight) ? 0.0 : std::clamp(weight, 0.0, kStrongest);
    const QSignalBlocker block(m_slider);
    if (weightAt(m_slider->value()) != clamped) {
        m_slider->setValue(positionOf(clamped));
    }
    m_sliderValue->setText(QString::number(clamped, 'f', clamped > 0.99 ? 3 : 2));
    if (m_smoothing != clamped) {
        m_smoothing = clamped;
        refreshCells();
    }
}

void ScalarsView::setXAxis(XAxis axis)
{
    m_axisChoice->setCurrentIndex(static_cast<int>(axis));
    if (axis != m_group.xAxis()) {
        m_group.setXAxis(axis);
        refreshCells();
    }
}

void ScalarsView::setScale(YScale scale)
{
    m_scaleChoice->setCurrentIndex(static_cast<int>(scale));
    if (scale != m_group.scale()) {
        m_group.setScale(scale);
        checkSettled();
    }
}

void ScalarsView::setColumns(int columns)
{
    m_columnChoice->setCurrentIndex(std::clamp(columns, 0, 6));
    m_grid->setColumns(columns);
}

QByteArray ScalarsView::saveState() const
{
    QJsonObject state{{"filter", m_search->text()},
                      {"smoothing", m_smoothing},
                      {"x", static_cast<int>(m_group.xAxis())},
                      {"y", static_cast<int>(m_group.scale())},
                      {"columns", m_columnChoice->currentIndex()},
                      {"single", m_single}};
    if (const auto& x = m_group.zoom().x) {
        state.insert("zoom", QJsonArray{x->minimum, x->maximum});
    }
    QJsonArray folded;
    for (const QString& group : m_grid->folded()) {
        folded.append(group);
    }
    state.insert("folded", folded);
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void ScalarsView::restoreState(const QByteArray& bytes)
{
    const QJsonObject state = QJsonDocument::fromJson(bytes).object();
    if (state.isEmpty()) {
        return;
    }
    setFilter(state.value("filter").toString());
    setSmoothing(state.value("smoothing").toDouble(m_smoothing));
    setXAxis(static_cast<XAxis>(std::clamp(state.value("x").toInt(), 0, 2)));
    setScale(static_cast<YScale>(std::clamp(state.value("y").toInt(), 0, 2)));
    setColumns(state.value("columns").toInt());
    QSet<QString> folded;
    const QJsonArray groups = state.value("folded").toArray();
    for (const auto& group : groups) {
        folded.insert(group.toString());
    }
    m_grid->setFolded(folded);
    const QJsonArray zoom = state.value("zoom").toArray();
    if (zoom.size() == 2 && zoom[0].toDouble() < zoom[1].toDouble()) {
        m_group.setZoomX(XRange{zoom[0].toDouble(), zoom[1].toDouble()});
    }
    showSingle(state.value("single").toString());
}

} // namespace runlens::viewers
