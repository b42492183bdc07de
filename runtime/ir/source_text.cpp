// SPDX-License-Identifier: Apache-2.0
#include "runtime/ir/source_text.h"

#include <fstream>
#include <iterator>

namespace runlens::runtime {

namespace {
constexpr std::size_t kMaxBytes = std::size_t{4} << 20;
} // namespace

const SourceTexts::File& SourceTexts::load(const std::string& file)
{
    const auto known = m_files.find(file);
    if (known != m_files.end()) {
        return known->second;
    }
    File& entry = m_files[file];
    std::ifstream stream(file, std::ios::binary);
    entry.text.resize(kMaxBytes + 1);
    stream.read(entry.text.data(), static_cast<std::streamsize>(entry.text.size()));
    entry.text.resize(static_cast<std::size_t>(stream.gcount()));
    if (entry.text.size() > kMaxBytes) {
        entry.text.clear();
    }
    entry.text.shrink_to_fit();
    std::size_t start = 0;
    while (start < entry.text.size()) {
        const std::size_t end = std::min(entry.text.find('\n', start), entry.text.size());
        entry.lines.push_back(std::string_view(entry.text).substr(start, end - start));
        start = end + 1;
    }
    return entry;
}

std::string_view SourceTexts::line(const std::string& file, int number)
{
    const File& entry = load(file);
    const auto at = static_cast<std::size_t>(number) - 1;
    return number >= 1 && at < entry.lines.size() ? entry.lines[at] : std::string_view{};
}

const std::string& SourceTexts::text(const std::string& file)
{
    return load(file).text;
}

} // namespace runlens::runtime
