// SPDX-License-Identifier: Apache-2.0
/// A folder of its own for one test, gone afterwards.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace runlens::test {

class TemporaryFolder {
public:
    TemporaryFolder()
        : m_path((std::filesystem::temp_directory_path() / "runlens-test-XXXXXX").string())
    {
        if (mkdtemp(m_path.data()) == nullptr) {
            throw std::runtime_error("no temporary folder");
        }
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }

    [[nodiscard]] const std::string& path() const { return m_path; }

    [[nodiscard]] std::string file(const std::string& name) const { return m_path + '/' + name; }

    [[nodiscard]] std::string operator/(const std::string& name) const { return file(name); }

private:
    std::string m_path;
};

} // namespace runlens::test
