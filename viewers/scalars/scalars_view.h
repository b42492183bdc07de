// SPDX-License-Identifier: GPL-3.0-or-later
/// Scalars: a grid of charts, one per tag, with all shown runs in each; or one chart alone (Enter,
/// the corner of a chart, double click on its title; Escape goes back). Only charts in sight exist;
/// their curves are prepared on worker threads and go on from where they were when a run grows.
/// Wheel zooms all charts in x at the mouse (Ctrl: this chart's values), drag pans, Shift+drag
/// selects steps, double click fits, Backspace goes one zoom back.
#pragma once

#include "viewers/common/chart_group.h"
#include "viewers/common/grid_view.h"
#include "viewers/scalars/scalars_model.h"

#include <map>

QT_BEGIN_NAMESPACE
class QComboBox;
class QSlider;
QT_END_NAMESPACE

namespace runlens::viewers {

class ChartGrid;
class HoverTable;
class SearchField;
class SegmentedControl;
class TextLabel;

class ScalarsView final : public GridView {
    Q_OBJECT

public:
    ScalarsView(ViewContext context, QWidget* parent);
    ~ScalarsView() override;

    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;
    [[nodiscard]] bool isSettled() const override;

    [[nodiscard]] QWidget* headerControls() override { return m_header; }

    [[nodiscard]] QList<ExportFormat> exportFormats() const override { return allExportFormats(); }

    Status exportTo(const QString& path, ExportFormat format) override;
    [[nodiscard]] ExportWork exportWork(const QString& path, ExportFormat format) override;
    void startSearch() override;
    [[nodiscard]] QList<PaletteEntry> paletteEntries(const QString& typed,
                                                     int limit) const override;
    [[nodiscard]] QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;

    void setFilter(const QString& pattern);
    void setSmoothing(double weight); ///< 0 to 0.999

    [[nodiscard]] double smoothing() const { return m_smoothing; }

    void setXAxis(XAxis axis);
    void setScale(YScale scale);
    void setColumns(int columns);        ///< 0: by width
    void showSingle(const QString& tag); ///< empty: the grid

    [[nodiscard]] const QString& single() const { return m_single; }

    /// For tests and other windows onto the same charts: the chart of a tag, null while it is out
    /// of sight.
    [[nodiscard]] CurveChart* chart(const QString& tag) const;
    [[nodiscard]] QStringList tagsInOrder() const; ///< after the filter

    [[nodiscard]] const HoverTable& hoverTable() const { return *m_hover; }

    [[nodiscard]] int chartCount() const { return static_cast<int>(m_cells.size()); }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Series {
        ScalarSource source;
        std::shared_ptr<const CurveData> data;
    };

    /// One chart in sight.
    struct Cell {
        QString tag;
        CurveChart* chart = nullptr;
        std::unique_ptr<AsyncSlot> slot;
        std::vector<Series> series;
    };

    void buildHeader();

    [[nodiscard]] int seriesCount() const override { return m_model.rowCount(); }

    void takeRuns() override;
    void takeGrown(const OpenRun& run) override;
    void reorder() override;
    void showCells() override;
    std::unique_ptr<Cell> makeCell(const QString& tag);
    void retire(std::unique_ptr<Cell> cell);
    void prepare(Cell& cell);
    void refreshCells() override;
    void showCurves(Cell& cell);
    void onHover(CurveChart* chart, double x, QPoint position);
    void updateCount();
    [[nodiscard]] std::int64_t originOf(const QString& runKey) const;
    [[nodiscard]] QString pickedTag() const;

    ScalarsModel m_model;
    ScalarsFilter m_filter;
    ChartGroup m_group;
    ChartGrid* m_grid;
    HoverTable* m_hover;
    QWidget* m_header = nullptr;
    TextLabel* m_count = nullptr;
    SearchField* m_search = nullptr;
    QSlider* m_slider = nullptr;
    TextLabel* m_sliderValue = nullptr;
    SegmentedControl* m_axisChoice = nullptr;
    SegmentedControl* m_scaleChoice = nullptr;
    QComboBox* m_columnChoice = nullptr;
    std::vector<int> m_order; ///< rows of the model, as the grid has them
    std::map<QString, std::unique_ptr<Cell>> m_cells;
    std::vector<CurveChart*> m_freeCharts;
    QHash<QString, std::vector<Series>> m_cache; ///< of tags out of sight
    QStringList m_cacheOrder;
    mutable QHash<QString, std::int64_t> m_origins;
    QString m_single;
    double m_smoothing = 0.6;
};

} // namespace runlens::viewers
