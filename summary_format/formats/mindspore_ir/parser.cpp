// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/header.h"
#include "summary_format/formats/mindspore_ir/ir_text.h"
#include "summary_format/formats/mindspore_ir/statement.h"

#include <algorithm>

namespace runlens::ir_text {

void Parser::feed(std::string_view chunk)
{
    while (!chunk.empty()) {
        const std::size_t end = chunk.find('\n');
        const std::string_view piece = chunk.substr(0, end);
        const bool isWhole = end != std::string_view::npos;
        if (m_pending.empty() && m_skipped == 0 && isWhole && piece.size() <= kMaxLine) {
            takeLine(piece);
            m_lineOffset += piece.size() + 1;
        } else {
            const std::size_t room = kMaxLine - std::min(kMaxLine, m_pending.size());
            m_pending.append(piece.substr(0, room));
            m_skipped += piece.size() - std::min(room, piece.size());
            if (isWhole) {
                m_cutLines += m_skipped > 0 ? 1 : 0;
                takeLine(m_pending);
                m_lineOffset += m_pending.size() + m_skipped + 1;
                m_pending.clear();
                m_skipped = 0;
            }
        }
        chunk.remove_prefix(isWhole ? end + 1 : chunk.size());
    }
}

Document Parser::finish(Diagnostics& diagnostics, const std::string& file)
{
    if (!m_pending.empty()) {
        m_cutLines += m_skipped > 0 ? 1 : 0;
        takeLine(m_pending);
    }
    endStatement();
    if (m_isInside) {
        m_document.subgraphs.back().lastLine = m_line;
        diagnostics.warning(
            file, static_cast<std::int64_t>(m_lineOffset), "the text ends inside a subgraph");
    }
    if (m_cutLines > 0) {
        diagnostics.add({Severity::Damage,
                         file,
                         -1,
                         "lines longer than 1 MiB were cut for reading",
                         m_cutLines});
    }
    if (m_strayLines > 0) {
        diagnostics.add({Severity::Warning,
                         file,
                         -1,
                         "lines inside a subgraph before its first statement",
                         m_strayLines});
    }
    Document document = std::move(m_document);
    *this = Parser{};
    return document;
}

void Parser::takeLine(std::string_view line)
{
    if (m_line == INT32_MAX) {
        return;
    }
    ++m_line;
    m_document.lineStarts.push_back(m_lineOffset);
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    if (m_isInside) {
        takeInside(line);
    } else {
        takeOutside(line);
    }
}

void Parser::takeOutside(std::string_view line)
{
    const PlacedText placed{line, m_lineOffset};
    if (startsAt(line, 0, "subgraph @")) {
        Subgraph subgraph = readSubgraph(placed, m_line);
        subgraph.firstStatement = m_document.statements.size();
        m_document.subgraphs.push_back(std::move(subgraph));
        m_isInside = true;
    } else if (startsAt(line, 0, "%para")) {
        m_document.parameters.push_back(readParameter(placed, m_line));
    } else {
        readHeaderLine(placed, m_document);
    }
}

void Parser::takeInside(std::string_view line)
{
    const std::size_t at = skipBlanks(line, 0);
    if (at == 0 && startsAt(line, 0, "}")) {
        endStatement();
        m_document.subgraphs.back().lastLine = m_line;
        m_isInside = false;
        return;
    }
    if (at >= line.size()) {
        endHead();
        return;
    }
    if (startsAt(line, at, "#---")) {
        const std::size_t arrow = line.find("> ", at);
        endStatement();
        m_failMark = arrow != std::string_view::npos ? static_cast<std::int32_t>(
                         std::clamp<std::int64_t>(numberAt(line, arrow + 2), -1, INT32_MAX))
                                                     : -1;
    } else if (line[at] == '#') {
        endHead();
        if (m_hasStatement) {
            readComment({line, m_lineOffset}, at, m_document.statements.back());
        }
    } else if (line[at] == ':' && m_hasStatement) {
        endHead();
        const bool isSpec =
            readSpec({line, m_lineOffset}, at, !m_hasSpec, m_document.statements.back());
        m_hasSpec = m_hasSpec || isSpec;
    } else if (isStatementStart(line, at) && at > 0) {
        beginStatement(line);
    } else if (m_isHeadOpen && m_head.size() + line.size() < kMaxStatement) {
        // The head goes on. Its pieces stay addressable because it is kept byte for byte, line ends
        // included.
        const std::uint64_t gap = m_lineOffset - m_headOffset - m_head.size();
        m_isHeadOpen = gap <= 2;
        if (m_isHeadOpen) {
            m_head.append(static_cast<std::size_t>(gap), '\n');
            m_head.append(line);
        }
    } else {
        m_strayLines += m_hasStatement ? 0 : 1;
    }
    if (m_hasStatement) {
        m_document.statements.back().lastLine = m_line;
    }
}

void Parser::beginStatement(std::string_view line)
{
    endStatement();
    Statement statement;
    statement.firstLine = m_line;
    statement.lastLine = m_line;
    statement.subgraph = static_cast<std::int32_t>(m_document.subgraphs.size()) - 1;
    statement.failMark = m_failMark;
    m_failMark = -1;
    m_document.statements.push_back(std::move(statement));
    ++m_document.subgraphs.back().statementCount;
    m_head.assign(line);
    m_headOffset = m_lineOffset;
    m_hasStatement = true;
    m_isHeadOpen = true;
    m_hasSpec = false;
}

/// Takes the head apart once it is whole.
void Parser::endHead()
{
    if (m_head.empty()) {
        return;
    }
    readHead({m_head, m_headOffset}, m_document.statements.back());
    m_head.clear();
    m_isHeadOpen = false;
}

void Parser::endStatement()
{
    endHead();
    m_hasStatement = false;
}

} // namespace runlens::ir_text
