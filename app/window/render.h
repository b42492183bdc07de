// SPDX-License-Identifier: GPL-3.0-or-later
/// Pictures of the window without a display: what `runlens render` does. Needs a QApplication.
#pragma once

#include "app/window/application.h"

#include <QSize>
#include <QStringList>

namespace runlens::app {

struct PictureOptions {
    QStringList paths;
    QStringList views; ///< ids; each becomes one picture
    QSize size{1440, 900};
    QString output; ///< a file when there is one view, else a folder
    bool isFolder = false;
    int timeoutMs = 300'000; ///< for reading, and again for each view
};

/// Opens, waits until everything is read and painted, and writes the pictures. A step in the middle
/// and the longest operator in it are selected, so that the pictures show what belongs together.
/// Returns the files written.
[[nodiscard]] Result<std::vector<std::string>> renderPictures(Application& application,
                                                              const PictureOptions& options);

} // namespace runlens::app
