// SPDX-License-Identifier: GPL-3.0-or-later
/// The bar above a view: its title, the run on screen where the view shows one (with its state,
/// unless the view has controls of its own), the controls of the view, and export.
#pragma once

#include "viewers/common/run_set.h"
#include "viewers/common/widgets.h"

#include <QWidget>

class QHBoxLayout;

namespace runlens::app {

class ViewHeader : public QWidget {
    Q_OBJECT

public:
    /// controls may be null; they stay the view's. The bar is 36 px high, in a narrow window twice
    /// that.
    ViewHeader(const QString& title,
               QWidget* controls,
               bool showsRun,
               bool canExport,
               viewers::Palette* palette,
               QWidget* parent = nullptr);

    void setRun(const viewers::OpenRun* run); ///< null: none

signals:
    void exportAsked(const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    class RunChip;

    void arrange(); ///< controls that do not fit beside the title stand below it

    viewers::Palette* m_palette;
    RunChip* m_run = nullptr;
    QHBoxLayout* m_row = nullptr;
    QHBoxLayout* m_secondRow = nullptr;
    QWidget* m_controls = nullptr;
    int m_place = 0; ///< of the controls in the first row
};

} // namespace runlens::app
