// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows a TextDocument with line numbers and colours. Only the lines in sight are looked at, so
/// that a text of 100 MB scrolls like a short one. Names of an IR text (%3, %para1_x, @subgraph)
/// are links. Text can be selected by dragging and copied. GUI thread.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/ir/text_document.h"

#include <QAbstractScrollArea>
#include <QString>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace runlens::viewers {

class TextCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    enum class Mark {
        Selected, ///< the selected node
        Member,   ///< belongs to it
    };

    struct LineMark {
        int first = 0;
        int last = 0;
        Mark mark = Mark::Selected;
        friend bool operator==(const LineMark&, const LineMark&) = default;
    };

    explicit TextCanvas(const Palette* palette, QWidget* parent = nullptr);

    [[nodiscard]] const TextDocument* document() const { return m_document.get(); }

    void setDocument(std::shared_ptr<const TextDocument> document);
    void setMarks(std::vector<LineMark> marks);

    [[nodiscard]] const std::vector<LineMark>& marks() const { return m_marks; }

    /// In order of the text; current is emphasised.
    void setMatches(std::vector<TextMatch> matches, int current);
    /// Scrolls as little as needed to have the lines in sight, with some lines around them; they
    /// stay there while the widget is resized, until the user moves.
    void revealLines(int first, int last);
    [[nodiscard]] int firstLineInSight() const;
    /// Where a character stands, in pixels of the viewport: for tests and tooltips.
    [[nodiscard]] QRect characterRect(int line, int column) const;
    [[nodiscard]] QString selectedText() const;

signals:
    void lineClicked(int line);
    void nameClicked(int line, const QString& name); ///< "%3", "%para1_x", "@subgraph"

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Place {
        int line = 0;
        int column = 0; ///< characters
        friend auto operator<=>(const Place&, const Place&) =
            default; // NOLINT(modernize-use-nullptr): of the comparison
    };

    void updateBars();
    void scrollTo(int first, int last);
    void paintLine(QPainter& painter, int line, int top);
    void paintMatches(QPainter& painter, int line, int top, const QString& text);
    [[nodiscard]] QString lineText(int line) const;
    [[nodiscard]] Place placeAt(QPoint point) const;
    [[nodiscard]] QString nameAt(const Place& place) const;
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] int textLeft() const;
    [[nodiscard]] std::pair<Place, Place> selection() const;

    const Palette* m_palette;
    std::shared_ptr<const TextDocument> m_document;
    std::vector<LineMark> m_marks;
    std::optional<std::pair<int, int>> m_revealed; ///< to be kept in sight
    std::vector<TextMatch> m_matches;
    int m_currentMatch = -1;
    Place m_anchor;
    Place m_cursor;
    bool m_isSelecting = false;
    double m_characterWidth = 7.0;
};

} // namespace runlens::viewers
