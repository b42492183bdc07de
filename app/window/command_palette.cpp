// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_palette.h"

#include "viewers/common/style.h"

#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QPointer>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace runlens::app {

using viewers::PaletteEntry;
using viewers::Role;

namespace {

constexpr int kMostEntries = 200;
constexpr int kPopupWidthPx = 560;
constexpr int kVisibleRows = 14;
constexpr int kDetailRole = Qt::UserRole + 1;

class EntryDelegate : public QStyledItemDelegate {
public:
    EntryDelegate(const viewers::Palette* palette, QObject* parent)
        : QStyledItemDelegate(parent), m_palette(palette)
    {}

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        if ((option.state & QStyle::State_Selected) != 0) {
            painter->fillRect(option.rect, m_palette->colour(Role::Selected));
        }
        const QRect row = option.rect.adjusted(12, 0, -12, 0);
        const QFont small = viewers::Palette::font(11);
        const QString detail = QFontMetrics(small).elidedText(
            index.data(kDetailRole).toString(), Qt::ElideRight, row.width() / 2);
        painter->setFont(small);
        painter->setPen(m_palette->colour(Role::Text3));
        painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, detail);
        const QFont font = viewers::Palette::font();
        const int room = row.width() - QFontMetrics(small).horizontalAdvance(detail) - 16;
        painter->setFont(font);
        painter->setPen(m_palette->colour(Role::Text));
        painter->drawText(
            row,
            Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, room));
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {100, viewers::kTreeRowHeight};
    }

private:
    const viewers::Palette* m_palette;
};

/// -1: absent; otherwise higher is better.
int wordScore(const QString& word, const QString& text)
{
    const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive);
    if (at < 0) {
        return -1;
    }
    if (at == 0) {
        return text.size() == word.size() ? 100 : 60;
    }
    return text.at(at - 1).isLetterOrNumber() ? 10 : 30;
}

} // namespace

int paletteScore(const QString& typed, const QString& title, const QString& detail)
{
    int score = 0;
    const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
    for (const QString& word : words) {
        const int inTitle = wordScore(word, title);
        const int inDetail = wordScore(word, detail);
        if (inTitle < 0 && inDetail < 0) {
            return -1;
        }
        score += std::max(inTitle * 4, inDetail); // a title that holds it beats any detail
    }
    return score;
}

CommandPalette::CommandPalette(viewers::Palette* palette, Collect collect, QWidget* parent)
    : QFrame(parent)
    , m_palette(palette)
    , m_collect(std::move(collect))
    , m_field(new viewers::SearchField(
          palette, QStringLiteral("search"), tr("Go to action, tag, node, operator, pass"), this))
    , m_list(new QListView(this))
    , m_model(new QStandardItemModel(this))
    , m_hint(new viewers::TextLabel(
          palette, tr("Nothing has this name"), Role::Text3, viewers::Palette::font(), this))
{
    setObjectName(QStringLiteral("commandPalette"));
    m_field->setObjectName(QStringLiteral("paletteField"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new EntryDelegate(palette, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->viewport()->setAutoFillBackground(false);
    m_hint->setFixedHeight(viewers::kTreeRowHeight);
    m_hint->setAlignment(Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(6);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_hint);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        activate(index.row());
    });
    hide();
}

void CommandPalette::open()
{
    m_field->clear();
    refresh();
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

QStringList CommandPalette::titles() const
{
    QStringList list;
    for (const PaletteEntry& entry : m_entries) {
        list.push_back(entry.title);
    }
    return list;
}

void CommandPalette::refresh()
{
    const QString typed = m_field->text();
    m_entries = m_collect(typed, kMostEntries);
    std::vector<std::pair<int, int>> order; // score, index
    for (int i = 0; i < m_entries.size(); ++i) {
        const int score = paletteScore(typed, m_entries[i].title, m_entries[i].detail);
        if (score >= 0) {
            order.emplace_back(-score, i);
        }
    }
    std::stable_sort(
        order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    QList<PaletteEntry> sorted;
    for (const auto& [score, index] : order) {
        if (sorted.size() < kMostEntries) {
            sorted.push_back(m_entries[index]);
        }
    }
    m_entries = std::move(sorted);
    m_model->clear();
    for (const PaletteEntry& entry : m_entries) {
        auto* item = new QStandardItem(entry.title);
        item->setData(entry.detail, kDetailRole);
        m_model->appendRow(item);
    }
    m_list->setVisible(!m_entries.isEmpty());
    m_hint->setVisible(m_entries.isEmpty());
    if (!m_entries.isEmpty()) {
        m_list->setCurrentIndex(m_model->index(0, 0));
    }
    place();
}

void CommandPalette::place()
{
    const QWidget* window = parentWidget();
    const int rows = std::clamp(static_cast<int>(m_entries.size()), 1, kVisibleRows);
    const int boxWidth = std::min(kPopupWidthPx, window->width() - 32);
    const int boxHeight = 8 + viewers::kControlHeight + 6 + rows * viewers::kTreeRowHeight + 8;
    setGeometry(
        (window->width() - boxWidth) / 2, 4, boxWidth, std::min(boxHeight, window->height() - 8));
}

void CommandPalette::activate(int row)
{
    if (row < 0 || row >= m_entries.size()) {
        return;
    }
    const std::function<void()> activate = m_entries[row].activate;
    hide();
    if (activate) {
        activate();
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::FocusOut) {
        hide();
    }
    if (watched != m_field || event->type() != QEvent::KeyPress) {
        return QFrame::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    const int rows = m_model->rowCount();
    const int current = m_list->currentIndex().row();
    const auto moveTo = [&](int row) {
        if (rows > 0) {
            m_list->setCurrentIndex(m_model->index(std::clamp(row, 0, rows - 1), 0));
        }
        return true;
    };
    switch (key->key()) {
    case Qt::Key_Down:
        return moveTo(current + 1);
    case Qt::Key_Up:
        return moveTo(current - 1);
    case Qt::Key_PageDown:
        return moveTo(current + kVisibleRows);
    case Qt::Key_PageUp:
        return moveTo(current - kVisibleRows);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        activate(current);
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return QFrame::eventFilter(watched, event);
    }
}

void CommandPalette::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_palette->colour(Role::Line2));
    painter.setBrush(m_palette->colour(Role::Popup));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace runlens::app
