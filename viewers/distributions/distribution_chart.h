// SPDX-License-Identifier: GPL-3.0-or-later
/// One series of distributions: title, axes, shapes, the step of the cursor, and what lies under
/// the mouse. The shapes are drawn by a worker; until then the last picture stays. Wheel zooms the
/// values at the mouse, drag pans them, double click fits; a click chooses a step. GUI thread only.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/palette.h"
#include "viewers/distributions/distribution_drawing.h"

#include <QWidget>

namespace runlens::viewers {

class DistributionChart : public QWidget {
    Q_OBJECT

public:
    explicit DistributionChart(const Palette* palette, QWidget* parent = nullptr);

    void setTitle(const QString& tag, const QString& run, int colourSlot);

    [[nodiscard]] const QString& tag() const { return m_tag; }

    /// What is known while there is nothing to draw, and how far loading is.
    void setMessage(const QString& text);
    void setProgress(double share); ///< 1: done

    void setTable(std::shared_ptr<const DistributionTable> table);

    [[nodiscard]] const std::shared_ptr<const DistributionTable>& table() const { return m_table; }

    void setMode(DistributionMode mode, bool isLog);
    /// All that is there to see, so that runs side by side have the same axis.
    void setFullValues(const ValueBounds& values);
    void setCursorStep(std::optional<std::int64_t> step);
    void setCurrent(bool isCurrent); ///< its statistics are shown beside

    [[nodiscard]] std::optional<std::size_t> cursorRow() const; ///< highlighted

    [[nodiscard]] const ValueBounds& values() const { return m_values; }

    [[nodiscard]] QRectF plotRect() const;
    [[nodiscard]] QString detail() const; ///< behind the title: buckets, steps drawn, marks

    /// Of the picture on screen; null before the first.
    [[nodiscard]] const std::shared_ptr<const DistributionDrawing>& drawing() const
    {
        return m_drawing;
    }

    /// The picture on the screen is of what was set last.
    [[nodiscard]] bool isExact() const { return !m_slot.isBusy() && !m_isStale; }

    void paintVectors(QPainter& painter);

signals:
    void hovered(const runlens::viewers::DistributionHit& hit, QPoint position);
    void left();
    void stepChosen(std::int64_t step);
    void expandRequested();
    void pictureReady();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Picture {
        std::shared_ptr<const DistributionDrawing> drawing;
        QImage image;
    };

    void requestDrawing();
    void paint(QPainter& painter, bool isVector);
    void paintTitle(QPainter& painter, bool isVector) const;
    void paintAxes(QPainter& painter) const;
    void paintPlaceAxis(QPainter& painter, const QRectF& plot) const;
    void paintMarksAndCursor(QPainter& painter) const;
    void setValues(const ValueBounds& values);
    [[nodiscard]] DistributionFrame frame() const;
    [[nodiscard]] QRectF expandRect() const;
    [[nodiscard]] double leftMargin() const;
    [[nodiscard]] std::vector<AxisTick> placeTicks() const;
    [[nodiscard]] std::vector<AxisTick> leftTicks() const;
    [[nodiscard]] std::vector<AxisTick> valueTicks(int atMost) const;

    const Palette* m_palette;
    AsyncSlot m_slot;
    std::shared_ptr<const DistributionTable> m_table;
    std::shared_ptr<const DistributionDrawing> m_drawing;
    QImage m_image;
    QString m_tag;
    QString m_run;
    QString m_message;
    int m_colourSlot = 0;
    double m_progress = 1.0;
    DistributionMode m_mode = DistributionMode::Ridge;
    bool m_isLog = false;
    ValueBounds m_full{0.0, 1.0};
    ValueBounds m_values{0.0, 1.0};
    bool m_isZoomed = false;
    bool m_isStale = false;
    std::optional<std::int64_t> m_cursorStep;
    std::optional<std::size_t> m_hoveredRow;
    std::optional<QPointF> m_pressed;
    ValueBounds m_pressedValues;
    bool m_isPanning = false;
    bool m_isUnderMouse = false;
    bool m_isCurrent = false;
};

} // namespace runlens::viewers
