// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/source_text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

namespace runlens::viewers {

namespace {

constexpr std::size_t kLargestSource = std::size_t{16} << 20;

/// A regular file of that absolute path, up to kLargestSource. Opening never waits (a pipe) and
/// follows no last link.
std::optional<std::string> readRegularFile(const std::string& path)
{
    if (path.empty() || path.front() != '/' || path.find('\0') != std::string::npos) {
        return std::nullopt;
    }
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) {
        return std::nullopt;
    }

    struct stat status {};

    std::optional<std::string> text;
    if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode)
        && status.st_size <= static_cast<off_t>(kLargestSource))
    {
        text.emplace();
        std::array<char, 65536> buffer{};
        ssize_t size = 0;
        while (text->size() <= kLargestSource
               && (size = ::read(file, buffer.data(), buffer.size())) > 0) {
            text->append(buffer.data(), static_cast<std::size_t>(size));
        }
    }
    ::close(file);
    return text;
}

bool isSamePath(std::string_view recorded, std::string_view wanted)
{
    const auto endsWith = [](std::string_view whole, std::string_view part) {
        return whole.size() > part.size() && whole.substr(whole.size() - part.size()) == part
               && whole[whole.size() - part.size() - 1] == '/';
    };
    return recorded == wanted || endsWith(recorded, wanted) || endsWith(wanted, recorded);
}

std::optional<std::string> recordedText(const Run& run,
                                        const RunReader* reader,
                                        const std::string& path,
                                        const std::stop_token& stop)
{
    const SourceFile* found = nullptr;
    for (const SourceFile& file : run.sourceFiles()) {
        const std::string_view recorded = run.text(file.path);
        if (recorded == path
            || (found == nullptr && !recorded.empty() && isSamePath(recorded, path))) {
            found = &file;
        }
    }
    if (found == nullptr || reader == nullptr) {
        return std::nullopt;
    }
    const Result<std::vector<std::byte>> bytes = reader->load(found->text, stop, kLargestSource);
    return bytes ? std::optional(std::string(asText(*bytes))) : std::nullopt;
}

} // namespace

SourceText loadSource(const Run& run,
                      const RunReader* reader,
                      const std::string& path,
                      const std::vector<std::pair<int, std::string>>& printed,
                      const std::stop_token& stop)
{
    SourceText source;
    source.path = path;
    std::optional<std::string> text = recordedText(run, reader, path, stop);
    source.origin = SourceText::Origin::Recorded;
    if (!text) {
        text = readRegularFile(path);
        source.origin = SourceText::Origin::Disk;
    }
    if (text) {
        source.document = std::make_shared<const TextDocument>(
            makeDocument(std::move(*text), TextLanguage::Source, stop));
        return source;
    }
    source.origin = SourceText::Origin::None;
    const auto line = std::find_if(
        printed.begin(), printed.end(), [](const auto& each) { return each.first > 0; });
    if (line != printed.end()) {
        TextDocument document = makeDocument(line->second, TextLanguage::Source, stop);
        document.firstNumber = line->first;
        source.origin = SourceText::Origin::Printed;
        source.document = std::make_shared<const TextDocument>(std::move(document));
    }
    return source;
}

} // namespace runlens::viewers
