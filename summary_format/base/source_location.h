// SPDX-License-Identifier: Apache-2.0
/// Where in the user's source something was called. Built on compiler defaults instead of
/// std::source_location, which the clang-14 tools do not know. C++17.
#pragma once

namespace runlens {

struct SourceLocation {
    const char* file = "";
    int line = 0;
    const char* function = "";

    static constexpr SourceLocation current(const char* file = __builtin_FILE(),
                                            int line = __builtin_LINE(),
                                            const char* function = __builtin_FUNCTION())
    {
        return SourceLocation{file, line, function};
    }
};

} // namespace runlens
