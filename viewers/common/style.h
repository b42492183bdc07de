// SPDX-License-Identifier: GPL-3.0-or-later
/// The look of every control: flat fills, 1 px lines and the measures of the design, on top of
/// Fusion. Colours come from the Palette at the moment of painting, so a change of theme needs a
/// repaint only.
#pragma once

#include "viewers/common/palette.h"

#include <QPointer>
#include <QProxyStyle>

namespace runlens::viewers {

/// Measures in pixels.
inline constexpr int kBarHeight = 36;
inline constexpr int kControlHeight = 24;
inline constexpr int kTableRowHeight = 22;
inline constexpr int kTreeRowHeight = 24;
inline constexpr int kFactRowHeight = 20;
inline constexpr int kHeadingHeight = 28;

class Style : public QProxyStyle {
    Q_OBJECT

public:
    explicit Style(const Palette* palette);

    int pixelMetric(PixelMetric metric,
                    const QStyleOption* option,
                    const QWidget* widget) const override;
    int styleHint(StyleHint hint,
                  const QStyleOption* option,
                  const QWidget* widget,
                  QStyleHintReturn* returnData) const override;
    QSize sizeFromContents(ContentsType type,
                           const QStyleOption* option,
                           const QSize& size,
                           const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element,
                       const QStyleOption* option,
                       QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element,
                     const QStyleOption* option,
                     QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control,
                            const QStyleOptionComplex* option,
                            QPainter* painter,
                            const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control,
                         const QStyleOptionComplex* option,
                         SubControl subControl,
                         const QWidget* widget) const override;
    void polish(QWidget* widget) override;
    using QProxyStyle::polish;

private:
    [[nodiscard]] QColor colour(Role role) const;
    void drawBox(QPainter* painter,
                 const QRect& rect,
                 const QColor& fill,
                 const QColor& line,
                 int radius) const;
    void drawButton(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
    void drawToolButtonPanel(const QStyleOption* option, QPainter* painter) const;
    void drawCheckMark(const QStyleOption* option, QPainter* painter) const;
    void drawBranch(const QStyleOption* option, QPainter* painter) const;
    void drawScrollBar(const QStyleOptionComplex* option,
                       QPainter* painter,
                       const QWidget* widget) const;
    void
    drawComboBox(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const;
    void drawHeaderSection(const QStyleOption* option, QPainter* painter) const;
    void drawProgress(const QStyleOption* option, QPainter* painter) const;

    QPointer<const Palette> m_palette;
};

} // namespace runlens::viewers
