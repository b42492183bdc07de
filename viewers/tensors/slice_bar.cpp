// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/slice_bar.h"

#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"

#include <QHBoxLayout>
#include <QScrollBar>

#include <algorithm>
#include <limits>

namespace runlens::viewers {

namespace {

constexpr int kSliceBarPx = 32;
constexpr int kDimensionBoxPx = 72;

} // namespace

DimensionBox::DimensionBox(QWidget* parent) : QSpinBox(parent)
{
    setKeyboardTracking(false); // "12" is not 1 first
    setFixedWidth(kDimensionBoxPx);
    setAlignment(Qt::AlignRight);
    setAccelerated(true);
}

QString DimensionBox::textFromValue(int value) const
{
    return value == kOpen ? QStringLiteral(":") : QString::number(value);
}

int DimensionBox::valueFromText(const QString& text) const
{
    const QString typed = text.trimmed();
    if (typed == QLatin1String(":")) {
        return kOpen;
    }
    const int value = typed.toInt();
    return std::clamp(value < 0 ? maximum() + 1 + value : value, 0, maximum());
}

QValidator::State DimensionBox::validate(QString& text, int&) const
{
    const QString typed = text.trimmed();
    if (typed == QLatin1String(":")) {
        return QValidator::Acceptable;
    }
    if (typed.isEmpty() || typed == QLatin1String("-")) {
        return QValidator::Intermediate;
    }
    bool isNumber = false;
    const int value = typed.toInt(&isNumber);
    const bool isInside = isNumber && value <= maximum() && value >= -(maximum() + 1);
    return isInside ? QValidator::Acceptable : QValidator::Invalid;
}

SliceBar::SliceBar(const Palette* palette, QWidget* parent)
    : QScrollArea(parent), m_palette(palette), m_page(new QWidget)
{
    setFrameShape(QFrame::NoFrame);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Slice"));
    auto* row = new QHBoxLayout(m_page);
    row->setContentsMargins(0, 2, 0, 2);
    row->setSpacing(8);
    row->setAlignment(Qt::AlignLeft);
    setWidget(m_page);
    m_page->setAutoFillBackground(false); // stands on what is behind it
    viewport()->setAutoFillBackground(false);
    setWidgetResizable(true);
}

QSize SliceBar::sizeHint() const
{
    // Room for the bar below when there are too many to fit.
    const bool isWide = m_page->minimumSizeHint().width() > width();
    return {400, kSliceBarPx + (isWide ? horizontalScrollBar()->sizeHint().height() : 0)};
}

void SliceBar::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    updateGeometry();
}

void SliceBar::setSlice(const std::vector<std::int64_t>& shape, const TensorSlice& slice)
{
    m_isFilling = true;
    auto* row = static_cast<QHBoxLayout*>(m_page->layout());
    while (m_boxes.size() > shape.size()) {
        m_boxes.back()->deleteLater();
        m_labels.back()->deleteLater();
        row->removeWidget(m_boxes.back());
        row->removeWidget(m_labels.back());
        m_boxes.back()->hide();
        m_labels.back()->hide();
        m_boxes.pop_back();
        m_labels.pop_back();
    }
    while (m_boxes.size() < shape.size()) {
        auto* label = new TextLabel(m_palette, {}, Role::Text3, Palette::font(11), m_page);
        auto* box = new DimensionBox(m_page);
        row->addWidget(label);
        row->addWidget(box);
        connect(box, &QSpinBox::valueChanged, this, [this] {
            if (m_isFilling) {
                return;
            }
            TensorSlice chosen;
            for (const DimensionBox* one : m_boxes) {
                chosen.push_back(one->value());
            }
            emit sliceChanged(chosen);
        });
        m_boxes.push_back(box);
        m_labels.push_back(label);
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
        constexpr std::int64_t kMost = std::numeric_limits<int>::max() - 1;
        const int last = static_cast<int>(std::clamp<std::int64_t>(shape[i] - 1, 0, kMost));
        m_labels[i]->setText(tr("%1: %2").arg(i).arg(formatCount(shape[i])));
        m_boxes[i]->setRange(static_cast<int>(kOpen), last);
        m_boxes[i]->setValue(static_cast<int>(slice[i]));
        m_boxes[i]->setAccessibleName(tr("Dimension %1").arg(i));
        m_boxes[i]->setToolTip(
            tr("Dimension %1 of size %2: an index, or “:” for all of it. One or two open "
               "dimensions make the table and the heat map")
                .arg(i)
                .arg(formatCount(shape[i])));
    }
    m_isFilling = false;
    updateGeometry();
}

} // namespace runlens::viewers
