// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensor_table.h"

#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/tensors/tensor_table_model.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kTableRowPx = 22;
constexpr int kCellSidePx = 6;
constexpr int kRoundingPx = 2; ///< widths of texts are rounded
constexpr int kNarrowestColumnPx = 44;
constexpr int kWidestColumnPx = 280;
constexpr int kMeasuredRows = 64; ///< for the width of the columns
constexpr int kMeasuredColumns = 16;
constexpr std::int64_t kMostCopied = 1'000'000;

QFont tableFont()
{
    return Palette::font(12);
}

} // namespace

TensorTable::TensorTable(const Palette* palette, TensorTableModel* model, QWidget* parent)
    : QAbstractScrollArea(parent), m_palette(palette), m_model(model)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Values"));
    auto* copyAction = new QAction(tr("Copy"), this);
    copyAction->setShortcut(QKeySequence::Copy);
    copyAction->setShortcutContext(Qt::WidgetShortcut);
    addAction(copyAction);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(copyAction, &QAction::triggered, this, &TensorTable::copy);
    connect(m_model, &QAbstractItemModel::modelReset, this, &TensorTable::onReset);
    connect(m_palette, &Palette::changed, viewport(), qOverload<>(&QWidget::update));
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), [this] {
        viewport()->update();
    });
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, viewport(), [this] {
        viewport()->update();
    });
}

void TensorTable::onReset()
{
    const QFontMetrics metrics(tableFont());
    const int rows = m_model->rowCount();
    const int columns = m_model->columnCount();
    // An even sample of the cells tells how wide they are; what is wider is elided.
    const int rowStep = std::max(1, rows / kMeasuredRows);
    const int columnStep = std::max(1, columns / kMeasuredColumns);
    int widest = kNarrowestColumnPx;
    for (int row = 0; row < rows && row / rowStep < kMeasuredRows; row += rowStep) {
        for (int column = 0; column < columns && column / columnStep < kMeasuredColumns;
             column += columnStep)
        {
            widest = std::max(
                widest, metrics.horizontalAdvance(m_model->index(row, column).data().toString()));
        }
    }
    widest = std::max(widest, metrics.horizontalAdvance(QString::number(columns)));
    m_columnWidth = std::min(widest + 2 * kCellSidePx + kRoundingPx, kWidestColumnPx);
    m_current.row = std::clamp(m_current.row, 0, std::max(0, rows - 1));
    m_current.column = std::clamp(m_current.column, 0, std::max(0, columns - 1));
    m_anchor = m_current;
    m_isSelecting = false;
    updateBars();
    viewport()->update();
}

int TensorTable::headerWidth() const
{
    const QFontMetrics metrics(tableFont());
    const QString last = QString::number(std::max(0, m_model->rowCount() - 1));
    return std::max(metrics.horizontalAdvance(last), 24) + 2 * kCellSidePx;
}

int TensorTable::rowsInSight() const
{
    return std::max(1, (viewport()->height() - kTableRowPx) / kTableRowPx);
}

int TensorTable::columnsInSight() const
{
    return std::max(1, (viewport()->width() - headerWidth()) / m_columnWidth);
}

void TensorTable::updateBars()
{
    verticalScrollBar()->setRange(0, std::max(0, m_model->rowCount() - rowsInSight()));
    verticalScrollBar()->setPageStep(rowsInSight());
    horizontalScrollBar()->setRange(0, std::max(0, m_model->columnCount() - columnsInSight()));
    horizontalScrollBar()->setPageStep(columnsInSight());
}

QRect TensorTable::cellRect(Cell cell) const
{
    const int row = cell.row - verticalScrollBar()->value();
    const int column = cell.column - horizontalScrollBar()->value();
    const QRect area = viewport()->rect().adjusted(headerWidth(), kTableRowPx, 0, 0);
    if (row < 0 || column < 0 || row > area.height() / kTableRowPx
        || column > area.width() / m_columnWidth)
    {
        return {};
    }
    return {area.left() + column * m_columnWidth,
            area.top() + row * kTableRowPx,
            m_columnWidth,
            kTableRowPx};
}

std::optional<TensorTable::Cell> TensorTable::cellAt(QPoint point) const
{
    const QPoint inside = point - QPoint(headerWidth(), kTableRowPx);
    if (inside.x() < 0 || inside.y() < 0 || m_model->rowCount() == 0 || m_model->columnCount() == 0)
    {
        return std::nullopt;
    }
    return Cell{
        std::min(verticalScrollBar()->value() + inside.y() / kTableRowPx, m_model->rowCount() - 1),
        std::min(horizontalScrollBar()->value() + inside.x() / m_columnWidth,
                 m_model->columnCount() - 1)};
}

QRect TensorTable::selection() const
{
    return {
        QPoint(std::min(m_anchor.column, m_current.column), std::min(m_anchor.row, m_current.row)),
        QPoint(std::max(m_anchor.column, m_current.column), std::max(m_anchor.row, m_current.row))};
}

std::int64_t TensorTable::selectedCells() const
{
    const QRect chosen = selection();
    return static_cast<std::int64_t>(chosen.width()) * chosen.height();
}

QString TensorTable::selectedText() const
{
    const QRect chosen = selection();
    QString text;
    for (int row = chosen.top(); row <= chosen.bottom() && m_model->rowCount() > 0; ++row) {
        for (int column = chosen.left(); column <= chosen.right(); ++column) {
            QString cell = m_model->index(row, column).data(kExportRole).toString();
            cell.replace(u'\t', u' ').replace(u'\n', u' ');
            text += (column > chosen.left() ? QStringLiteral("\t") : QString()) + cell;
        }
        text += u'\n';
    }
    return text;
}

void TensorTable::copy()
{
    if (selectedCells() > kMostCopied) {
        QToolTip::showText(QCursor::pos(),
                           tr("More than %1 cells are not copied: export the slice as CSV")
                               .arg(formatCount(kMostCopied)),
                           this);
        return;
    }
    QApplication::clipboard()->setText(selectedText());
}

void TensorTable::moveTo(Cell cell, bool isExtending)
{
    cell.row = std::clamp(cell.row, 0, std::max(0, m_model->rowCount() - 1));
    cell.column = std::clamp(cell.column, 0, std::max(0, m_model->columnCount() - 1));
    const bool isOther = cell != m_current;
    m_current = cell;
    if (!isExtending) {
        m_anchor = cell;
    }
    QScrollBar* down = verticalScrollBar();
    QScrollBar* across = horizontalScrollBar();
    down->setValue(std::clamp(down->value(), cell.row - rowsInSight() + 1, cell.row));
    across->setValue(std::clamp(across->value(), cell.column - columnsInSight() + 1, cell.column));
    viewport()->update();
    if (isOther) {
        emit currentChanged(cell.row, cell.column);
    }
}

void TensorTable::setCurrent(Cell cell)
{
    moveTo(cell, false);
}

void TensorTable::mousePressEvent(QMouseEvent* event)
{
    const auto cell = cellAt(event->position().toPoint());
    if (cell && event->button() == Qt::LeftButton) {
        m_isSelecting = true;
        moveTo(*cell, (event->modifiers() & Qt::ShiftModifier) != 0);
    }
}

void TensorTable::mouseMoveEvent(QMouseEvent* event)
{
    if (const auto cell = cellAt(event->position().toPoint()); m_isSelecting && cell) {
        moveTo(*cell, true);
    }
}

void TensorTable::mouseReleaseEvent(QMouseEvent*)
{
    m_isSelecting = false;
}

void TensorTable::wheelEvent(QWheelEvent* event)
{
    const bool isAcross = (event->modifiers() & Qt::ShiftModifier) != 0;
    QCoreApplication::sendEvent(isAcross ? horizontalScrollBar() : verticalScrollBar(), event);
}

void TensorTable::keyPressEvent(QKeyEvent* event)
{
    Cell to = m_current;
    const bool isAll = (event->modifiers() & Qt::ControlModifier) != 0;
    if (event == QKeySequence::SelectAll) {
        m_anchor = {0, 0};
        m_current = {std::max(0, m_model->rowCount() - 1), std::max(0, m_model->columnCount() - 1)};
        viewport()->update();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        --to.row;
        break;
    case Qt::Key_Down:
        ++to.row;
        break;
    case Qt::Key_Left:
        --to.column;
        break;
    case Qt::Key_Right:
        ++to.column;
        break;
    case Qt::Key_PageUp:
        to.row -= rowsInSight();
        break;
    case Qt::Key_PageDown:
        to.row = static_cast<int>(std::min<std::int64_t>(std::int64_t{to.row} + rowsInSight(),
                                                         std::max(0, m_model->rowCount() - 1)));
        break;
    case Qt::Key_Home:
        to = {isAll ? 0 : to.row, 0};
        break;
    case Qt::Key_End:
        to = {isAll ? m_model->rowCount() - 1 : to.row, m_model->columnCount() - 1};
        break;
    default:
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    moveTo(to, (event->modifiers() & Qt::ShiftModifier) != 0);
}

void TensorTable::resizeEvent(QResizeEvent*)
{
    updateBars();
}

void TensorTable::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    paint(painter);
}

void TensorTable::paint(QPainter& painter) const
{
    painter.fillRect(viewport()->rect(), m_palette->colour(Role::Surface));
    if (m_model->rowCount() == 0 || m_model->columnCount() == 0) {
        return;
    }
    painter.setFont(tableFont());
    const QRect chosen = selection();
    const int firstRow = verticalScrollBar()->value();
    const int firstColumn = horizontalScrollBar()->value();
    painter.save();
    painter.setClipRect(viewport()->rect().adjusted(headerWidth(), kTableRowPx, 0, 0),
                        Qt::IntersectClip);
    for (int row = firstRow; row < m_model->rowCount(); ++row) {
        if (cellRect({row, firstColumn}).isNull()) {
            break;
        }
        for (int column = firstColumn; column < m_model->columnCount(); ++column) {
            const QRect rect = cellRect({row, column});
            if (rect.isNull()) {
                break;
            }
            if (chosen.contains(column, row)) {
                painter.fillRect(rect, m_palette->colour(Role::Selected));
            }
            paintCell(painter, {row, column}, rect);
        }
    }
    const QRect current = cellRect(m_current);
    if (!current.isNull()) {
        painter.setPen(m_palette->colour(Role::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(current.adjusted(0, 0, -1, -1));
    }
    painter.restore();
    paintHeaders(painter);
}

void TensorTable::paintCell(QPainter& painter, Cell cell, const QRect& rect) const
{
    using Mark = TensorTableModel::Mark;
    const QModelIndex index = m_model->index(cell.row, cell.column);
    const auto mark = static_cast<Mark>(index.data(TensorTableModel::kMarkRole).toInt());
    Role role = Role::Text;
    switch (mark) {
    case Mark::NotANumber:
        role = Role::NotANumber;
        break;
    case Mark::PositiveInfinity:
        role = Role::PositiveInfinity;
        break;
    case Mark::NegativeInfinity:
        role = Role::NegativeInfinity;
        break;
    case Mark::Beyond:
        painter.fillRect(rect.adjusted(1, 1, -1, -1), m_palette->colour(Role::WarningTint));
        role = Role::Warning;
        break;
    case Mark::None:
        break;
    }
    painter.setPen(m_palette->colour(role));
    const QRect inside = rect.adjusted(kCellSidePx, 0, -kCellSidePx, 0);
    painter.drawText(
        inside,
        Qt::AlignRight | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, inside.width()));
}

void TensorTable::paintHeaders(QPainter& painter) const
{
    const int side = headerWidth();
    const QRect area = viewport()->rect();
    painter.fillRect(QRect(0, 0, area.width(), kTableRowPx), m_palette->colour(Role::Chrome));
    painter.fillRect(QRect(0, 0, side, area.height()), m_palette->colour(Role::Chrome));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.setFont(Palette::font(11));
    const int firstRow = verticalScrollBar()->value();
    const int firstColumn = horizontalScrollBar()->value();
    painter.save();
    painter.setClipRect(QRect(side, 0, area.width() - side, kTableRowPx), Qt::IntersectClip);
    for (int column = firstColumn; column < m_model->columnCount(); ++column) {
        const QRect cell = cellRect({firstRow, column});
        if (cell.isNull()) {
            break;
        }
        painter.drawText(QRect(cell.left(), 0, cell.width() - kCellSidePx, kTableRowPx),
                         Qt::AlignRight | Qt::AlignVCenter,
                         m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    }
    painter.restore();
    painter.save();
    painter.setClipRect(QRect(0, kTableRowPx, side, area.height() - kTableRowPx),
                        Qt::IntersectClip);
    for (int row = firstRow; row < m_model->rowCount(); ++row) {
        const QRect cell = cellRect({row, firstColumn});
        if (cell.isNull()) {
            break;
        }
        painter.drawText(QRect(0, cell.top(), side - kCellSidePx, kTableRowPx),
                         Qt::AlignRight | Qt::AlignVCenter,
                         m_model->headerData(row, Qt::Vertical, Qt::DisplayRole).toString());
    }
    painter.restore();
    painter.fillRect(QRect(0, kTableRowPx - 1, area.width(), 1), m_palette->colour(Role::Line));
    painter.fillRect(QRect(side - 1, 0, 1, area.height()), m_palette->colour(Role::Line));
}

} // namespace runlens::viewers
