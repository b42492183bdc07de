// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/media/media_body.h"

#include "viewers/common/chart_metrics.h"
#include "viewers/common/number_format.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextTable>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kGap = 2.0;           ///< image pixels between the images of one record
constexpr double kDeepestZoom = 128.0; ///< screen pixels per image pixel
constexpr double kTurn = 0.01;         ///< radians per pixel

std::size_t columnsFor(std::size_t images)
{
    return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(images))));
}

/// Thin lines and room in the cells, as in the tables of the program.
void dressTables(QTextDocument& document, const Palette& palette)
{
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr) {
            continue;
        }
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(palette.colour(Role::Line));
        format.setCellPadding(4);
        format.setCellSpacing(0);
        table->setFormat(format);
    }
}

} // namespace

MediaBody::MediaBody(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette), m_slot(this)
{
    setMouseTracking(true);
    connect(m_palette, &Palette::changed, this, [this] {
        if (m_text != nullptr) {
            dressTables(*m_text->document(), *m_palette);
        }
        update();
    });
}

void MediaBody::setContent(std::shared_ptr<const MediaContent> content)
{
    if (m_content == content) {
        return;
    }
    m_content = std::move(content);
    m_slot.cancel();
    m_adjusted.clear();
    const bool isText =
        m_content && m_content->kind == RecordKind::Text && m_content->problem.isEmpty();
    if (isText && m_text == nullptr) {
        m_text = new QTextBrowser(this);
        m_text->setFrameShape(QFrame::NoFrame);
        m_text->setOpenLinks(false); // nothing is fetched, nothing is opened
        m_text->setDocument(new OfflineDocument(m_text));
        m_text->document()->setDocumentMargin(12);
        m_text->setGeometry(rect());
    }
    if (m_text != nullptr) {
        m_text->setVisible(isText);
    }
    if (isText) {
        m_text->document()->setDefaultFont(Palette::font(12));
        m_text->document()->setMarkdown(
            m_content->text.markdown,
            QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
                | QTextDocument::MarkdownNoHTML);
        dressTables(*m_text->document(), *m_palette);
        m_text->verticalScrollBar()->setValue(0);
    }
    adjust();
    update();
}

void MediaBody::setLook(const ImageLook& look)
{
    const bool isOtherLight =
        look.brightness != m_look.brightness || look.contrast != m_look.contrast;
    m_look = look;
    if (isOtherLight) {
        adjust();
    }
    update();
}

void MediaBody::setPose(const MeshPose& pose)
{
    m_pose = pose;
    update();
}

void MediaBody::adjust()
{
    const bool isPlain = m_look.brightness == 0.0 && m_look.contrast == 1.0;
    if (!m_content || m_content->images.empty() || isPlain) {
        m_slot.cancel();
        m_adjusted.clear();
        return;
    }
    m_slot.run(
        [content = m_content, look = m_look](const std::stop_token& stop) {
            std::vector<QImage> images;
            for (const DecodedImage& decoded : content->images) {
                if (!stop.stop_requested()) {
                    images.push_back(adjusted(decoded.image, look.brightness, look.contrast));
                }
            }
            return images;
        },
        [this](std::vector<QImage> images) {
            m_adjusted = std::move(images);
            update();
            emit pictureReady();
        });
}

QSizeF MediaBody::mosaicSize() const
{
    if (!m_content || m_content->images.empty()) {
        return {};
    }
    QSizeF cell;
    for (const DecodedImage& decoded : m_content->images) {
        cell = cell.expandedTo(QSizeF(decoded.image.size()));
    }
    const std::size_t count = m_content->images.size();
    const auto columns = static_cast<double>(columnsFor(count));
    const double rows = std::ceil(static_cast<double>(count) / columns);
    return {columns * (cell.width() + kGap) - kGap, rows * (cell.height() + kGap) - kGap};
}

double MediaBody::fitScale() const
{
    const QSizeF size = mosaicSize();
    constexpr double kMargin = 8.0;
    const double fit = std::min((width() - 2 * kMargin) / std::max(1.0, size.width()),
                                (height() - 2 * kMargin) / std::max(1.0, size.height()));
    return std::clamp(fit, 1e-4, kDeepestZoom);
}

double MediaBody::shownScale() const
{
    return m_look.scale > 0.0 ? m_look.scale : fitScale();
}

QRectF MediaBody::imageRect(std::size_t image) const
{
    if (!m_content || image >= m_content->images.size()) {
        return {};
    }
    const QSizeF all = mosaicSize();
    const std::size_t columns = columnsFor(m_content->images.size());
    const auto rows = (m_content->images.size() + columns - 1) / columns;
    const QSizeF cell((all.width() + kGap) / static_cast<double>(columns),
                      (all.height() + kGap) / static_cast<double>(rows));
    const double scale = shownScale();
    const QPointF centre = m_look.scale > 0.0 ? m_look.centre : QPointF(0.5, 0.5);
    const QPointF origin(width() / 2.0 - all.width() * scale * centre.x(),
                         height() / 2.0 - all.height() * scale * centre.y());
    const std::size_t row = image / columns;
    const QPointF at(static_cast<double>(image % columns) * cell.width(),
                     static_cast<double>(row) * cell.height());
    return {origin + at * scale, QSizeF(m_content->images[image].image.size()) * scale};
}

int MediaBody::imageAt(const QPointF& point) const
{
    for (std::size_t i = 0; m_content && i < m_content->images.size(); ++i) {
        if (imageRect(i).contains(point)) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

void MediaBody::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter);
}

void MediaBody::paintVectors(QPainter& painter)
{
    if (m_text != nullptr && !m_text->isHidden()) {
        painter.save();
        painter.setClipRect(rect());
        m_text->document()->drawContents(&painter, QRectF(rect()));
        painter.restore();
        return;
    }
    paint(painter);
}

void MediaBody::paint(QPainter& painter)
{
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    if (!m_content) {
        return;
    }
    const bool isEmpty =
        m_content->images.empty() && m_content->peaks.empty() && m_content->mesh.points.empty();
    if (!m_content->problem.isEmpty() && isEmpty) {
        painter.setFont(Palette::font(12));
        painter.setPen(m_palette->colour(Role::Warning));
        painter.drawText(QRectF(rect()).adjusted(16, 8, -16, -8),
                         Qt::AlignCenter | Qt::TextWordWrap,
                         m_content->problem);
        return;
    }
    painter.save();
    painter.setClipRect(rect(), Qt::IntersectClip);
    switch (m_content->kind) {
    case RecordKind::Image:
        paintImages(painter);
        break;
    case RecordKind::Audio:
        paintWave(painter);
        break;
    case RecordKind::Mesh:
        paintMesh(painter);
        break;
    default:
        break;
    }
    painter.restore();
}

void MediaBody::paintImages(QPainter& painter) const
{
    // Enlarged pixels stay pixels; a smaller picture is averaged.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, shownScale() < 1.0);
    for (std::size_t i = 0; i < m_content->images.size(); ++i) {
        const QImage& image = i < m_adjusted.size() ? m_adjusted[i] : m_content->images[i].image;
        painter.drawImage(imageRect(i), image);
    }
}

void MediaBody::paintWave(QPainter& painter) const
{
    const auto channels = m_content->peaks.size();
    const double each = static_cast<double>(height()) / static_cast<double>(channels);
    for (std::size_t channel = 0; channel < channels; ++channel) {
        const auto& peaks = m_content->peaks[channel];
        const double middle = each * (static_cast<double>(channel) + 0.5);
        const double half = each * 0.42;
        painter.fillRect(QRectF(12, middle, width() - 24, 1), m_palette->colour(Role::Axis));
        if (peaks.empty()) {
            continue;
        }
        const int columns = std::max(1, width() - 24);
        for (int x = 0; x < columns; ++x) {
            const auto first =
                peaks.size() * static_cast<std::size_t>(x) / static_cast<std::size_t>(columns);
            const auto last = std::max(first + 1,
                                       peaks.size() * static_cast<std::size_t>(x + 1)
                                           / static_cast<std::size_t>(columns));
            WavePeak peak = peaks[first];
            for (std::size_t i = first; i < std::min(last, peaks.size()); ++i) {
                peak.lowest = std::min(peak.lowest, peaks[i].lowest);
                peak.highest = std::max(peak.highest, peaks[i].highest);
            }
            const double top =
                middle - half * std::clamp(static_cast<double>(peak.highest), -1.0, 1.0);
            const double bottom =
                middle - half * std::clamp(static_cast<double>(peak.lowest), -1.0, 1.0);
            painter.fillRect(QRectF(12 + x, top, 1, std::max(1.0, bottom - top)),
                             m_palette->colour(Role::Accent));
        }
    }
}

void MediaBody::paintMesh(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing, m_content->mesh.faces.size() < 50'000);
    painter.setPen(Qt::NoPen);
    for (const MeshShape& shape :
         projectMesh(m_content->mesh, m_pose, QSizeF(size()), m_palette->colour(Role::Accent)))
    {
        painter.setBrush(QColor(shape.colour));
        if (shape.corners.size() == 1) {
            painter.drawRect(QRectF(shape.corners[0] - QPointF(1, 1), QSizeF(2, 2)));
        } else {
            painter.drawPolygon(shape.corners.data(), static_cast<int>(shape.corners.size()));
        }
    }
}

void MediaBody::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_text != nullptr) {
        m_text->setGeometry(rect());
    }
}

void MediaBody::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_content) {
        event->ignore();
        return;
    }
    m_isDragging = true;
    m_pressed = event->position();
    m_pressedLook = m_look;
    m_pressedPose = m_pose;
}

void MediaBody::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isDragging) {
        hoverAt(event->position());
        return;
    }
    const QPointF by = event->position() - m_pressed;
    if (m_content->kind == RecordKind::Mesh) {
        MeshPose pose = m_pressedPose;
        pose.yaw += by.x() * kTurn;
        pose.pitch = std::clamp(pose.pitch + by.y() * kTurn, -1.57, 1.57);
        emit poseChanged(pose);
    } else if (m_content->kind == RecordKind::Image && m_pressedLook.scale > 0.0) {
        ImageLook look = m_pressedLook;
        const QSizeF all = mosaicSize() * shownScale();
        look.centre = {std::clamp(look.centre.x() - by.x() / all.width(), 0.0, 1.0),
                       std::clamp(look.centre.y() - by.y() / all.height(), 0.0, 1.0)};
        emit lookChanged(look);
    }
}

void MediaBody::mouseReleaseEvent(QMouseEvent*)
{
    m_isDragging = false;
}

void MediaBody::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_content || event->button() != Qt::LeftButton) {
        return;
    }
    if (m_content->kind == RecordKind::Mesh) {
        emit poseChanged(MeshPose{});
    } else if (m_content->kind == RecordKind::Image) {
        ImageLook look = m_look;
        look.scale = 0.0;
        look.centre = {0.5, 0.5};
        emit lookChanged(look);
    }
}

void MediaBody::wheelEvent(QWheelEvent* event)
{
    const bool isZoom = m_content && (event->modifiers() & Qt::ControlModifier) != 0
                        && event->angleDelta().y() != 0;
    if (!isZoom) {
        event->ignore(); // the page scrolls
        return;
    }
    const double factor = std::pow(kWheelZoom, event->angleDelta().y() / 120.0);
    event->accept();
    if (m_content->kind == RecordKind::Mesh) {
        MeshPose pose = m_pose;
        pose.zoom = std::clamp(pose.zoom * factor, 0.1, 50.0);
        emit poseChanged(pose);
        return;
    }
    if (m_content->images.empty()) {
        return;
    }
    ImageLook look = m_look;
    const double before = shownScale();
    const QPointF centre = m_look.scale > 0.0 ? m_look.centre : QPointF(0.5, 0.5);
    look.scale = std::clamp(before * factor, 0.01, kDeepestZoom);
    // The pixel under the mouse stays there.
    const QSizeF all = mosaicSize();
    const QPointF offset = event->position() - QPointF(width() / 2.0, height() / 2.0);
    const auto shifted = [&](double share, double pixels, double length) {
        return std::clamp(share + pixels / length * (1.0 / before - 1.0 / look.scale), 0.0, 1.0);
    };
    look.centre = {shifted(centre.x(), offset.x(), all.width()),
                   shifted(centre.y(), offset.y(), all.height())};
    emit lookChanged(look);
}

void MediaBody::hoverAt(const QPointF& point)
{
    const int at = m_content && m_content->kind == RecordKind::Image ? imageAt(point) : -1;
    if (at < 0) {
        emit left();
        return;
    }
    const auto which = static_cast<std::size_t>(at);
    const QImage& image = m_content->images[which].image;
    const QRectF place = imageRect(which);
    const int x = std::clamp(
        static_cast<int>((point.x() - place.left()) / shownScale()), 0, image.width() - 1);
    const int y = std::clamp(
        static_cast<int>((point.y() - place.top()) / shownScale()), 0, image.height() - 1);
    const QColor pixel = image.pixelColor(x, y);
    FactPopupContent facts;
    facts.title = tr("Pixel %1, %2").arg(x).arg(y);
    facts.facts.push_back(
        {tr("Red, green, blue"),
         QStringLiteral("%1, %2, %3").arg(pixel.red()).arg(pixel.green()).arg(pixel.blue())});
    if (image.hasAlphaChannel()) {
        facts.facts.push_back({tr("Opacity"), QString::number(pixel.alpha())});
    }
    if (m_content->images.size() > 1) {
        facts.facts.push_back({tr("Image"), QString::number(at + 1)});
        facts.facts.push_back(
            {tr("Size"), QStringLiteral("%1 × %2").arg(image.width()).arg(image.height())});
    }
    emit hovered(facts, point.toPoint());
}

void MediaBody::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    emit left();
}

} // namespace runlens::viewers
