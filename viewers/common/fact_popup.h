// SPDX-License-Identifier: GPL-3.0-or-later
/// A few facts beside the mouse: a title, and rows of name and value. A child widget that floats
/// over its parent and lets the mouse through.
#pragma once

#include "viewers/common/palette.h"

#include <QWidget>

#include <vector>

namespace runlens::viewers {

struct Fact {
    QString name;
    QString value;
    friend bool operator==(const Fact&, const Fact&) = default;
};

struct FactPopupContent {
    QString title;
    QString note; ///< at the right of the title
    std::vector<Fact> facts;
};

class FactPopup : public QWidget {
    Q_OBJECT

public:
    FactPopup(const Palette* palette, QWidget* parent);

    /// Shows the content beside the given point (of the parent), on the side with more room.
    void showAt(const FactPopupContent& content, QPoint point);

    [[nodiscard]] const FactPopupContent& content() const { return m_content; }

    [[nodiscard]] QString valueOf(const QString& name) const; ///< empty when there is none

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    const Palette* m_palette;
    FactPopupContent m_content;
};

} // namespace runlens::viewers
