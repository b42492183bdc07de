// SPDX-License-Identifier: Apache-2.0
#include "collector/run_information.h"

#include "collector/json_text.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <thread>

namespace runlens::collector {

namespace {

namespace fs = std::filesystem;

std::string readSmallFile(const fs::path& path, std::size_t limit = 65'536)
{
    std::ifstream file(path, std::ios::binary);
    std::string text(limit, '\0');
    file.read(text.data(), static_cast<std::streamsize>(limit));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    return text;
}

std::string trimmed(std::string text)
{
    const auto end = text.find_last_not_of(" \t\r\n");
    text.resize(end == std::string::npos ? 0 : end + 1);
    text.erase(0, std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

bool isCommit(const std::string& text)
{
    return (text.size() == 40 || text.size() == 64)
           && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// The folder with HEAD: .git itself, or what a .git file of a worktree or submodule points to.
fs::path gitFolderOf(const fs::path& marker)
{
    std::error_code ignored;
    if (fs::is_directory(marker, ignored)) {
        return marker;
    }
    const std::string text = trimmed(readSmallFile(marker));
    constexpr std::string_view kPointer = "gitdir: ";
    if (text.rfind(kPointer, 0) != 0) {
        return {};
    }
    const fs::path target = text.substr(kPointer.size());
    return target.is_absolute() ? target : marker.parent_path() / target;
}

std::string commitOf(const fs::path& common, const fs::path& git, const std::string& reference)
{
    for (const fs::path& folder : {git, common}) {
        std::string commit = trimmed(readSmallFile(folder / reference, 256));
        if (isCommit(commit)) {
            return commit;
        }
    }
    std::ifstream packed(common / "packed-refs");
    std::string line;
    while (std::getline(packed, line)) {
        const auto space = line.find(' ');
        if (space != std::string::npos && line.compare(space + 1, std::string::npos, reference) == 0
            && isCommit(line.substr(0, space)))
        {
            return line.substr(0, space);
        }
    }
    return {};
}

std::string firstValue(const char* file, std::string_view key, char separator)
{
    std::ifstream stream(file);
    std::string line;
    while (std::getline(stream, line)) {
        const auto at = line.find(separator);
        if (at != std::string::npos && trimmed(line.substr(0, at)) == key) {
            return trimmed(line.substr(at + 1));
        }
    }
    return {};
}

std::string commandLine()
{
    std::string text = readSmallFile("/proc/self/cmdline");
    while (!text.empty() && text.back() == '\0') {
        text.pop_back();
    }
    std::replace(text.begin(), text.end(), '\0', ' ');
    return text;
}

std::string compilerName()
{
    std::ostringstream text;
#if defined(__clang__)
    text << "Clang " << __clang_major__ << '.' << __clang_minor__ << '.' << __clang_patchlevel__;
#elif defined(__GNUC__)
    text << "GCC " << __GNUC__ << '.' << __GNUC_MINOR__ << '.' << __GNUC_PATCHLEVEL__;
#endif
    return text.str();
}

} // namespace

GitState readGitState(const std::string& folder)
{
    GitState state;
    std::error_code error;
    fs::path at = fs::absolute(folder, error);
    while (!error && !at.empty()) {
        const fs::path git = fs::exists(at / ".git", error) ? gitFolderOf(at / ".git") : fs::path();
        if (!git.empty()) {
            const std::string pointer = trimmed(readSmallFile(git / "commondir", 4096));
            const fs::path common = pointer.empty() ? git : git / pointer;
            const std::string head = trimmed(readSmallFile(git / "HEAD", 4096));
            constexpr std::string_view kReference = "ref: ";
            if (isCommit(head)) {
                state.commit = head;
            } else if (head.rfind(kReference, 0) == 0 && head.find("..") == std::string::npos) {
                const std::string reference = head.substr(kReference.size());
                constexpr std::string_view kBranches = "refs/heads/";
                state.branch = reference.rfind(kBranches, 0) == 0
                                   ? reference.substr(kBranches.size())
                                   : reference;
                state.commit = commitOf(common, git, reference);
            }
            return state;
        }
        if (at == at.root_path()) {
            break;
        }
        at = at.parent_path();
    }
    return state;
}

std::vector<std::pair<std::string, std::string>>
findRunInformation(const std::string& workingFolder)
{
    std::vector<std::pair<std::string, std::string>> found;
    const auto addText = [&found](const char* key, const std::string& text) {
        if (!text.empty()) {
            found.emplace_back(key, jsonString(text));
        }
    };
    utsname system{};
    const bool isKnown = ::uname(&system) == 0;
    addText("host", isKnown ? system.nodename : "");
    addText("command_line", commandLine());
    addText("working_directory", workingFolder);
    const GitState git = readGitState(workingFolder);
    addText("git_commit", git.commit);
    addText("git_branch", git.branch);
    addText("compiler", compilerName());
    addText("runlens_version", RUNLENS_VERSION);
    addText("cpu", firstValue("/proc/cpuinfo", "model name", ':'));
    found.emplace_back("cpu_count", std::to_string(std::thread::hardware_concurrency()));
    const std::int64_t pages = ::sysconf(_SC_PHYS_PAGES);
    if (pages > 0) {
        found.emplace_back("memory_bytes", std::to_string(pages * ::sysconf(_SC_PAGESIZE)));
    }
    std::string os = firstValue("/etc/os-release", "PRETTY_NAME", '=');
    os.erase(std::remove(os.begin(), os.end(), '"'), os.end());
    addText("os", os);
    addText("kernel", isKnown ? std::string(system.sysname) + ' ' + system.release : std::string());
    found.emplace_back("pid", std::to_string(::getpid()));
    return found;
}

} // namespace runlens::collector
