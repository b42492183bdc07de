// SPDX-License-Identifier: GPL-3.0-or-later
/// Tensors: a list of the recorded tensors of the shown runs, and one of them as a table, a heat
/// map or a histogram of a slice, at the step of the cursor; or its difference to another step or
/// another run. Tensors are loaded, and everything of them is computed, by workers. Beside it what
/// is known of the whole and of the slice.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/series_model.h"
#include "viewers/tensors/compare_bar.h"
#include "viewers/tensors/heat_map.h"
#include "viewers/tensors/tensor_loader.h"
#include "viewers/view.h"

#include <QCache>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QComboBox;
class QPushButton;
class QSlider;
class QSplitter;
class QStackedWidget;
class QTableView;
QT_END_NAMESPACE

namespace runlens::viewers {

class EmptyState;
class FactPopup;
class IconButton;
class SearchField;
class SegmentedControl;
class SliceBar;
class TensorFacts;
class TensorHistogram;
class TensorListModel;
class TensorTable;
class TensorTableModel;
class TextLabel;

class TensorsView final : public View {
    Q_OBJECT

public:
    enum class Mode { Table, HeatMap, Histogram };

    TensorsView(ViewContext context, QWidget* parent);
    ~TensorsView() override;

    [[nodiscard]] bool hasData() const override { return m_series.rowCount() > 0; }

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
    void setMode(Mode mode);
    void setHeatPalette(HeatPalette palette);
    void setLog(bool isLog);
    void setPanelVisible(bool isVisible);
    void setSlice(const TensorSlice& slice);
    void showSeries(const QString& key);     ///< SeriesEntry::key
    void showElement(std::uint64_t element); ///< moves the slice so that it is in sight
    /// The whole tensor as a NumPy file, behind a progress dialog.
    Status saveNpy(const QString& path);

    [[nodiscard]] const QString& shownSeries() const { return m_key; }

    [[nodiscard]] Mode mode() const { return m_mode; }

    [[nodiscard]] const TensorSlice& slice() const { return m_slice; }

    [[nodiscard]] const TensorField& field() const { return m_field; }

    [[nodiscard]] QTableView* list() const { return m_list; }

    [[nodiscard]] TensorTable* table() const { return m_table; }

    [[nodiscard]] const TensorTableModel& tableModel() const { return *m_tableModel; }

    [[nodiscard]] HeatMap* heatMap() const { return m_heatMap; }

    [[nodiscard]] TensorHistogram* histogram() const { return m_histogram; }

    [[nodiscard]] SliceBar* sliceBar() const { return m_sliceBar; }

    [[nodiscard]] CompareBar* compareBar() const { return m_compareBar; }

    [[nodiscard]] TensorFacts* facts() const { return m_facts; }

    [[nodiscard]] QSlider* stepSlider() const { return m_stepSlider; }

    [[nodiscard]] QString stepText() const;
    [[nodiscard]] QString messageText() const; ///< where there is nothing to show; else empty
    [[nodiscard]] QString warningText() const; ///< what is odd about what is shown

    [[nodiscard]] const FactPopup& popup() const { return *m_popup; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A tensor or two, loaded.
    struct Loaded {
        LoadedTensor tensor;
        LoadedTensor other;
    };

    struct SliceResult {
        std::optional<FieldSummary> summary;
        HistogramBuckets buckets;
    };

    /// One record of a series.
    struct Place {
        QString key;
        TagId tag = kNone<TagId>;
        int row = -1;
        std::shared_ptr<const Run> run;
        std::shared_ptr<const RunReader> reader;

        [[nodiscard]] QString cacheKey() const
        {
            return key + QLatin1Char('\n') + QString::number(row);
        }
    };

    // tensors_controls.cpp
    void buildHeader();
    QWidget* buildList();
    QWidget* buildBody();
    void connectBody();
    void onHover(QWidget* from, int row, int column, QPoint position);
    void onBucketHover(int bucket, QPoint position);
    void askToSave();

    // tensors_view.cpp
    void runsChanged();
    void runUpdated(const QString& key);
    void relist();
    void onSelectionChanged(Selection::Aspects aspects);
    void chooseStep(int row);
    void choose(const SeriesEntry& entry);
    [[nodiscard]] const SeriesEntry* shownEntry() const;

    // tensors_content.cpp
    void refresh();
    void showSteps(const SeriesEntry& entry, const ColumnView<SampleEntry>& entries);
    void load(const Place& place, const std::optional<Place>& other);
    void take(const QString& wanted, const Loaded& loaded);
    void showField();
    void showCompared();
    void summarizeWhole();
    void summarizeSlice();
    void showMessage();
    [[nodiscard]] std::optional<Place> placeOf(const SeriesEntry& entry, int row) const;
    [[nodiscard]] std::optional<Place> otherPlace(const SeriesEntry& entry, QString& problem) const;
    [[nodiscard]] LoadedTensor known(const Place& place) const;
    [[nodiscard]] QString comparedText() const;
    [[nodiscard]] QString shapeWarning() const;

    SeriesModel m_series;
    SeriesFilter m_filter;
    TensorListModel* m_listModel;
    TensorTableModel* m_tableModel;
    AsyncSlot m_loading;
    AsyncSlot m_summing;
    AsyncSlot m_slicing;
    QCache<QString, LoadedTensor> m_cache; ///< cost in KiB
    FactPopup* m_popup;

    QWidget* m_header = nullptr;
    TextLabel* m_count = nullptr;
    SearchField* m_search = nullptr;
    SegmentedControl* m_modeChoice = nullptr;
    QComboBox* m_paletteChoice = nullptr;
    QCheckBox* m_logChoice = nullptr;
    QPushButton* m_save = nullptr;
    IconButton* m_panelButton = nullptr;

    QSplitter* m_splitter = nullptr;
    QTableView* m_list = nullptr;
    TextLabel* m_title = nullptr;
    TextLabel* m_stepLabel = nullptr;
    QSlider* m_stepSlider = nullptr;
    SliceBar* m_sliceBar = nullptr;
    CompareBar* m_compareBar = nullptr;
    TextLabel* m_warning = nullptr;
    QStackedWidget* m_pages = nullptr;
    TensorTable* m_table = nullptr;
    HeatMap* m_heatMap = nullptr;
    TensorHistogram* m_histogram = nullptr;
    EmptyState* m_message = nullptr;
    TensorFacts* m_facts = nullptr;

    QString m_key; ///< of the series; empty: none
    int m_row = -1;
    int m_lastRow = -1; ///< of the series when it was looked at
    QString m_wanted;   ///< what is shown or being loaded
    QString m_problem;
    QString m_otherProblem;      ///< why there is nothing to compare with
    QString m_differenceProblem; ///< why it cannot be compared
    QString m_savedNote;
    QString m_messageText;
    TensorField m_field; ///< without a tensor: nothing is loaded
    TensorSlice m_slice;
    Tolerance m_tolerance; ///< of what is shown
    std::optional<FieldSummary> m_sliceSummary;
    Mode m_mode = Mode::Table;
    bool m_isListing = false;
};

} // namespace runlens::viewers
