// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/event_source.h"

#include "summary_format/formats/event_file/event_decoder.h"
#include "summary_format/formats/event_file/event_payload.h"
#include "summary_format/formats/event_file/range_loader.h"
#include "summary_format/formats/event_file/record_batches.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <set>

namespace runlens {

namespace {

namespace fs = std::filesystem;
using event_file::Dialect;
using event_file::EventCounts;
using event_file::EventDecoder;
using event_file::isPacked;
using event_file::kPackedSuffix;
using event_file::PayloadForm;
using event_file::payloadOf;
using event_file::RangeLoader;
using event_file::RecordBatches;
using event_file::RecordStream;

/// Does the name say that it is an event file, and of which dialect?
bool dialectOfName(std::string_view name, Dialect& dialect)
{
    if (name.find("tfevents") != std::string_view::npos) {
        dialect = Dialect::TensorBoard;
        return true;
    }
    constexpr std::string_view kMark = "summary.";
    const auto mark = name.find(kMark);
    if (mark == std::string_view::npos || mark + kMark.size() >= name.size()
        || name[mark + kMark.size()] < '0' || name[mark + kMark.size()] > '9')
    {
        return false;
    }
    if (name.ends_with(kPackedSuffix)) {
        name.remove_suffix(kPackedSuffix.size());
    }
    dialect = name.ends_with("_lineage") ? Dialect::MindSporeLineage : Dialect::MindSpore;
    return true;
}

/// From here on a second thread is worth its start.
constexpr std::uint64_t kLongBytes = std::uint64_t{4} << 20U;

std::uint64_t bytesLeft(const RecordStream& stream)
{
    std::error_code error;
    const std::uint64_t size = fs::file_size(stream.path(), error);
    return error || size < stream.offset() ? 0 : size - stream.offset();
}

class EventSource final : public RunSource {
public:
    explicit EventSource(std::string path) : m_path(std::move(path)) {}

    [[nodiscard]] std::string format() const override { return "events"; }

    Result<ReadProgress>
    readInto(RecordSink& sink, Diagnostics& diagnostics, const ReadOptions& options) override
    {
        if (auto found = findFiles(diagnostics); !found) {
            return failure(found);
        }
        const auto deadline = std::chrono::steady_clock::now() + options.slice;
        const std::uint64_t before = m_decoder.records();
        ReadProgress progress;
        for (auto& file : m_files) {
            if (progress.more || options.stop.stop_requested()) {
                progress.more = true;
                break;
            }
            readFile(*file, sink, diagnostics, options, deadline, progress);
        }
        m_decoder.flush(sink);
        progress.records = m_decoder.records();
        progress.changed = m_decoder.records() != before;
        for (const auto& file : m_files) {
            progress.bytesRead += file->stream.offset();
            progress.bytesTotal += std::max(file->stream.size(), file->stream.offset());
        }
        return progress;
    }

    [[nodiscard]] std::vector<FileFacts> files() const override
    {
        std::vector<FileFacts> facts;
        for (const auto& file : m_files) {
            FileFacts& told = facts.emplace_back();
            told.path = file->stream.path();
            told.bytes = std::max(file->stream.size(), file->stream.offset());
            told.records = file->decoded.counts.records;
            told.badRecords = file->badRecords;
            told.tailBytes = file->stream.tailBytes();
            for (std::size_t kind = 0; kind < EventCounts::kKinds; ++kind) {
                if (const std::uint64_t count = file->decoded.counts.values[kind]; count > 0) {
                    told.byKind[recordKindName(static_cast<RecordKind>(kind))] = count;
                }
            }
        }
        return facts;
    }

    [[nodiscard]] Result<std::vector<std::byte>>
    load(const PayloadRef& ref, std::stop_token stop, std::size_t limit) const override
    {
        std::string path;
        {
            const std::scoped_lock lock(m_pathsMutex);
            if (ref.file < 0 || static_cast<std::size_t>(ref.file) >= m_paths.size() || ref.size < 0
                || ref.offset < 0)
            {
                return failure("load a payload of", m_path, "there is no such payload");
            }
            path = m_paths[static_cast<std::size_t>(ref.file)];
        }
        if (static_cast<std::uint64_t>(ref.size) > limit) {
            return failure("load from",
                           path,
                           "the payload has " + std::to_string(ref.size)
                               + " bytes, more than allowed");
        }
        auto bytes = m_loader.load(path, ref.offset, static_cast<std::size_t>(ref.size));
        if (!bytes || stop.stop_requested()) {
            return bytes;
        }
        return payloadOf(static_cast<PayloadForm>(ref.part), std::move(*bytes), limit);
    }

private:
    struct File {
        explicit File(std::string path) : stream(std::move(path)) {}

        RecordStream stream;
        RecordBatches batches; ///< read ahead, not yet decoded
        EventDecoder::File decoded;
        std::uint64_t badRecords = 0;
        bool isGone = false;
    };

    void readFile(File& file,
                  RecordSink& sink,
                  Diagnostics& diagnostics,
                  const ReadOptions& options,
                  std::chrono::steady_clock::time_point deadline,
                  ReadProgress& progress)
    {
        std::uint32_t sinceLook = 0;
        const std::uint64_t damagedBefore = diagnostics.damaged();
        const auto onRecord = [&](std::span<const std::byte> data, std::int64_t offset) {
            m_decoder.decode(asText(data), offset, file.decoded, sink, diagnostics);
            if (++sinceLook < 1024) {
                return true;
            }
            sinceLook = 0;
            progress.more =
                options.slice.count() > 0 && std::chrono::steady_clock::now() >= deadline;
            return !progress.more;
        };
        const bool isLong = !file.batches.empty() || bytesLeft(file.stream) > kLongBytes;
        const auto outcome =
            isLong ? file.batches.read(file.stream, onRecord, diagnostics, options.stop)
                   : file.stream.read(onRecord, diagnostics, options.stop);
        file.badRecords += diagnostics.damaged() - damagedBefore;
        if (!outcome && !file.isGone) {
            file.isGone = true;
            diagnostics.warning(file.stream.path(), -1, outcome.error().why);
        } else if (outcome) {
            file.isGone = false;
            progress.more = progress.more || *outcome == RecordStream::Outcome::Stopped;
        }
    }

    Status findFiles(Diagnostics& diagnostics)
    {
        std::error_code error;
        std::vector<std::string> paths;
        if (!fs::is_directory(m_path, error)) {
            if (m_files.empty()) {
                paths.push_back(m_path);
            }
        } else {
            fs::directory_iterator entries(m_path, error);
            for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
                Dialect dialect{};
                std::error_code ignored;
                if (dialectOfName(entries->path().filename().native(), dialect)
                    && entries->is_regular_file(ignored))
                {
                    paths.push_back(entries->path().native());
                }
            }
        }
        if (error && m_files.empty()) {
            return failure(
                "read the folder", m_path, error.message(), "Check that it exists and may be read");
        }
        std::sort(paths.begin(), paths.end());
        for (const std::string& path : paths) {
            if (isCopyOfAnother(path, paths, diagnostics)) {
                continue;
            }
            if (!isKnown(path)) {
                addFile(path, diagnostics);
            }
        }
        // Files are read in the order of their names, which begin with the time they were begun.
        std::stable_sort(m_files.begin(), m_files.end(), [](const auto& a, const auto& b) {
            return a->stream.path() < b->stream.path();
        });
        return {};
    }

    [[nodiscard]] bool isKnown(const std::string& path) const
    {
        return m_known.find(path) != m_known.end();
    }

    /// "x.gz" beside "x", or one of them made of the other after that was read: the same records.
    bool isCopyOfAnother(const std::string& path,
                         const std::vector<std::string>& paths,
                         Diagnostics& diagnostics)
    {
        bool isCopy = false;
        if (path.ends_with(kPackedSuffix)) {
            const std::string original = path.substr(0, path.size() - kPackedSuffix.size());
            isCopy = isKnown(original) || std::binary_search(paths.begin(), paths.end(), original);
        } else {
            isCopy = isKnown(path + std::string(kPackedSuffix));
        }
        if (isCopy && m_copiesTold.insert(path).second) {
            diagnostics.note(path, -1, "it is the packed copy of a file that is read: left out");
        }
        return isCopy;
    }

    void addFile(const std::string& path, Diagnostics& diagnostics)
    {
        m_known.insert(path);
        auto file = std::make_unique<File>(path);
        file->decoded.path = isPacked(path) ? path + " (unpacked)" : path;
        dialectOfName(fs::path(path).filename().native(), file->decoded.dialect);
        const std::scoped_lock lock(m_pathsMutex);
        file->decoded.index = static_cast<std::int32_t>(m_paths.size());
        m_paths.push_back(path);
        if (!m_files.empty() && path < m_files.back()->stream.path() && m_decoder.records() > 0) {
            diagnostics.note(
                path,
                -1,
                "a file that sorts before one already read has appeared: its points come after");
        }
        m_files.push_back(std::move(file));
    }

    std::string m_path;
    std::vector<std::unique_ptr<File>> m_files; ///< reading thread only, in the order of reading
    std::set<std::string> m_known;              ///< paths of m_files
    std::set<std::string> m_copiesTold;
    EventDecoder m_decoder;
    mutable RangeLoader m_loader;
    mutable std::mutex m_pathsMutex;  ///< guards m_paths
    std::vector<std::string> m_paths; ///< by PayloadRef::file
};

} // namespace

Result<std::unique_ptr<RunSource>> openEventRun(const std::string& path)
{
    return std::unique_ptr<RunSource>(std::make_unique<EventSource>(path));
}

bool looksLikeEventFile(const std::string& path)
{
    Dialect dialect{};
    const auto slash = path.rfind('/');
    if (!dialectOfName(slash == std::string::npos ? path : path.substr(slash + 1), dialect)) {
        return false;
    }
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return false;
    }
    close(fd); // it can be read; a damaged beginning is told by the reader
    return true;
}

} // namespace runlens
