// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/sqlite_source.h"

#include "summary_format/base/compression.h"
#include "summary_format/store/file_reader.h"
#include "summary_format/store/schema.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <list>
#include <map>
#include <tuple>

namespace runlens {

namespace store {

namespace {

namespace fs = std::filesystem;

/// Each connection holds up to three descriptors (file, log, shared memory): 64 + 8 of them stay
/// under 256.
constexpr std::size_t kMaxReading = 64;
constexpr std::size_t kMaxLoading = 8;
constexpr std::size_t kMaxFiles = 100'000;

/// rank-<N>.rlens or rank-<N>.<session>.rlens.
struct RunFileName {
    int rank = 0;
    int session = 1;
    std::string path;

    friend bool operator<(const RunFileName& a, const RunFileName& b)
    {
        return std::tie(a.rank, a.session, a.path) < std::tie(b.rank, b.session, b.path);
    }
};

bool takeNumber(std::string_view& text, int& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc() && number >= 0;
}

std::optional<RunFileName> parseName(const fs::path& path)
{
    const std::string name = path.filename().string();
    std::string_view rest = name;
    RunFileName result;
    result.path = path.string();
    if (!rest.starts_with("rank-")) {
        return std::nullopt;
    }
    rest.remove_prefix(5);
    if (!takeNumber(rest, result.rank)) {
        return std::nullopt;
    }
    if (rest != ".rlens") {
        if (!rest.starts_with('.')) {
            return std::nullopt;
        }
        rest.remove_prefix(1);
        if (!takeNumber(rest, result.session) || rest != ".rlens") {
            return std::nullopt;
        }
    }
    return result;
}

Result<std::vector<RunFileName>> listRunFiles(const std::string& folder)
{
    std::vector<RunFileName> files;
    std::error_code error;
    fs::directory_iterator entries(folder, error);
    std::vector<RunFileName> renamed;
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
        auto name = parseName(entries->path());
        if (name && files.size() < kMaxFiles) {
            files.push_back(std::move(*name));
        } else if (entries->path().extension() == ".rlens" && renamed.size() < kMaxFiles) {
            renamed.push_back({0, 1, entries->path().string()});
        }
    }
    if (files.empty()) {
        files = std::move(renamed); // a copy under another name is a run file all the same
    }
    if (error) {
        return failure("read the folder", folder, error.message(), "Check its permissions");
    }
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

class SqliteSource final : public RunSource {
public:
    SqliteSource(std::string path, bool isFolder) : m_path(std::move(path)), m_isFolder(isFolder) {}

    void addFile(const RunFileName& name);

    [[nodiscard]] std::string format() const override { return "runlens"; }

    Result<ReadProgress>
    readInto(RecordSink& sink, Diagnostics& diagnostics, const ReadOptions& options) override;
    [[nodiscard]] Result<std::vector<std::byte>>
    load(const PayloadRef& ref, std::stop_token stop, std::size_t limit) const override;
    [[nodiscard]] std::vector<std::string> openFiles() const override;
    [[nodiscard]] std::vector<FileFacts> files() const override;

private:
    struct File {
        explicit File(const RunFileName& name, std::int32_t index)
            : location(std::make_shared<SharedLocation>(name.path))
            , reader(location, index, name.rank)
        {}

        std::shared_ptr<SharedLocation> location;
        FileReader reader;
        std::optional<Error> error; ///< of the last look
        bool wasReadable = false;
        std::uint64_t badRecords = 0;
    };

    struct LoadingFile {
        std::int32_t file = -1;
        ReadLocation location; ///< keeps the copy that database reads
        Database database;
    };

    void findNewFiles(Diagnostics& diagnostics);
    void readFile(File& file,
                  RecordSink& sink,
                  Diagnostics& diagnostics,
                  ReadBudget& budget,
                  ReadProgress& progress);
    void limitConnections(std::size_t current);
    Result<Connection*> connectionFor(std::int32_t file) const;

    std::string m_path;
    bool m_isFolder;
    std::vector<std::unique_ptr<File>> m_files; ///< reading thread only
    std::size_t m_nextFile = 0;
    fs::file_time_type m_folderTime{};
    mutable std::mutex m_mutex; ///< guards the two below; held while a payload is loaded
    std::vector<std::shared_ptr<SharedLocation>> m_locations;
    mutable std::list<LoadingFile> m_loading; ///< latest first
};

void SqliteSource::addFile(const RunFileName& name)
{
    m_files.push_back(std::make_unique<File>(name, static_cast<std::int32_t>(m_files.size())));
    const std::lock_guard guard(m_mutex);
    m_locations.push_back(m_files.back()->location);
}

void SqliteSource::findNewFiles(Diagnostics& diagnostics)
{
    std::error_code error;
    const auto changed = fs::last_write_time(m_path, error);
    if (!m_isFolder || error || changed == m_folderTime) {
        return;
    }
    auto listed = listRunFiles(m_path);
    if (!listed) {
        diagnostics.warning(m_path, -1, listed.error().why);
        return;
    }
    // The time of a folder is coarse: an entry made within the same tick as this look must not be
    // missed.
    const bool isSettled = fs::file_time_type::clock::now() - changed > std::chrono::seconds(2);
    m_folderTime = isSettled ? changed : fs::file_time_type{};
    for (const RunFileName& name : *listed) {
        const bool isKnown =
            std::any_of(m_files.begin(), m_files.end(), [&](const std::unique_ptr<File>& file) {
                return file->location->path() == name.path;
            });
        if (!isKnown) {
            addFile(name);
        }
    }
}

void SqliteSource::limitConnections(std::size_t current)
{
    std::size_t open = 0;
    for (const auto& file : m_files) {
        open += file->reader.isConnected() ? 1 : 0;
    }
    if (open > kMaxReading) {
        m_files[current]->reader.closeConnection();
    }
}

void SqliteSource::readFile(File& file,
                            RecordSink& sink,
                            Diagnostics& diagnostics,
                            ReadBudget& budget,
                            ReadProgress& progress)
{
    const std::uint64_t damagedBefore = diagnostics.damaged();
    auto read = file.reader.read(sink, diagnostics, budget);
    file.badRecords += diagnostics.damaged() - damagedBefore;
    if (read) {
        file.wasReadable = true;
        file.error.reset();
        progress.more = progress.more || !read->isComplete;
        progress.changed = progress.changed || read->hasChanged;
        return;
    }
    const bool isNews = !file.error || file.error->message() != read.error().message();
    file.error = read.error();
    // The only file of a run: the caller gets the Error itself. Otherwise the rest goes on without
    // it.
    if (isNews && (m_files.size() > 1 || file.wasReadable)) {
        diagnostics.damage(file.location->path(), 0, read.error().why, 0);
    }
}

Result<ReadProgress>
SqliteSource::readInto(RecordSink& sink, Diagnostics& diagnostics, const ReadOptions& options)
{
    ReadBudget budget(options);
    ReadProgress progress;
    findNewFiles(diagnostics);
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        const std::size_t current = (m_nextFile + i) % m_files.size();
        readFile(*m_files[current], sink, diagnostics, budget, progress);
        limitConnections(current);
        if (budget.isCallSpent()) {
            m_nextFile = current;
            progress.more = progress.more || i + 1 < m_files.size();
            break;
        }
    }
    bool anyReadable = m_files.empty();
    for (const auto& file : m_files) {
        progress.records += file->reader.records();
        progress.bytesRead += file->reader.bytesRead();
        progress.bytesTotal += bytesOnDisk(file->location->path());
        anyReadable = anyReadable || file->wasReadable;
    }
    progress.bytesRead =
        progress.more ? std::min(progress.bytesRead, progress.bytesTotal) : progress.bytesTotal;
    const auto failed =
        std::find_if(m_files.begin(), m_files.end(), [](const std::unique_ptr<File>& file) {
            return file->error.has_value();
        });
    if (!anyReadable && !progress.more && failed != m_files.end()) {
        return tl::unexpected<Error>(*(*failed)->error);
    }
    return progress;
}

Result<Connection*> SqliteSource::connectionFor(std::int32_t file) const
{
    Diagnostics ignored; // the reading thread has told them
    auto location = m_locations[static_cast<std::size_t>(file)]->get(ignored);
    if (!location) {
        return failure(location);
    }
    const auto found =
        std::find_if(m_loading.begin(), m_loading.end(), [file](const LoadingFile& loading) {
            return loading.file == file;
        });
    if (found != m_loading.end() && found->location.mode == location->mode
        && found->location.copy == location->copy)
    {
        m_loading.splice(m_loading.begin(), m_loading, found);
        return &m_loading.front().database.connection;
    }
    if (found != m_loading.end()) { // a newer copy is read by now
        m_loading.erase(found);
    }
    auto database = openForReading(*location);
    if (!database) {
        return failure(database);
    }
    m_loading.push_front({file, *location, std::move(*database)});
    if (m_loading.size() > kMaxLoading) {
        m_loading.pop_back();
    }
    return &m_loading.front().database.connection;
}

Result<std::vector<std::byte>>
SqliteSource::load(const PayloadRef& ref, std::stop_token stop, std::size_t limit) const
{
    const std::lock_guard guard(m_mutex);
    if (ref.file < 0 || static_cast<std::size_t>(ref.file) >= m_locations.size() || ref.part < 0
        || ref.part >= static_cast<std::int32_t>(PayloadPart::End))
    {
        return failure("load a payload", m_path, "it is not a payload of this run");
    }
    const std::string& path = m_locations[static_cast<std::size_t>(ref.file)]->path();
    if (stop.stop_requested()) {
        return failure("load a payload of", path, "it was stopped");
    }
    auto connection = connectionFor(ref.file);
    if (!connection) {
        return failure(connection);
    }
    const PayloadColumn& column = payloadColumn(static_cast<PayloadPart>(ref.part));
    Statement statement;
    int code = (*connection)
                   ->prepare(std::string("SELECT size, ") + column.column + " FROM " + column.table
                                 + " WHERE id = ?1",
                             statement);
    if (code == SQLITE_OK) {
        statement.start(ref.offset);
        code = statement.step();
    }
    if (code == SQLITE_DONE) {
        return failure(
            "load a payload of", path, std::string("table ") + column.table + " has no such row");
    }
    if (code != SQLITE_ROW) {
        return tl::unexpected<Error>(
            sqliteError("load a payload of", path, code, (*connection)->errorText()));
    }
    if (statement.integer(0) < 0 || static_cast<std::uint64_t>(statement.integer(0)) > limit) {
        return failure(
            "load a payload of", path, "it is larger than " + std::to_string(limit) + " bytes");
    }
    const auto bytes = statement.blob(1);
    if (!column.isCompressed) {
        if (bytes.size() > limit) {
            return failure(
                "load a payload of", path, "it is larger than " + std::to_string(limit) + " bytes");
        }
        return std::vector<std::byte>(bytes.begin(), bytes.end());
    }
    auto text = zstdDecompress(bytes, limit);
    if (!text) {
        return failure("load a payload of", path, text.error().why);
    }
    return text;
}

std::vector<FileFacts> SqliteSource::files() const
{
    std::vector<FileFacts> facts;
    for (const auto& file : m_files) {
        FileFacts& told = facts.emplace_back();
        told.path = file->location->path();
        told.bytes = bytesOnDisk(told.path);
        told.records = file->reader.records();
        told.badRecords = file->badRecords;
    }
    return facts;
}

std::vector<std::string> SqliteSource::openFiles() const
{
    const std::lock_guard guard(m_mutex);
    std::vector<std::string> paths;
    for (const auto& location : m_locations) {
        paths.push_back(location->path());
    }
    return paths;
}

} // namespace store

Result<std::unique_ptr<RunSource>> openSqliteRun(const std::string& path)
{
    using store::RunFileName;
    using store::SqliteSource;
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        return failure("open the run",
                       path,
                       error ? error.message() : "there is no such file or folder",
                       "Check the path");
    }
    const bool isFolder = std::filesystem::is_directory(status);
    auto source = std::make_unique<SqliteSource>(path, isFolder);
    if (!isFolder) {
        RunFileName name = store::parseName(path).value_or(RunFileName{});
        name.path = path;
        source->addFile(name);
        return source;
    }
    auto files = store::listRunFiles(path);
    if (!files) {
        return failure(files);
    }
    if (files->empty()) {
        return failure("open the run", path, "it holds no .rlens file", "Open the folder of a run");
    }
    for (const RunFileName& name : *files) {
        source->addFile(name);
    }
    return source;
}

bool looksLikeRunlensFile(const std::string& path)
{
    using store::kApplicationId;
    constexpr std::size_t kHeaderBytes = 100;
    constexpr std::size_t kApplicationIdOffset = 68;
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    bool isOurs = false;
    const bool wasRead = store::whileNotOpen(path, [&] {
        std::array<unsigned char, kHeaderBytes> header{};
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor < 0) {
            return;
        }
        struct stat status {};
        const bool isFile = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
        const bool isWhole = isFile
                             && pread(descriptor, header.data(), header.size(), 0)
                                    == static_cast<ssize_t>(header.size());
        ::close(descriptor);
        std::uint32_t application = 0;
        for (std::size_t i = 0; i < sizeof(application); ++i) {
            application = application << 8 | header[kApplicationIdOffset + i];
        }
        isOurs = isWhole && std::memcmp(header.data(), kMagic.data(), kMagic.size()) == 0
                 && application == static_cast<std::uint32_t>(kApplicationId);
    });
    return isOurs || !wasRead; // a file that is open here was opened as a Runlens file
}

} // namespace runlens
