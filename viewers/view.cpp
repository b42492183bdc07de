// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/view.h"

namespace runlens::viewers {

Status View::exportTo(const QString& path, ExportFormat)
{
    return failure("export the view", path.toStdString(), "this view has nothing to export");
}

QList<PaletteEntry> View::paletteEntries(const QString&, int) const
{
    return {};
}

} // namespace runlens::viewers
