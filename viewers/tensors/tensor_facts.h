// SPDX-License-Identifier: GPL-3.0-or-later
/// What is known of the shown tensor: type, shape, size; statistics of all of it and of the slice;
/// how it differs from the other one; and links to where something is: the first NaN, the largest
/// difference. GUI thread only.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/tensors/tensor_field.h"

#include <QScrollArea>

QT_BEGIN_NAMESPACE
class QVBoxLayout;
QT_END_NAMESPACE

namespace runlens::viewers {

class FactList;
class LinkLabel;
class TextLabel;

class TensorFacts : public QScrollArea {
    Q_OBJECT

public:
    explicit TensorFacts(const Palette* palette, QWidget* parent = nullptr);

    /// Null: nothing is shown. Forgets the statistics.
    void setTensor(const TensorData* tensor);
    void setWhole(const TensorField& field, const FieldSummary& summary);
    void setSlice(const TensorField& field, const TensorSlice& slice, const FieldSummary& summary);

    [[nodiscard]] const FactList& tensorFacts() const { return *m_tensor; }

    [[nodiscard]] const FactList& wholeFacts() const { return *m_whole; }

    [[nodiscard]] const FactList& sliceFacts() const { return *m_slice; }

    [[nodiscard]] const FactList& differenceFacts() const { return *m_difference; }

signals:
    void elementChosen(quint64 element); ///< a link was followed

private:
    FactList* section(TextLabel*& title, const QString& text);
    void addLink(LinkLabel*& link, const QString& text);
    void fill(FactList& list, const TensorField& field, const FieldSummary& summary) const;
    void showLink(LinkLabel* link, std::optional<std::uint64_t> element);

    const Palette* m_palette;
    QWidget* m_page;
    QVBoxLayout* m_layout;
    TextLabel* m_tensorTitle = nullptr;
    TextLabel* m_wholeTitle = nullptr;
    TextLabel* m_sliceTitle = nullptr;
    TextLabel* m_differenceTitle = nullptr;
    FactList* m_tensor = nullptr;
    FactList* m_whole = nullptr;
    FactList* m_slice = nullptr;
    FactList* m_difference = nullptr;
    LinkLabel* m_firstNan = nullptr;
    LinkLabel* m_firstPositive = nullptr;
    LinkLabel* m_firstNegative = nullptr;
    LinkLabel* m_minimum = nullptr;
    LinkLabel* m_maximum = nullptr;
    LinkLabel* m_largest = nullptr;
    LinkLabel* m_firstBeyond = nullptr;
};

} // namespace runlens::viewers
