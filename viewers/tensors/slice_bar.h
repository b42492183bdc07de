// SPDX-License-Identifier: GPL-3.0-or-later
/// One control for each dimension of a tensor: an index, or ":" for all of it. Counting from the
/// end works too: "-1" is the last index. Scrolls sideways when there are many. GUI thread only.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/tensors/tensor_slice.h"

#include <QScrollArea>
#include <QSpinBox>

namespace runlens::viewers {

class TextLabel;

/// Shows its lowest value, -1, as ":".
class DimensionBox : public QSpinBox {
    Q_OBJECT

public:
    explicit DimensionBox(QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString textFromValue(int value) const override;
    [[nodiscard]] int valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
};

class SliceBar : public QScrollArea {
    Q_OBJECT

public:
    explicit SliceBar(const Palette* palette, QWidget* parent = nullptr);

    /// The slice fits the shape. Emits nothing.
    void setSlice(const std::vector<std::int64_t>& shape, const TensorSlice& slice);

    [[nodiscard]] const std::vector<DimensionBox*>& boxes() const
    {
        return m_boxes;
    } ///< those used

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {80, sizeHint().height()}; }

signals:
    void sliceChanged(const runlens::viewers::TensorSlice& slice);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    const Palette* m_palette;
    QWidget* m_page;
    std::vector<DimensionBox*> m_boxes;
    std::vector<TextLabel*> m_labels;
    bool m_isFilling = false;
};

} // namespace runlens::viewers
