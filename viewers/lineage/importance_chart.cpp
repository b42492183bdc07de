// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/importance_chart.h"

#include "viewers/common/number_format.h"
#include "viewers/common/text.h"
#include "viewers/lineage/run_table_model.h"

#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

using profiler::CorrelationLack;

constexpr int kImportanceTitlePx = 28;
constexpr int kImportanceAxisPx = 20;
constexpr int kImportanceRowPx = 26;
constexpr int kImportanceBarPx = 8;
constexpr int kImportanceSidePx = 12;
constexpr int kImportanceNotePx = 250;

QString correlationText(double value)
{
    const QString text = QString::number(std::abs(value), 'f', 2);
    return (value < 0.0 ? QString(kMinus) : QStringLiteral("+")) + text;
}

} // namespace

ImportanceChart::ImportanceChart(const Palette* palette, QWidget* parent)
    : QAbstractScrollArea(parent), m_palette(palette)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Importance of parameters"));
    connect(m_palette, &Palette::changed, viewport(), [this] { viewport()->update(); });
}

void ImportanceChart::setRows(std::shared_ptr<const RunTable> table,
                              int metric,
                              int runs,
                              std::vector<ImportanceRow> rows)
{
    m_table = std::move(table);
    m_metric = metric;
    m_runs = runs;
    m_rows = std::move(rows);
    updateScrollBar();
    viewport()->update();
}

QString ImportanceChart::titleText() const
{
    if (m_metric < 0) {
        return tr("No metric differs between these runs: there is nothing to compare with");
    }
    return tr("Correlation with %1")
        .arg(columnTitle(m_table->columns[static_cast<std::size_t>(m_metric)]));
}

QString ImportanceChart::noteOf(const ImportanceRow& row) const
{
    const auto n = static_cast<int>(row.correlation.n);
    if (row.kind == ParameterKind::ManyTexts) {
        return tr("More than two texts: they have no order");
    }
    switch (row.correlation.lack) {
    case CorrelationLack::TooFewRuns:
        return tr("%n run(s) with both values: at least 3 are needed", nullptr, n);
    case CorrelationLack::ConstantX:
        return tr("The same in all %n run(s)", nullptr, n);
    case CorrelationLack::ConstantY:
        return tr("The metric is the same in all %n run(s)", nullptr, n);
    case CorrelationLack::None:
        break;
    }
    QString numbers = tr("r %1, rank %2, n = %3")
                          .arg(correlationText(*row.correlation.pearson),
                               correlationText(*row.correlation.spearman))
                          .arg(n);
    if (row.kind == ParameterKind::TwoTexts && row.texts.size() == 2) {
        return tr("%1; %2 = 0, %3 = 1")
            .arg(numbers, toText(row.texts[0], 40), toText(row.texts[1], 40));
    }
    return numbers;
}

QSize ImportanceChart::contentSize() const
{
    return {viewport()->width(),
            kImportanceTitlePx + kImportanceAxisPx
                + static_cast<int>(m_rows.size()) * kImportanceRowPx + 8};
}

void ImportanceChart::updateScrollBar()
{
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(kImportanceRowPx);
    verticalScrollBar()->setRange(0, std::max(contentSize().height() - viewport()->height(), 0));
}

void ImportanceChart::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

int ImportanceChart::nameWidth(int width) const
{
    const QFontMetrics metrics(Palette::font(11));
    int names = 60;
    for (const ImportanceRow& row : m_rows) {
        const RunColumn& column = m_table->columns[static_cast<std::size_t>(row.column)];
        names = std::max(names, metrics.horizontalAdvance(columnTitle(column)) + 4);
    }
    return std::min(names, std::max(width / 4, 60));
}

void ImportanceChart::paintRow(QPainter& painter,
                               const ImportanceRow& row,
                               int top,
                               int width) const
{
    const RunColumn& column = m_table->columns[static_cast<std::size_t>(row.column)];
    const int names = nameWidth(width);
    const int left = kImportanceSidePx + names + 12;
    const int room = std::max(width - left - kImportanceNotePx, 60);
    const int middle = left + room / 2;
    const bool hasBars = row.correlation.pearson.has_value();
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(hasBars ? Role::Text : Role::Text3));
    painter.drawText(QRect(kImportanceSidePx, top, names, kImportanceRowPx),
                     Qt::AlignRight | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(columnTitle(column), Qt::ElideMiddle, names));
    const auto bar = [&](double value, int y, const QColor& colour) {
        const int length = static_cast<int>(std::round(value * room / 2.0));
        painter.fillRect(
            QRect(std::min(middle, middle + length), y, std::abs(length), kImportanceBarPx),
            colour);
    };
    if (hasBars) {
        const int y = top + kImportanceRowPx / 2;
        bar(*row.correlation.pearson, y - kImportanceBarPx - 1, m_palette->runColour(0));
        bar(*row.correlation.spearman, y + 1, m_palette->runColour(1));
    }
    painter.setPen(m_palette->colour(hasBars ? Role::Text2 : Role::Text3));
    const int noteLeft = hasBars ? left + room + 12 : middle + 8;
    painter.drawText(
        QRect(noteLeft, top, width - noteLeft - 4, kImportanceRowPx),
        Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(noteOf(row), Qt::ElideRight, width - noteLeft - 4));
}

void ImportanceChart::paintContent(QPainter& painter, int width, int firstY, int lastY) const
{
    painter.fillRect(QRect(0, firstY, width, lastY - firstY), m_palette->colour(Role::Surface));
    painter.setFont(Palette::font(12, QFont::Medium));
    painter.setPen(m_palette->colour(m_metric < 0 ? Role::Text3 : Role::Text));
    painter.drawText(QRect(kImportanceSidePx, 0, width - 2 * kImportanceSidePx, kImportanceTitlePx),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     titleText());
    if (m_metric < 0) {
        return;
    }
    int x = kImportanceSidePx + painter.fontMetrics().horizontalAdvance(titleText()) + 16;
    painter.setFont(Palette::font(11));
    const auto legend = [&](const QColor& colour, const QString& text) {
        painter.fillRect(QRect(x, kImportanceTitlePx / 2 - 4, 8, 8), colour);
        painter.setPen(m_palette->colour(Role::Text2));
        const int textWidth = painter.fontMetrics().horizontalAdvance(text);
        painter.drawText(
            QRect(x + 13, 0, textWidth + 4, kImportanceTitlePx), Qt::AlignVCenter, text);
        x += 13 + textWidth + 16;
    };
    legend(m_palette->runColour(0), tr("Pearson (straight line)"));
    legend(m_palette->runColour(1), tr("Spearman (rank)"));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(QRect(x, 0, std::max(width - x - 8, 0), kImportanceTitlePx),
                     Qt::AlignVCenter,
                     tr("over %n run(s)", nullptr, m_runs));
    if (m_rows.empty()) {
        painter.drawText(QRect(kImportanceSidePx, kImportanceTitlePx, width, kImportanceTitlePx),
                         Qt::AlignVCenter,
                         tr("These runs have no parameters"));
        return;
    }
    const int left = kImportanceSidePx + nameWidth(width) + 12;
    const int room = std::max(width - left - kImportanceNotePx, 60);
    const int rowsTop = kImportanceTitlePx + kImportanceAxisPx;
    const int bottom = rowsTop + static_cast<int>(m_rows.size()) * kImportanceRowPx;
    for (const double mark : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
        const int at = left + static_cast<int>((mark + 1.0) / 2.0 * room);
        painter.fillRect(QRect(at, rowsTop, 1, bottom - rowsTop),
                         m_palette->colour(mark == 0.0 ? Role::Axis : Role::Grid));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(QRect(at - 30, kImportanceTitlePx, 60, kImportanceAxisPx),
                         Qt::AlignCenter,
                         formatNumber(mark, 2));
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const int top = rowsTop + static_cast<int>(i) * kImportanceRowPx;
        if (top + kImportanceRowPx >= firstY && top <= lastY) {
            paintRow(painter, m_rows[i], top, width);
        }
    }
}

void ImportanceChart::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const int from = verticalScrollBar()->value();
    painter.translate(0, -from);
    paintContent(painter, viewport()->width(), from, from + viewport()->height());
}

bool ImportanceChart::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int y =
            help->pos().y() + verticalScrollBar()->value() - kImportanceTitlePx - kImportanceAxisPx;
        const auto row = static_cast<std::size_t>(std::max(y, 0) / kImportanceRowPx);
        if (y >= 0 && row < m_rows.size()) {
            const RunColumn& column =
                m_table->columns[static_cast<std::size_t>(m_rows[row].column)];
            QToolTip::showText(help->globalPos(),
                               columnTitle(column) + QLatin1Char('\n') + noteOf(m_rows[row]),
                               viewport());
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace runlens::viewers
