// SPDX-License-Identifier: GPL-3.0-or-later
/// What the tensors view writes into files, and what it keeps for reopening.
#include "viewers/common/figure_export.h"
#include "viewers/common/progress_task.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/text.h"
#include "viewers/common/widgets.h"
#include "viewers/tensors/npy_file.h"
#include "viewers/tensors/slice_bar.h"
#include "viewers/tensors/tensor_facts.h"
#include "viewers/tensors/tensor_histogram.h"
#include "viewers/tensors/tensor_table.h"
#include "viewers/tensors/tensors_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QSaveFile>
#include <QStackedWidget>

#include <algorithm>

namespace runlens::viewers {

namespace {

/// One row per element: its index in every dimension, and the value; where two tensors are
/// compared, both and what is shown of their difference.
Status writeSliceCsv(const TensorField& field,
                     const TensorSlice& slice,
                     const QString& path,
                     const std::stop_token& stop,
                     std::atomic<int>& done)
{
    constexpr const char* kAttempted = "export the slice";
    QSaveFile file(path);
    const auto unwritable = [&] {
        return failure(kAttempted,
                       path.toStdString(),
                       file.errorString().toStdString(),
                       "Choose another folder or make room on the disk.");
    };
    if (!file.open(QIODevice::WriteOnly)) {
        return unwritable();
    }
    const TensorField first{field.tensor, nullptr, Quantity::Values};
    const TensorField second{field.other, nullptr, Quantity::Values};
    TensorField difference = field;
    difference.quantity = Quantity::Difference;
    TensorField relative = field;
    relative.quantity = Quantity::Relative;
    QByteArray rows;
    for (std::size_t i = 0; i < slice.size(); ++i) {
        rows += "dim" + QByteArray::number(static_cast<qulonglong>(i)) + ',';
    }
    rows += field.other ? "a,b,difference,relative_error\r\n" : "value\r\n";
    constexpr qsizetype kPartBytes = 1 << 20;
    bool isWritten = true;
    std::uint64_t count = 0;
    const auto all = static_cast<double>(SliceWalk(field.tensor->shape, slice).count());
    const bool isWhole = visitSlice(field.tensor->shape, slice, stop, [&](std::uint64_t element) {
        if (!isWritten) {
            return;
        }
        for (const std::int64_t at : placeOfElement(field.tensor->shape, element)) {
            rows += QByteArray::number(static_cast<qlonglong>(at)) + ',';
        }
        rows += csvCell(toWholeText(first.text(element)));
        if (field.other) {
            rows += ',' + csvCell(toWholeText(second.text(element))) + ','
                    + QByteArray::fromStdString(difference.text(element)) + ','
                    + QByteArray::fromStdString(relative.text(element));
        }
        rows += "\r\n";
        ++count;
        if (rows.size() >= kPartBytes) {
            isWritten = file.write(rows) == rows.size();
            rows.clear();
            done.store(static_cast<int>(static_cast<double>(count) / all * 1000),
                       std::memory_order_relaxed);
        }
    });
    if (!isWhole) {
        return failure(kAttempted, path.toStdString(), "it was cancelled");
    }
    if (!isWritten || file.write(rows) != rows.size() || !file.commit()) {
        return unwritable();
    }
    return {};
}

} // namespace

ExportWork TensorsView::exportWork(const QString& path, ExportFormat format)
{
    if (format != ExportFormat::Csv || !m_field.tensor) {
        return {};
    }
    return [field = m_field, slice = m_slice, path](const std::stop_token& stop,
                                                    std::atomic<int>& done) {
        return writeSliceCsv(field, slice, path, stop, done);
    };
}

Status TensorsView::exportTo(const QString& path, ExportFormat format)
{
    if (!m_field.tensor) {
        return failure("export the tensor", path.toStdString(), "none is shown");
    }
    if (const ExportWork work = exportWork(path, format)) {
        return runWithProgress(this, tr("Exporting the slice"), work);
    }
    Figure figure;
    QWidget* page = m_pages->currentWidget();
    figure.size = page->size();
    figure.background = context().palette->colour(Role::Surface);
    const SeriesEntry* entry = shownEntry();
    figure.title = entry != nullptr ? entry->tag : tr("Tensors");
    figure.paint = [this, page](QPainter& painter) {
        if (page == m_heatMap) {
            m_heatMap->paint(painter);
        } else if (page == m_histogram) {
            m_histogram->paint(painter);
        } else if (page == m_table) {
            m_table->paint(painter);
        }
    };
    return exportFigure(figure, path, format);
}

Status TensorsView::saveNpy(const QString& path)
{
    if (!m_field.tensor) {
        return failure("save the tensor", path.toStdString(), "none is shown");
    }
    const auto tensor = m_field.tensor;
    Status saved = runWithProgress(
        this, tr("Saving the tensor"), [&](const std::stop_token& stop, std::atomic<int>& done) {
            return writeNpy(*tensor, path, stop, done);
        });
    if (saved) {
        m_savedNote = tensor->type == ElementType::BFloat16
                          ? tr("Saved as float32: NumPy has no bfloat16")
                          : QString();
        showMessage();
    }
    return saved;
}

QByteArray TensorsView::saveState() const
{
    const Comparison& comparison = m_compareBar->comparison();
    const QJsonObject state{
        {"filter", m_search->text()},
        {"mode", static_cast<int>(m_mode)},
        {"colours", m_paletteChoice->currentIndex()},
        {"log", m_logChoice->isChecked()},
        {"facts", !m_facts->isHidden()},
        {"series", m_key},
        {"slice", QString::fromStdString(sliceText(m_slice))},
        {"quantity", static_cast<int>(comparison.quantity)},
        {"atol", comparison.tolerance.absolute},
        {"rtol", comparison.tolerance.relative},
    };
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void TensorsView::restoreState(const QByteArray& bytes)
{
    const QJsonObject state = QJsonDocument::fromJson(bytes).object();
    if (state.isEmpty()) {
        return;
    }
    setFilter(state.value("filter").toString());
    setHeatPalette(static_cast<HeatPalette>(std::clamp(state.value("colours").toInt(), 0, 2)));
    setLog(state.value("log").toBool());
    setPanelVisible(state.value("facts").toBool(true));
    Comparison comparison = m_compareBar->comparison();
    comparison.quantity = static_cast<Quantity>(
        std::clamp(state.value("quantity").toInt(static_cast<int>(comparison.quantity)), 0, 3));
    comparison.tolerance.absolute =
        std::max(0.0, state.value("atol").toDouble(comparison.tolerance.absolute));
    comparison.tolerance.relative =
        std::max(0.0, state.value("rtol").toDouble(comparison.tolerance.relative));
    m_compareBar->setComparison(comparison);
    TensorSlice slice;
    QString text = state.value("slice").toString();
    text.remove(u'[').remove(u']');
    for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
        slice.push_back(part.trimmed() == QLatin1String(":") ? kOpen
                                                             : std::max(0LL, part.toLongLong()));
    }
    m_slice = slice; // made to fit when a tensor is loaded
    setMode(static_cast<Mode>(std::clamp(state.value("mode").toInt(), 0, 2)));
    showSeries(state.value("series").toString());
    if (!m_loading.isBusy()) {
        setSlice(slice);
    }
}

} // namespace runlens::viewers
