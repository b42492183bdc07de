// SPDX-License-Identifier: GPL-3.0-or-later
/// Media: the images, texts, sounds and meshes of the shown runs in a grid, the runs of a tag side
/// by side, each at the step of the cursor. Only what is in sight is loaded and decoded, by
/// workers, and kept in a cache of a fixed size. Ctrl and wheel zoom all images, a drag moves them,
/// a double click fits.
#pragma once

#include "viewers/common/grid_view.h"
#include "viewers/media/media_cell.h"

#include <QCache>

#include <map>

QT_BEGIN_NAMESPACE
class QComboBox;
class QTemporaryDir;
QT_END_NAMESPACE

namespace runlens::viewers {

class ChartGrid;
class FactPopup;
class SearchField;
class SegmentedControl;
class TextLabel;

class MediaView final : public GridView {
    Q_OBJECT

public:
    MediaView(ViewContext context, QWidget* parent);
    ~MediaView() override;

    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;
    [[nodiscard]] bool isSettled() const override;

    [[nodiscard]] QWidget* headerControls() override { return m_header; }

    [[nodiscard]] QList<ExportFormat> exportFormats() const override;
    Status exportTo(const QString& path, ExportFormat format) override;
    void startSearch() override;
    [[nodiscard]] QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;

    void setFilter(const QString& pattern);
    void setKind(std::optional<RecordKind> kind); ///< nullopt: all
    void setLook(const ImageLook& look);
    void showSingle(const QString& key); ///< empty: the grid

    [[nodiscard]] const QString& single() const { return m_single; }

    [[nodiscard]] const ImageLook& look() const { return m_look; }

    [[nodiscard]] MediaCell* cell(const QString& key) const; ///< null while out of sight
    [[nodiscard]] QStringList keysInOrder() const;

    [[nodiscard]] const FactPopup& popup() const { return *m_popup; }

    [[nodiscard]] int cachedBytes() const { return static_cast<int>(m_cache.totalCost()) * 1024; }

    /// The bytes of what the cell shows, as they were recorded.
    Status savePart(const QString& key, int part, const QString& path) const;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// One cell in sight.
    struct Place {
        SeriesEntry entry;
        MediaCell* cell = nullptr;
        std::unique_ptr<AsyncSlot> slot;
        int row = -1;
        int count = 0;
        QString wanted; ///< key of the content that is shown or being loaded
    };

    void buildHeader();

    [[nodiscard]] int seriesCount() const override { return m_model.rowCount(); }

    void takeRuns() override;
    void takeGrown(const OpenRun& run) override;
    void reorder() override;
    void showCells() override;
    std::unique_ptr<Place> makePlace(const SeriesEntry& entry);
    void retire(std::unique_ptr<Place> place);
    void refresh(Place& place);
    void refreshCells() override;
    void chooseRow(const QString& key, int row);
    void askToSave(const QString& key, int part);
    void openInPlayer(const QString& key);
    [[nodiscard]] QByteArray csv() const;
    [[nodiscard]] int rowAtCursor(const Place& place, const ColumnView<SampleEntry>& entries) const;

    SeriesModel m_model;
    SeriesFilter m_filter;
    ChartGrid* m_grid;
    FactPopup* m_popup;
    QWidget* m_header = nullptr;
    TextLabel* m_count = nullptr;
    SearchField* m_search = nullptr;
    QComboBox* m_kindChoice = nullptr;
    SegmentedControl* m_sizeChoice = nullptr;
    QSlider* m_brightness = nullptr;
    QSlider* m_contrast = nullptr;
    std::vector<int> m_order;
    std::map<QString, std::unique_ptr<Place>> m_places;
    std::vector<MediaCell*> m_freeCells;
    QCache<QString, std::shared_ptr<const MediaContent>> m_cache; ///< cost in KiB
    std::unique_ptr<QTemporaryDir> m_temporary;
    QString m_single;
    std::optional<RecordKind> m_kind;
    ImageLook m_look;
    MeshPose m_pose;
};

} // namespace runlens::viewers
