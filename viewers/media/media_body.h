// SPDX-License-Identifier: GPL-3.0-or-later
/// What shows one recorded thing inside a cell: a picture, a text, a waveform or a mesh. GUI thread
/// only.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/fact_popup.h"
#include "viewers/media/media_content.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QTextBrowser;
QT_END_NAMESPACE

namespace runlens::viewers {

/// How all images of the view are shown, so that runs side by side show the same part.
struct ImageLook {
    double scale = 0.0;       ///< screen pixels per image pixel; 0: as large as fits
    QPointF centre{0.5, 0.5}; ///< share of the picture in the middle of the cell
    double brightness = 0.0;  ///< -1 to 1
    double contrast = 1.0;    ///< 0 to 10
    friend bool operator==(const ImageLook&, const ImageLook&) = default;
};

class MediaBody : public QWidget {
    Q_OBJECT

public:
    explicit MediaBody(const Palette* palette, QWidget* parent);

    void setContent(std::shared_ptr<const MediaContent> content);

    [[nodiscard]] const std::shared_ptr<const MediaContent>& content() const { return m_content; }

    void setLook(const ImageLook& look);
    void setPose(const MeshPose& pose);

    [[nodiscard]] const MeshPose& pose() const { return m_pose; }

    [[nodiscard]] bool isExact() const { return !m_slot.isBusy(); }

    /// The rectangle of an image on screen, by its place in the content.
    [[nodiscard]] QRectF imageRect(std::size_t image) const;
    [[nodiscard]] double shownScale() const; ///< screen pixels per image pixel
    /// The image under the point; -1 for none.
    [[nodiscard]] int imageAt(const QPointF& point) const;

    [[nodiscard]] QTextBrowser* textBrowser() const { return m_text; }

    void paintVectors(QPainter& painter);

signals:
    void lookChanged(const runlens::viewers::ImageLook& look);
    void poseChanged(const runlens::viewers::MeshPose& pose);
    void hovered(const runlens::viewers::FactPopupContent& facts, QPoint position);
    void left();
    void pictureReady();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void paint(QPainter& painter);
    void paintImages(QPainter& painter) const;
    void paintWave(QPainter& painter) const;
    void paintMesh(QPainter& painter) const;
    void adjust();
    void hoverAt(const QPointF& point);
    [[nodiscard]] double fitScale() const;
    [[nodiscard]] QSizeF mosaicSize() const; ///< in image pixels

    const Palette* m_palette;
    std::shared_ptr<const MediaContent> m_content;
    AsyncSlot m_slot;
    std::vector<QImage> m_adjusted; ///< empty: as decoded
    QTextBrowser* m_text = nullptr;
    ImageLook m_look;
    MeshPose m_pose;
    QPointF m_pressed;
    ImageLook m_pressedLook;
    MeshPose m_pressedPose;
    bool m_isDragging = false;
};

} // namespace runlens::viewers
