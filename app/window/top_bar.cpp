// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/top_bar.h"

#include "viewers/common/icons.h"
#include "viewers/common/style.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace runlens::app {

using viewers::Role;

namespace {

constexpr int kFieldWidth = 360;

/// Looks like a search field; a click or Return opens the command palette.
class PaletteField : public QAbstractButton {
public:
    PaletteField(const viewers::Palette* palette, const QString& text, QWidget* parent)
        : QAbstractButton(parent), m_palette(palette)
    {
        setText(text);
        setFixedSize(kFieldWidth, viewers::kControlHeight);
        setAttribute(Qt::WA_Hover);
        setCursor(Qt::IBeamCursor);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool isActive = underMouse() || hasFocus();
        painter.setPen(m_palette->colour(isActive ? Role::Accent : Role::Line2));
        painter.setBrush(m_palette->colour(Role::Field));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        viewers::paintIcon(painter,
                           QRectF(7, 4, 16, 16),
                           QStringLiteral("search"),
                           m_palette->colour(Role::Text3));
        painter.setFont(viewers::Palette::font());
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(rect().adjusted(30, 0, -56, 0), Qt::AlignLeft | Qt::AlignVCenter, text());
        const QString key = QStringLiteral("Ctrl K");
        painter.setFont(viewers::Palette::font(11));
        const int keyWidth = painter.fontMetrics().horizontalAdvance(key) + 10;
        const QRectF box(width() - keyWidth - 4.5, 4.5, keyWidth, height() - 9);
        painter.setPen(m_palette->colour(Role::Line2));
        painter.setBrush(m_palette->colour(Role::Raised));
        painter.drawRoundedRect(box, 3, 3);
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(box, Qt::AlignCenter, key);
    }

private:
    const viewers::Palette* m_palette;
};

class Logo : public QWidget {
public:
    Logo(const viewers::Palette* palette, QWidget* parent) : QWidget(parent), m_palette(palette)
    {
        setFixedSize(26, 24);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(1, 4);
        painter.setPen(QPen(m_palette->colour(Role::Text), 1.4));
        painter.drawEllipse(QPointF(8, 8), 6.6, 6.6);
        painter.setClipRect(QRectF(1, 1, 14, 14));
        QPainterPath curve;
        curve.moveTo(2.4, 4.8);
        curve.cubicTo(4.4, 8.6, 8, 10.6, 14, 10);
        painter.setPen(QPen(m_palette->colour(Role::Accent), 1.6, Qt::SolidLine, Qt::RoundCap));
        painter.drawPath(curve);
        QPainterPath other;
        other.moveTo(2.6, 9.6);
        other.cubicTo(5.5, 7.6, 8.4, 8.2, 13.4, 12);
        painter.setPen(QPen(m_palette->runColour(1), 1.4, Qt::SolidLine, Qt::RoundCap));
        painter.drawPath(other);
    }

private:
    const viewers::Palette* m_palette;
};

} // namespace

TopBar::TopBar(viewers::Palette* palette, QWidget* parent)
    : QWidget(parent)
    , m_palette(palette)
    , m_menus(new QMenuBar(this))
    , m_folder(
          new viewers::TextLabel(palette, QString(), Role::Text3, viewers::Palette::font(11), this))
    , m_theme(new viewers::IconButton(palette, QStringLiteral("moon"), tr("Light or dark"), this))
{
    setObjectName(QStringLiteral("topBar"));
    setFixedHeight(viewers::kBarHeight);
    m_menus->setNativeMenuBar(false);
    m_menus->setFont(viewers::Palette::font());
    m_menus->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_menus->setFixedHeight(viewers::kControlHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 0, 8, 1);
    row->setSpacing(0);
    auto* left = new QWidget(this);
    auto* leftRow = new QHBoxLayout(left);
    leftRow->setContentsMargins(0, 0, 0, 0);
    leftRow->setSpacing(2);
    leftRow->addWidget(new Logo(palette, left));
    leftRow->addWidget(m_menus);
    leftRow->addStretch(1);
    auto* field = new PaletteField(palette, tr("Go to action, tag, node, operator, pass"), this);
    field->setObjectName(QStringLiteral("paletteButton"));
    connect(field, &QAbstractButton::clicked, this, &TopBar::paletteAsked);
    auto* right = new QWidget(this);
    m_buttons = new QHBoxLayout(right);
    m_buttons->setContentsMargins(12, 0, 0, 0);
    m_buttons->setSpacing(2);
    m_folder->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_buttons->addWidget(m_folder, 1);
    m_buttons->addSpacing(8);
    m_buttons->addWidget(m_theme);
    row->addWidget(left, 1);
    row->addWidget(field);
    row->addWidget(right, 1);
}

void TopBar::setFolder(const QString& shown, const QString& toolTip)
{
    m_folder->setText(shown);
    m_folder->setToolTip(toolTip);
}

void TopBar::addToggle(QAction* action, const QString& iconName)
{
    auto* button = new viewers::IconButton(m_palette, iconName, action->text(), this);
    button->setCheckable(true);
    button->setChecked(action->isChecked());
    connect(button, &QToolButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::toggled, button, &QToolButton::setChecked);
    m_buttons->addWidget(button);
}

void TopBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Chrome));
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_palette->colour(Role::Line));
}

} // namespace runlens::app
