// SPDX-License-Identifier: GPL-3.0-or-later
/// The precision-recall curves of one tag: a line a run, each with its average precision, and a
/// slider over the steps. Points where nothing was predicted positive have no precision and are not
/// drawn. The mouse tells the nearest point. GUI thread only.
#pragma once

#include "summary_format/pr_curve.h"
#include "summary_format/records.h"
#include "viewers/common/fact_popup.h"

#include <QWidget>

#include <memory>
#include <optional>

QT_BEGIN_NAMESPACE
class QSlider;
QT_END_NAMESPACE

namespace runlens::viewers {

class TextLabel;

struct PrLine {
    QString name; ///< of the run
    QColor colour;
    Qt::PenStyle style = Qt::SolidLine;
    std::int64_t step = kNoStep;          ///< of the record that is shown
    std::shared_ptr<const PrCurve> curve; ///< null: see the problem
    QString problem;
};

class PrChart : public QWidget {
    Q_OBJECT

public:
    explicit PrChart(const Palette* palette, QWidget* parent = nullptr);

    void setTag(const QString& tag);

    [[nodiscard]] const QString& tag() const { return m_tag; }

    void setLines(std::vector<PrLine> lines);

    [[nodiscard]] const std::vector<PrLine>& lines() const { return m_lines; }

    /// The steps of all runs, and which of them the cursor is at. Without steps: {}, 0.
    void setSteps(const std::vector<std::int64_t>& steps, int current);

    [[nodiscard]] QSlider* slider() const { return m_slider; }

    [[nodiscard]] QString stepText() const;
    [[nodiscard]] QRectF plotRect() const;
    /// Where a recall and a precision lie.
    [[nodiscard]] QPointF placeOf(double recall, double precision) const;

    void paintVectors(QPainter& painter) const; ///< with the step as text

signals:
    void stepChosen(int index);
    void hovered(const runlens::viewers::FactPopupContent& facts, QPoint position);
    void left();
    void expandRequested();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Hit {
        std::size_t line = 0;
        std::size_t point = 0;
        friend bool operator==(const Hit&, const Hit&) = default;
    };

    [[nodiscard]] std::optional<Hit> hitAt(const QPointF& point) const;
    [[nodiscard]] FactPopupContent factsOf(const Hit& hit) const;
    void paint(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;

    const Palette* m_palette;
    QSlider* m_slider;
    TextLabel* m_step;
    QString m_tag;
    std::vector<PrLine> m_lines;
    std::optional<Hit> m_hit;
};

} // namespace runlens::viewers
