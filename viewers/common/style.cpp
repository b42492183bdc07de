// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/style.h"

#include "viewers/common/icons.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTreeView>

namespace runlens::viewers {

namespace {

constexpr int kStyleScrollBarPx = 10;

void drawFocusRing(QPainter* painter, const QRect& rect, const QColor& accent, int radius)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(accent, 2));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), radius, radius);
    painter->restore();
}

} // namespace

Style::Style(const Palette* palette)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))), m_palette(palette)
{}

QColor Style::colour(Role role) const
{
    return m_palette ? m_palette->colour(role) : QColor(Qt::gray);
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return kStyleScrollBarPx;
    case PM_ScrollBarSliderMin:
        return 24;
    case PM_ScrollView_ScrollBarSpacing:
        return 0;
    case PM_SplitterWidth:
    case PM_MenuPanelWidth:
    case PM_ToolTipLabelFrameWidth:
    case PM_DefaultFrameWidth:
        return 1;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
        return 12;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
        return 16;
    case PM_MenuVMargin:
        return 4;
    case PM_MenuHMargin:
    case PM_MenuBarPanelWidth:
    case PM_MenuBarVMargin:
    case PM_MenuBarHMargin:
    case PM_MenuBarItemSpacing:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_HeaderMarkSize:
        return 12;
    case PM_HeaderMargin:
    case PM_FocusFrameHMargin: // text of a cell: 5 px with Qt's own pixel
        return 4;
    case PM_TreeViewIndentation:
        return 14;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint,
                     const QStyleOption* option,
                     const QWidget* widget,
                     QStyleHintReturn* returnData) const
{
    switch (hint) {
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_EtchDisabledText:
    case SH_UnderlineShortcut:
    case SH_ComboBox_Popup:
    case SH_ItemView_ActivateItemOnSingleClick:
        return 0;
    case SH_ToolTip_WakeUpDelay:
        return 400;
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

QSize Style::sizeFromContents(ContentsType type,
                              const QStyleOption* option,
                              const QSize& size,
                              const QWidget* widget) const
{
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    switch (type) {
    case CT_PushButton:
        result.setHeight(kControlHeight);
        result.setWidth(size.width() + 20);
        break;
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox:
        result.setHeight(kControlHeight);
        break;
    case CT_MenuBarItem:
        result = QSize(size.width() + 16, kControlHeight);
        break;
    case CT_MenuItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
            item != nullptr && item->menuItemType != QStyleOptionMenuItem::Separator)
        {
            result.setHeight(kControlHeight);
            result.rwidth() += 12;
        }
        break;
    case CT_HeaderSection:
        result.setHeight(kTableRowHeight);
        break;
    default:
        break;
    }
    return result;
}

void Style::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QPushButton*>(widget) != nullptr || qobject_cast<QComboBox*>(widget) != nullptr
        || widget->inherits("QScrollBar") || widget->inherits("QHeaderView")
        || qobject_cast<QLineEdit*>(widget) != nullptr)
    {
        widget->setAttribute(Qt::WA_Hover);
    }
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) {
        view->viewport()->setAttribute(Qt::WA_Hover);
    }
}

void Style::drawBox(
    QPainter* painter, const QRect& rect, const QColor& fill, const QColor& line, int radius) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(line.isValid() ? QPen(line, 1) : QPen(Qt::NoPen));
    painter->setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter->drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter->restore();
}

void Style::drawButton(const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const bool isEnabled = (option->state & State_Enabled) != 0;
    const bool isDown = (option->state & (State_Sunken | State_On)) != 0;
    const bool isUnderMouse = isEnabled && (option->state & State_MouseOver) != 0;
    const auto* button = qobject_cast<const QPushButton*>(widget);
    if (button != nullptr && button->isDefault() && isEnabled) {
        const QColor accent = colour(Role::Accent);
        drawBox(painter, option->rect, isDown ? accent.darker(115) : accent, accent, 4);
    } else {
        const Role fill = isDown ? Role::Selected : isUnderMouse ? Role::Hover : Role::Raised;
        drawBox(
            painter, option->rect, colour(fill), colour(isEnabled ? Role::Line2 : Role::Line), 4);
    }
    if ((option->state & State_HasFocus) != 0 && (option->state & State_KeyboardFocusChange) != 0) {
        drawFocusRing(painter, option->rect, colour(Role::Accent), 4);
    }
}

void Style::drawToolButtonPanel(const QStyleOption* option, QPainter* painter) const
{
    const bool isDown = (option->state & (State_Sunken | State_On)) != 0;
    const bool isUnderMouse =
        (option->state & State_Enabled) != 0 && (option->state & State_MouseOver) != 0;
    if (isDown || isUnderMouse) {
        drawBox(painter, option->rect, colour(isDown ? Role::Selected : Role::Hover), QColor(), 4);
    }
    if ((option->state & State_HasFocus) != 0 && (option->state & State_KeyboardFocusChange) != 0) {
        drawFocusRing(painter, option->rect, colour(Role::Accent), 4);
    }
}

void Style::drawCheckMark(const QStyleOption* option, QPainter* painter) const
{
    QRect box(0, 0, 12, 12);
    box.moveCenter(option->rect.center());
    const bool isEnabled = (option->state & State_Enabled) != 0;
    if ((option->state & State_On) != 0) {
        const QColor fill = colour(isEnabled ? Role::Accent : Role::Disabled);
        drawBox(painter, box, fill, fill, 3);
        paintIcon(*painter,
                  QRectF(box).adjusted(1, 1, -1, -1),
                  QStringLiteral("check"),
                  colour(Role::OnAccent));
    } else if ((option->state & State_NoChange) != 0) {
        drawBox(painter, box, colour(Role::Field), colour(Role::Accent), 3);
        painter->fillRect(box.adjusted(3, 5, -3, -5), colour(Role::Accent));
    } else {
        drawBox(painter, box, colour(Role::Field), colour(isEnabled ? Role::Line2 : Role::Line), 3);
    }
}

void Style::drawBranch(const QStyleOption* option, QPainter* painter) const
{
    if ((option->state & State_Children) != 0) {
        const bool isOpen = (option->state & State_Open) != 0;
        QRectF box(0, 0, 12, 12);
        box.moveCenter(QRectF(option->rect).center());
        paintIcon(*painter,
                  box,
                  isOpen ? QStringLiteral("chevron_down") : QStringLiteral("chevron_right"),
                  colour(Role::Text2));
    }
}

void Style::drawPrimitive(PrimitiveElement element,
                          const QStyleOption* option,
                          QPainter* painter,
                          const QWidget* widget) const
{
    switch (element) {
    case PE_PanelButtonCommand:
        drawButton(option, painter, widget);
        return;
    case PE_PanelButtonTool:
        drawToolButtonPanel(option, painter);
        return;
    case PE_FrameFocusRect:
    case PE_PanelMenuBar:
    case PE_FrameStatusBarItem:
        return;
    case PE_PanelLineEdit:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            frame != nullptr && frame->lineWidth > 0)
        {
            const bool hasFocus = (option->state & State_HasFocus) != 0;
            drawBox(painter,
                    option->rect,
                    colour(Role::Field),
                    colour(hasFocus ? Role::Accent : Role::Line2),
                    4);
        }
        return;
    case PE_FrameLineEdit:
        return;
    case PE_PanelMenu:
        painter->fillRect(option->rect, colour(Role::Popup));
        return;
    case PE_FrameMenu:
    case PE_PanelTipLabel:
        painter->save();
        painter->setPen(colour(Role::Line2));
        painter->setBrush(element == PE_PanelTipLabel ? QBrush(colour(Role::Popup))
                                                      : QBrush(Qt::NoBrush));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_Frame:
        painter->save();
        painter->setPen(colour(Role::Line));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        drawCheckMark(option, painter);
        return;
    case PE_IndicatorBranch:
        drawBranch(option, painter);
        return;
    case PE_IndicatorArrowDown:
    case PE_IndicatorSpinDown:
        paintIcon(
            *painter, QRectF(option->rect), QStringLiteral("chevron_down"), colour(Role::Text2));
        return;
    case PE_IndicatorArrowUp:
    case PE_IndicatorSpinUp:
        paintIcon(
            *painter, QRectF(option->rect), QStringLiteral("chevron_up"), colour(Role::Text2));
        return;
    case PE_IndicatorArrowRight:
        paintIcon(
            *painter, QRectF(option->rect), QStringLiteral("chevron_right"), colour(Role::Text2));
        return;
    case PE_IndicatorHeaderArrow:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            const bool isUp = header->sortIndicator == QStyleOptionHeader::SortUp;
            paintIcon(*painter,
                      QRectF(option->rect),
                      isUp ? QStringLiteral("arrow_down") : QStringLiteral("arrow_up"),
                      colour(Role::Text2));
        }
        return;
    case PE_PanelItemViewRow:
    case PE_PanelItemViewItem:
        if ((option->state & State_Selected) != 0) {
            painter->fillRect(option->rect, colour(Role::Selected));
        } else if ((option->state & State_MouseOver) != 0 && element == PE_PanelItemViewItem) {
            painter->fillRect(option->rect, colour(Role::Hover));
        }
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void Style::drawHeaderSection(const QStyleOption* option, QPainter* painter) const
{
    const bool isUnderMouse =
        (option->state & State_MouseOver) != 0 && (option->state & State_Enabled) != 0;
    painter->fillRect(option->rect, colour(isUnderMouse ? Role::Hover : Role::Surface));
    painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                      colour(Role::Line2));
}

void Style::drawProgress(const QStyleOption* option, QPainter* painter) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option);
    if (bar == nullptr) {
        return;
    }
    painter->fillRect(option->rect, colour(Role::Grid));
    const auto range = static_cast<double>(bar->maximum) - bar->minimum;
    const double part =
        range > 0 ? (static_cast<double>(bar->progress) - bar->minimum) / range : 0.0;
    QRect done = option->rect;
    done.setWidth(qRound(option->rect.width() * qBound(0.0, part, 1.0)));
    painter->fillRect(done, colour(Role::Accent));
}

void Style::drawControl(ControlElement element,
                        const QStyleOption* option,
                        QPainter* painter,
                        const QWidget* widget) const
{
    switch (element) {
    case CE_Splitter:
        painter->fillRect(option->rect, colour(Role::Line));
        return;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        drawHeaderSection(option, painter);
        return;
    case CE_HeaderLabel:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            QStyleOptionHeader copy(*header);
            copy.palette.setColor(QPalette::ButtonText, colour(Role::Text3));
            copy.state &= ~State_On; // no bold header above the selected column
            QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        return;
    case CE_ProgressBarGroove:
    case CE_ProgressBarLabel:
        return;
    case CE_ProgressBarContents:
        drawProgress(option, painter);
        return;
    case CE_MenuBarEmptyArea:
        return;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            if ((option->state & (State_Selected | State_Sunken)) != 0) {
                drawBox(painter, option->rect, colour(Role::Hover), QColor(), 4);
            }
            painter->setPen(colour(Role::Text2));
            painter->drawText(option->rect, Qt::AlignCenter | Qt::TextHideMnemonic, item->text);
        }
        return;
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton copy(*button);
            const auto* push = qobject_cast<const QPushButton*>(widget);
            if (push != nullptr && push->isDefault() && (option->state & State_Enabled) != 0) {
                copy.palette.setColor(QPalette::ButtonText, colour(Role::OnAccent));
            }
            QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        return;
    default:
        QProxyStyle::drawControl(element, option, painter, widget);
    }
}

void Style::drawScrollBar(const QStyleOptionComplex* option,
                          QPainter* painter,
                          const QWidget* widget) const
{
    const QRect handle = subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget);
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (slider == nullptr || slider->minimum >= slider->maximum) {
        return;
    }
    const bool isActive = (option->state & State_MouseOver) != 0
                          || (option->activeSubControls & SC_ScrollBarSlider) != 0;
    QRect thumb = handle.adjusted(2, 2, -2, -2);
    drawBox(painter, thumb, colour(isActive ? Role::Axis : Role::Line2), QColor(), 3);
}

void Style::drawComboBox(const QStyleOptionComplex* option,
                         QPainter* painter,
                         const QWidget* widget) const
{
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (box == nullptr) {
        return;
    }
    const bool hasFocus = (option->state & State_HasFocus) != 0
                          && (box->editable || (option->state & State_KeyboardFocusChange) != 0);
    if (box->frame) {
        drawBox(painter,
                option->rect,
                colour(Role::Field),
                colour(hasFocus ? Role::Accent : Role::Line2),
                4);
    } else if ((option->state & State_MouseOver) != 0) {
        painter->fillRect(option->rect, colour(Role::Hover));
    }
    const QRect arrow = subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
    QRectF chevron(0, 0, 12, 12);
    chevron.moveCenter(QRectF(arrow).center());
    paintIcon(*painter, chevron, QStringLiteral("chevron_down"), colour(Role::Text2));
}

void Style::drawComplexControl(ComplexControl control,
                               const QStyleOptionComplex* option,
                               QPainter* painter,
                               const QWidget* widget) const
{
    switch (control) {
    case CC_ScrollBar:
        drawScrollBar(option, painter, widget);
        return;
    case CC_ComboBox:
        drawComboBox(option, painter, widget);
        return;
    default:
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }
}

QRect Style::subControlRect(ComplexControl control,
                            const QStyleOptionComplex* option,
                            SubControl subControl,
                            const QWidget* widget) const
{
    if (control == CC_ScrollBar) {
        const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
        if (bar == nullptr) {
            return {};
        }
        // No arrow buttons: the slider has the whole length.
        const bool isHorizontal = bar->orientation == Qt::Horizontal;
        const int length = isHorizontal ? bar->rect.width() : bar->rect.height();
        const qint64 range = static_cast<qint64>(bar->maximum) - bar->minimum;
        int thumb = length;
        if (range > 0) {
            thumb = static_cast<int>(static_cast<qint64>(bar->pageStep) * length
                                     / (range + bar->pageStep));
            thumb = qBound(qMin(24, length), thumb, length);
        }
        const int start = sliderPositionFromValue(
            bar->minimum, bar->maximum, bar->sliderPosition, length - thumb, bar->upsideDown);
        const auto part = [&](int from, int size) {
            const QRect rect = isHorizontal ? QRect(from, 0, size, bar->rect.height())
                                            : QRect(0, from, bar->rect.width(), size);
            return visualRect(bar->direction, bar->rect, rect.translated(bar->rect.topLeft()));
        };
        switch (subControl) {
        case SC_ScrollBarSlider:
            return part(start, thumb);
        case SC_ScrollBarSubPage:
            return part(0, start);
        case SC_ScrollBarAddPage:
            return part(start + thumb, length - start - thumb);
        case SC_ScrollBarGroove:
            return part(0, length);
        default:
            return {};
        }
    }
    if (control == CC_ComboBox) {
        const QRect rect = option->rect;
        switch (subControl) {
        case SC_ComboBoxEditField:
            return rect.adjusted(7, 2, -22, -2);
        case SC_ComboBoxArrow:
            return {rect.right() - 21, rect.top(), 20, rect.height()};
        default:
            break;
        }
    }
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

} // namespace runlens::viewers
