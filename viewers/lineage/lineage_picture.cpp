// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/lineage_picture.h"

#include "viewers/lineage/run_table_model.h"

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr std::size_t kMostPopupFacts = 16;
constexpr int kLongestPopupText = 40;

QString popupText(const QString& text)
{
    return text.size() <= kLongestPopupText ? text : text.left(kLongestPopupText) + u'…';
}

} // namespace

FactPopupContent
runFacts(const LineagePicture& picture, int row, const std::vector<ValueAxis>& axes)
{
    const auto at = static_cast<std::size_t>(row);
    FactPopupContent content;
    content.title = popupText(picture.names[at]);
    std::vector<int> columns;
    columns.reserve(axes.size() + 1);
    for (const ValueAxis& axis : axes) {
        columns.push_back(axis.column());
    }
    if (picture.colourColumn >= 0
        && std::find(columns.begin(), columns.end(), picture.colourColumn) == columns.end())
    {
        columns.push_back(picture.colourColumn);
    }
    for (const int index : columns) {
        if (content.facts.size() < kMostPopupFacts) {
            const RunColumn& column = picture.table->columns[static_cast<std::size_t>(index)];
            content.facts.push_back(
                {popupText(columnTitle(column)), popupText(cellText(column, at))});
        }
    }
    return content;
}

} // namespace runlens::viewers
