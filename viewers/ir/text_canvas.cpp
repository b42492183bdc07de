// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/text_canvas.h"

#include <QApplication>
#include <QClipboard>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kCodeLineHeight = 16;
constexpr int kGutterPadding = 12;
constexpr int kLongestShown = 4096; ///< bytes of a line that are looked at
constexpr int kLinesAround = 4;
constexpr std::uint64_t kLongestCopy = 64 << 20;

Role roleOf(TokenKind kind)
{
    switch (kind) {
    case TokenKind::Keyword:
        return Role::IrKeyword;
    case TokenKind::Name:
        return Role::IrName;
    case TokenKind::String:
        return Role::IrString;
    case TokenKind::Number:
        return Role::IrNumber;
    case TokenKind::Type:
        return Role::IrType;
    case TokenKind::Comment:
        return Role::Text3;
    case TokenKind::Plain:
        break;
    }
    return Role::Text;
}

} // namespace

TextCanvas::TextCanvas(const Palette* palette, QWidget* parent)
    : QAbstractScrollArea(parent), m_palette(palette)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_characterWidth = QFontMetricsF(Palette::monospace()).horizontalAdvance(QLatin1Char('0'));
    connect(palette, &Palette::changed, viewport(), qOverload<>(&QWidget::update));
    connect(verticalScrollBar(), &QAbstractSlider::actionTriggered, this, [this] {
        m_revealed.reset();
    });
}

void TextCanvas::setDocument(std::shared_ptr<const TextDocument> document)
{
    m_document = std::move(document);
    m_marks.clear();
    m_revealed.reset();
    m_matches.clear();
    m_currentMatch = -1;
    m_anchor = {};
    m_cursor = {};
    updateBars();
    verticalScrollBar()->setValue(0);
    horizontalScrollBar()->setValue(0);
    viewport()->update();
}

void TextCanvas::setMarks(std::vector<LineMark> marks)
{
    m_marks = std::move(marks);
    viewport()->update();
}

void TextCanvas::setMatches(std::vector<TextMatch> matches, int current)
{
    m_matches = std::move(matches);
    m_currentMatch = current;
    viewport()->update();
}

void TextCanvas::updateBars()
{
    const int lines = m_document ? m_document->lineCount() : 0;
    const int page = std::max(1, viewport()->height() / kCodeLineHeight);
    verticalScrollBar()->setRange(0, std::max(0, lines - page + 1));
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setSingleStep(3);
    const auto longest = static_cast<double>(
        std::min<std::size_t>(m_document ? m_document->longestLine : 0, kLongestShown));
    const int width = textLeft() + static_cast<int>(longest * m_characterWidth) + 16;
    horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(24);
}

int TextCanvas::gutterWidth() const
{
    const int last = m_document ? m_document->lineCount() + m_document->firstNumber - 1 : 1;
    const int digits = std::max(3, static_cast<int>(QString::number(last).size()));
    return static_cast<int>(std::ceil(digits * m_characterWidth)) + 2 * kGutterPadding;
}

int TextCanvas::textLeft() const
{
    return gutterWidth() + 4;
}

int TextCanvas::firstLineInSight() const
{
    return verticalScrollBar()->value() + 1;
}

QString TextCanvas::lineText(int line) const
{
    const std::string_view bytes =
        m_document ? m_document->line(line).substr(0, kLongestShown) : std::string_view{};
    QString text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    for (QChar& c : text) { // one place per character, whatever the text holds
        if (c == QLatin1Char('\t') || c.category() == QChar::Other_Control) {
            c = QLatin1Char(' ');
        }
    }
    return text;
}

void TextCanvas::revealLines(int first, int last)
{
    m_revealed = {first, last};
    scrollTo(first, last);
}

void TextCanvas::scrollTo(int first, int last)
{
    const int page = std::max(1, viewport()->height() / kCodeLineHeight);
    const int top = firstLineInSight();
    last = std::min(last, first + page - 1);
    if (first < top + 1 || last > top + page - 2) {
        const int around = std::max(kLinesAround, (page - (last - first + 1)) / 3);
        verticalScrollBar()->setValue(std::max(0, first - 1 - around));
    }
    horizontalScrollBar()->setValue(0);
}

QRect TextCanvas::characterRect(int line, int column) const
{
    const int x =
        textLeft() + static_cast<int>(column * m_characterWidth) - horizontalScrollBar()->value();
    return {x,
            (line - firstLineInSight()) * kCodeLineHeight,
            static_cast<int>(std::ceil(m_characterWidth)),
            kCodeLineHeight};
}

void TextCanvas::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), m_palette->colour(Role::Surface));
    if (!m_document) {
        return;
    }
    painter.setFont(Palette::monospace());
    const int first = firstLineInSight() + event->rect().top() / kCodeLineHeight;
    const int last = std::min(m_document->lineCount(),
                              firstLineInSight() + event->rect().bottom() / kCodeLineHeight);
    for (int line = first; line <= last; ++line) {
        paintLine(painter, line, (line - firstLineInSight()) * kCodeLineHeight);
    }
}

void TextCanvas::paintLine(QPainter& painter, int line, int top)
{
    const QRect row(0, top, viewport()->width(), kCodeLineHeight);
    bool isSelected = false;
    bool isMember = false;
    for (const LineMark& mark : m_marks) {
        if (line >= mark.first && line <= mark.last) {
            (mark.mark == Mark::Selected ? isSelected : isMember) = true;
        }
    }
    if (isSelected || isMember) {
        painter.fillRect(row, m_palette->colour(isSelected ? Role::Selected : Role::Hover));
        painter.fillRect(QRect(0, top, 2, kCodeLineHeight), m_palette->colour(Role::Accent));
    }
    const QString text = lineText(line);
    painter.save();
    painter.setClipRect(
        QRect(gutterWidth(), top, viewport()->width() - gutterWidth(), kCodeLineHeight));
    const auto [from, to] = selection();
    const double left = textLeft() - horizontalScrollBar()->value();
    if (from != to && line >= from.line && line <= to.line) {
        const int begin = line == from.line ? from.column : 0;
        const int end = line == to.line ? to.column : static_cast<int>(text.size()) + 1;
        painter.fillRect(QRectF(left + begin * m_characterWidth,
                                top,
                                (end - begin) * m_characterWidth,
                                kCodeLineHeight),
                         m_palette->colour(Role::SelectedLine));
    }
    paintMatches(painter, line, top, text);
    // Characters stand on a grid, so that columns match whatever font a character comes from.
    const QRect baseline(0, top, 0, kCodeLineHeight);
    const auto draw = [&](int begin, int length, Role role) {
        painter.setPen(m_palette->colour(role));
        painter.drawText(QRectF(left + begin * m_characterWidth,
                                baseline.top(),
                                length * m_characterWidth + 60,
                                kCodeLineHeight),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
                         text.mid(begin, length));
    };
    int done = 0;
    for (const Token& token : tokenize(text, m_document->language)) {
        if (token.begin > done) {
            draw(done, token.begin - done, Role::Text);
        }
        draw(token.begin, token.length, roleOf(token.kind));
        done = token.begin + token.length;
    }
    if (done < text.size()) {
        draw(done, static_cast<int>(text.size()) - done, Role::Text);
    }
    painter.restore();
    painter.setPen(m_palette->colour(isSelected ? Role::Text : Role::Text3));
    painter.drawText(QRect(0, top, gutterWidth() - kGutterPadding, kCodeLineHeight),
                     Qt::AlignRight | Qt::AlignVCenter,
                     QString::number(line + m_document->firstNumber - 1));
}

void TextCanvas::paintMatches(QPainter& painter, int line, int top, const QString& text)
{
    const auto first = std::lower_bound(
        m_matches.begin(), m_matches.end(), line, [](const TextMatch& match, int wanted) {
            return match.line < wanted;
        });
    const double left = textLeft() - horizontalScrollBar()->value();
    const QByteArray bytes = text.toUtf8();
    for (auto match = first; match != m_matches.end() && match->line == line; ++match) {
        const auto column = [&](int byte) { return QString::fromUtf8(bytes.left(byte)).size(); };
        const double begin = static_cast<double>(column(match->column));
        const double end = static_cast<double>(column(match->column + match->length));
        const QRectF rect(left + begin * m_characterWidth,
                          top + 1,
                          (end - begin) * m_characterWidth,
                          kCodeLineHeight - 2);
        painter.fillRect(rect, m_palette->colour(Role::WarningTint));
        if (match - m_matches.begin() == m_currentMatch) {
            painter.setPen(QPen(m_palette->colour(Role::WarningMark), 1));
            painter.drawRect(rect.adjusted(0.5, 0, -0.5, -1));
        }
    }
}

void TextCanvas::resizeEvent(QResizeEvent*)
{
    updateBars();
    if (m_revealed) {
        scrollTo(m_revealed->first, m_revealed->second);
    }
}

void TextCanvas::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        viewport()->update();
    }
    QAbstractScrollArea::changeEvent(event);
}

TextCanvas::Place TextCanvas::placeAt(QPoint point) const
{
    const int lines = m_document ? m_document->lineCount() : 0;
    const int line =
        firstLineInSight()
        + static_cast<int>(std::floor(point.y() / static_cast<double>(kCodeLineHeight)));
    const double x = point.x() - textLeft() + horizontalScrollBar()->value();
    const int column = std::max(0, static_cast<int>(std::floor(x / m_characterWidth + 0.4)));
    if (lines == 0) {
        return {};
    }
    const int known = std::clamp(line, 1, lines);
    return {known, std::min(column, static_cast<int>(lineText(known).size()))};
}

QString TextCanvas::nameAt(const Place& place) const
{
    if (!m_document || m_document->language != TextLanguage::Ir) {
        return {};
    }
    const QString text = lineText(place.line);
    for (const Token& token : tokenize(text, TextLanguage::Ir)) {
        if (token.kind == TokenKind::Name && place.column >= token.begin
            && place.column < token.begin + token.length)
        {
            return text.mid(token.begin, token.length);
        }
    }
    return {};
}

std::pair<TextCanvas::Place, TextCanvas::Place> TextCanvas::selection() const
{
    return m_anchor < m_cursor ? std::pair(m_anchor, m_cursor) : std::pair(m_cursor, m_anchor);
}

QString TextCanvas::selectedText() const
{
    const auto [from, to] = selection();
    if (!m_document || from == to || from.line < 1) {
        return {};
    }
    if (from.line == to.line) {
        return lineText(from.line).mid(from.column, to.column - from.column);
    }
    QString text = lineText(from.line).mid(from.column);
    for (int line = from.line + 1;
         line <= to.line && static_cast<std::uint64_t>(text.size()) < kLongestCopy;
         ++line)
    {
        const std::string_view bytes = m_document->line(line);
        const QString whole = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
        text += QLatin1Char('\n') + (line == to.line ? whole.left(to.column) : whole);
    }
    return text;
}

void TextCanvas::mousePressEvent(QMouseEvent* event)
{
    m_revealed.reset();
    if (event->button() == Qt::LeftButton && m_document) {
        const Place place = placeAt(event->pos());
        m_cursor = place;
        if (!(event->modifiers() & Qt::ShiftModifier)) {
            m_anchor = place;
        }
        m_isSelecting = true;
        viewport()->update();
    }
}

void TextCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isSelecting) {
        m_cursor = placeAt(event->pos());
        if (event->pos().y() < 0 || event->pos().y() > viewport()->height()) {
            verticalScrollBar()->setValue(verticalScrollBar()->value()
                                          + (event->pos().y() < 0 ? -1 : 1));
        }
        viewport()->update();
        return;
    }
    const bool isOnName = m_document && !nameAt(placeAt(event->pos())).isEmpty();
    viewport()->setCursor(isOnName ? Qt::PointingHandCursor : Qt::IBeamCursor);
}

void TextCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_isSelecting) {
        return;
    }
    m_isSelecting = false;
    if (m_anchor != m_cursor || !m_document || m_cursor.line < 1) {
        return;
    }
    const int below = firstLineInSight() + event->pos().y() / kCodeLineHeight;
    if (below > m_document->lineCount()) {
        return;
    }
    const QString name = nameAt(m_cursor);
    if (!name.isEmpty()) {
        emit nameClicked(m_cursor.line, name);
    } else {
        emit lineClicked(m_cursor.line);
    }
}

void TextCanvas::keyPressEvent(QKeyEvent* event)
{
    m_revealed.reset();
    QScrollBar* bar = verticalScrollBar();
    if (event->matches(QKeySequence::Copy)) {
        const QString text = selectedText();
        if (!text.isEmpty()) {
            QApplication::clipboard()->setText(text);
        }
    } else if (event->matches(QKeySequence::SelectAll) && m_document) {
        m_anchor = {1, 0};
        m_cursor = {m_document->lineCount(),
                    static_cast<int>(lineText(m_document->lineCount()).size())};
        viewport()->update();
    } else if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) {
        bar->setValue(bar->value() + (event->key() == Qt::Key_Up ? -1 : 1));
    } else if (event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown) {
        bar->setValue(bar->value() + (event->key() == Qt::Key_PageUp ? -1 : 1) * bar->pageStep());
    } else if (event->key() == Qt::Key_Home || event->key() == Qt::Key_End) {
        bar->setValue(event->key() == Qt::Key_Home ? 0 : bar->maximum());
    } else {
        QAbstractScrollArea::keyPressEvent(event);
    }
}

} // namespace runlens::viewers
