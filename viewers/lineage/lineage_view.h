// SPDX-License-Identifier: GPL-3.0-or-later
/// The Lineage view: a table of all open runs with what they were made with and what came out, and
/// over it parallel coordinates, a scatter matrix, or the importance of each parameter for a
/// metric. Brushes on the axes restrict the table and all pictures. Reads runs on a worker, also
/// those that the window keeps closed because there are too many. Remarks, tags and colours of runs
/// go through the RunEditor.
#pragma once

#include "viewers/common/async.h"
#include "viewers/lineage/importance.h"
#include "viewers/lineage/lineage_picture.h"
#include "viewers/lineage/row_filter.h"
#include "viewers/lineage/run_table_model.h"
#include "viewers/view.h"

#include <QHash>
#include <QTimer>

#include <chrono>

class QCheckBox;
class QComboBox;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTableView;
class QPushButton;

namespace runlens::viewers {

class ColourScale;
class ColumnChooser;
class ImportanceChart;
class LinkLabel;
class ParallelChart;
class ScatterMatrix;
class SearchField;
class SegmentedControl;
class TextLabel;

class LineageView final : public View {
    Q_OBJECT

public:
    enum Picture { Parallel, Scatter, Importance };

    LineageView(ViewContext context, QWidget* parent);

    [[nodiscard]] bool hasData() const override;
    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;
    [[nodiscard]] bool isSettled() const override;

    [[nodiscard]] QWidget* headerControls() override { return m_header; }

    [[nodiscard]] QList<ExportFormat> exportFormats() const override { return allExportFormats(); }

    Status exportTo(const QString& path, ExportFormat format) override;
    void startSearch() override;
    [[nodiscard]] QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;

    [[nodiscard]] QTableView* table() const { return m_table; }

    [[nodiscard]] const RunTableModel& model() const { return *m_model; }

    [[nodiscard]] ParallelChart* parallel() const { return m_parallel; }

    [[nodiscard]] ScatterMatrix* scatter() const { return m_scatter; }

    [[nodiscard]] ImportanceChart* importance() const { return m_importance; }

    [[nodiscard]] ColumnChooser* chooser() const { return m_chooser; }

    [[nodiscard]] QComboBox* metricChoice() const { return m_metricChoice; }

    [[nodiscard]] QString factsText() const; ///< "12 of 20 runs, 3 of 40 columns"

    void setPicture(Picture picture);
    void setShownColumns(const std::vector<std::string>& keys);
    void setMetric(const std::string& key);

    [[nodiscard]] const std::map<std::string, Brush>& brushes() const { return m_brushes; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Reading {
        std::vector<std::shared_ptr<const RunRecord>> records; ///< that were made
        std::shared_ptr<const RunTable> table;
        bool hasMore = false;
    };

    // lineage_header.cpp
    void buildHeader();
    void buildPictureBar(QWidget* bar);
    void fillMetrics();
    void showFacts();
    void openChooser();

    // lineage_table.cpp
    void buildTable();
    void buildTableActions();
    [[nodiscard]] QMenu* makeColourMenu(RunEditor* editor);
    void fitColumns();
    void sortAsBefore();
    void takeColumnOrder();
    void openHeaderMenu(const QPoint& place);
    void openRun(const QModelIndex& index);
    void choose(int row);
    void followSelection();
    [[nodiscard]] QStringList selectedKeys() const;

    // lineage_view.cpp
    void refresh();
    void take(Reading reading);
    void showTable();
    void showRows();
    void showPictures();
    void showImportance();
    void setBrush(const std::string& column, const std::optional<Brush>& brush);
    [[nodiscard]] const RunRecord* upToDateRecord(const OpenRun& run) const;
    [[nodiscard]] std::vector<RunLabel> labelsOf(const RunTable& table) const;
    [[nodiscard]] std::vector<std::string> shownKeys() const;
    [[nodiscard]] std::vector<int> shownColumns() const;
    [[nodiscard]] std::vector<QColor> coloursOf(int metric) const;
    [[nodiscard]] int metricColumn() const;

    QWidget* m_header = nullptr;
    SearchField* m_search = nullptr;
    QPushButton* m_columnsButton = nullptr;
    QCheckBox* m_onlyShown = nullptr;
    TextLabel* m_facts = nullptr;
    SegmentedControl* m_pictureChoice = nullptr;
    QComboBox* m_metricChoice = nullptr;
    QCheckBox* m_byMetric = nullptr;
    ColourScale* m_scale = nullptr;
    LinkLabel* m_clear = nullptr;
    ColumnChooser* m_chooser = nullptr;
    QSplitter* m_splitter = nullptr;
    QStackedWidget* m_pictures = nullptr;
    ParallelChart* m_parallel = nullptr;
    ScatterMatrix* m_scatter = nullptr;
    ImportanceChart* m_importance = nullptr;
    QTableView* m_table = nullptr;
    RunTableModel* m_model = nullptr;
    RunTableFilter* m_filter = nullptr;

    AsyncSlot* m_reading;
    AsyncSlot* m_correlating;
    QTimer m_soon; ///< a run grew: not for each of its snapshots
    QHash<QString, std::shared_ptr<const RunRecord>> m_records;
    RowFilter m_rowFilter;
    std::vector<int> m_rows; ///< of the table, that pass the filter
    std::map<std::string, Brush> m_brushes;
    std::vector<std::string> m_chosen; ///< columns the user chose; see m_hasChosen
    std::string m_metric;              ///< chosen by the user; empty: the telling one
    std::map<std::string, bool> m_logs;
    QHash<QString, int> m_widths;      ///< of columns, by key
    std::vector<std::string> m_fitted; ///< columns that have their widths
    std::ptrdiff_t m_fittedRuns = 0;   ///< and the runs they were made for
    QString m_sortKey;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    std::chrono::milliseconds m_slice{0}; ///< grows while runs are read: each slice makes a table
    bool m_hasChosen = false;
    bool m_isStale = true;
    bool m_isFilling = false;
    bool m_hadData = false;
};

/// What the colours of runs mean: the smallest and the largest value of the metric, and the colours
/// between.
class ColourScale : public QWidget {
    Q_OBJECT

public:
    explicit ColourScale(const Palette* palette, QWidget* parent = nullptr);
    void setEnds(const QString& low, const QString& high);
    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Palette* m_palette;
    QString m_low;
    QString m_high;
};

} // namespace runlens::viewers
