// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/match_search.h"

#include <QGuiApplication>
#include <QHBoxLayout>

namespace runlens::viewers {

MatchSearch::MatchSearch(const Palette* palette, const QString& placeholder, QWidget* parent)
    : QWidget(parent)
    , m_field(new SearchField(palette, QStringLiteral("search"), placeholder, this))
    , m_label(new TextLabel(palette, {}, Role::Text3, Palette::font(11), this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* previous =
        new IconButton(palette, QStringLiteral("chevron_up"), tr("Previous match"), this);
    auto* next = new IconButton(palette, QStringLiteral("chevron_down"), tr("Next match"), this);
    row->addWidget(m_field);
    row->addWidget(m_label);
    row->addWidget(previous);
    row->addWidget(next);
    connect(m_field, &QLineEdit::textChanged, this, &MatchSearch::textChanged);
    connect(m_field, &QLineEdit::returnPressed, this, [this] {
        step(QGuiApplication::keyboardModifiers() & Qt::ShiftModifier ? -1 : 1);
    });
    connect(previous, &QAbstractButton::clicked, this, [this] { step(-1); });
    connect(next, &QAbstractButton::clicked, this, [this] { step(1); });
}

void MatchSearch::setMatches(int count, int current, const QString& whyNone)
{
    m_count = count;
    m_current = current;
    m_field->setWrong(count == 0, count == 0 ? whyNone : QString());
    showMatch();
}

void MatchSearch::clearMatches()
{
    m_count = 0;
    m_current = -1;
    m_field->setWrong(false);
    showMatch();
}

QString MatchSearch::matchText() const
{
    return m_label->text();
}

void MatchSearch::showMatch()
{
    m_label->setText(m_count == 0 ? QString()
                                  : QStringLiteral("%1/%2").arg(m_current + 1).arg(m_count));
}

void MatchSearch::step(int by)
{
    if (m_count == 0) {
        return;
    }
    m_current = m_current < 0 ? (by > 0 ? 0 : m_count - 1) : (m_current + by + m_count) % m_count;
    showMatch();
    emit matchAsked(m_current);
}

} // namespace runlens::viewers
