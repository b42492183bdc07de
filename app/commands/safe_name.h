// SPDX-License-Identifier: GPL-3.0-or-later
/// File names from names that stand in files of others: never a path, never hidden, never too long.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace runlens::app {

/// Letters, digits and ". - _ + = @" stay, and what is UTF-8 beyond ASCII; anything else, slashes
/// too, becomes "_". At most 120 bytes; "_" for an empty name.
[[nodiscard]] std::string safeFileName(std::string_view name);

/// Names of one folder: a second "x.png" becomes "x-2.png". Letters of either case count as the
/// same.
class FileNames {
public:
    /// stem and extension (".png") are safe already.
    [[nodiscard]] std::string take(const std::string& stem, const std::string& extension);

private:
    std::set<std::string> m_taken;
};

} // namespace runlens::app
