// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/source_pane.h"

#include "viewers/common/text.h"
#include "viewers/common/widgets.h"
#include "viewers/ir/text_canvas.h"

namespace runlens::viewers {

namespace {

/// The last parts of a long path, which tell files apart.
QString shortPath(const QString& path)
{
    constexpr int kParts = 3;
    const bool isLong = path.count(QLatin1Char('/')) > kParts;
    return isLong
               ? QString(QChar(0x2026)) + QLatin1Char('/') + path.section(QLatin1Char('/'), -kParts)
               : path;
}

} // namespace

SourcePane::SourcePane(const Palette* palette)
    : TitledPane(palette, tr("Source")), m_text(new TextCanvas(palette)), m_slot(this)
{
    setContent(m_text);
    m_text->setAccessibleName(tr("Source"));
}

void SourcePane::clear()
{
    m_slot.cancel();
    m_path.clear();
    m_text->setDocument(nullptr);
    note()->setText(tr("Select a line to see where it comes from"));
}

void SourcePane::showPlace(const OpenRun& open, const SourcePlace& place)
{
    m_slot.run(
        [run = open.run, reader = open.reader, path = place.path, printed = place.printed](
            const std::stop_token& stop) {
            return loadSource(*run, reader.get(), path, printed, stop);
        },
        [this, lines = place.lines](const SourceText& source) {
            take(source, lines);
            emit settled();
        });
}

void SourcePane::take(const SourceText& source, const std::vector<int>& lines)
{
    const bool isSame = source.path == m_path && source.origin != SourceText::Origin::Printed
                        && m_text->document() != nullptr;
    if (!isSame) {
        m_text->setDocument(source.document);
    }
    m_path = source.path;
    const QString place =
        shortPath(toText(source.path)) + QLatin1Char(':') + QString::number(lines.front());
    note()->setToolTip(toText(source.path));
    switch (source.origin) {
    case SourceText::Origin::Recorded:
        note()->setText(place);
        break;
    case SourceText::Origin::Disk:
        note()->setText(tr("%1, from this machine: it may have changed since").arg(place));
        break;
    case SourceText::Origin::Printed:
        note()->setText(tr("%1, as printed in the IR: the file was not recorded").arg(place));
        break;
    case SourceText::Origin::None:
        note()->setText(tr("%1 was not recorded").arg(place));
        break;
    }
    const int shift = source.document ? source.document->firstNumber - 1 : 0;
    std::vector<TextCanvas::LineMark> marks;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        marks.push_back({lines[i] - shift,
                         lines[i] - shift,
                         i == 0 ? TextCanvas::Mark::Selected : TextCanvas::Mark::Member});
    }
    m_text->setMarks(std::move(marks));
    m_text->revealLines(lines.front() - shift, lines.front() - shift);
}

} // namespace runlens::viewers
