// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui_hooks.h"

namespace runlens::app {

GuiHooks guiHooks()
{
    return {};
}

} // namespace runlens::app
