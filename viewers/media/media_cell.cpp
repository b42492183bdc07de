// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/media/media_cell.h"

#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kCellTitle = 24;
constexpr int kFoot = 28;
constexpr int kButtons = 32;
constexpr int kCellSide = 12;

} // namespace

MediaCell::MediaCell(const Palette* palette, QWidget* parent)
    : QWidget(parent)
    , m_palette(palette)
    , m_body(new MediaBody(palette, this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_step(new TextLabel(palette, {}, Role::Text, Palette::font(11), this))
    , m_facts(new TextLabel(palette, {}, Role::Text3, Palette::font(11), this))
    , m_save(new QPushButton(tr("Save as…"), this))
    , m_open(new QPushButton(tr("Open in player"), this))
{
    m_slider->setPageStep(1);
    m_slider->setAccessibleName(tr("Step"));
    m_facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_open->setToolTip(
        tr("Writes the sound into a temporary file and opens it with the player of the desktop"));
    connect(m_slider, &QSlider::valueChanged, this, &MediaCell::rowChosen);
    connect(m_save, &QPushButton::clicked, this, [this] { emit saveRequested(0); });
    connect(m_open, &QPushButton::clicked, this, &MediaCell::openRequested);
    m_save->hide();
    m_open->hide();
    connect(m_palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void MediaCell::setTitle(const QString& tag, const QString& run, int colourSlot)
{
    m_tag = tag;
    m_run = run;
    m_colourSlot = colourSlot;
    setAccessibleName(tag + QStringLiteral(", ") + run);
    update();
}

void MediaCell::setSample(int row, int count, const QString& step)
{
    const QSignalBlocker block(m_slider);
    m_slider->setRange(0, std::max(0, count - 1));
    m_slider->setValue(row);
    m_slider->setVisible(count > 1);
    m_step->setText(count > 1 ? tr("%1 · %2/%3").arg(step, formatCount(row + 1), formatCount(count))
                              : step);
    resizeEvent(nullptr);
}

void MediaCell::setContent(std::shared_ptr<const MediaContent> content)
{
    const bool isAudio = content && content->kind == RecordKind::Audio && !content->bytes.empty();
    m_save->setVisible(isAudio);
    m_open->setVisible(isAudio);
    const QString problem = content && !content->problem.isEmpty() && !content->facts.isEmpty()
                                ? content->problem
                                : QString();
    m_facts->setRole(problem.isEmpty() ? Role::Text3 : Role::Warning);
    m_facts->setText(!content            ? QString()
                     : problem.isEmpty() ? content->facts
                                         : content->facts + QStringLiteral(" · ") + problem);
    m_body->setContent(std::move(content));
    resizeEvent(nullptr);
}

void MediaCell::setNote(const QString& note)
{
    m_facts->setRole(Role::Warning);
    m_facts->setText(note);
}

QString MediaCell::stepText() const
{
    return m_step->text();
}

QString MediaCell::factsText() const
{
    return m_facts->text();
}

void MediaCell::resizeEvent(QResizeEvent*)
{
    const int buttons = m_save->isHidden() ? 0 : kButtons;
    m_body->setGeometry(
        0, kCellTitle, width(), std::max(0, height() - kCellTitle - kFoot - buttons));
    if (buttons > 0) {
        const int y = height() - kFoot - kButtons + 4;
        const int save = m_save->sizeHint().width();
        m_save->setGeometry(kCellSide, y, save, 24);
        m_open->setGeometry(kCellSide + save + 8, y, m_open->sizeHint().width(), 24);
    }
    const int y = height() - kFoot;
    const int room = width() - 2 * kCellSide;
    const int step = std::min(m_step->sizeHint().width() + 4, room * 2 / 5);
    const int facts = std::min(m_facts->sizeHint().width() + 4, room * 2 / 5);
    m_step->setGeometry(kCellSide, y, step, kFoot);
    m_facts->setGeometry(width() - kCellSide - facts, y, facts, kFoot);
    m_slider->setGeometry(kCellSide + step + 8, y + 4, std::max(0, room - step - facts - 16), 20);
}

void MediaCell::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    paintTitle(painter);
}

void MediaCell::paintTitle(QPainter& painter) const
{
    painter.setFont(Palette::font(11));
    const QFontMetrics small(painter.font());
    const QString run = small.elidedText(m_run, Qt::ElideMiddle, width() * 2 / 5);
    const int runWidth = small.horizontalAdvance(run) + 1;
    int right = width() - kCellSide - runWidth;
    painter.setPen(m_palette->colour(Role::Text2));
    painter.drawText(QRect(right, 0, runWidth, kCellTitle), Qt::AlignVCenter, run);
    right -= 16;
    painter.fillRect(QRectF(right, kCellTitle / 2.0 - 1.5, 11, 3),
                     m_palette->runColour(m_colourSlot));
    painter.setFont(Palette::font(12, QFont::Medium));
    painter.setPen(m_palette->colour(Role::Text));
    painter.drawText(
        QRect(kCellSide, 0, right - kCellSide - 8, kCellTitle),
        Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_tag, Qt::ElideMiddle, right - kCellSide - 8));
}

void MediaCell::paintVectors(QPainter& painter)
{
    paintTitle(painter);
    painter.save();
    painter.translate(m_body->pos());
    m_body->paintVectors(painter);
    painter.restore();
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    const QRect foot(kCellSide, height() - kFoot, width() - 2 * kCellSide, kFoot);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, m_step->text());
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, m_facts->text());
}

void MediaCell::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->position().y() < kCellTitle) {
        emit expandRequested();
    }
}

void MediaCell::contextMenuEvent(QContextMenuEvent* event)
{
    const auto& content = m_body->content();
    if (!content || content->bytes.empty()) {
        return;
    }
    const int image = m_body->imageAt(QPointF(m_body->mapFrom(this, event->pos())));
    const int part = content->images.size() > 1 ? std::max(0, image) : 0;
    QMenu menu(this);
    QAction* save = menu.addAction(tr("Save as…"));
    QAction* open =
        content->kind == RecordKind::Audio ? menu.addAction(tr("Open in player")) : nullptr;
    const QAction* chosen = menu.exec(event->globalPos());
    if (chosen != nullptr && chosen == save) {
        emit saveRequested(part);
    } else if (chosen != nullptr && chosen == open) {
        emit openRequested();
    }
}

} // namespace runlens::viewers
