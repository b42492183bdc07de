// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/finding_list.h"

#include "viewers/common/number_format.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kFindingRow = 37;
constexpr int kMostRows = 10;
constexpr int kMark = 22;

void paintMark(QPainter& painter, const QPointF& centre, int severity, const Palette& palette)
{
    const QColor colour = palette.colour(severity >= 2   ? Role::Error
                                         : severity == 1 ? Role::WarningMark
                                                         : Role::Accent);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (severity == 1) {
        painter.drawPolygon(QPolygonF(
            {centre + QPointF(0, -6), centre + QPointF(6.5, 5.5), centre + QPointF(-6.5, 5.5)}));
        painter.drawLine(centre + QPointF(0, -1.5), centre + QPointF(0, 1.5));
        painter.drawPoint(centre + QPointF(0, 3.6));
    } else {
        painter.drawEllipse(centre, 6, 6);
        if (severity >= 2) {
            painter.drawLine(centre + QPointF(-3, 0), centre + QPointF(3, 0));
        } else {
            painter.drawLine(centre + QPointF(0, 0), centre + QPointF(0, 3));
            painter.drawPoint(centre + QPointF(0, -2.8));
        }
    }
}

} // namespace

FindingList::FindingList(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Findings"));
    connect(m_palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void FindingList::setFindings(std::vector<OverviewFinding> findings)
{
    m_findings = std::move(findings);
    QString description;
    for (const OverviewFinding& finding : m_findings) {
        description += finding.title + QLatin1Char('\n');
    }
    setAccessibleDescription(description);
    updateGeometry();
    update();
}

int FindingList::shownRows() const
{
    return std::min(kMostRows, static_cast<int>(m_findings.size()));
}

QSize FindingList::sizeHint() const
{
    return {300, shownRows() * kFindingRow};
}

QString FindingList::linkText(const OverviewFinding& finding)
{
    if (finding.step) {
        return tr("Step %1").arg(formatCount(*finding.step));
    }
    return finding.tag;
}

QRect FindingList::linkRect(int row) const
{
    if (row < 0 || row >= shownRows()) {
        return {};
    }
    const QString text = linkText(m_findings[static_cast<std::size_t>(row)]);
    const int width = std::min(160, QFontMetrics(Palette::font(12)).horizontalAdvance(text) + 2);
    return text.isEmpty() ? QRect()
                          : QRect(this->width() - width, row * kFindingRow, width, kFindingRow);
}

void FindingList::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (int i = 0; i < shownRows(); ++i) {
        const OverviewFinding& finding = m_findings[static_cast<std::size_t>(i)];
        const int top = i * kFindingRow;
        painter.fillRect(0, top + kFindingRow - 1, width(), 1, m_palette->colour(Role::Line));
        paintMark(painter, QPointF(8, top + 10.5), finding.severity, *m_palette);
        const QRect link = linkRect(i);
        const int room = width() - kMark - link.width() - 12;
        painter.setFont(Palette::font(12, QFont::DemiBold));
        painter.setPen(m_palette->colour(Role::Text));
        painter.drawText(QRect(kMark, top + 2, room, 17),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(finding.title, Qt::ElideRight, room));
        painter.setFont(Palette::font(11));
        painter.setPen(m_palette->colour(Role::Text2));
        painter.drawText(QRect(kMark, top + 18, room, 16),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(finding.detail, Qt::ElideRight, room));
        painter.setFont(Palette::font(12));
        painter.setPen(m_palette->colour(Role::Accent));
        painter.drawText(
            link,
            Qt::AlignRight | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(linkText(finding), Qt::ElideMiddle, link.width()));
    }
}

void FindingList::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    setCursor(linkRect(at.y() / kFindingRow).contains(at) ? Qt::PointingHandCursor
                                                          : Qt::ArrowCursor);
}

void FindingList::mouseReleaseEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const int row = at.y() / kFindingRow;
    if (event->button() == Qt::LeftButton && linkRect(row).contains(at)) {
        emit activated(m_findings[static_cast<std::size_t>(row)]);
    }
}

} // namespace runlens::viewers
