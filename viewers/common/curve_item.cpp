// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/curve_item.h"

#include <QPainter>

#include <cmath>
#include <ctime>

namespace runlens::viewers {

namespace {

constexpr double kRawOpacity = 0.20;
constexpr double kShadeOpacity = 0.35;
constexpr double kCheapMs = 7.0;              ///< drawn in the paint event up to this
constexpr std::size_t kCheapColumns = 40'000; ///< curves × columns, as long as nothing was measured
constexpr double kPointRadius = 1.6;

/// CPU time of this thread: a busy machine makes no picture dearer.
double threadMilliseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

void paintDrawing(QPainter& painter,
                  const CurveDrawing& drawing,
                  const QPen& pen,
                  double pixelRatio)
{
    QPen columnPen(pen.color(), 1.0 / pixelRatio);
    columnPen.setCapStyle(Qt::FlatCap);
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (!drawing.columns.empty()) {
        painter.setPen(columnPen);
        painter.drawLines(drawing.columns);
    }
    if (!drawing.shade.empty()) {
        QColor faint = pen.color();
        faint.setAlphaF(faint.alphaF() * static_cast<float>(kShadeOpacity));
        columnPen.setColor(faint);
        painter.setPen(columnPen);
        painter.drawLines(drawing.shade);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& line : drawing.lines) {
        painter.drawPolyline(line);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(pen.color());
    for (const QPointF& dot : drawing.dots) {
        painter.drawEllipse(dot, kPointRadius, kPointRadius);
    }
}

} // namespace

MarkColours markColours(const Palette& palette)
{
    return {palette.colour(Role::NotANumber),
            palette.colour(Role::PositiveInfinity),
            palette.colour(Role::NegativeInfinity)};
}

bool paintCurves(QPainter& painter, const CurvePicture& picture, const std::stop_token& stop)
{
    const PlotFrame& frame = picture.frame;
    painter.save();
    painter.setClipRect(QRectF(0, 0, frame.width, frame.height + 1));
    for (const PlotCurve& curve : picture.curves) {
        if (!curve.data->isSmoothed() || !curve.hasRawBehind) {
            continue;
        }
        QColor faint = curve.colour;
        faint.setAlphaF(static_cast<float>(kRawOpacity));
        paintDrawing(painter,
                     drawCurve(*curve.data, frame, false, stop),
                     QPen(faint, 1.0),
                     frame.pixelRatio);
        if (stop.stop_requested()) {
            break;
        }
    }
    for (const PlotCurve& curve : picture.curves) {
        if (stop.stop_requested()) {
            break;
        }
        QPen pen(curve.colour, curve.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
        if (curve.style != Qt::SolidLine) {
            pen.setCapStyle(Qt::FlatCap);
            pen.setDashPattern(curve.style == Qt::DashLine ? QVector<qreal>{6, 3}
                                                           : QVector<qreal>{2, 3});
        }
        paintDrawing(painter, drawCurve(*curve.data, frame, true, stop), pen, frame.pixelRatio);
    }
    painter.restore();
    return !stop.stop_requested();
}

void paintMarks(QPainter& painter, std::span<const LaneMark> marks, const MarkColours& colours)
{
    constexpr double kY = -6.0;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (const LaneMark& mark : marks) {
        const double x = mark.firstPixel;
        const QColor colour = mark.kind == MarkKind::NotANumber         ? colours.notANumber
                              : mark.kind == MarkKind::PositiveInfinity ? colours.positiveInfinity
                                                                        : colours.negativeInfinity;
        if (mark.kind == MarkKind::NotANumber) {
            painter.setPen(QPen(colour, 1.8, Qt::SolidLine, Qt::FlatCap));
            painter.drawLine(QPointF(x - 3, kY - 3), QPointF(x + 3, kY + 3));
            painter.drawLine(QPointF(x - 3, kY + 3), QPointF(x + 3, kY - 3));
        } else {
            const double tip = mark.kind == MarkKind::PositiveInfinity ? -3.5 : 3.5;
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            painter.drawPolygon(QPolygonF({{x, kY + tip}, {x + 4, kY - tip}, {x - 4, kY - tip}}));
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        constexpr double kFirstDot = 7;
        constexpr double kDotStep = 4;
        const int dots = static_cast<int>((mark.lastPixel + 1 - x - kFirstDot) / kDotStep + 1);
        for (int dot = 0; dot < dots; ++dot) {
            painter.drawEllipse(QPointF(x + kFirstDot + dot * kDotStep, kY), 0.9, 0.9);
        }
    }
    painter.restore();
}

CurveItem::CurveItem(QGraphicsItem* parent) : QGraphicsObject(parent), m_slot(this)
{
    setAcceptedMouseButtons(Qt::NoButton);
}

void CurveItem::setCurves(std::vector<PlotCurve> curves, const MarkColours& marks)
{
    m_picture.curves = std::move(curves);
    m_markColours = marks;
    ++m_revision;
    m_isPending = true;
    update();
}

void CurveItem::setFrame(const PlotFrame& frame)
{
    if (frame == m_picture.frame) {
        return;
    }
    prepareGeometryChange();
    m_picture.frame = frame;
    ++m_revision;
    m_isPending = true;
    update();
}

QRectF CurveItem::boundingRect() const
{
    return {-6, -kLaneHeight, m_picture.frame.width + 12, m_picture.frame.height + kLaneHeight + 2};
}

CurveItem::Image
CurveItem::render(const CurvePicture& picture, quint64 revision, const std::stop_token& stop)
{
    const double before = threadMilliseconds();
    const PlotFrame& frame = picture.frame;
    Image result;
    result.frame = frame;
    result.revision = revision;
    result.image = QImage(frame.columns(),
                          static_cast<int>(std::ceil((frame.height + 1) * frame.pixelRatio)),
                          QImage::Format_ARGB32_Premultiplied);
    result.image.setDevicePixelRatio(frame.pixelRatio);
    result.image.fill(Qt::transparent);
    QPainter painter(&result.image);
    result.isStopped = !paintCurves(painter, picture, stop);
    painter.end();
    std::vector<std::shared_ptr<const CurveData>> curves;
    curves.reserve(picture.curves.size());
    for (const PlotCurve& curve : picture.curves) {
        curves.push_back(curve.data);
    }
    result.marks = drawMarks(curves, frame, stop);
    result.milliseconds = threadMilliseconds() - before;
    return result;
}

bool CurveItem::isCheap() const
{
    if (m_image.milliseconds > 0.0) {
        return m_image.milliseconds < kCheapMs;
    }
    return m_picture.curves.size() * static_cast<std::size_t>(m_picture.frame.columns())
           < kCheapColumns;
}

void CurveItem::requestExact()
{
    if (m_requested == m_revision) {
        return;
    }
    m_requested = m_revision;
    m_slot.run([picture = m_picture, revision = m_revision](
                   const std::stop_token& stop) { return render(picture, revision, stop); },
               [this](Image image) {
                   if (!image.isStopped && image.revision == m_revision) {
                       m_image = std::move(image);
                       update();
                       emit pictureReady();
                   }
               });
}

void CurveItem::paintOld(QPainter& painter) const
{
    const PlotFrame& frame = m_picture.frame;
    const PlotFrame& old = m_image.frame;
    if (m_image.image.isNull() || old.y.isLog != frame.y.isLog) {
        return;
    }
    const QPointF topLeft(frame.xToPixel(old.x.minimum), frame.yToPixel(old.y.maximum));
    const QPointF bottomRight(frame.xToPixel(old.x.maximum), frame.yToPixel(old.y.minimum));
    painter.save();
    painter.setClipRect(QRectF(0, 0, frame.width, frame.height + 1));
    painter.drawImage(QRectF(topLeft, bottomRight), m_image.image);
    painter.restore();
}

void CurveItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const PlotFrame& frame = m_picture.frame;
    if (frame.width < 1.0 || frame.height < 1.0) {
        m_isPending = false;
        return;
    }
    if (m_isVector) {
        paintCurves(*painter, m_picture);
        std::vector<std::shared_ptr<const CurveData>> curves;
        for (const PlotCurve& curve : m_picture.curves) {
            curves.push_back(curve.data);
        }
        paintMarks(*painter, drawMarks(curves, frame), m_markColours);
        return;
    }
    m_isPending = false;
    if (m_image.revision != m_revision && isCheap()) {
        m_slot.cancel();
        m_image = render(m_picture, m_revision, {});
    }
    if (m_image.revision == m_revision) {
        painter->drawImage(QPointF(0, 0), m_image.image);
        paintMarks(*painter, m_image.marks, m_markColours);
        return;
    }
    paintOld(*painter);
    requestExact();
}

} // namespace runlens::viewers
