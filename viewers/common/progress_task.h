// SPDX-License-Identifier: GPL-3.0-or-later
/// Work that the user waits for (an export): on a pool thread, while the window stays alive behind
/// a progress dialog that comes after 300 ms and can cancel. GUI thread only.
#pragma once

#include "summary_format/base/result.h"

#include <QString>

#include <atomic>
#include <functional>
#include <stop_token>

class QWidget;

namespace runlens::viewers {

/// The work sets the progress, 0 to 1000. Returns what it returns; a cancelled one says so itself.
[[nodiscard]] Status
runWithProgress(QWidget* parent,
                const QString& label,
                const std::function<Status(const std::stop_token&, std::atomic<int>&)>& work);

} // namespace runlens::viewers
