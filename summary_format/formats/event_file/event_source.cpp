// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/event_source.h"

#include "summary_format/formats/event_file/event_decoder.h"
#include "summary_format/formats/event_file/event_payload.h"
#include "summary_format/formats/event_file/record_batches.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <mutex>

namespace runlens {

namespace {

namespace fs = std::filesystem;
using namespace event_file;

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
    dialect = name.ends_with("_lineage") ? Dialect::MindSporeLineage : Dialect::MindSpore;
    return true;
}

/// Bytes [offset, offset + size) of a file; fewer only by an Error.
Result<std::vector<std::byte>>
readRange(const std::string& path, std::int64_t offset, std::size_t size)
{
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return failure("load from", path, errnoText(errno));
    }
    std::vector<std::byte> bytes(size);
    std::size_t done = 0;
    int error = 0;
    while (done < size) {
        const ssize_t n = pread(fd,
                                bytes.data() + done,
                                size - done,
                                static_cast<off_t>(offset) + static_cast<off_t>(done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            error = n < 0 ? errno : 0;
            break;
        }
        done += static_cast<std::size_t>(n);
    }
    close(fd);
    if (done < size) {
        return failure("load from",
                       path + ":byte " + std::to_string(offset),
                       error != 0 ? errnoText(error) : "the file has become shorter");
    }
    return bytes;
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
        auto bytes = readRange(path, ref.offset, static_cast<std::size_t>(ref.size));
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
            const bool isKnown = std::any_of(m_files.begin(), m_files.end(), [&](const auto& file) {
                return file->stream.path() == path;
            });
            if (!isKnown) {
                addFile(path, diagnostics);
            }
        }
        // Files are read in the order of their names, which begin with the time they were begun.
        std::stable_sort(m_files.begin(), m_files.end(), [](const auto& a, const auto& b) {
            return a->stream.path() < b->stream.path();
        });
        return {};
    }

    void addFile(const std::string& path, Diagnostics& diagnostics)
    {
        auto file = std::make_unique<File>(path);
        file->decoded.path = path;
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
    EventDecoder m_decoder;
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
