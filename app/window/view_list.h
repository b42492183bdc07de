// SPDX-License-Identifier: GPL-3.0-or-later
/// The one explicit list of views, in the order of the rail. A new view is a folder under viewers/
/// and a line here.
#pragma once

#include "viewers/view.h"

#include <vector>

namespace runlens::app {

[[nodiscard]] std::vector<viewers::ViewEntry> viewList();

} // namespace runlens::app
