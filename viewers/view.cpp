// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/view.h"

namespace runlens::viewers {

QList<ExportFormat> allExportFormats()
{
    return {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv};
}

Status View::exportTo(const QString& path, ExportFormat)
{
    return failure("export the view", path.toStdString(), "this view has nothing to export");
}

QList<PaletteEntry> View::paletteEntries(const QString&, int) const
{
    return {};
}

void View::checkSettled()
{
    if (isSettled()) {
        emit settled();
    }
}

} // namespace runlens::viewers
