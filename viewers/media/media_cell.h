// SPDX-License-Identifier: GPL-3.0-or-later
/// One series of recorded things: title, the body that shows one of them, and a slider over its
/// steps. GUI thread only.
#pragma once

#include "viewers/common/series_model.h"
#include "viewers/media/media_body.h"

QT_BEGIN_NAMESPACE
class QPushButton;
class QSlider;
QT_END_NAMESPACE

namespace runlens::viewers {

class TextLabel;

class MediaCell : public QWidget {
    Q_OBJECT

public:
    explicit MediaCell(const Palette* palette, QWidget* parent);

    void setTitle(const QString& tag, const QString& run, int colourSlot);
    /// How many were recorded, which one is shown, and what it says of itself.
    void setSample(int row, int count, const QString& step);
    void setContent(std::shared_ptr<const MediaContent> content);
    void setNote(const QString& note); ///< of the last thing that was tried, such as saving

    [[nodiscard]] MediaBody* body() const { return m_body; }

    [[nodiscard]] QSlider* slider() const { return m_slider; }

    [[nodiscard]] const QString& tag() const { return m_tag; }

    [[nodiscard]] QString stepText() const;
    [[nodiscard]] QString factsText() const;

    void paintVectors(QPainter& painter);

signals:
    void rowChosen(int row);
    void expandRequested();
    void saveRequested(int part); ///< of the content; -1: all of it
    void openRequested();         ///< with the player of the desktop

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void paintTitle(QPainter& painter) const;

    const Palette* m_palette;
    MediaBody* m_body;
    QSlider* m_slider;
    TextLabel* m_step;
    TextLabel* m_facts;
    QPushButton* m_save;
    QPushButton* m_open;
    QString m_tag;
    QString m_run;
    int m_colourSlot = 0;
};

} // namespace runlens::viewers
