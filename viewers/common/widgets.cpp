// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/widgets.h"

#include "viewers/common/icons.h"
#include "viewers/common/style.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace runlens::viewers {

IconButton::IconButton(const Palette* palette,
                       const QString& iconName,
                       const QString& toolTip,
                       QWidget* parent)
    : QToolButton(parent), m_palette(palette), m_iconName(iconName)
{
    setToolTip(toolTip);
    setAccessibleName(toolTip);
    setAutoRaise(true);
    setFixedSize(kControlHeight, kControlHeight);
    setIconSize({16, 16});
    connect(palette, &Palette::changed, this, &IconButton::recolour);
    connect(this, &QToolButton::toggled, this, &IconButton::recolour);
    recolour();
}

void IconButton::setIconName(const QString& iconName)
{
    m_iconName = iconName;
    recolour();
}

void IconButton::recolour()
{
    setIcon(makeIcon(m_iconName, m_palette->colour(isChecked() ? Role::Accent : Role::Text2)));
}

SegmentedControl::SegmentedControl(const Palette* palette,
                                   const QStringList& labels,
                                   QWidget* parent)
    : QWidget(parent), m_palette(palette), m_labels(labels)
{
    setFont(Palette::font());
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void SegmentedControl::setLabels(const QStringList& labels)
{
    m_labels = labels;
    m_current = std::clamp(m_current, 0, std::max(0, static_cast<int>(labels.size()) - 1));
    updateGeometry();
    update();
}

void SegmentedControl::setCurrentIndex(int index)
{
    if (index != m_current && index >= 0 && index < m_labels.size()) {
        m_current = index;
        update();
        emit currentChanged(index);
    }
}

QRect SegmentedControl::segmentRect(int index) const
{
    const QFontMetrics metrics(Palette::font(12, QFont::DemiBold));
    int x = 0;
    for (int i = 0; i < index; ++i) {
        x += metrics.horizontalAdvance(m_labels[i]) + 18;
    }
    return {x, 0, metrics.horizontalAdvance(m_labels[index]) + 18, height()};
}

QSize SegmentedControl::sizeHint() const
{
    if (m_labels.isEmpty()) {
        return {0, kControlHeight};
    }
    return {segmentRect(static_cast<int>(m_labels.size()) - 1).right() + 2, kControlHeight};
}

void SegmentedControl::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    for (int i = 0; i < m_labels.size(); ++i) {
        const QRect segment = segmentRect(i);
        const bool isCurrent = i == m_current;
        if (isCurrent) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(m_palette->colour(Role::Selected));
            painter.drawRoundedRect(QRectF(segment).adjusted(1, 1, 0, -1), 3, 3);
        }
        if (i > 0) {
            painter.fillRect(QRect(segment.left(), 1, 1, height() - 2),
                             m_palette->colour(Role::Line2));
        }
        const bool isDim = !isEnabled();
        painter.setFont(Palette::font(12, isCurrent ? QFont::DemiBold : QFont::Normal));
        painter.setPen(m_palette->colour(isDim       ? Role::Disabled
                                         : isCurrent ? Role::Text
                                                     : Role::Text2));
        painter.drawText(segment, Qt::AlignCenter, m_labels[i]);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(hasFocus() ? QPen(m_palette->colour(Role::Accent), 2)
                              : QPen(m_palette->colour(Role::Line2), 1));
    painter.drawRoundedRect(frame, 4, 4);
}

void SegmentedControl::mousePressEvent(QMouseEvent* event)
{
    for (int i = 0; i < m_labels.size(); ++i) {
        if (segmentRect(i).contains(event->pos())) {
            setCurrentIndex(i);
        }
    }
}

void SegmentedControl::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Left) {
        setCurrentIndex(m_current - 1);
    } else if (event->key() == Qt::Key_Right) {
        setCurrentIndex(m_current + 1);
    } else {
        QWidget::keyPressEvent(event);
    }
}

SearchField::SearchField(const Palette* palette,
                         const QString& iconName,
                         const QString& placeholder,
                         QWidget* parent)
    : QLineEdit(parent)
    , m_palette(palette)
    , m_iconName(iconName)
    , m_icon(addAction(QIcon(), QLineEdit::LeadingPosition))
{
    setFont(Palette::font());
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setClearButtonEnabled(true);
    setFixedHeight(kControlHeight);
    connect(palette, &Palette::changed, this, &SearchField::recolour);
    recolour();
}

void SearchField::takeFocus()
{
    setFocus(Qt::ShortcutFocusReason);
    selectAll();
}

void SearchField::setWrong(bool isWrong, const QString& why)
{
    m_isWrong = isWrong;
    setToolTip(why);
    recolour();
}

void SearchField::recolour()
{
    m_icon->setIcon(makeIcon(m_iconName, m_palette->colour(m_isWrong ? Role::Error : Role::Text3)));
    QPalette colours = palette();
    colours.setColor(QPalette::Text, m_palette->colour(m_isWrong ? Role::Error : Role::Text));
    colours.setColor(QPalette::PlaceholderText, m_palette->colour(Role::Text3));
    setPalette(colours);
}

void SearchField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

TextLabel::TextLabel(
    const Palette* palette, const QString& text, Role role, const QFont& font, QWidget* parent)
    : QWidget(parent), m_palette(palette), m_text(text), m_role(role)
{
    setFont(font);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(text);
    connect(palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void TextLabel::setText(const QString& text)
{
    if (text != m_text) {
        m_text = text;
        setAccessibleName(text);
        updateGeometry();
        update();
    }
}

void TextLabel::setRole(Role role)
{
    m_role = role;
    update();
}

void TextLabel::setAlignment(Qt::Alignment alignment)
{
    m_alignment = alignment;
    update();
}

QSize TextLabel::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(m_text) + 1, std::max(16, metrics.height())};
}

QSize TextLabel::minimumSizeHint() const
{
    return {std::min(24, sizeHint().width()), sizeHint().height()};
}

void TextLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(font());
    painter.setPen(m_palette->colour(m_role));
    if (m_text.contains(u'\n')) {
        painter.drawText(contentsRect(), static_cast<int>(m_alignment) | Qt::TextWordWrap, m_text);
        return;
    }
    const QRect box = contentsRect();
    painter.drawText(box,
                     static_cast<int>(m_alignment) | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_text, Qt::ElideRight, box.width()));
}

bool TextLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()
        && fontMetrics().horizontalAdvance(m_text) > width())
    {
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), m_text, this);
        return true;
    }
    return QWidget::event(event);
}

LinkLabel::LinkLabel(const Palette* palette,
                     const QString& text,
                     const QString& iconName,
                     QWidget* parent)
    : TextLabel(palette, text, Role::Accent, Palette::font(), parent), m_iconName(iconName)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
}

QSize LinkLabel::sizeHint() const
{
    return TextLabel::sizeHint() + QSize(m_iconName.isEmpty() ? 0 : 18, 0);
}

void LinkLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor colour = m_palette->colour(isEnabled() ? m_role : Role::Disabled);
    QRect box = rect();
    if (!m_iconName.isEmpty()) {
        paintIcon(painter, QRectF(0, (height() - 12) / 2.0, 12, 12), m_iconName, colour);
        box.setLeft(18);
    }
    QFont underlined = font();
    underlined.setUnderline((m_isUnderMouse || hasFocus()) && isEnabled());
    painter.setFont(underlined);
    painter.setPen(colour);
    painter.drawText(box,
                     static_cast<int>(m_alignment) | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_text, Qt::ElideRight, box.width()));
}

void LinkLabel::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->pos())) {
        emit activated();
    }
}

void LinkLabel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space) {
        emit activated();
    } else {
        TextLabel::keyPressEvent(event);
    }
}

void LinkLabel::enterEvent(QEnterEvent*)
{
    m_isUnderMouse = true;
    update();
}

void LinkLabel::leaveEvent(QEvent*)
{
    m_isUnderMouse = false;
    update();
}

Separator::Separator(const Palette* palette,
                     Qt::Orientation orientation,
                     Role role,
                     QWidget* parent)
    : QWidget(parent), m_palette(palette), m_role(role)
{
    if (orientation == Qt::Horizontal) {
        setFixedHeight(1);
    } else {
        setFixedWidth(1);
    }
    connect(palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

Separator* Separator::forHeader(const Palette* palette, QWidget* parent)
{
    auto* separator = new Separator(palette, Qt::Vertical, Role::Line2, parent);
    separator->setFixedHeight(16);
    return separator;
}

void Separator::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_palette->colour(m_role));
}

FactList::FactList(const Palette* palette, QWidget* parent) : QWidget(parent), m_palette(palette)
{
    setFont(Palette::font());
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void FactList::clear()
{
    m_rows.clear();
    updateGeometry();
    update();
}

void FactList::add(const QString& name,
                   const QString& value,
                   const QString& note,
                   const QString& toolTip)
{
    m_rows.push_back({name, value, note, toolTip});
    updateGeometry();
    update();
}

QString FactList::valueOf(const QString& name) const
{
    for (const Row& row : m_rows) {
        if (row.name == name) {
            return row.value;
        }
    }
    return {};
}

QSize FactList::sizeHint() const
{
    return {m_nameWidth + 120, static_cast<int>(m_rows.size()) * kFactRowHeight};
}

QSize FactList::minimumSizeHint() const
{
    return {m_nameWidth + 40, sizeHint().height()};
}

void FactList::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QFontMetrics metrics(font());
    int y = 0;
    for (const Row& row : m_rows) {
        const auto draw = [&](int x, int width, const QString& text, Role role) {
            painter.setPen(m_palette->colour(role));
            // Of a path the end says which one it is.
            const auto elide = text.contains(u'/') ? Qt::ElideMiddle : Qt::ElideRight;
            painter.drawText(QRect(x, y, width, kFactRowHeight),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             metrics.elidedText(text, elide, width));
        };
        const int left = m_nameWidth + 8;
        draw(0, m_nameWidth, row.name, Role::Text3);
        draw(left, width() - left, row.value, Role::Text);
        const int noteLeft = left + metrics.horizontalAdvance(row.value) + 5;
        if (!row.note.isEmpty() && noteLeft < width()) {
            draw(noteLeft, width() - noteLeft, row.note, Role::Text3);
        }
        y += kFactRowHeight;
    }
}

bool FactList::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const qsizetype row = help->pos().y() / kFactRowHeight;
        if (row >= 0 && row < m_rows.size()) {
            const Row& fact = m_rows[row];
            QToolTip::showText(help->globalPos(),
                               fact.toolTip.isEmpty() ? fact.value + u' ' + fact.note
                                                      : fact.toolTip,
                               this);
        }
        return true;
    }
    return QWidget::event(event);
}

void FactList::contextMenuEvent(QContextMenuEvent* event)
{
    const qsizetype row = event->y() / kFactRowHeight;
    if (row < 0 || row >= m_rows.size()) {
        return;
    }
    const Row fact = m_rows[row];
    QMenu menu(this);
    menu.addAction(tr("Copy value"), this, [fact] {
        QApplication::clipboard()->setText(fact.toolTip.isEmpty() ? fact.value : fact.toolTip);
    });
    menu.addAction(tr("Copy all"), this, [this] {
        QString text;
        for (const Row& line : m_rows) {
            text +=
                line.name + u'\t' + (line.toolTip.isEmpty() ? line.value : line.toolTip) + u'\n';
        }
        QApplication::clipboard()->setText(text);
    });
    menu.exec(event->globalPos());
}

EmptyState::EmptyState(const Palette* palette,
                       const QString& text,
                       const QString& code,
                       QWidget* parent)
    : QWidget(parent), m_palette(palette), m_text(text), m_code(code)
{
    connect(palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void EmptyState::setText(const QString& text, const QString& code)
{
    m_text = text;
    m_code = code;
    update();
}

void EmptyState::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    const int boxWidth = std::min(width() - 32, 560);
    const QRect textBox((width() - boxWidth) / 2, height() / 2 - 48, boxWidth, 48);
    painter.setFont(Palette::font(13));
    painter.setPen(m_palette->colour(Role::Text2));
    painter.drawText(textBox, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, m_text);
    if (m_code.isEmpty()) {
        return;
    }
    painter.setFont(Palette::monospace());
    const QFontMetrics metrics(painter.font());
    const QSize size = metrics.size(0, m_code) + QSize(24, 16);
    QRect codeBox(QPoint(0, 0), size.boundedTo(QSize(width() - 16, height())));
    codeBox.moveTopLeft({(width() - codeBox.width()) / 2, height() / 2 + 12});
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_palette->colour(Role::Line));
    painter.setBrush(m_palette->colour(Role::Raised));
    painter.drawRoundedRect(QRectF(codeBox).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(m_palette->colour(Role::Text));
    painter.drawText(codeBox.adjusted(12, 8, -12, -8), Qt::AlignLeft | Qt::AlignVCenter, m_code);
}

} // namespace runlens::viewers
