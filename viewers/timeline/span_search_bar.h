// SPDX-License-Identifier: GPL-3.0-or-later
/// The search of the timeline: a field, the count of hits, and buttons to walk them. Searches the
/// trace on a worker.
#pragma once

#include "viewers/common/async.h"
#include "viewers/timeline/span_search.h"

#include <QWidget>

#include <functional>

namespace runlens::viewers {

class Palette;
class SearchField;
class TextLabel;

class SpanSearchBar : public QWidget {
    Q_OBJECT

public:
    /// start: the time at which a walk begins that has no hit yet.
    SpanSearchBar(const Palette* palette, std::function<std::int64_t()> start, QWidget* parent);
    /// Searched anew; null: nothing to search, and nothing is found.
    void setModel(std::shared_ptr<const profiler::TraceModel> model);
    void search(const QString& text);
    void takeFocus(); ///< Ctrl+F
    /// Somebody selected this span: if it is a hit, the walk goes on from there.
    void setSelected(SpanRef span);

    [[nodiscard]] const SpanHits& hits() const { return m_hits; }

    [[nodiscard]] bool isSettled() const { return !m_slot.isBusy(); }

signals:
    void hitsChanged();
    void hitAsked(runlens::SpanRef span);

private:
    void find();
    void take(SpanHits hits);
    void step(int by);
    void showCount();

    SearchField* m_field;
    TextLabel* m_count;
    AsyncSlot m_slot;
    std::function<std::int64_t()> m_start;
    std::shared_ptr<const profiler::TraceModel> m_model;
    SpanHits m_hits;
    std::optional<std::size_t> m_hit;
};

} // namespace runlens::viewers
