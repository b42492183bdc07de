// SPDX-License-Identifier: Apache-2.0
/// Reads the source tree and fails on what breaks the floors of ARCHITECTURE.md, naming file and
/// line: an include that looks up or sideways, Qt where there is none, a library outside its room,
/// a licence line that is not the folder's.
#include "tests/support/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kSourceFolder = RUNLENS_SOURCE_DIR;

/// Our folders that hold C++, each with the places below which it may include (its own is
/// understood).
const std::map<std::string, std::vector<std::string>> kFloors{
    {"summary_format", {}},
    {"collector", {"summary_format/"}},
    {"profiler", {"summary_format/"}},
    {"runtime",
     {"summary_format/base/",
      "summary_format/records.h",
      "summary_format/graph.h",
      "summary_format/histogram.h"}},
    {"viewers", {"profiler/", "summary_format/"}},
    {"app", {"viewers/", "profiler/", "summary_format/"}},
    {"tests", {"app/", "viewers/", "runtime/", "collector/", "profiler/", "summary_format/"}},
};

/// Libraries that stay in one room: what their includes begin with, and the folders that may have
/// them.
const std::vector<std::pair<std::string, std::vector<std::string>>> kRooms{
    {"sqlite3", {"summary_format/store/", "tests/"}},
    {"protozero/", {"summary_format/", "tests/"}},
    {"google/protobuf/", {"summary_format/formats/", "tests/"}},
    {"oneapi/dnnl/", {"runtime/", "tests/"}},
    {"mpi", {"runtime/", "tests/"}},
    {"CLI/", {"app/"}},
};

struct Include {
    int line = 0;
    std::string path;
    bool isQuoted = false;
};

bool startsWithAny(const std::string& text, const std::vector<std::string>& beginnings)
{
    return std::any_of(beginnings.begin(), beginnings.end(), [&](const std::string& beginning) {
        return text.rfind(beginning, 0) == 0;
    });
}

/// "viewers/graph/graph_view.h", 2 -> "viewers/graph/"; shorter paths as they are.
std::string folderOf(const std::string& path, int depth)
{
    std::size_t end = 0;
    for (int i = 0; i < depth; ++i) {
        const std::size_t slash = path.find('/', end);
        if (slash == std::string::npos) {
            return path;
        }
        end = slash + 1;
    }
    return path.substr(0, end);
}

std::string floorOf(const std::string& path)
{
    return path.substr(0, path.find('/'));
}

std::vector<Include> includesOf(const std::string& text)
{
    static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> includes;
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::smatch match;
        const bool mayBe =
            line.find("include") != std::string::npos; // most lines need no slow look
        if (mayBe && std::regex_search(line, match, pattern)) {
            includes.push_back({number, match[2], match[1] == "\""});
        }
    }
    return includes;
}

bool isQt(const std::string& include)
{
    static const std::regex pattern("^(Q[A-Z][A-Za-z0-9]*|Qt[A-Za-z]*/.*|q[a-z0-9_]+\\.h|ui_.*)$");
    return std::regex_match(include, pattern);
}

/// Everything that must build where there is no Qt.
bool isQtFree(const std::string& path)
{
    const std::string floor = floorOf(path);
    if (floor == "app") {
        const bool isWindow = startsWithAny(path, {"app/window/", "app/gui_main"});
        return !isWindow;
    }
    if (floor == "tests") {
        return startsWithAny(path,
                             {"tests/summary_format/",
                              "tests/collector/",
                              "tests/profiler/",
                              "tests/runtime/",
                              "tests/app/",
                              "tests/layering/"});
    }
    return floor != "viewers";
}

/// Why this file may not have this include; empty when it may.
std::string objection(const std::string& file, const Include& include)
{
    const std::string floor = floorOf(file);
    const std::string target = floorOf(include.path);
    const bool isOurs = include.path.find('/') != std::string::npos && kFloors.count(target) > 0;
    if (include.isQuoted && !isOurs) {
        return "is not named from the top folder";
    }
    if (isQtFree(file)
        && (isQt(include.path) || startsWithAny(include.path, {"viewers/", "app/window/"})))
    {
        return "needs Qt, and " + folderOf(file, floor == "app" || floor == "tests" ? 2 : 1)
               + " has none";
    }
    for (const auto& [library, rooms] : kRooms) {
        if (include.path.rfind(library, 0) == 0 && !startsWithAny(file, rooms)) {
            return "belongs to " + rooms.front() + " alone";
        }
    }
    if (!isOurs) {
        return {};
    }
    // The one bridge, and the programs that show how to record.
    const bool isBridge =
        startsWithAny(file, {"runtime/instrumentation/collector_observer", "runtime/examples/"});
    if (floor == "runtime" && target == "collector") {
        return isBridge ? "" : "is for runtime/instrumentation/collector_observer alone";
    }
    if (target != floor && !startsWithAny(include.path, kFloors.at(floor))) {
        return "looks up or sideways from " + floor;
    }
    // The store is a library of its own below the formats: the collector carries it.
    const std::vector<std::string> formats{"summary_format/formats/",
                                           "summary_format/conversion/",
                                           "summary_format/source_registry",
                                           "summary_format/run_lineage",
                                           "summary_format/run_reader"};
    const bool isBelowFormats = floor == "collector" || floor == "runtime" || floor == "profiler"
                                || (floor == "summary_format" && !startsWithAny(file, formats));
    if (isBelowFormats && startsWithAny(include.path, formats)) {
        return "stands above the store";
    }
    // Two views never know each other; what a view computes without widgets may be shared.
    const bool isInAView = floor == "viewers" && std::count(file.begin(), file.end(), '/') > 1;
    if (isInAView && target == "viewers"
        && std::count(include.path.begin(), include.path.end(), '/') > 1)
    {
        const bool isModel = std::regex_search(include.path, std::regex("_model\\.h$"));
        const std::string folder = folderOf(include.path, 2);
        const bool isShared = folder == "viewers/common/" || folder == folderOf(file, 2);
        if (!isShared && (!isModel || folderOf(file, 2) == "viewers/common/")) {
            return "is of another view";
        }
    }
    return {};
}

std::vector<std::string> objections(const std::string& file, const std::string& text)
{
    std::vector<std::string> found;
    for (const Include& include : includesOf(text)) {
        if (const std::string why = objection(file, include); !why.empty()) {
            found.push_back(file + ':' + std::to_string(include.line) + ": " + include.path + ' '
                            + why);
        }
    }
    return found;
}

/// The licences a file may have by its place; tests are under the licence of what they are linked
/// with, and where that is mixed, either will do unless the file itself uses the window.
std::vector<std::string> licencesOf(const std::string& file, const std::string& text)
{
    const std::string gpl = "GPL-3.0-or-later";
    const std::string apache = "Apache-2.0";
    if (startsWithAny(file, {"viewers/", "app/", "tests/viewers/", "tests/app/", "tests/window/"}))
    {
        return {gpl};
    }
    const std::vector<Include> includes = includesOf(text);
    const bool usesGpl = floorOf(file) == "tests"
                         && std::any_of(includes.begin(), includes.end(), [](const Include& i) {
                                return isQt(i.path) || startsWithAny(i.path, {"viewers/", "app/"});
                            });
    if (usesGpl) {
        return {gpl};
    }
    return startsWithAny(file, {"docs/", "tests/end_to_end/", "tests/benchmarks/"})
               ? std::vector{apache, gpl}
               : std::vector{apache};
}

/// The SPDX line stands first, or second below "#!".
std::string licenceObjection(const std::string& file, const std::string& text)
{
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);
    if (line.rfind("#!", 0) == 0) {
        std::getline(lines, line);
    }
    const std::vector<std::string> licences = licencesOf(file, text);
    const bool isRight =
        std::any_of(licences.begin(), licences.end(), [&](const std::string& licence) {
            const std::string expected = "SPDX-License-Identifier: " + licence;
            return line == "// " + expected || line == "# " + expected;
        });
    return isRight ? "" : file + ": its first line does not name " + licences.front();
}

bool isIgnored(const std::string& topFolder)
{
    return topFolder.rfind('.', 0) == 0 || topFolder == "build"
           || topFolder.rfind("build-", 0) == 0;
}

/// Path below the source folder -> text, of every file of one of these kinds in the top-level
/// folders.
std::map<std::string, std::string> sources(const std::set<std::string>& extensions)
{
    std::map<std::string, std::string> texts;
    for (const fs::directory_entry& top : fs::directory_iterator(kSourceFolder)) {
        if (!top.is_directory() || top.is_symlink() || isIgnored(top.path().filename())) {
            continue;
        }
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top.path())) {
            const bool isWanted =
                extensions.count(entry.path().extension()) > 0
                || (extensions.count(".cmake") > 0 && entry.path().filename() == "CMakeLists.txt");
            if (entry.is_regular_file() && isWanted) {
                texts[entry.path().lexically_relative(kSourceFolder)] =
                    runlens::test::readFile(entry.path());
            }
        }
    }
    return texts;
}

/// One line each, so that a failure reads as a list.
std::string joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines) {
        text += line + '\n';
    }
    return text;
}

TEST(Layering, EveryIncludeLooksDown)
{
    std::vector<std::string> found;
    const auto files = sources({".h", ".cpp"});
    EXPECT_GT(files.size(), 100U) << "the tree was not found in " << kSourceFolder;
    for (const auto& [file, text] : files) {
        const auto of = objections(file, text);
        found.insert(found.end(), of.begin(), of.end());
    }
    EXPECT_EQ(joined(found), "");
}

TEST(Layering, EveryFolderWithSourcesHasItsFloor)
{
    for (const auto& [file, text] : sources({".h", ".cpp"})) {
        EXPECT_TRUE(kFloors.count(floorOf(file)) > 0)
            << file << " lies in a folder that ARCHITECTURE.md does not name";
    }
}

TEST(Layering, ThePublicHeaderOfTheCollectorNeedsTheStandardLibraryAlone)
{
    std::set<std::string> seen;
    std::vector<std::string> open{"collector/summary_collector.h"};
    const std::regex standard("^[a-z0-9_]+$");
    while (!open.empty()) {
        const std::string header = open.back();
        open.pop_back();
        if (!seen.insert(header).second) {
            continue;
        }
        const std::string text = runlens::test::readFile(fs::path(kSourceFolder) / header);
        ASSERT_FALSE(text.empty()) << header;
        for (const Include& include : includesOf(text)) {
            if (include.isQuoted) {
                open.push_back(include.path);
            } else {
                EXPECT_TRUE(std::regex_match(include.path, standard))
                    << header << ':' << include.line;
            }
        }
    }
    EXPECT_LE(seen.size(), 4U) << "training code should see little of us";
}

TEST(Layering, EveryFileNamesTheLicenceOfItsFolder)
{
    std::vector<std::string> found;
    for (const auto& [file, text] : sources({".h", ".cpp", ".cmake", ".sh"})) {
        if (const std::string why = licenceObjection(file, text); !why.empty()) {
            found.push_back(why);
        }
    }
    EXPECT_EQ(joined(found), "");
}

TEST(Checker, FindsIncludesWithTheirLines)
{
    const auto includes =
        includesOf("#include \"a/b.h\"\n// #include <no>\n  #  include <c>\nint x;");
    ASSERT_EQ(includes.size(), 2U);
    EXPECT_EQ(includes[0].path, "a/b.h");
    EXPECT_TRUE(includes[0].isQuoted);
    EXPECT_EQ(includes[1].line, 3);
    EXPECT_FALSE(includes[1].isQuoted);
}

TEST(Checker, NamesFileLineAndReason)
{
    EXPECT_THAT(objections("profiler/x.cpp", "\n#include \"viewers/view.h\"\n#include <vector>\n"),
                ElementsAre("profiler/x.cpp:2: viewers/view.h needs Qt, and profiler/ has none"));
}

TEST(Checker, AllowsWhatTheTableAllows)
{
    const std::vector<std::pair<std::string, std::string>> allowed{
        {"summary_format/run.cpp", "\"summary_format/run.h\""},
        {"summary_format/run_reader.h", "\"summary_format/source_registry.h\""},
        {"summary_format/store/sqlite.cpp", "<sqlite3.h>"},
        {"collector/writer_thread.cpp", "\"summary_format/store/summary_writer.h\""},
        {"runtime/ops/dense.cpp", "<oneapi/dnnl/dnnl.hpp>"},
        {"runtime/ops/dense.cpp", "\"summary_format/base/result.h\""},
        {"runtime/instrumentation/collector_observer.cpp", "\"collector/summary_collector.h\""},
        {"runtime/examples/train_lenet.cpp", "\"collector/summary_collector.h\""},
        {"viewers/graph/graph_view.cpp", "\"viewers/common/palette.h\""},
        {"viewers/graph/graph_view.cpp", "\"viewers/view.h\""},
        {"viewers/overview/overview_view.cpp", "\"viewers/scalars/scalars_model.h\""},
        {"viewers/graph/graph_view.cpp", "<QWidget>"},
        {"app/window/main_window.cpp", "\"viewers/graph/graph_view.h\""},
        {"app/commands/info.cpp", "<CLI/CLI.hpp>"},
        {"app/gui_main.cpp", "<QApplication>"},
        {"tests/viewers/x_test.cpp", "\"viewers/view.h\""},
    };
    for (const auto& [file, include] : allowed) {
        EXPECT_THAT(objections(file, "#include " + include), IsEmpty());
    }
}

TEST(Checker, RefusesWhatTheTableDoesNotAllow)
{
    const std::vector<std::pair<std::string, std::string>> refused{
        {"summary_format/run.h", "\"profiler/trace_model.h\""},
        {"summary_format/run.h", "\"run_builder.h\""},
        {"summary_format/run.h", "\"../app/x.h\""},
        {"summary_format/run.h", "<QString>"},
        {"summary_format/run.h", "<qglobal.h>"},
        {"summary_format/run.h", "<QtCore/QString>"},
        {"summary_format/store/schema.cpp", "\"summary_format/formats/event_file/x.h\""},
        {"summary_format/run_builder.cpp", "\"summary_format/source_registry.h\""},
        {"summary_format/formats/onnx/onnx.cpp", "<sqlite3.h>"},
        {"collector/x.cpp", "\"runtime/tensor/tensor.h\""},
        {"collector/x.cpp", "\"summary_format/run_reader.h\""},
        {"collector/x.cpp", "<google/protobuf/message.h>"},
        {"profiler/x.cpp", "\"collector/summary_collector.h\""},
        {"runtime/executor/x.cpp", "\"collector/summary_collector.h\""},
        {"runtime/dataset/x.cpp", "\"profiler/trace_model.h\""},
        {"runtime/dataset/x.cpp", "\"summary_format/store/summary_writer.h\""},
        {"viewers/graph/x.cpp", "\"viewers/timeline/timeline_view.h\""},
        {"viewers/common/x.cpp", "\"viewers/timeline/timeline_model.h\""},
        {"viewers/graph/x.cpp", "\"app/window/main_window.h\""},
        {"viewers/graph/x.cpp", "\"collector/summary_collector.h\""},
        {"app/commands/x.cpp", "<QCoreApplication>"},
        {"app/commands/x.cpp", "\"viewers/view.h\""},
        {"app/commands/x.cpp", "\"app/window/main_window.h\""},
        {"app/main.cpp", "<QApplication>"},
        {"app/window/x.cpp", "\"runtime/tensor/tensor.h\""},
        {"viewers/graph/x.cpp", "<CLI/CLI.hpp>"},
        {"tests/profiler/x_test.cpp", "<QTest>"},
    };
    for (const auto& [file, include] : refused) {
        EXPECT_EQ(objections(file, "#include " + include).size(), 1U) << file << ' ' << include;
    }
}

TEST(Checker, KnowsTheLicenceOfEveryPlace)
{
    EXPECT_EQ(licenceObjection("runtime/x.h", "// SPDX-License-Identifier: Apache-2.0\n"), "");
    EXPECT_EQ(licenceObjection("viewers/x.h", "// SPDX-License-Identifier: GPL-3.0-or-later\n"),
              "");
    EXPECT_EQ(
        licenceObjection("tests/run.sh", "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n"), "");
    EXPECT_EQ(licenceObjection("tests/support/x.cpp",
                               "// SPDX-License-Identifier: GPL-3.0-or-later\n#include <QTest>\n"),
              "");
    EXPECT_EQ(
        licenceObjection("docs/x.sh", "#!/bin/sh\n# SPDX-License-Identifier: GPL-3.0-or-later\n"),
        "");
    EXPECT_NE(licenceObjection("docs/x.sh", "#!/bin/sh\n"), "");
    EXPECT_EQ(
        licenceObjection("tests/end_to_end/x.cpp", "// SPDX-License-Identifier: Apache-2.0\n"), "");
    EXPECT_NE(licenceObjection("tests/end_to_end/x.cpp",
                               "// SPDX-License-Identifier: Apache-2.0\n#include <QTest>\n"),
              "");
    EXPECT_NE(licenceObjection("viewers/x.h", "// SPDX-License-Identifier: Apache-2.0\n"), "");
    EXPECT_NE(licenceObjection("profiler/x.h", "// SPDX-License-Identifier: GPL-3.0-or-later\n"),
              "");
    EXPECT_NE(
        licenceObjection("profiler/x.h", "#pragma once\n// SPDX-License-Identifier: Apache-2.0\n"),
        "");
    EXPECT_NE(licenceObjection("profiler/x.h", ""), "");
    EXPECT_NE(licenceObjection("tests/profiler/x.cpp",
                               "// SPDX-License-Identifier: Apache-2.0\n#include <QTest>\n"),
              "");
}

} // namespace
