// SPDX-License-Identifier: GPL-3.0-or-later
/// The curves of a chart as one graphics item inside its plot area. While the exact picture is
/// cheap it is drawn in the paint event; a dear one (many noisy runs) is drawn by a worker, and the
/// last picture moves and stretches until then. The drawing itself is a free function of const
/// data, used for the screen, for tests and for export alike.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/curve_drawing.h"
#include "viewers/common/palette.h"

#include <QColor>
#include <QGraphicsObject>
#include <QImage>

namespace runlens::viewers {

/// One run of one tag, with its looks.
struct PlotCurve {
    std::shared_ptr<const CurveData> data; ///< never null
    QString runKey;
    QString name;
    QColor colour;
    Qt::PenStyle style = Qt::SolidLine;
    double width = 1.3;       ///< of the line, px
    bool hasRawBehind = true; ///< the values as recorded, faint, behind the smoothed ones
};

struct MarkColours {
    QColor notANumber;
    QColor positiveInfinity;
    QColor negativeInfinity;
};

[[nodiscard]] MarkColours markColours(const Palette& palette);

/// Everything a picture depends on.
struct CurvePicture {
    std::vector<PlotCurve> curves; ///< later ones on top
    PlotFrame frame;
};

/// Draws the curves into the plot (clipped, origin at its top left); false when stopped.
bool paintCurves(QPainter& painter, const CurvePicture& picture, const std::stop_token& stop = {});
/// Draws ×, ▲ and ▼ into the lane right above the plot, and dots as far as they reach.
void paintMarks(QPainter& painter, std::span<const LaneMark> marks, const MarkColours& colours);

class CurveItem : public QGraphicsObject {
    Q_OBJECT

public:
    explicit CurveItem(QGraphicsItem* parent = nullptr);

    static constexpr double kLaneHeight = 12.0; ///< above the plot

    void setCurves(std::vector<PlotCurve> curves, const MarkColours& marks);
    void setFrame(const PlotFrame& frame);

    [[nodiscard]] const CurvePicture& picture() const { return m_picture; }

    /// False while the picture on the screen is not the exact one.
    [[nodiscard]] bool isExact() const { return !m_slot.isBusy() && !m_isPending; }

    /// For export: draws lines instead of an image.
    void setVectorMode(bool isVector) { m_isVector = isVector; }

    [[nodiscard]] QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

signals:
    void pictureReady();

private:
    struct Image {
        QImage image;
        PlotFrame frame;
        std::vector<LaneMark> marks;
        double milliseconds = 0.0;
        quint64 revision = 0;
        bool isStopped = false;
    };

    static Image render(const CurvePicture& picture, quint64 revision, const std::stop_token& stop);
    void requestExact();
    void paintOld(QPainter& painter) const;
    [[nodiscard]] bool isCheap() const;

    CurvePicture m_picture;
    MarkColours m_markColours;
    AsyncSlot m_slot;
    Image m_image;
    quint64 m_revision = 1; ///< of curves and frame together
    quint64 m_requested = 0;
    bool m_isPending = false; ///< changed since the last paint
    bool m_isVector = false;
};

} // namespace runlens::viewers
