// SPDX-License-Identifier: GPL-3.0-or-later
/// The one step cursor of the window: a strip of the shown runs' steps with marks for findings and
/// NaN. Dragging moves Selection::step, and with it every view. Left and right move by one, Page up
/// and down by a twentieth, Home and End to the ends.
#pragma once

#include "app/window/step_index.h"
#include "viewers/common/async.h"
#include "viewers/common/run_set.h"
#include "viewers/common/selection.h"
#include "viewers/common/widgets.h"

#include <QHash>
#include <QTimer>
#include <QWidget>

namespace runlens::app {

/// The ruler with the runs, the marks and the cursor.
class StepRuler : public QWidget {
    Q_OBJECT

public:
    struct Bar {
        QString name;
        QColor colour;
        std::int64_t first = 0;
        std::int64_t last = 0;
        QList<StepMark> marks;
    };

    explicit StepRuler(const viewers::Palette* palette, QWidget* parent = nullptr);

    void setBars(QList<Bar> bars);
    void setCursor(std::optional<std::int64_t> step);
    void setRange(std::optional<viewers::StepRange> range); ///< a chosen range, drawn as a frame

    [[nodiscard]] std::int64_t first() const { return m_first; }

    [[nodiscard]] std::int64_t last() const { return m_last; }

    [[nodiscard]] bool isEmpty() const { return m_bars.isEmpty(); }

    [[nodiscard]] double xOf(std::int64_t step) const;
    [[nodiscard]] std::int64_t stepAt(double x) const; ///< clamped to the ends

signals:
    void stepChosen(qint64 step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paintBars(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintCursor(QPainter& painter) const;
    void moveBy(std::int64_t steps);
    [[nodiscard]] QString textAt(double x) const;

    const viewers::Palette* m_palette;
    QList<Bar> m_bars;
    std::int64_t m_first = 0;
    std::int64_t m_last = 0;
    std::optional<std::int64_t> m_cursor;
    std::optional<viewers::StepRange> m_range;
};

class StepStrip : public QWidget {
    Q_OBJECT

public:
    StepStrip(viewers::RunSet* runs,
              viewers::Selection* selection,
              viewers::Palette* palette,
              QWidget* parent = nullptr);

    void goToFirst();
    void goToLast();
    void moveBy(int steps);

    [[nodiscard]] StepRuler* ruler() const { return m_ruler; }

    [[nodiscard]] bool isSettled() const { return !m_work.isBusy() && !m_timer.isActive(); }

    /// How many runs that are shown have a NaN somewhere.
    [[nodiscard]] int runsWithNan() const;

signals:
    void indexed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void scheduleIndex();
    void startIndex();
    void updateRuler();
    void updateText();
    void choose(std::int64_t step);

    viewers::RunSet* m_runs;
    viewers::Selection* m_selection;
    viewers::Palette* m_palette;
    viewers::AsyncSlot m_work;
    QTimer m_timer;
    QHash<QString, RunSteps> m_steps; ///< by run key
    viewers::TextLabel* m_label = nullptr;
    viewers::TextLabel* m_step = nullptr;
    viewers::TextLabel* m_total = nullptr;
    viewers::TextLabel* m_epoch = nullptr;
    viewers::IconButton* m_toFirst = nullptr;
    viewers::IconButton* m_toLast = nullptr;
    StepRuler* m_ruler = nullptr;
    bool m_isIndexStale = false;
};

} // namespace runlens::app
