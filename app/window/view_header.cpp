// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/view_header.h"

#include "app/window/run_delegate.h"
#include "app/window/run_model.h"
#include "viewers/common/style.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace runlens::app {

using viewers::Role;

/// Swatch, name and state of a run.
class ViewHeader::RunChip : public QWidget {
public:
    RunChip(const viewers::Palette* palette, bool showsState, QWidget* parent)
        : QWidget(parent), m_palette(palette), m_showsState(showsState)
    {
        setFixedHeight(viewers::kControlHeight);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        connect(palette, &viewers::Palette::changed, this, qOverload<>(&QWidget::update));
    }

    void setRun(const viewers::OpenRun* run)
    {
        m_name = run != nullptr
                     ? QString(run->name).replace(QStringLiteral("/"), QStringLiteral(" / "))
                     : QString();
        m_slot = run != nullptr ? run->colourSlot : -1;
        m_state = run != nullptr ? stateOf(*run) : RunState::Unknown;
        setToolTip(run != nullptr ? run->name : QString());
        updateGeometry();
        update();
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const int name = m_showsState ? nameWidth() + 8 + chipWidth() : qMin(nameWidth(), 160);
        return {m_slot < 0 ? 0 : 18 + name, viewers::kControlHeight};
    }

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return {qMin(sizeHint().width(), 80), viewers::kControlHeight};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        if (m_slot < 0) {
            return;
        }
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_palette->runColour(m_slot));
        painter.drawRoundedRect(QRectF(1, 7, 10, 10), 2, 2);
        const QFont font = viewers::Palette::font(12, QFont::Medium);
        painter.setFont(font);
        painter.setPen(m_palette->colour(Role::Text));
        const int room = qMin(nameWidth(), width() - 18);
        painter.drawText(QRect(17, 0, room, height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(font).elidedText(m_name, Qt::ElideMiddle, room));
        if (!m_showsState) {
            return;
        }
        const QRectF chip(17 + room + 8, 3, chipWidth(), 18);
        if (chip.right() > width()) {
            return;
        }
        painter.setPen(m_palette->colour(Role::Line2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), 9, 9);
        paintStateMark(painter,
                       QRectF(chip.left() + 7, chip.top(), 12, 18),
                       static_cast<int>(m_state),
                       *m_palette);
        painter.setFont(viewers::Palette::font(11));
        painter.setPen(m_palette->colour(m_state == RunState::Crashed ? Role::Error : Role::Text2));
        painter.drawText(
            chip.adjusted(21, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, stateText(m_state));
    }

private:
    [[nodiscard]] int nameWidth() const
    {
        return QFontMetrics(viewers::Palette::font(12, QFont::Medium)).horizontalAdvance(m_name)
               + 1;
    }

    [[nodiscard]] int chipWidth() const
    {
        return QFontMetrics(viewers::Palette::font(11)).horizontalAdvance(stateText(m_state)) + 31;
    }

    const viewers::Palette* m_palette;
    QString m_name;
    bool m_showsState;
    int m_slot = -1;
    RunState m_state = RunState::Unknown;
};

ViewHeader::ViewHeader(const QString& title,
                       QWidget* controls,
                       bool showsRun,
                       bool canExport,
                       viewers::Palette* palette,
                       QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(12, 0, 8, 1);
    rows->setSpacing(0);
    m_row = new QHBoxLayout;
    m_row->setSpacing(8);
    m_secondRow = new QHBoxLayout;
    rows->addLayout(m_row);
    rows->addLayout(m_secondRow);
    auto* name = new viewers::TextLabel(
        palette, title, Role::Text, viewers::Palette::font(13, QFont::DemiBold), this);
    name->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    m_row->addWidget(name);
    if (showsRun || controls != nullptr) {
        m_row->addWidget(viewers::Separator::forHeader(palette, this));
    }
    if (showsRun) {
        m_run = new RunChip(palette, controls == nullptr, this);
        m_run->setObjectName(QStringLiteral("run"));
        m_row->addWidget(m_run);
    }
    if (controls != nullptr) {
        m_controls = controls;
        m_place = m_row->count();
        m_row->addWidget(controls, 1);
        controls->show(); // a view may have made it without a parent
    } else {
        m_row->addStretch(1);
    }
    if (canExport) {
        auto* button = new viewers::IconButton(
            palette, QStringLiteral("export"), tr("Export this view"), this);
        connect(button, &QToolButton::clicked, this, [this, button] {
            emit exportAsked(button->mapToGlobal(QPoint(0, button->height())));
        });
        m_row->addWidget(button);
    }
    setFixedHeight(viewers::kBarHeight);
    connect(palette, &viewers::Palette::changed, this, qOverload<>(&QWidget::update));
}

void ViewHeader::arrange()
{
    if (m_controls == nullptr) {
        return;
    }
    const bool isBelow = m_secondRow->count() > 0;
    int others = 20; // the margins
    for (int i = 0; i < m_row->count(); ++i) {
        QLayoutItem* item = m_row->itemAt(i);
        others += item->widget() == m_controls ? 0 : item->minimumSize().width() + m_row->spacing();
    }
    const bool fits = others + m_controls->minimumSizeHint().width() <= width();
    if (fits != isBelow) {
        return;
    }
    if (fits) {
        m_secondRow->removeWidget(m_controls);
        delete m_row->takeAt(m_place);
        m_row->insertWidget(m_place, m_controls, 1);
    } else {
        m_row->removeWidget(m_controls);
        m_row->insertStretch(m_place, 1);
        m_secondRow->addWidget(m_controls, 1);
    }
    setFixedHeight(fits ? viewers::kBarHeight : 2 * viewers::kBarHeight);
}

void ViewHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

bool ViewHeader::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) { // a label of the controls has grown
        arrange();
    }
    return QWidget::event(event);
}

void ViewHeader::setRun(const viewers::OpenRun* run)
{
    if (m_run != nullptr) {
        m_run->setRun(run);
    }
}

void ViewHeader::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_palette->colour(Role::Line));
}

} // namespace runlens::app
