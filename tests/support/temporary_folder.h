// SPDX-License-Identifier: Apache-2.0
/// A folder that is gone when the test is over.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace runlens::test {

class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "runlens-test-XXXXXX").string();
        m_path = mkdtemp(pattern.data()) != nullptr ? pattern : std::string();
    }

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    ~TemporaryFolder()
    {
        std::error_code ignored;
        if (!m_path.empty()) {
            std::filesystem::remove_all(m_path, ignored);
        }
    }

    [[nodiscard]] const std::string& path() const { return m_path; }

    [[nodiscard]] std::string file(const std::string& name) const { return m_path + '/' + name; }

    [[nodiscard]] std::string operator/(const std::string& name) const { return file(name); }

private:
    std::string m_path;
};

} // namespace runlens::test
