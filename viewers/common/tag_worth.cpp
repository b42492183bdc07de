// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/tag_worth.h"

namespace runlens::viewers {

bool isShareTag(const QString& tag)
{
    return tag.contains(u"accuracy", Qt::CaseInsensitive)
           || tag.contains(u"acc/", Qt::CaseInsensitive)
           || tag.endsWith(u"/acc", Qt::CaseInsensitive) || tag == u"acc";
}

int tagWorth(const QString& tag)
{
    const bool isHeldBack = tag.contains(u"test", Qt::CaseInsensitive)
                            || tag.contains(u"val", Qt::CaseInsensitive)
                            || tag.contains(u"eval", Qt::CaseInsensitive);
    if (isShareTag(tag)) {
        return isHeldBack ? 4 : 3;
    }
    if (tag.contains(u"loss", Qt::CaseInsensitive)) {
        return isHeldBack ? 2 : 1;
    }
    return 0;
}

} // namespace runlens::viewers
