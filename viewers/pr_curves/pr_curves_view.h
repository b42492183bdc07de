// SPDX-License-Identifier: GPL-3.0-or-later
/// PR curves: a grid of the precision-recall curves of the shown runs, one chart a tag with all its
/// runs, each at its record nearest to the step of the cursor. Enter, or a double click on a title,
/// shows one alone; Escape goes back. Only charts in sight are loaded, by workers.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/grid_view.h"
#include "viewers/common/series_model.h"
#include "viewers/pr_curves/pr_chart.h"

#include <map>

namespace runlens::viewers {

class ChartGrid;
class SearchField;

class PrCurvesView final : public GridView {
    Q_OBJECT

public:
    PrCurvesView(ViewContext context, QWidget* parent);
    ~PrCurvesView() override;

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
    void showSingle(const QString& tag); ///< empty: the grid

    [[nodiscard]] const QString& single() const { return m_single; }

    [[nodiscard]] PrChart* chart(const QString& tag) const; ///< null while out of sight

    [[nodiscard]] const QStringList& tagsInOrder() const { return m_order; }

    [[nodiscard]] const FactPopup& popup() const { return *m_popup; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// One chart in sight.
    struct Cell {
        PrChart* chart = nullptr;
        std::unique_ptr<AsyncSlot> slot;
        std::vector<std::int64_t> steps; ///< of all runs, ascending
        QString wanted;                  ///< which records are shown or being loaded
    };

    void buildHeader();

    [[nodiscard]] int seriesCount() const override { return m_model.rowCount(); }

    void takeRuns() override;
    void takeGrown(const OpenRun& run) override;
    void reorder() override;
    void showCells() override;
    void refreshCells() override;
    std::unique_ptr<Cell> makeCell(const QString& tag);
    void retire(std::unique_ptr<Cell> cell);
    void refresh(const QString& tag, Cell& cell);

    SeriesModel m_model;
    SeriesFilter m_filter;
    ChartGrid* m_grid;
    FactPopup* m_popup;
    QWidget* m_header = nullptr;
    TextLabel* m_count = nullptr;
    SearchField* m_search = nullptr;
    QStringList m_order; ///< tags
    std::map<QString, std::unique_ptr<Cell>> m_cells;
    std::vector<PrChart*> m_freeCharts;
    QString m_single;
};

} // namespace runlens::viewers
