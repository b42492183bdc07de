// SPDX-License-Identifier: GPL-3.0-or-later
/// The cells in sight: made when they come into it, loaded by workers, given back when they leave.
#include "viewers/common/chart_grid.h"
#include "viewers/common/number_format.h"
#include "viewers/common/sample_rows.h"
#include "viewers/media/media_view.h"

#include <QSlider>

#include <utility>

namespace runlens::viewers {

void MediaView::showCells()
{
    std::vector<std::pair<QString, int>> wanted;
    if (!m_single.isEmpty()) {
        wanted.emplace_back(m_single, -1);
    } else {
        for (const int cell : m_grid->visibleCells()) {
            wanted.emplace_back(m_model.entry(m_order[static_cast<std::size_t>(cell)]).key(), cell);
        }
    }
    auto previous = std::exchange(m_places, {});
    for (const auto& [key, index] : wanted) {
        auto node = previous.extract(key);
        if (!node.empty()) {
            m_places.insert(std::move(node));
        }
    }
    for (auto& [key, place] : previous) {
        retire(std::move(place));
    }
    for (const auto& [key, index] : wanted) {
        auto& place = m_places[key];
        if (!place) {
            place = makePlace(m_model.entry(m_model.rowOf(key)));
        }
        if (index < 0) {
            place->cell->setGeometry(m_grid->viewport()->rect());
        } else {
            m_grid->place(place->cell, index);
        }
        place->cell->show();
        refresh(*place);
    }
    checkSettled();
}

std::unique_ptr<MediaView::Place> MediaView::makePlace(const SeriesEntry& entry)
{
    auto place = std::make_unique<Place>();
    place->entry = entry;
    place->slot = std::make_unique<AsyncSlot>(nullptr);
    if (m_freeCells.empty()) {
        place->cell = new MediaCell(context().palette, m_grid->viewport());
    } else {
        place->cell = m_freeCells.back();
        m_freeCells.pop_back();
    }
    MediaCell* cell = place->cell;
    MediaBody* body = cell->body();
    body->setLook(m_look);
    body->setPose(m_pose);
    const QString key = entry.key();
    connect(cell, &MediaCell::rowChosen, this, [this, key](int row) { chooseRow(key, row); });
    connect(cell, &MediaCell::expandRequested, this, [this, key] {
        showSingle(m_single.isEmpty() ? key : QString());
    });
    connect(cell, &MediaCell::saveRequested, this, [this, key](int part) { askToSave(key, part); });
    connect(cell, &MediaCell::openRequested, this, [this, key] { openInPlayer(key); });
    connect(body, &MediaBody::lookChanged, this, &MediaView::setLook);
    connect(body, &MediaBody::poseChanged, this, [this](const MeshPose& pose) {
        m_pose = pose;
        for (auto& [other, at] : m_places) {
            at->cell->body()->setPose(pose);
        }
    });
    connect(body,
            &MediaBody::hovered,
            this,
            [this, body](const FactPopupContent& facts, QPoint position) {
                m_popup->showAt(facts, body->mapTo(this, position));
            });
    connect(body, &MediaBody::left, m_popup, &QWidget::hide);
    connect(body, &MediaBody::pictureReady, this, &MediaView::checkSettled, Qt::QueuedConnection);
    return place;
}

void MediaView::retire(std::unique_ptr<Place> place)
{
    place->slot->cancel();
    place->cell->disconnect(this);
    place->cell->body()->disconnect(this);
    place->cell->body()->disconnect(m_popup);
    place->cell->hide();
    place->cell->setContent(nullptr);
    m_freeCells.push_back(place->cell);
}

void MediaView::refreshCells()
{
    for (auto& [key, place] : m_places) {
        refresh(*place);
    }
    checkSettled();
}

int MediaView::rowAtCursor(const Place& place, const ColumnView<SampleEntry>& entries) const
{
    const auto last = static_cast<int>(entries.size()) - 1;
    const auto step = context().selection->state().step;
    const bool hasRow = place.row >= 0 && place.row <= last;
    if (!step) {
        // The newest, until one was chosen by hand.
        return hasRow && place.row != place.count - 1 ? place.row : last;
    }
    return rowOfStep(entries, *step, place.row);
}

void MediaView::refresh(Place& place)
{
    const OpenRun* run = context().runs->find(place.entry.runKey);
    const ColumnView<SampleEntry>* entries =
        run != nullptr ? run->run->samples(place.entry.id) : nullptr;
    if (entries == nullptr || entries->empty()) {
        return;
    }
    const QString mesh =
        place.entry.kind == RecordKind::Mesh ? meshName(place.entry.tag) : QString();
    place.cell->setTitle(mesh.isEmpty() ? place.entry.tag : mesh,
                         seriesName(m_model, place.entry, *context().runs),
                         run->colourSlot);
    place.row = rowAtCursor(place, *entries);
    place.count = static_cast<int>(entries->size());
    const std::int64_t step = (*entries)[static_cast<std::size_t>(place.row)].step;
    place.cell->setSample(place.row,
                          place.count,
                          step == kNoStep ? tr("No step") : tr("Step %1").arg(formatCount(step)));
    const QString wanted = place.entry.key() + QLatin1Char('\n') + QString::number(place.row);
    if (place.wanted == wanted) {
        return;
    }
    place.wanted = wanted;
    if (const auto* known = m_cache.object(wanted)) {
        place.slot->cancel();
        place.cell->setContent(*known);
        return;
    }
    unsettle();
    place.slot->run(
        [snapshot = run->run,
         reader = run->reader,
         tags = mediaTags(*run->run, place.entry.id),
         row = static_cast<std::size_t>(place.row)](const std::stop_token& stop) {
            return loadMedia(reader.get(), *snapshot, tags, row, stop);
        },
        [this, key = place.entry.key(), wanted](std::shared_ptr<const MediaContent> content) {
            const auto found = m_places.find(key);
            if (found == m_places.end()) {
                return;
            }
            const auto kibibytes = static_cast<int>(content->cost() / 1024 + 1);
            found->second->cell->setContent(content);
            m_cache.insert(
                wanted, new std::shared_ptr<const MediaContent>(std::move(content)), kibibytes);
            checkSettled();
        });
}

void MediaView::chooseRow(const QString& key, int row)
{
    const auto found = m_places.find(key);
    if (found == m_places.end()) {
        return;
    }
    Place& place = *found->second;
    const OpenRun* run = context().runs->find(place.entry.runKey);
    const ColumnView<SampleEntry>* entries =
        run != nullptr ? run->run->samples(place.entry.id) : nullptr;
    if (entries == nullptr || row < 0 || static_cast<std::size_t>(row) >= entries->size()) {
        return;
    }
    place.row = row;
    Selection::State state = context().selection->state();
    const std::int64_t step = (*entries)[static_cast<std::size_t>(row)].step;
    state.run = place.entry.runKey;
    state.tag = place.entry.tag;
    state.step = step == kNoStep ? state.step : std::optional(step);
    const bool isSameStep = state.step == context().selection->state().step;
    context().selection->set(state); // comes back through the step of the cursor
    if (isSameStep) {
        refreshCells();
    }
}

} // namespace runlens::viewers
