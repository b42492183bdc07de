// SPDX-License-Identifier: GPL-3.0-or-later
/// What the tensors view shows: loaded and computed by workers, kept while it is wanted.
#include "viewers/common/number_format.h"
#include "viewers/common/sample_rows.h"
#include "viewers/common/widgets.h"
#include "viewers/tensors/slice_bar.h"
#include "viewers/tensors/tensor_facts.h"
#include "viewers/tensors/tensor_histogram.h"
#include "viewers/tensors/tensor_list_model.h"
#include "viewers/tensors/tensor_table.h"
#include "viewers/tensors/tensor_table_model.h"
#include "viewers/tensors/tensors_view.h"

#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>

#include <algorithm>
#include <functional>

namespace runlens::viewers {

namespace {

QString tensorStepName(std::int64_t step)
{
    return step == kNoStep ? TensorsView::tr("No step")
                           : TensorsView::tr("Step %1").arg(formatCount(step));
}

/// The same for all tensors of a run, so that a comparison stays when another one is chosen.
QString comparedRun(const SeriesEntry& entry)
{
    return entry.runKey + QLatin1Char('\n') + QString::number(entry.rank);
}

} // namespace

std::optional<TensorsView::Place> TensorsView::placeOf(const SeriesEntry& entry, int row) const
{
    const OpenRun* run = context().runs->find(entry.runKey);
    const ColumnView<SampleEntry>* entries = run != nullptr ? run->run->samples(entry.id) : nullptr;
    if (entries == nullptr || row < 0 || static_cast<std::size_t>(row) >= entries->size()) {
        return std::nullopt;
    }
    return Place{entry.key(), entry.id, row, run->run, run->reader};
}

std::optional<TensorsView::Place> TensorsView::otherPlace(const SeriesEntry& entry,
                                                          QString& problem) const
{
    const Comparison& comparison = m_compareBar->comparison();
    switch (comparison.with) {
    case Comparison::With::Nothing:
        return std::nullopt;
    case Comparison::With::Previous:
        if (m_row == 0) {
            problem = tr("This is the first step: there is none before it");
        }
        return placeOf(entry, m_row - 1);
    case Comparison::With::Step:
        return placeOf(entry, comparison.row);
    case Comparison::With::Series:
        break;
    }
    const SeriesEntry* other = nullptr;
    for (const int row : m_series.rowsOfTag(entry.tag)) {
        other =
            comparedRun(m_series.entry(row)) == comparison.series ? &m_series.entry(row) : other;
    }
    const OpenRun* run = other != nullptr ? context().runs->find(other->runKey) : nullptr;
    const ColumnView<SampleEntry>* entries =
        run != nullptr ? run->run->samples(other->id) : nullptr;
    const auto place = placeOf(entry, m_row);
    if (entries == nullptr || !place) {
        problem = tr("The other run has no such tensor");
        return std::nullopt;
    }
    const std::int64_t step =
        (*place->run->samples(entry.id))[static_cast<std::size_t>(m_row)].step;
    return placeOf(*other, rowOfStep(*entries, step, static_cast<int>(entries->size()) - 1));
}

void TensorsView::showSteps(const SeriesEntry& entry, const ColumnView<SampleEntry>& entries)
{
    const auto count = static_cast<int>(entries.size());
    const QSignalBlocker block(m_stepSlider);
    m_stepSlider->setRange(0, std::max(0, count - 1));
    m_stepSlider->setValue(m_row);
    m_stepSlider->setVisible(count > 1);
    const QString step = tensorStepName(entries[static_cast<std::size_t>(m_row)].step);
    m_stepLabel->setText(
        count > 1 ? tr("%1 · %2/%3").arg(step, formatCount(m_row + 1), formatCount(count)) : step);
    m_title->setText(entry.tag + QStringLiteral(" · ")
                     + seriesName(m_series, entry, *context().runs));
    std::vector<CompareBar::Series> others;
    for (const int row : m_series.rowsOfTag(entry.tag)) {
        const SeriesEntry& other = m_series.entry(row);
        if (other.key() != entry.key()) {
            others.push_back({comparedRun(other), seriesName(m_series, other, *context().runs)});
        }
    }
    m_compareBar->setChoices(others, count);
}

void TensorsView::refresh()
{
    if (!isVisible()) {
        return; // catches up when it is shown
    }
    const SeriesEntry* entry = shownEntry();
    const OpenRun* run = entry != nullptr ? context().runs->find(entry->runKey) : nullptr;
    const ColumnView<SampleEntry>* entries =
        run != nullptr ? run->run->samples(entry->id) : nullptr;
    if (entries == nullptr || entries->empty()) {
        m_loading.cancel();
        take({}, {});
        return;
    }
    const auto step = context().selection->state().step;
    const int last = static_cast<int>(entries->size()) - 1;
    if (step) {
        m_row = rowOfStep(*entries, *step, m_row);
    } else if (m_row < 0 || m_row == m_lastRow) {
        m_row = last; // follows a growing run until another one is chosen
    }
    m_lastRow = last;
    m_row = std::clamp(m_row, 0, last);
    showSteps(*entry, *entries);
    const auto place = placeOf(*entry, m_row);
    m_otherProblem.clear();
    const auto other = otherPlace(*entry, m_otherProblem);
    const QString wanted =
        place->cacheKey() + QLatin1Char('\n') + (other ? other->cacheKey() : QString());
    if (wanted != m_wanted) {
        m_wanted = wanted;
        m_savedNote.clear();
        load(*place, other);
        return;
    }
    const Comparison& comparison = m_compareBar->comparison();
    const Quantity quantity = m_field.other ? comparison.quantity : Quantity::Values;
    if (!m_loading.isBusy()
        && (quantity != m_field.quantity || comparison.tolerance != m_tolerance)) {
        m_field.quantity = quantity;
        showField();
        summarizeWhole();
        summarizeSlice();
    } else {
        showCompared();
    }
}

LoadedTensor TensorsView::known(const Place& place) const
{
    const LoadedTensor* cached = m_cache.object(place.cacheKey());
    return cached != nullptr ? *cached : LoadedTensor{};
}

void TensorsView::load(const Place& place, const std::optional<Place>& other)
{
    const auto loader = [](const Place& from, const LoadedTensor& cached) {
        return [from, cached](const std::stop_token& stop) {
            return cached.tensor ? cached
                                 : loadTensor(from.reader.get(),
                                              *from.run,
                                              from.tag,
                                              static_cast<std::size_t>(from.row),
                                              stop);
        };
    };
    m_loading.run(
        [first = loader(place, known(place)),
         second = other ? std::function<LoadedTensor(const std::stop_token&)>(
                      loader(*other, known(*other)))
                        : nullptr](const std::stop_token& stop) {
            Loaded loaded;
            loaded.tensor = first(stop);
            if (second && !stop.stop_requested()) {
                loaded.other = second(stop);
            }
            return loaded;
        },
        [this,
         wanted = m_wanted,
         place = place.cacheKey(),
         other = other ? other->cacheKey() : QString()](const Loaded& loaded) {
            const auto keep = [this](const QString& key, const LoadedTensor& tensor) {
                if (tensor.tensor && !m_cache.contains(key)) {
                    m_cache.insert(key,
                                   new LoadedTensor(tensor),
                                   static_cast<int>(tensor.tensor->cost() / 1024 + 1));
                }
            };
            keep(place, loaded.tensor);
            keep(other, loaded.other);
            take(wanted, loaded);
        });
}

void TensorsView::take(const QString& wanted, const Loaded& loaded)
{
    m_wanted = wanted;
    m_problem = loaded.tensor.problem;
    m_field = {loaded.tensor.tensor, nullptr, Quantity::Values};
    m_differenceProblem = loaded.other.problem;
    if (loaded.tensor.tensor && loaded.other.tensor) {
        const TensorData& a = *loaded.tensor.tensor;
        const TensorData& b = *loaded.other.tensor;
        if (a.type == ElementType::String || b.type == ElementType::String) {
            m_differenceProblem = tr("Strings have no difference");
        } else if (a.shape != b.shape) {
            m_differenceProblem = tr("The shapes differ: %1 and %2")
                                      .arg(QString::fromStdString(shapeText(a.shape)),
                                           QString::fromStdString(shapeText(b.shape)));
        } else {
            m_field.other = loaded.other.tensor;
            m_field.quantity = m_compareBar->comparison().quantity;
        }
    }
    m_sliceSummary.reset();
    m_facts->setTensor(m_field.tensor.get());
    m_save->setEnabled(m_field.tensor && m_field.tensor->type != ElementType::String);
    if (m_field.tensor) {
        m_slice = fittedSlice(m_slice, m_field.tensor->shape);
    }
    showField();
    summarizeWhole();
    summarizeSlice();
}

void TensorsView::showField()
{
    m_tolerance = m_compareBar->comparison().tolerance;
    const auto grid = m_field.tensor ? gridOf(m_field.tensor->shape, m_slice) : std::nullopt;
    m_sliceBar->setSlice(m_field.tensor ? m_field.tensor->shape : std::vector<std::int64_t>{},
                         m_field.tensor ? m_slice : TensorSlice{});
    m_tableModel->setContent(m_field, grid, m_tolerance);
    const TensorTable::Cell current = m_table->current();
    m_heatMap->setCurrent(current.row, current.column);
    showCompared();
    showMessage();
}

void TensorsView::showCompared()
{
    const QString& problem = m_otherProblem.isEmpty() ? m_differenceProblem : m_otherProblem;
    m_compareBar->setNote(problem.isEmpty() ? comparedText() : problem, !problem.isEmpty());
}

QString TensorsView::comparedText() const
{
    const SeriesEntry* entry = shownEntry();
    QString problem;
    const auto other = entry != nullptr ? otherPlace(*entry, problem) : std::nullopt;
    if (!other || !m_field.other) {
        return {};
    }
    const auto* entries = other->run->samples(other->tag);
    return tr("b: %1").arg(tensorStepName((*entries)[static_cast<std::size_t>(other->row)].step));
}

void TensorsView::summarizeWhole()
{
    if (!m_field.tensor) {
        m_summing.cancel();
        checkSettled();
        return;
    }
    m_summing.run(
        [field = m_field, tolerance = m_tolerance](const std::stop_token& stop) {
            const TensorSlice whole(field.tensor->shape.size(), kOpen);
            return summarize(field, whole, tolerance, stop);
        },
        [this, field = m_field](const std::optional<FieldSummary>& summary) {
            if (summary) {
                m_facts->setWhole(field, *summary);
            }
            checkSettled();
        });
}

void TensorsView::summarizeSlice()
{
    if (!m_field.tensor) {
        m_slicing.cancel();
        checkSettled();
        return;
    }
    m_slicing.run(
        [field = m_field, slice = m_slice, tolerance = m_tolerance](const std::stop_token& stop) {
            SliceResult result;
            result.summary = summarize(field, slice, tolerance, stop);
            if (result.summary) {
                result.buckets = histogramOf(field, slice, *result.summary, stop);
            }
            return result;
        },
        [this, field = m_field, slice = m_slice](SliceResult result) {
            if (!result.summary) {
                return;
            }
            m_sliceSummary = result.summary;
            m_facts->setSlice(field, slice, *m_sliceSummary);
            m_heatMap->setContent(
                field, gridOf(field.tensor->shape, slice), m_sliceSummary->statistics);
            m_histogram->setContent(std::move(result.buckets), m_sliceSummary->statistics);
            checkSettled();
        });
}

QString TensorsView::shapeWarning() const
{
    const TensorData& tensor = *m_field.tensor;
    const QString declared = QString::fromStdString(shapeText(tensor.declared));
    const QString there = formatCount(toSigned(tensor.count));
    const QString wanted = formatCount(toSigned(tensor.wantedCount));
    switch (tensor.problem) {
    case ShapeProblem::None:
        break;
    case ShapeProblem::Missing:
        return tr("The record does not say the shape: all %1 elements are shown in one dimension")
            .arg(there);
    case ShapeProblem::Negative:
        return tr("The declared shape %1 has a negative dimension: the %2 elements that are there "
                  "are shown in one dimension")
            .arg(declared, there);
    case ShapeProblem::Overflow:
        return tr("The declared shape %1 has more elements than can be counted: the %2 that are "
                  "there are shown in one dimension")
            .arg(declared, there);
    case ShapeProblem::Shorter:
        return tr("The declared shape %1 wants %2 elements, but only %3 are there: they are shown "
                  "in one dimension")
            .arg(declared, wanted, there);
    case ShapeProblem::Longer:
        return tr("The declared shape %1 wants %2 elements, but the payload is longer: its %3 "
                  "elements are shown in one dimension")
            .arg(declared, wanted, there);
    }
    return {};
}

/// Which page is in front, and what is said above it.
void TensorsView::showMessage()
{
    QString message;
    if (!m_field.tensor) {
        message = m_problem;
    } else if (m_field.tensor->count == 0) {
        message = tr("This tensor has no elements: its shape is %1")
                      .arg(QString::fromStdString(shapeText(m_field.tensor->shape)));
    } else if (m_mode != Mode::Table && m_field.tensor->type == ElementType::String) {
        message = tr("Strings have a table only");
    } else if (m_mode != Mode::Histogram && openDimensions(m_slice) > 2) {
        message = tr("%n dimensions are open: give an index to all but one or two of them",
                     nullptr,
                     openDimensions(m_slice));
    }
    m_messageText = message;
    m_message->setText(message, {});
    const bool hasPage = m_field.tensor && message.isEmpty();
    QWidget* page = m_message;
    if (hasPage) {
        page = m_mode == Mode::Table     ? static_cast<QWidget*>(m_table)
               : m_mode == Mode::HeatMap ? static_cast<QWidget*>(m_heatMap)
                                         : m_histogram;
    }
    m_pages->setCurrentWidget(page);
    QStringList warnings;
    if (m_field.tensor && m_field.tensor->problem != ShapeProblem::None) {
        warnings << shapeWarning();
    }
    if (!m_savedNote.isEmpty()) {
        warnings << m_savedNote;
    }
    m_warning->setText(warnings.join(QStringLiteral(" · ")));
    m_warning->setVisible(!warnings.isEmpty());
}

QString TensorsView::stepText() const
{
    return m_stepLabel->text();
}

QString TensorsView::messageText() const
{
    return m_messageText;
}

QString TensorsView::warningText() const
{
    return m_warning->text();
}

} // namespace runlens::viewers
