// SPDX-License-Identifier: GPL-3.0-or-later
/// Findings of a run in rows of two lines: a mark of its severity (shape first), title and
/// evidence, and links to the step and the tag it speaks of. At most ten rows; the heading tells
/// how many there are.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/overview/overview_model.h"

#include <QWidget>

namespace runlens::viewers {

class FindingList : public QWidget {
    Q_OBJECT

public:
    explicit FindingList(const Palette* palette, QWidget* parent = nullptr);

    void setFindings(std::vector<OverviewFinding> findings);

    [[nodiscard]] const std::vector<OverviewFinding>& findings() const { return m_findings; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QRect linkRect(int row) const; ///< empty when the finding points nowhere

signals:
    void activated(const runlens::viewers::OverviewFinding& finding);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] static QString linkText(const OverviewFinding& finding);
    [[nodiscard]] int shownRows() const;

    const Palette* m_palette;
    std::vector<OverviewFinding> m_findings;
};

} // namespace runlens::viewers
