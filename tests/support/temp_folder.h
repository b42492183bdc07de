// SPDX-License-Identifier: Apache-2.0
/// A folder of its own for one test, gone afterwards.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

namespace runlens::testing {

class TempFolder {
public:
    TempFolder() : m_path((std::filesystem::temp_directory_path() / "runlens-test-XXXXXX").string())
    {
        if (mkdtemp(m_path.data()) == nullptr) {
            throw std::runtime_error("no temporary folder");
        }
    }

    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    ~TempFolder()
    {
        std::error_code error;
        std::filesystem::remove_all(m_path, error);
    }

    [[nodiscard]] const std::string& path() const { return m_path; }

    [[nodiscard]] std::string operator/(const std::string& name) const
    {
        return m_path + '/' + name;
    }

private:
    std::string m_path;
};

} // namespace runlens::testing
