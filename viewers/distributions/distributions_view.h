// SPDX-License-Identifier: GPL-3.0-or-later
/// Distributions: a grid of the tensors and histograms of the shown runs over steps, as ridges, on
/// one line, as a heat map or as percentile bands; or one of them alone (Enter, the corner of a
/// chart, double click on its title; Escape goes back). Beside them the statistics of the selected
/// tensor as curves. Only charts in sight exist; their buckets are loaded by workers, a part at a
/// time. A click sets the run, tag and step of the Selection.
#pragma once

#include "viewers/common/grid_view.h"
#include "viewers/common/series_model.h"
#include "viewers/distributions/distribution_chart.h"

#include <map>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QComboBox;
class QSplitter;
QT_END_NAMESPACE

namespace runlens::viewers {

class ChartGrid;
class FactPopup;
class HoverTable;
class IconButton;
class SearchField;
class SegmentedControl;
class StatisticsPanel;
class TextLabel;

class DistributionsView final : public GridView {
    Q_OBJECT

public:
    DistributionsView(ViewContext context, QWidget* parent);
    ~DistributionsView() override;

    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;
    [[nodiscard]] bool isSettled() const override;

    [[nodiscard]] QWidget* headerControls() override { return m_header; }

    [[nodiscard]] QList<ExportFormat> exportFormats() const override;
    Status exportTo(const QString& path, ExportFormat format) override;
    void startSearch() override;
    [[nodiscard]] QList<PaletteEntry> paletteEntries(const QString& typed,
                                                     int limit) const override;
    [[nodiscard]] QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;

    void setFilter(const QString& pattern);
    void setMode(DistributionMode mode);
    void setBinning(Binning binning);
    void setXAxis(XAxis axis);
    void setLog(bool isLog);
    void setPanelVisible(bool isVisible);
    void showSingle(const QString& key); ///< empty: the grid

    [[nodiscard]] const QString& single() const { return m_single; }

    /// Of a series (SeriesEntry::key), null while it is out of sight.
    [[nodiscard]] DistributionChart* chart(const QString& key) const;
    [[nodiscard]] QStringList keysInOrder() const; ///< after the filter

    [[nodiscard]] const StatisticsPanel& panel() const { return *m_panel; }

    [[nodiscard]] const FactPopup& popup() const { return *m_popup; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// One chart in sight.
    struct Cell {
        SeriesEntry entry;
        DistributionChart* chart = nullptr;
        std::unique_ptr<AsyncSlot> slot;
        std::shared_ptr<const HistogramSeries> series;
        TableOptions wanted; ///< of the work that goes on
    };

    struct Loaded {
        std::shared_ptr<const HistogramSeries> series;
        std::shared_ptr<const DistributionTable> table;
    };

    void buildHeader();

    [[nodiscard]] int seriesCount() const override { return m_model.rowCount(); }

    void takeRuns() override;
    void takeGrown(const OpenRun& run) override;
    void onSelectionChanged(Selection::Aspects aspects);
    void reorder() override;
    void showCells() override;
    std::unique_ptr<Cell> makeCell(const SeriesEntry& entry);
    void retire(std::unique_ptr<Cell> cell);
    void refresh(Cell& cell);
    void refreshAll();
    void refreshCells() override; ///< and the statistics beside them
    void take(const QString& key, Loaded loaded);
    void dress(Cell& cell);
    void shareValues(const QString& tag);
    void showStatistics();
    void onHover(DistributionChart* chart, const DistributionHit& hit, QPoint position);
    void onStepChosen(const SeriesEntry& entry, std::int64_t step);
    void updateCount();
    [[nodiscard]] TableOptions optionsFor(const SeriesEntry& entry) const;
    [[nodiscard]] std::int64_t originOf(const QString& runKey) const;
    [[nodiscard]] static QString mendedText(const BucketRepair& repair);
    [[nodiscard]] QString currentTag() const; ///< whose statistics are shown
    [[nodiscard]] QString nameOf(const SeriesEntry& entry) const;

    SeriesModel m_model;
    SeriesFilter m_filter;
    QSplitter* m_splitter;
    ChartGrid* m_grid;
    FactPopup* m_popup;
    HoverTable* m_hover;
    StatisticsPanel* m_panel;
    QWidget* m_header = nullptr;
    TextLabel* m_count = nullptr;
    SearchField* m_search = nullptr;
    QComboBox* m_modeChoice = nullptr;
    QComboBox* m_binningChoice = nullptr;
    SegmentedControl* m_axisChoice = nullptr;
    QCheckBox* m_logChoice = nullptr;
    IconButton* m_panelButton = nullptr;
    std::vector<int> m_order; ///< rows of the model, as the grid has them
    std::map<QString, std::unique_ptr<Cell>> m_cells;
    std::vector<DistributionChart*> m_freeCharts;
    QHash<QString, std::shared_ptr<const HistogramSeries>> m_cache; ///< of series out of sight
    QStringList m_cacheOrder;
    mutable QHash<QString, std::int64_t> m_origins;
    QString m_single;
    DistributionMode m_mode = DistributionMode::Ridge;
    Binning m_binning = Binning::TensorBoard;
    XAxis m_axis = XAxis::Step;
    bool m_isLog = false;
};

} // namespace runlens::viewers
