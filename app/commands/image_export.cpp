// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/image_export.h"

#include "app/commands/output.h"
#include "app/commands/safe_name.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <filesystem>

namespace runlens::app {

namespace fs = std::filesystem;

namespace {

/// The pictures of one record: a value may hold several, parted by "sizes" of its metadata.
std::vector<std::span<const std::byte>> picturesOf(std::span<const std::byte> payload,
                                                   std::string_view metadata)
{
    simdjson::dom::parser parser;
    simdjson::dom::element json;
    simdjson::dom::array sizes;
    if (parser.parse(simdjson::padded_string(metadata)).get(json) != simdjson::SUCCESS
        || json["sizes"].get(sizes) != simdjson::SUCCESS)
    {
        return {payload};
    }
    std::vector<std::span<const std::byte>> pictures;
    for (const simdjson::dom::element element : sizes) {
        std::uint64_t size = 0;
        if (element.get(size) != simdjson::SUCCESS || size > payload.size()) {
            break;
        }
        pictures.push_back(payload.first(static_cast<std::size_t>(size)));
        payload = payload.subspan(static_cast<std::size_t>(size));
    }
    if (!payload.empty()) { // what the sizes do not tell is not thrown away
        pictures.push_back(payload);
    }
    return pictures;
}

class ImageExport {
public:
    ImageExport(const RunReader& reader, const std::string& folder, bool replaces)
        : m_reader(reader), m_run(*reader.run()), m_folder(folder), m_replaces(replaces)
    {
        for (const fs::path& part : fs::path(m_run.name())) {
            m_folder /= safeFileName(part.string());
        }
    }

    Result<ExportedImages> run()
    {
        const bool withRank = m_run.ranks().size() > 1;
        for (std::size_t id = 0; id < m_run.tags().size(); ++id) {
            const Tag& tag = m_run.tags()[id];
            const auto* samples = m_run.samples(static_cast<TagId>(id));
            if (tag.kind != RecordKind::Image || samples == nullptr) {
                continue;
            }
            const std::string stem = (withRank ? fmt::format("rank-{}_", tag.rank) : "")
                                     + safeFileName(m_run.text(tag.name));
            for (std::size_t row = 0; row < samples->size(); ++row) {
                if (Status status = sample(stem, (*samples)[row]); !status) {
                    return failure(status);
                }
            }
        }
        return m_exported;
    }

private:
    Status sample(const std::string& stem, const SampleEntry& entry)
    {
        const auto payload = m_reader.load(entry.payload);
        if (!payload) {
            ++m_exported.failed;
            complain(payload.error());
            return {};
        }
        const auto pictures = picturesOf(*payload, m_run.text(entry.metadata));
        for (std::size_t i = 0; i < pictures.size(); ++i) {
            const std::string step = entry.step == kNoStep ? "nostep" : std::to_string(entry.step);
            const std::string name =
                m_names.take(pictures.size() == 1 ? fmt::format("{}_{}", stem, step)
                                                  : fmt::format("{}_{}_{}", stem, step, i),
                             imageExtension(pictures[i]));
            if (Status status = write(m_folder / name, pictures[i]); !status) {
                return status;
            }
            ++m_exported.files;
        }
        return {};
    }

    Status write(const fs::path& path, std::span<const std::byte> bytes)
    {
        std::error_code error;
        fs::create_directories(m_folder, error);
        if (error) {
            return failure("make the folder", m_folder.string(), error.message());
        }
        if (!m_replaces && fs::exists(fs::symlink_status(path, error))) {
            return failure("write",
                           path.string(),
                           "there is one already",
                           "Choose another folder, or replace it with --force");
        }
        auto out = Output::toFile(path.string());
        if (!out) {
            return failure(out);
        }
        (*out)->write(asText(bytes));
        return (*out)->finish();
    }

    const RunReader& m_reader;
    const Run& m_run;
    fs::path m_folder;
    bool m_replaces;
    FileNames m_names;
    ExportedImages m_exported;
};

} // namespace

std::string imageExtension(std::span<const std::byte> bytes)
{
    const std::string_view text = asText(bytes);
    if (text.starts_with("\x89PNG\r\n\x1a\n")) {
        return ".png";
    }
    if (text.starts_with("\xff\xd8\xff")) {
        return ".jpg";
    }
    if (text.starts_with("GIF8")) {
        return ".gif";
    }
    if (text.starts_with("RIFF") && text.substr(0, 12).ends_with("WEBP")) {
        return ".webp";
    }
    return text.starts_with("BM") ? ".bmp" : ".bin";
}

Result<ExportedImages>
exportImages(const RunReader& reader, const std::string& folder, bool replaces)
{
    return ImageExport(reader, folder, replaces).run();
}

} // namespace runlens::app
