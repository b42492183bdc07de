// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/track_pane.h"

#include "viewers/common/table_helpers.h"
#include "viewers/common/text.h"
#include "viewers/common/widgets.h"

#include <QHeaderView>
#include <QTableView>

namespace runlens::viewers {

TrackPane::TrackPane(const Palette* palette)
    : TitledPane(palette, tr("Track node"))
    , m_table(new QTableView)
    , m_model(new TrackModel(palette, this))
    , m_slot(this)
{
    setContent(m_table);
    m_table->setModel(m_model);
    setUpTable(*m_table);
    m_table->setAccessibleName(tr("Track node"));
    m_table->horizontalHeader()->setStretchLastSection(true);
    for (const auto& [column, width] :
         {std::pair(0, 140), std::pair(1, 44), std::pair(2, 176), std::pair(3, 104)})
    {
        m_table->setColumnWidth(column, width);
    }
    connect(m_table, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        const auto row = static_cast<std::size_t>(index.row());
        if (index.isValid() && row < m_model->rows().size() && m_model->rows()[row].node.node >= 0)
        {
            emit passChosen(m_model->rows()[row].firstPass);
        }
    });
}

void TrackPane::clear()
{
    m_slot.cancel();
    m_model->setRows({});
    note()->setText(tr("Select a node to follow it through the passes"));
}

void TrackPane::showNode(const std::shared_ptr<const Run>& run, NodeRef node)
{
    const IrNode& known = *run->irNode(node);
    note()->setText(toText(run->text(known.op)) + QStringLiteral("  ")
                    + toText(run->text(known.fullName)));
    m_slot.run([run, node](const std::stop_token&) { return trackNode(*run, node); },
               [this](std::vector<TrackRow> rows) {
                   m_model->setRows(std::move(rows));
                   m_model->setCurrentPass(m_pass);
                   emit settled();
               });
}

void TrackPane::setCurrentPass(PassId pass)
{
    m_pass = pass;
    m_model->setCurrentPass(pass);
}

} // namespace runlens::viewers
