// SPDX-License-Identifier: Apache-2.0
/// The texts of the source files that nodes point to, read once each and only when asked for. A
/// file that cannot be read (the program runs elsewhere than it was built) has no text; files above
/// 4 MiB are left out.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::runtime {

class SourceTexts {
public:
    /// Line 1 is the first; "" when there is none.
    [[nodiscard]] std::string_view line(const std::string& file, int number);
    [[nodiscard]] const std::string& text(const std::string& file);

private:
    struct File {
        std::string text;
        std::vector<std::string_view> lines;
    };

    const File& load(const std::string& file);
    std::map<std::string, File> m_files;
};

} // namespace runlens::runtime
