// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/text_search.h"

#include "viewers/common/match_search.h"
#include "viewers/ir/text_canvas.h"

#include <algorithm>

namespace runlens::viewers {

TextSearch::TextSearch(MatchSearch* field, TextCanvas* canvas, QObject* parent)
    : QObject(parent), m_field(field), m_canvas(canvas), m_slot(this)
{
    connect(m_field, &MatchSearch::textChanged, this, &TextSearch::search);
    connect(m_field, &MatchSearch::matchAsked, this, &TextSearch::showMatch);
}

void TextSearch::setDocument(std::shared_ptr<const TextDocument> document)
{
    m_document = std::move(document);
    search();
}

void TextSearch::search()
{
    m_matches.clear();
    m_canvas->setMatches({}, -1);
    m_field->clearMatches();
    m_slot.cancel();
    if (m_field->text().isEmpty() || !m_document) {
        return;
    }
    m_slot.run([document = m_document, wanted = m_field->text().toStdString()](
                   const std::stop_token& stop) { return findInText(*document, wanted, stop); },
               [this](std::vector<TextMatch> matches) {
                   take(std::move(matches));
                   emit settled();
               });
}

void TextSearch::take(std::vector<TextMatch> matches)
{
    m_matches = std::move(matches);
    // The first one at or below what is in sight, else the first of all.
    const auto next =
        std::find_if(m_matches.begin(), m_matches.end(), [this](const TextMatch& match) {
            return match.line >= m_canvas->firstLineInSight();
        });
    const int first = next == m_matches.end() ? 0 : static_cast<int>(next - m_matches.begin());
    m_field->setMatches(static_cast<int>(m_matches.size()), first, tr("Not found in this pass"));
    showMatch(first);
}

void TextSearch::showMatch(int match)
{
    if (match >= 0 && static_cast<std::size_t>(match) < m_matches.size()) {
        m_canvas->setMatches(m_matches, match);
        const int line = m_matches[static_cast<std::size_t>(match)].line;
        m_canvas->revealLines(line, line);
    }
}

} // namespace runlens::viewers
