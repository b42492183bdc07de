// SPDX-License-Identifier: GPL-3.0-or-later
/// What a tensor is compared with, what of the difference is shown, and how much of it is
/// tolerated. GUI thread only.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/tensors/tensor_field.h"

#include <QWidget>

#include <vector>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLineEdit;
class QSlider;
QT_END_NAMESPACE

namespace runlens::viewers {

class TextLabel;

/// With what: nothing, the step before, a step of the same series, or another series (a run, a
/// rank) at the same step.
struct Comparison {
    enum class With { Nothing, Previous, Step, Series };
    With with = With::Nothing;
    QString series; ///< CompareBar::Series::key, for Series
    int row = 0;    ///< of the records of the series, for Step
    Quantity quantity = Quantity::Difference;
    Tolerance tolerance;
    friend bool operator==(const Comparison&, const Comparison&) = default;
};

class CompareBar : public QWidget {
    Q_OBJECT

public:
    explicit CompareBar(const Palette* palette, QWidget* parent = nullptr);

    struct Series {
        QString key; ///< names run and rank
        QString name;
    };

    /// The other series of the tag, and how many records this one has. Keeps the choice where it is
    /// still there. Emits nothing.
    void setChoices(const std::vector<Series>& others, int steps);
    void setComparison(const Comparison& comparison); ///< emits nothing

    [[nodiscard]] const Comparison& comparison() const { return m_comparison; }

    void setNote(const QString& note, bool isWarning); ///< what is compared, or why it cannot be

    [[nodiscard]] QString noteText() const;

    [[nodiscard]] QComboBox* withChoice() const { return m_with; }

    [[nodiscard]] QComboBox* quantityChoice() const { return m_quantity; }

    [[nodiscard]] QSlider* stepSlider() const { return m_step; }

    [[nodiscard]] QLineEdit* absoluteField() const { return m_absolute; }

    [[nodiscard]] QLineEdit* relativeField() const { return m_relative; }

signals:
    void comparisonChanged();

private:
    void take();
    void showComparison();
    void readTolerance(QLineEdit* field, double& value);

    const Palette* m_palette;
    Comparison m_comparison;
    std::vector<Series> m_others;
    QComboBox* m_with;
    QSlider* m_step;
    QWidget* m_rules; ///< what of the difference is shown and tolerated
    QComboBox* m_quantity;
    QLineEdit* m_absolute;
    QLineEdit* m_relative;
    TextLabel* m_note;
    bool m_isFilling = false;
};

} // namespace runlens::viewers
