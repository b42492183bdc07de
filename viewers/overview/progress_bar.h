// SPDX-License-Identifier: GPL-3.0-or-later
/// How far a training is: steps done of those configured, steps per second and the time left.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/overview/overview_model.h"

#include <QWidget>

namespace runlens::viewers {

class RunProgressBar : public QWidget {
    Q_OBJECT

public:
    explicit RunProgressBar(const Palette* palette, QWidget* parent = nullptr);

    void setProgress(const RunProgress& progress);
    [[nodiscard]] QString text() const; ///< "4,210 of 15,000 steps · 812 steps/s · 13 s left"

    [[nodiscard]] QSize sizeHint() const override { return {240, 34}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Palette* m_palette;
    RunProgress m_progress;
};

} // namespace runlens::viewers
