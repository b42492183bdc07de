// SPDX-License-Identifier: GPL-3.0-or-later
/// Bars of how strongly each parameter goes with the chosen metric: Pearson's r and Spearman's rank
/// correlation, both from -1 to 1 about a line at zero, with the number of runs they rest on, or
/// the reason why there is none. GUI thread only.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/lineage/importance.h"

#include <QAbstractScrollArea>

#include <memory>

namespace runlens::viewers {

class ImportanceChart : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ImportanceChart(const Palette* palette, QWidget* parent = nullptr);

    /// metric: column of the table, -1 when there is none to compare with.
    void setRows(std::shared_ptr<const RunTable> table,
                 int metric,
                 int runs,
                 std::vector<ImportanceRow> rows);

    [[nodiscard]] const std::vector<ImportanceRow>& rows() const { return m_rows; }

    /// What stands behind the bars: "n = 12", or why there is no correlation.
    [[nodiscard]] QString noteOf(const ImportanceRow& row) const;
    [[nodiscard]] QString titleText() const;

    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 170}; }

    [[nodiscard]] QSize sizeHint() const override { return {800, 320}; }

    [[nodiscard]] QSize contentSize() const;
    void paintContent(QPainter& painter, int width, int firstY, int lastY) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void updateScrollBar();
    void paintRow(QPainter& painter, const ImportanceRow& row, int top, int width) const;
    [[nodiscard]] int nameWidth(int width) const;

    const Palette* m_palette;
    std::shared_ptr<const RunTable> m_table;
    std::vector<ImportanceRow> m_rows;
    int m_metric = -1;
    int m_runs = 0;
};

} // namespace runlens::viewers
