// SPDX-License-Identifier: Apache-2.0
/// All presets but dev and core join several sources into one (CMake's unity build), so what
/// sources of one library keep to themselves must differ in name: otherwise the next new file,
/// which moves the joints, breaks them. Two of one name are mostly the same thing written twice.
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;

/// What the lines of one file put into its unnamed namespace: names of constants, types and
/// functions (with the kinds of their parameters).
std::set<std::string> hiddenNames(const std::string& text)
{
    static const std::regex constant(
        R"(^(?:inline |static |const )*constexpr [\w:<>\*, ]*?(\w+)\s*(?:=|\{|\[).*)");
    static const std::regex type(R"(^(?:struct|class|enum class|enum)\s+(\w+)[^;]*$)");
    static const std::regex alias(R"(^using (\w+) =.*)");
    static const std::regex function(R"(^[A-Za-z][\w:<>\*&, ]* [\*&]*(\w+)\(([^)]*).*)");
    static const std::regex parameter(R"(\s+\w+(,|$))");
    std::set<std::string> names;
    std::istringstream lines(text);
    std::string line;
    bool isHidden = false;
    std::ptrdiff_t depth = 0;
    while (std::getline(lines, line)) {
        if (line == "namespace {") {
            isHidden = true;
            depth = 0;
            continue;
        }
        if (line == "} // namespace") {
            isHidden = false;
        }
        if (!isHidden) {
            continue;
        }
        std::smatch match;
        if (depth != 0 || line.empty() || line.front() == ' ' || line.front() == '/') {
        } else if (std::regex_match(line, match, constant) || std::regex_match(line, match, type)
                   || std::regex_match(line, match, alias))
        {
            names.insert(match[1]);
        } else if (std::regex_match(line, match, function)
                   && !std::regex_match(line, std::regex("^(TEST|TEST_F|TEST_P|template).*")))
        {
            names.insert(match[1].str() + '(' + std::regex_replace(match[2].str(), parameter, "$1")
                         + ')');
        }
        depth +=
            std::count(line.begin(), line.end(), '{') - std::count(line.begin(), line.end(), '}');
    }
    return names;
}

/// Constants that a header of a library gives to all: a hidden one of that name would be another.
std::set<std::string> sharedConstants(const std::string& text)
{
    static const std::regex constant(R"(^inline constexpr [\w:<>\*, ]*?(\w+)\s*(?:=|\{|\[|;).*)");
    std::set<std::string> names;
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
        std::smatch match;
        if (std::regex_match(line, match, constant)) {
            names.insert(match[1]);
        }
    }
    return names;
}

/// The sources that are compiled into one library or program, by where they lie; empty: each is a
/// program of its own.
std::string libraryOf(const fs::path& file)
{
    const std::string top = file.begin()->string();
    const bool isFolderOfOwn = top == "tests" || top == "app";
    const std::string name =
        isFolderOfOwn ? (file.begin()->string() + '/' + std::next(file.begin())->string()) : top;
    if (name == "tests/end_to_end" || name == "tests/benchmarks" || name == "tests/fuzz") {
        return {};
    }
    const bool isData = file.filename().string().find("_data_test.cpp") != std::string::npos;
    return isData ? name + ", sample files" : name;
}

TEST(JoinedSources, HideNothingUnderOneNameTwice)
{
    const fs::path root = RUNLENS_SOURCE_DIR;
    std::map<std::string, std::map<std::string, std::vector<std::string>>> libraries;
    std::map<std::string, std::map<std::string, std::string>> shared; // by library and name: header
    std::size_t files = 0;
    for (const char* top :
         {"app", "collector", "profiler", "runtime", "summary_format", "tests", "viewers"})
    {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
            const bool isHeader = entry.path().extension() == ".h";
            if (!entry.is_regular_file() || (entry.path().extension() != ".cpp" && !isHeader)) {
                continue;
            }
            const fs::path file = entry.path().lexically_relative(root);
            const std::string library = libraryOf(file);
            if (isHeader) {
                for (const std::string& name :
                     sharedConstants(library.empty() ? "" : runlens::test::readFile(entry.path())))
                {
                    shared[library][name] = file.string();
                }
                continue;
            }
            ++files;
            for (const std::string& name :
                 hiddenNames(library.empty() ? "" : runlens::test::readFile(entry.path())))
            {
                libraries[library][name].push_back(file.string());
            }
        }
    }
    EXPECT_GT(files, 200U) << "the tree was not found in " << root;
    std::string twice;
    for (auto& [library, names] : libraries) {
        for (auto& [name, places] : names) {
            if (const auto header = shared[library].find(name); header != shared[library].end()) {
                places.push_back(header->second);
            }
            if (places.size() > 1) {
                twice += library + ": " + name;
                for (const std::string& place : places) {
                    twice += ' ' + place;
                }
                twice += '\n';
            }
        }
    }
    EXPECT_EQ(twice, "");
}

TEST(JoinedSources, AreSearchedForConstantsTypesAndFunctionsOfTheUnnamedNamespace)
{
    EXPECT_EQ(hiddenNames("constexpr int kOutside = 1;\n"
                          "namespace {\n"
                          "constexpr std::size_t kInside = 1; ///< told\n"
                          "struct Told;\n"
                          "struct Held {\n"
                          "    int inner(int value);\n"
                          "};\n"
                          "using Bytes = std::vector<std::byte>;\n"
                          "/// a comment (of any kind)\n"
                          "const Held& heldOf(const Held& held, int at)\n"
                          "{\n"
                          "    return held;\n"
                          "}\n"
                          "TEST(Some, Thing)\n"
                          "{\n"
                          "}\n"
                          "} // namespace\n"
                          "int outside(int x)\n"),
              (std::set<std::string>{"kInside", "Held", "Bytes", "heldOf(const Held&, int)"}));
}

} // namespace
