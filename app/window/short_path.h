// SPDX-License-Identifier: GPL-3.0-or-later
/// A path as people write it.
#pragma once

#include <QDir>
#include <QString>

namespace runlens::app {

/// With ~ for the home folder.
[[nodiscard]] inline QString shortPath(const QString& path)
{
    const QString home = QDir::homePath();
    return path.startsWith(home + u'/') ? u'~' + path.mid(home.size()) : path;
}

} // namespace runlens::app
