// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/async.h"

#include <QCoreApplication>

namespace runlens::viewers {

QObject* AsyncSlot::qGuiAppObject()
{
    return QCoreApplication::instance();
}

} // namespace runlens::viewers
