// SPDX-License-Identifier: GPL-3.0-or-later
/// The operators with the most self time as horizontal bars, in the colour of their category, the
/// rest as one bar. A click chooses one.
#pragma once

#include "profiler/analysis/operator_summary.h"
#include "viewers/common/palette.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace runlens::viewers {

class OperatorChart : public QWidget {
    Q_OBJECT

public:
    explicit OperatorChart(const Palette* palette, QWidget* parent = nullptr);

    /// rows in descending order of self time.
    void setRows(std::shared_ptr<const Run> run,
                 const std::vector<profiler::OperatorRow>& rows,
                 const QString& title);
    void setCurrent(std::optional<std::size_t> row); ///< of the rows given

    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }

    [[nodiscard]] QRect barRect(std::size_t bar) const; ///< the whole row of a bar

    [[nodiscard]] std::size_t barCount() const { return m_bars.size(); }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    void paint(QPainter& painter) const;

signals:
    void rowChosen(std::size_t row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Bar {
        QString name;
        SpanCategory category = SpanCategory::Other;
        std::int64_t selfNs = 0;
        double share = 0.0;
        bool isRest = false;
    };

    void makeBars();
    [[nodiscard]] std::optional<std::size_t> barAt(const QPoint& point) const;

    const Palette* m_palette;
    std::shared_ptr<const Run> m_run;
    std::vector<profiler::OperatorRow> m_rows;
    std::vector<Bar> m_bars;
    QString m_title;
    std::optional<std::size_t> m_current;
    std::optional<std::size_t> m_hovered;
};

} // namespace runlens::viewers
