// SPDX-License-Identifier: Apache-2.0
/// A small whole run to damage, and how a fuzzer's bytes damage it.
#pragma once

#include "summary_format/store/sqlite_source.h"
#include "summary_format/store/summary_writer.h"
#include "tests/support/sample_run.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <iterator>

namespace runlens::test {

class FuzzRun {
public:
    FuzzRun()
    {
        WriterOptions options;
        options.folder = m_folder / "whole";
        auto writer = SummaryWriter::open(options);
        if (!writer) {
            throw std::runtime_error(writer.error().message());
        }
        writeEverything(**writer, (*writer)->currentSession());
        const std::string path = (*writer)->path();
        static_cast<void>((*writer)->close(EndReason::Clean, ""));
        std::ifstream in(path, std::ios::binary);
        m_bytes.assign(std::istreambuf_iterator<char>(in), {});
    }

    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

    /// Writes a file that takes the place of the last one; returns its path.
    [[nodiscard]] std::string write(const std::string& bytes) const
    {
        const std::string path = m_folder / "rank-0.rlens";
        std::filesystem::remove(path);
        std::ofstream(path, std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return path;
    }

private:
    TemporaryFolder m_folder;
    std::string m_bytes;
};

/// recipe: 2 bytes where to cut (of 65536 parts; 0: nowhere), then 4 bytes each: 3 of position, 1
/// to write there.
inline std::string damaged(std::string file, const std::string& recipe)
{
    const auto at = [&recipe](std::size_t i) {
        return static_cast<std::size_t>(static_cast<unsigned char>(recipe[i]));
    };
    if (recipe.size() >= 2) {
        const std::size_t cut = at(0) << 8U | at(1);
        file.resize(cut == 0 ? file.size() : file.size() * cut / 65536);
    }
    for (std::size_t i = 2; i + 4 <= recipe.size() && !file.empty(); i += 4) {
        file[(at(i) << 16U | at(i + 1) << 8U | at(i + 2)) % file.size()] = recipe[i + 3];
    }
    return file;
}

} // namespace runlens::test
