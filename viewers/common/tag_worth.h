// SPDX-License-Identifier: GPL-3.0-or-later
/// What the name of a scalar tag says of it. Any thread.
#pragma once

#include <QString>

namespace runlens::viewers {

/// An accuracy: a value between 0 and 1 is shown in per cent.
[[nodiscard]] bool isShareTag(const QString& tag);

/// How much a tag looks like the number a run is judged by: 4 (accuracy of held-back data) to 0.
[[nodiscard]] int tagWorth(const QString& tag);

} // namespace runlens::viewers
