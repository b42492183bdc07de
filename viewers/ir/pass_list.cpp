// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/pass_list.h"

#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"

#include <QEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <array>

namespace runlens::viewers {

namespace {

constexpr int kRowHeight = 39;
constexpr int kPassPadding = 12;

struct Badge {
    QString text;
    Role role;
};

std::vector<Badge> badgesOf(const PassSummary& summary)
{
    std::vector<Badge> badges;
    const auto add = [&](QChar sign, int count, Role role) {
        if (count > 0) {
            badges.push_back({QString(sign) + QString::number(count), role});
        }
    };
    if (summary.isFirst) {
        const QString first = PassModel::tr("first pass");
        badges.push_back(
            {summary.graph.isEmpty() ? first : PassModel::tr("%1, first pass").arg(summary.graph),
             Role::Text3});
        return badges;
    }
    add(QLatin1Char('+'), summary.added, Role::Success);
    add(kMinus, summary.removed, Role::Error);
    add(QLatin1Char('~'), summary.changed, Role::Warning);
    add(QChar(0x21C6), summary.reshaped, Role::Accent);
    if (badges.empty()) {
        badges.push_back({PassModel::tr("no change"), Role::Text3});
    }
    return badges;
}

class PassDelegate : public QStyledItemDelegate {
public:
    PassDelegate(const Palette* palette, const PassModel* model, QObject* parent)
        : QStyledItemDelegate(parent), m_palette(palette), m_model(model)
    {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {140, kRowHeight};
    }

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override
    {
        const PassSummary& summary = m_model->passes()[static_cast<std::size_t>(index.row())];
        const bool isCurrent = option.state.testFlag(QStyle::State_Selected);
        const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
        painter->save();
        if (isCurrent || isHovered) {
            painter->fillRect(option.rect,
                              m_palette->colour(isCurrent ? Role::Selected : Role::Hover));
        }
        if (isCurrent) {
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 2, option.rect.height()),
                              m_palette->colour(Role::Accent));
        }
        painter->setPen(QPen(m_palette->colour(Role::Line), 1));
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        const QRect inside = option.rect.adjusted(kPassPadding, 4, -10, -4);
        const QFont small = Palette::font(11);
        const QString nodes = formatCount(summary.nodes);
        painter->setFont(small);
        painter->setPen(m_palette->colour(Role::Text3));
        const int nodesWidth = QFontMetrics(small).horizontalAdvance(nodes);
        painter->drawText(QRect(inside.left(), inside.top(), inside.width(), 15),
                          Qt::AlignRight | Qt::AlignVCenter,
                          nodes);
        const QFont name = Palette::font(12, isCurrent ? QFont::DemiBold : QFont::Normal);
        painter->setFont(name);
        painter->setPen(m_palette->colour(Role::Text));
        const int room = inside.width() - nodesWidth - 8;
        painter->drawText(QRect(inside.left(), inside.top(), room, 15),
                          Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(name).elidedText(summary.name, Qt::ElideRight, room));
        paintBadges(
            *painter, QRect(inside.left(), inside.top() + 16, inside.width(), 15), summary, small);
        painter->restore();
    }

private:
    void paintBadges(QPainter& painter,
                     const QRect& line,
                     const PassSummary& summary,
                     const QFont& font) const
    {
        painter.setFont(font);
        const QFontMetrics metrics(font);
        int right = line.right();
        if (summary.durationNs > 0) {
            const QString duration = formatDuration(summary.durationNs);
            painter.setPen(m_palette->colour(Role::Text3));
            painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, duration);
            right -= metrics.horizontalAdvance(duration) + 6;
        }
        int left = line.left();
        for (const Badge& badge : badgesOf(summary)) {
            const int width = metrics.horizontalAdvance(badge.text);
            if (left + width > right) {
                break;
            }
            painter.setPen(m_palette->colour(badge.role));
            painter.drawText(QRect(left, line.top(), width + 2, line.height()),
                             Qt::AlignLeft | Qt::AlignVCenter,
                             badge.text);
            left += width + 8;
        }
    }

    const Palette* m_palette;
    const PassModel* m_model;
};

} // namespace

QString changeText(const PassSummary& summary)
{
    QStringList parts;
    for (const Badge& badge : badgesOf(summary)) {
        parts << badge.text;
    }
    return parts.join(QStringLiteral("  "));
}

void PassModel::setPasses(std::vector<PassSummary> passes)
{
    beginResetModel();
    m_passes = std::move(passes);
    endResetModel();
}

int PassModel::rowOf(PassId pass) const
{
    for (std::size_t i = 0; i < m_passes.size(); ++i) {
        if (m_passes[i].pass == pass) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

int PassModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_passes.size());
}

QVariant PassModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const PassSummary& summary = m_passes[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return summary.name;
    case Qt::ToolTipRole:
        return tr("%1 of %2\n%3 nodes, %4\n%5 added, %6 removed, %7 changed, %8 reshaped against "
                  "the pass before")
            .arg(summary.name,
                 summary.graph,
                 formatCount(summary.nodes),
                 summary.durationNs > 0 ? formatDuration(summary.durationNs)
                                        : tr("duration unknown"))
            .arg(summary.added)
            .arg(summary.removed)
            .arg(summary.changed)
            .arg(summary.reshaped);
    case Qt::AccessibleTextRole:
        return summary.name + QLatin1Char(' ') + changeText(summary);
    default:
        return {};
    }
}

QByteArray passesAsCsv(const std::vector<PassSummary>& passes)
{
    QByteArray csv = "graph,pass,nodes,duration_ns,added,removed,changed,reshaped\n";
    for (const PassSummary& summary : passes) {
        const QByteArrayList cells = {
            csvCell(summary.graph),
            csvCell(summary.name),
            QByteArray::number(summary.nodes),
            QByteArray::number(static_cast<qlonglong>(summary.durationNs)),
            QByteArray::number(summary.added),
            QByteArray::number(summary.removed),
            QByteArray::number(summary.changed),
            QByteArray::number(summary.reshaped),
        };
        csv += cells.join(',') + '\n';
    }
    return csv;
}

PassList::PassList(const Palette* palette, PassModel* model, QWidget* parent)
    : QListView(parent), m_model(model)
{
    setModel(model);
    setItemDelegate(new PassDelegate(palette, model, this));
    setFrameShape(QFrame::NoFrame);
    setUniformItemSizes(true);
    setMouseTracking(true);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setAccessibleName(tr("Passes"));
    connect(palette, &Palette::changed, viewport(), qOverload<>(&QWidget::update));
}

void PassList::setCurrentPass(PassId pass)
{
    m_isSetting = true;
    const int row = m_model->rowOf(pass);
    setCurrentIndex(row >= 0 ? m_model->index(row) : QModelIndex());
    if (row >= 0) {
        scrollTo(m_model->index(row));
    }
    m_isSetting = false;
}

PassId PassList::currentPass() const
{
    const QModelIndex current = currentIndex();
    return current.isValid() ? m_model->passes()[static_cast<std::size_t>(current.row())].pass
                             : kNone<PassId>;
}

void PassList::step(int by)
{
    const int row = currentIndex().isValid() ? currentIndex().row() + by : 0;
    if (row >= 0 && row < m_model->rowCount()) {
        setCurrentIndex(m_model->index(row));
    }
}

void PassList::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QListView::currentChanged(current, previous);
    if (!m_isSetting && current.isValid()) {
        emit passChosen(currentPass());
    }
}

void PassList::changeEvent(QEvent* event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        viewport()->update();
    }
}

} // namespace runlens::viewers
