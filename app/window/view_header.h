// SPDX-License-Identifier: GPL-3.0-or-later
/// The bar above a view: its title, the current run with its state (where the view's own controls
/// leave room), the controls of the view, and export.
#pragma once

#include "viewers/common/run_set.h"
#include "viewers/common/widgets.h"

#include <QWidget>

namespace runlens::app {

class ViewHeader : public QWidget {
    Q_OBJECT

public:
    /// controls may be null; they stay the view's.
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

private:
    class RunChip;

    viewers::Palette* m_palette;
    RunChip* m_run = nullptr;
};

} // namespace runlens::app
