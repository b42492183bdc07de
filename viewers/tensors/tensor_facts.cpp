// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensor_facts.h"

#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"
#include "viewers/tensors/tensor_table_model.h"

#include <QVBoxLayout>

#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kFactNamePx = 92;

QString elementsText(std::uint64_t count)
{
    return formatCount(toSigned(count));
}

QString statisticText(double value)
{
    return std::isnan(value) ? noValue() : formatNumber(value, 6);
}

} // namespace

TensorFacts::TensorFacts(const Palette* palette, QWidget* parent)
    : QScrollArea(parent)
    , m_palette(palette)
    , m_page(new QWidget)
    , m_layout(new QVBoxLayout(m_page))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Facts of the tensor"));
    m_layout->setContentsMargins(12, 4, 12, 12);
    m_layout->setSpacing(2);
    m_page->setBackgroundRole(QPalette::Base);
    viewport()->setBackgroundRole(QPalette::Base);
    m_tensor = section(m_tensorTitle, tr("Tensor"));
    m_whole = section(m_wholeTitle, tr("Whole tensor"));
    addLink(m_firstNan, tr("Go to the first NaN"));
    addLink(m_firstPositive, tr("Go to the first +∞"));
    addLink(m_firstNegative, tr("Go to the first −∞"));
    addLink(m_minimum, tr("Go to the minimum"));
    addLink(m_maximum, tr("Go to the maximum"));
    m_slice = section(m_sliceTitle, tr("Slice"));
    m_difference = section(m_differenceTitle, tr("Difference"));
    addLink(m_largest, tr("Go to the largest difference"));
    addLink(m_firstBeyond, tr("Go to the first beyond the tolerance"));
    m_layout->addStretch(1);
    setWidget(m_page);
    setWidgetResizable(true);
    setTensor(nullptr);
}

FactList* TensorFacts::section(TextLabel*& title, const QString& text)
{
    m_layout->addSpacing(6);
    title = new TextLabel(m_palette, text, Role::Text, Palette::font(12, QFont::DemiBold));
    m_layout->addWidget(title);
    auto* list = new FactList(m_palette);
    list->setNameWidth(kFactNamePx);
    m_layout->addWidget(list);
    return list;
}

void TensorFacts::addLink(LinkLabel*& link, const QString& text)
{
    link = new LinkLabel(m_palette, text);
    link->setFocusPolicy(Qt::TabFocus);
    m_layout->addWidget(link);
    LinkLabel* made = link;
    connect(link, &LinkLabel::activated, this, [this, made] {
        emit elementChosen(made->property("element").toULongLong());
    });
}

void TensorFacts::showLink(LinkLabel* link, std::optional<std::uint64_t> element)
{
    link->setVisible(element.has_value());
    link->setProperty("element", QVariant::fromValue<qulonglong>(element.value_or(0)));
}

void TensorFacts::setTensor(const TensorData* tensor)
{
    m_tensor->clear();
    m_whole->clear();
    m_slice->clear();
    m_difference->clear();
    for (LinkLabel* link : {m_firstNan,
                            m_firstPositive,
                            m_firstNegative,
                            m_minimum,
                            m_maximum,
                            m_largest,
                            m_firstBeyond})
    {
        link->hide();
    }
    m_differenceTitle->hide();
    m_difference->hide();
    m_sliceTitle->setText(tr("Slice"));
    m_page->setVisible(tensor != nullptr);
    if (tensor == nullptr) {
        return;
    }
    m_tensor->add(tr("Type"), QString::fromLatin1(elementTypeName(tensor->type)));
    m_tensor->add(tr("Shape"), QString::fromStdString(shapeText(tensor->shape)));
    if (tensor->problem != ShapeProblem::None && tensor->problem != ShapeProblem::Missing) {
        m_tensor->add(tr("Declared"), QString::fromStdString(shapeText(tensor->declared)));
    }
    m_tensor->add(tr("Elements"), elementsText(tensor->count));
    m_tensor->add(tr("Size"), formatBytes(static_cast<std::int64_t>(tensor->bytes.size())));
}

void TensorFacts::fill(FactList& list, const TensorField& field, const FieldSummary& summary) const
{
    const TensorStatistics& statistics = summary.statistics;
    list.clear();
    list.add(tr("Elements"), elementsText(statistics.count));
    if (field.tensor->type == ElementType::String) {
        return;
    }
    const auto extreme = [&](const QString& name, std::optional<std::uint64_t> at) {
        list.add(name,
                 at ? shownText(field, *at) : noValue(),
                 {},
                 at ? QString::fromStdString(field.text(*at)) : QString());
    };
    const bool isMagnitude = field.isValues()
                             && (field.tensor->type == ElementType::Complex64
                                 || field.tensor->type == ElementType::Complex128);
    extreme(tr("Minimum"), summary.minimumAt);
    extreme(tr("Maximum"), summary.maximumAt);
    list.add(tr("Mean"),
             statisticText(statistics.mean),
             isMagnitude ? tr("of magnitudes") : QString(),
             exactText(statistics.mean));
    list.add(tr("L2 norm"), statisticText(statistics.l2Norm), {}, exactText(statistics.l2Norm));
    list.add(tr("Zeros"), elementsText(statistics.zeros));
    list.add(tr("NaN"), elementsText(statistics.nans));
    list.add(tr("+∞"), elementsText(statistics.positiveInfinities));
    list.add(tr("−∞"), elementsText(statistics.negativeInfinities));
}

void TensorFacts::setWhole(const TensorField& field, const FieldSummary& summary)
{
    m_wholeTitle->setText(field.isValues() ? tr("Whole tensor") : tr("Whole difference"));
    fill(*m_whole, field, summary);
    showLink(m_firstNan, summary.firstNan);
    showLink(m_firstPositive, summary.firstPositiveInfinity);
    showLink(m_firstNegative, summary.firstNegativeInfinity);
    showLink(m_minimum, summary.minimumAt);
    showLink(m_maximum, summary.maximumAt);
    const bool isCompared = field.other != nullptr;
    m_differenceTitle->setVisible(isCompared);
    m_difference->setVisible(isCompared);
    m_difference->clear();
    showLink(m_largest, isCompared ? summary.largestAt : std::nullopt);
    showLink(m_firstBeyond, isCompared ? summary.firstBeyond : std::nullopt);
    if (!isCompared) {
        return;
    }
    const std::uint64_t all = summary.statistics.count;
    m_difference->add(
        tr("Beyond"),
        elementsText(summary.beyond),
        all > 0 ? formatPercent(static_cast<double>(summary.beyond) / static_cast<double>(all))
                : QString());
    m_difference->add(tr("Largest |a − b|"),
                      summary.largestAt ? statisticText(summary.largest) : noValue(),
                      {},
                      exactText(summary.largest));
    m_difference->add(tr("With NaN"), elementsText(summary.notNumbers));
}

void TensorFacts::setSlice(const TensorField& field,
                           const TensorSlice& slice,
                           const FieldSummary& summary)
{
    m_sliceTitle->setText(tr("Slice %1").arg(QString::fromStdString(sliceText(slice))));
    fill(*m_slice, field, summary);
    if (field.other) {
        m_slice->add(tr("Beyond"), elementsText(summary.beyond));
    }
}

} // namespace runlens::viewers
