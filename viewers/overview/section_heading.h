// SPDX-License-Identifier: GPL-3.0-or-later
/// A heading of 28 px with a quiet note behind it and an optional link at its right end.
#pragma once

#include "viewers/common/palette.h"

#include <QWidget>

namespace runlens::viewers {

class SectionHeading : public QWidget {
    Q_OBJECT

public:
    SectionHeading(const Palette* palette, const QString& title, QWidget* parent = nullptr);

    void setNote(const QString& note);
    void setLink(const QString& text); ///< empty: none

    [[nodiscard]] QSize sizeHint() const override { return {200, 28}; }

    [[nodiscard]] QRect linkRect() const;

signals:
    void linkActivated();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    const Palette* m_palette;
    QString m_title;
    QString m_note;
    QString m_link;
};

} // namespace runlens::viewers
