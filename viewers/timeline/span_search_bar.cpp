// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/span_search_bar.h"

#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"

#include <QGuiApplication>
#include <QHBoxLayout>

namespace runlens::viewers {

namespace {

constexpr std::size_t kMostLookedThrough = 100'000; ///< for a span, on the GUI thread

} // namespace

SpanSearchBar::SpanSearchBar(const Palette* palette,
                             std::function<std::int64_t()> start,
                             QWidget* parent)
    : QWidget(parent)
    , m_field(new SearchField(palette, QStringLiteral("search"), tr("Search spans"), this))
    , m_count(new TextLabel(palette, {}, Role::Text3, Palette::font(11), this))
    , m_slot(this)
    , m_start(std::move(start))
{
    m_field->setFixedWidth(190);
    m_field->setAccessibleName(tr("Search spans by name"));
    m_count->setMinimumWidth(56);
    auto* previous = new IconButton(
        palette, QStringLiteral("chevron_left"), tr("Previous hit (Shift+Enter)"), this);
    auto* next =
        new IconButton(palette, QStringLiteral("chevron_right"), tr("Next hit (Enter)"), this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_field);
    layout->addWidget(m_count);
    layout->addWidget(previous);
    layout->addWidget(next);
    connect(m_field, &QLineEdit::textChanged, this, &SpanSearchBar::find);
    connect(m_field, &QLineEdit::returnPressed, this, [this] {
        step(QGuiApplication::keyboardModifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    });
    connect(previous, &QAbstractButton::clicked, this, [this] { step(-1); });
    connect(next, &QAbstractButton::clicked, this, [this] { step(1); });
}

void SpanSearchBar::setModel(std::shared_ptr<const profiler::TraceModel> model)
{
    m_model = std::move(model);
    find();
}

void SpanSearchBar::search(const QString& text)
{
    m_field->setText(text);
}

void SpanSearchBar::takeFocus()
{
    m_field->takeFocus();
}

void SpanSearchBar::find()
{
    if (m_field->text().isEmpty() || !m_model) {
        m_slot.cancel();
        take({});
        return;
    }
    m_slot.run([model = m_model, wanted = m_field->text().toStdString()](
                   const std::stop_token& stop) { return searchSpans(*model, wanted, stop); },
               [this](SpanHits hits) { take(std::move(hits)); });
}

void SpanSearchBar::take(SpanHits hits)
{
    const bool isSame = hits.text == m_hits.text;
    m_hits = std::move(hits);
    m_hit = isSame && m_hit && *m_hit < m_hits.hits.size() ? m_hit : std::nullopt;
    m_field->setWrong(!m_hits.text.empty() && m_hits.hits.empty(),
                      tr("No span has this in its name"));
    showCount();
    emit hitsChanged();
}

void SpanSearchBar::setSelected(SpanRef span)
{
    if (m_hits.hits.size() < kMostLookedThrough) {
        m_hit = m_hits.indexOf(span);
        showCount();
    }
}

void SpanSearchBar::showCount()
{
    const auto total = static_cast<std::int64_t>(m_hits.hits.size());
    m_count->setText(m_hits.text.empty() ? QString()
                     : m_hit ? tr("%1 / %2").arg(formatCount(static_cast<std::int64_t>(*m_hit) + 1),
                                                 formatCount(total))
                             : formatCount(total));
}

void SpanSearchBar::step(int by)
{
    if (m_hits.hits.empty()) {
        return;
    }
    const std::size_t count = m_hits.hits.size();
    m_hit = m_hit ? (*m_hit + (by > 0 ? 1 : count - 1)) % count : m_hits.from(m_start());
    const auto hit = m_hit;
    emit hitAsked(m_hits.hits[*hit].span); // which selects it, and a span may be a hit twice
    m_hit = hit;
    showCount();
}

} // namespace runlens::viewers
