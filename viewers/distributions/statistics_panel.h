// SPDX-License-Identifier: GPL-3.0-or-later
/// The statistics of one tensor over steps, beside its distributions: a small chart for each, with
/// all shown runs, joined with the step cursor. GUI thread only.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/chart_group.h"
#include "viewers/common/series_model.h"
#include "viewers/distributions/statistics_run.h"

#include <QScrollArea>

namespace runlens::viewers {

class HoverTable;
class TextLabel;

class StatisticsPanel : public QScrollArea {
    Q_OBJECT

public:
    /// hover: shared with the view, whose child it is.
    StatisticsPanel(const Palette* palette,
                    Selection* selection,
                    HoverTable* hover,
                    QWidget* parent = nullptr);
    ~StatisticsPanel() override;

    struct Source {
        SeriesEntry entry;
        std::shared_ptr<const Run> run;
        QString name;
        QColor colour;
        Qt::PenStyle style = Qt::SolidLine;
        std::int64_t originNs = kNoTime;
    };

    /// The tag, and where its curves come from.
    void showTag(const QString& tag, std::vector<Source> sources, XAxis axis);

    [[nodiscard]] const QString& tag() const { return m_tag; }

    [[nodiscard]] bool isSettled() const;
    /// Null when no run knows it.
    [[nodiscard]] CurveChart* chart(Statistic statistic) const;
    [[nodiscard]] static QString nameOf(Statistic statistic);

    ChartGroup& group() { return m_group; }

    void paintVectors(QPainter& painter); ///< the charts in sight, at their places

signals:
    void settledMayHaveChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Prepared {
        std::size_t source = 0;
        std::array<std::shared_ptr<const CurveData>, kStatistics.size()> curves;
    };

    void apply(const std::vector<Prepared>& all);
    void arrange();

    const Palette* m_palette;
    ChartGroup m_group;
    HoverTable* m_hover;
    AsyncSlot m_slot;
    QWidget* m_page;
    TextLabel* m_title;
    std::array<CurveChart*, kStatistics.size()> m_charts{};
    std::vector<Source> m_sources;
    QString m_tag;
    XAxis m_axis = XAxis::Step;
};

} // namespace runlens::viewers
