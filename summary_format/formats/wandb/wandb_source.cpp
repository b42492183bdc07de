// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/wandb/wandb_source.h"

#include "summary_format/formats/wandb/wandb_decoder.h"
#include "summary_format/formats/wandb/wandb_log.h"
#include "summary_format/formats/wandb/wandb_payload.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>

namespace runlens {

namespace fs = std::filesystem;

namespace {

Result<std::vector<std::byte>> wholeFile(const std::string& path, std::size_t limit)
{
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    if (error || size > limit) {
        return failure("load", path, error ? error.message() : "it is larger than allowed");
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(size));
    std::ifstream in(path, std::ios::binary);
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (static_cast<std::size_t>(in.gcount()) != bytes.size()) {
        return failure("load", path, "it could not be read to its end");
    }
    return bytes;
}

class WandbSource final : public RunSource {
public:
    explicit WandbSource(const std::string& path)
        : m_base((fs::path(path).parent_path() / "files").string())
        , m_log(path)
        , m_decoder(path, [this](const std::string& name) {
            const std::scoped_lock lock(m_mutex);
            m_files.push_back(name);
        })
    {}

    [[nodiscard]] std::string format() const override { return "wandb"; }

    Result<ReadProgress>
    readInto(RecordSink& sink, Diagnostics& diagnostics, const ReadOptions& options) override
    {
        const auto deadline = std::chrono::steady_clock::now() + options.slice;
        const std::uint64_t before = m_decoder.records();
        const std::uint64_t damagedBefore = diagnostics.damaged();
        std::uint32_t sinceLook = 0;
        const auto stopped = m_log.read(
            [&](std::span<const std::byte> record, std::int64_t offset) {
                m_decoder.decode(asText(record), offset, sink, diagnostics);
                if (options.slice.count() == 0 || ++sinceLook < 64) {
                    return true;
                }
                sinceLook = 0;
                return std::chrono::steady_clock::now() < deadline;
            },
            diagnostics,
            options.stop);
        m_badRecords += diagnostics.damaged() - damagedBefore;
        if (!stopped) {
            return failure(stopped);
        }
        ReadProgress progress;
        progress.more = *stopped;
        progress.records = m_decoder.records();
        progress.changed = progress.records != before;
        progress.bytesRead = m_log.offset();
        progress.bytesTotal = std::max(m_log.size(), m_log.offset());
        return progress;
    }

    [[nodiscard]] std::vector<FileFacts> files() const override
    {
        FileFacts facts;
        facts.path = m_log.path();
        facts.bytes = std::max(m_log.size(), m_log.offset());
        facts.records = m_decoder.records();
        facts.badRecords = m_badRecords;
        facts.tailBytes = facts.bytes - m_log.offset();
        facts.byKind = m_decoder.byKind();
        return {facts};
    }

    [[nodiscard]] Result<std::vector<std::byte>>
    load(const PayloadRef& ref, std::stop_token, std::size_t limit) const override
    {
        if (ref.file == 0 && ref.offset >= static_cast<std::int64_t>(wandb::kHeaderBytes)) {
            const auto record = wandb::recordAt(m_log.path(), ref.offset, limit);
            return record ? wandb::payloadOf(asText(*record), ref.part)
                          : Result<std::vector<std::byte>>(failure(record));
        }
        std::string name;
        {
            const std::scoped_lock lock(m_mutex);
            if (ref.file < 1 || static_cast<std::size_t>(ref.file) > m_files.size()) {
                return failure("load a payload of", m_log.path(), "there is no such payload");
            }
            name = m_files[static_cast<std::size_t>(ref.file) - 1];
        }
        const auto path = wandb::mediaPath(m_base, name);
        return path ? wholeFile(*path, limit) : Result<std::vector<std::byte>>(failure(path));
    }

private:
    std::string m_base; ///< of the files that the log names
    wandb::WandbLog m_log;
    wandb::WandbDecoder m_decoder;
    std::uint64_t m_badRecords = 0;
    mutable std::mutex m_mutex;       ///< guards m_files
    std::vector<std::string> m_files; ///< that the log names
};

} // namespace

Result<std::unique_ptr<RunSource>> openWandbRun(const std::string& path)
{
    std::error_code error;
    if (!fs::is_directory(path, error)) {
        return std::unique_ptr<RunSource>(std::make_unique<WandbSource>(path));
    }
    std::vector<std::string> found;
    fs::directory_iterator entries(path, error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
        if (looksLikeWandbFile(entries->path().string())) {
            found.push_back(entries->path().string());
        }
    }
    if (error || found.empty()) {
        return failure("open the run",
                       path,
                       error ? error.message() : "it holds no .wandb file",
                       "Open the folder of a run");
    }
    if (found.size() > 1) { // W&B itself makes a folder for each
        return failure("open the run",
                       path,
                       "it holds several .wandb files",
                       "Open one of them, or give each a folder");
    }
    return std::unique_ptr<RunSource>(std::make_unique<WandbSource>(found.front()));
}

bool looksLikeWandbFile(const std::string& path)
{
    return path.ends_with(".wandb");
}

} // namespace runlens
