// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/compare_bar.h"

#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kFixedChoices = 3; ///< before the other series: nothing, previous, a step
constexpr int kTolerancePx = 64;

} // namespace

CompareBar::CompareBar(const Palette* palette, QWidget* parent)
    : QWidget(parent)
    , m_palette(palette)
    , m_with(new QComboBox)
    , m_step(new QSlider(Qt::Horizontal))
    , m_rules(new QWidget)
    , m_quantity(new QComboBox)
    , m_absolute(new QLineEdit)
    , m_relative(new QLineEdit)
    , m_note(new TextLabel(palette, {}, Role::Text3, Palette::font(11)))
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    rows->addLayout(row);
    row->addWidget(new TextLabel(palette, tr("Compare with"), Role::Text3, Palette::font(11)));
    m_with->setAccessibleName(tr("Compare with"));
    m_with->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_with->setMinimumWidth(64);
    m_with->setMaximumWidth(200);
    row->addWidget(m_with);
    m_step->setAccessibleName(tr("Step to compare with"));
    m_step->setPageStep(1);
    m_step->setMinimumWidth(48);
    m_step->setMaximumWidth(140);
    row->addWidget(m_step, 1);
    row->addWidget(m_note, 1);
    auto* rules = new QHBoxLayout(m_rules);
    rules->setContentsMargins(0, 0, 0, 0);
    rules->setSpacing(8);
    rows->addWidget(m_rules);
    m_quantity->addItems({tr("Values"), tr("a − b"), tr("|a − b|"), tr("|a − b| / |b|")});
    m_quantity->setAccessibleName(tr("Shown"));
    m_quantity->setToolTip(
        tr("a: this tensor, b: the one it is compared with. Where b is 0 and a is not, the "
           "relative error is infinite"));
    rules->addWidget(m_quantity);
    const QString rule =
        tr("An element is within the tolerance when |a − b| ≤ atol + rtol · |b|. NaN is never "
           "within, an infinity only beside the same one");
    const auto field = [&](const QString& name, QLineEdit* edit, const QString& text) {
        rules->addWidget(new TextLabel(palette, name, Role::Text3, Palette::font(11)));
        edit->setFixedWidth(kTolerancePx);
        edit->setAlignment(Qt::AlignRight);
        edit->setAccessibleName(text);
        edit->setToolTip(rule);
        rules->addWidget(edit);
    };
    field(tr("atol"), m_absolute, tr("Absolute tolerance"));
    field(tr("rtol"), m_relative, tr("Relative tolerance"));
    rules->addStretch(1);
    m_absolute->setText(exactText(m_comparison.tolerance.absolute));
    m_relative->setText(exactText(m_comparison.tolerance.relative));
    connect(m_with, &QComboBox::currentIndexChanged, this, &CompareBar::take);
    connect(m_quantity, &QComboBox::currentIndexChanged, this, &CompareBar::take);
    connect(m_step, &QSlider::valueChanged, this, &CompareBar::take);
    connect(m_absolute, &QLineEdit::textChanged, this, &CompareBar::take);
    connect(m_relative, &QLineEdit::textChanged, this, &CompareBar::take);
    setChoices({}, 0);
}

QString CompareBar::noteText() const
{
    return m_note->text();
}

void CompareBar::setNote(const QString& note, bool isWarning)
{
    m_note->setText(note);
    m_note->setRole(isWarning ? Role::Warning : Role::Text3);
}

void CompareBar::setChoices(const std::vector<Series>& others, int steps)
{
    const auto isSame = [](const Series& a, const Series& b) {
        return a.key == b.key && a.name == b.name;
    };
    if (m_with->count() > 0 && std::ranges::equal(others, m_others, isSame)
        && steps == m_step->maximum() + 1)
    {
        return; // an open list stays open
    }
    m_others = others;
    m_isFilling = true;
    m_with->clear();
    m_with->addItems({tr("Nothing"), tr("The step before"), tr("Another step")});
    for (const Series& series : m_others) {
        m_with->addItem(series.name);
    }
    m_step->setRange(0, std::max(0, steps - 1));
    m_isFilling = false;
    setComparison(m_comparison);
}

void CompareBar::setComparison(const Comparison& comparison)
{
    m_comparison = comparison;
    const auto found = std::ranges::find(m_others, comparison.series, &Series::key);
    if (comparison.with == Comparison::With::Series && found == m_others.end()) {
        m_comparison.with = Comparison::With::Nothing;
    }
    m_comparison.row = std::clamp(comparison.row, 0, m_step->maximum());
    showComparison();
}

void CompareBar::showComparison()
{
    m_isFilling = true;
    int index = static_cast<int>(m_comparison.with);
    if (m_comparison.with == Comparison::With::Series) {
        const auto found = std::ranges::find(m_others, m_comparison.series, &Series::key);
        index = kFixedChoices + static_cast<int>(found - m_others.begin());
    }
    m_with->setCurrentIndex(index);
    m_step->setValue(m_comparison.row);
    m_quantity->setCurrentIndex(static_cast<int>(m_comparison.quantity));
    const auto shownField = [](QLineEdit* field, double value) {
        if (field->text().toDouble() != value) {
            field->setText(exactText(value));
        }
    };
    shownField(m_absolute, m_comparison.tolerance.absolute);
    shownField(m_relative, m_comparison.tolerance.relative);
    const bool isComparing = m_comparison.with != Comparison::With::Nothing;
    m_step->setVisible(m_comparison.with == Comparison::With::Step);
    m_rules->setVisible(isComparing);
    m_isFilling = false;
}

void CompareBar::readTolerance(QLineEdit* field, double& value)
{
    bool isNumber = false;
    const double typed = field->text().trimmed().toDouble(&isNumber);
    const bool isRight = isNumber && typed >= 0.0 && std::isfinite(typed);
    if (isRight) {
        value = typed;
    }
    // What is no number keeps the last one that was.
    QPalette colours = palette();
    colours.setColor(QPalette::Text, m_palette->colour(isRight ? Role::Text : Role::Error));
    field->setPalette(colours);
}

void CompareBar::take()
{
    if (m_isFilling) {
        return;
    }
    const Comparison before = m_comparison;
    const int index = m_with->currentIndex();
    const bool isSeries = index >= kFixedChoices;
    m_comparison.with =
        isSeries ? Comparison::With::Series : static_cast<Comparison::With>(std::max(index, 0));
    m_comparison.series =
        isSeries ? m_others[static_cast<std::size_t>(index - kFixedChoices)].key : QString();
    m_comparison.row = m_step->value();
    m_comparison.quantity = static_cast<Quantity>(std::max(m_quantity->currentIndex(), 0));
    readTolerance(m_absolute, m_comparison.tolerance.absolute);
    readTolerance(m_relative, m_comparison.tolerance.relative);
    if (m_comparison != before) {
        showComparison();
        emit comparisonChanged();
    }
}

} // namespace runlens::viewers
