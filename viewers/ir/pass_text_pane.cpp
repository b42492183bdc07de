// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/pass_text_pane.h"

#include "viewers/common/number_format.h"
#include "viewers/common/text.h"
#include "viewers/common/widgets.h"
#include "viewers/ir/text_canvas.h"

#include <algorithm>

namespace runlens::viewers {

namespace {

bool hasSeveralGraphs(const Run& run)
{
    const auto passes = run.irPasses();
    return std::any_of(passes.begin(), passes.end(), [&](const auto& pass) {
        return pass->graphName != passes.front()->graphName;
    });
}

} // namespace

PassTextPane::PassTextPane(const Palette* palette)
    : TitledPane(palette, tr("IR")), m_text(new TextCanvas(palette)), m_slot(this)
{
    setContent(m_text);
    m_text->setAccessibleName(tr("IR text"));
}

void PassTextPane::showPass(const OpenRun& open, PassId pass)
{
    const Run& run = *open.run;
    const IrPass& known = *run.irPass(pass);
    note()->setText({});
    const QString graph = hasSeveralGraphs(run)
                              ? toText(run.text(known.graphName)) + QStringLiteral(" \u203A ")
                              : QString();
    title()->setText(tr("IR") + QStringLiteral("  ") + graph + toText(run.text(known.name)));
    m_slot.run(
        [run = open.run, reader = open.reader, ref = known.text](
            const std::stop_token& stop) -> Result<std::shared_ptr<const TextDocument>> {
            if (reader == nullptr || !ref.exists()) {
                return failure(
                    "load the IR text", run->path(), "the run has recorded no text of this pass");
            }
            const Result<std::vector<std::byte>> bytes = reader->load(ref, stop);
            if (!bytes) {
                return failure(bytes);
            }
            return std::make_shared<const TextDocument>(
                makeDocument(std::string(asText(*bytes)), TextLanguage::Ir, stop));
        },
        [this](const Result<std::shared_ptr<const TextDocument>>& document) { take(document); });
}

void PassTextPane::take(const Result<std::shared_ptr<const TextDocument>>& document)
{
    m_document = document ? *document : nullptr;
    m_text->setDocument(m_document);
    if (!document) {
        note()->setText(QString::fromStdString(document.error().message()));
    }
    emit loaded();
}

void PassTextPane::setChange(const QString& text)
{
    if (m_document) {
        note()->setText(QStringLiteral("%1   %2").arg(
            text, tr("%1 lines").arg(formatCount(m_document->lineCount()))));
    }
}

} // namespace runlens::viewers
