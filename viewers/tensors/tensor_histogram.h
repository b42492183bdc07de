// SPDX-License-Identifier: GPL-3.0-or-later
/// The values of a slice as a histogram: even buckets, counts upwards, evenly or by their
/// logarithm. The mouse tells the bucket under it. NaN and ±Inf stand beside the title. GUI thread
/// only.
#pragma once

#include "summary_format/histogram.h"
#include "summary_format/records.h"
#include "viewers/common/palette.h"

#include <QWidget>

namespace runlens::viewers {

class TensorHistogram : public QWidget {
    Q_OBJECT

public:
    explicit TensorHistogram(const Palette* palette, QWidget* parent = nullptr);

    void setContent(HistogramBuckets buckets, const TensorStatistics& statistics);
    void setLog(bool isLog);

    [[nodiscard]] const HistogramBuckets& buckets() const { return m_buckets; }

    [[nodiscard]] QRectF plotRect() const;
    [[nodiscard]] QRectF barRect(int bucket) const;
    [[nodiscard]] int bucketAt(const QPointF& point) const; ///< -1: none

    void paint(QPainter& painter) const;

signals:
    void hovered(int bucket, QPoint position);
    void left();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] double shareOf(double count) const; ///< of the height
    [[nodiscard]] double xOf(double value) const;

    const Palette* m_palette;
    HistogramBuckets m_buckets;
    TensorStatistics m_statistics;
    double m_largest = 0.0;
    int m_hovered = -1;
    bool m_isLog = false;
};

} // namespace runlens::viewers
