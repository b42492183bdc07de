// SPDX-License-Identifier: Apache-2.0
#include "tests/support/program.h"

#include "tests/support/temporary_folder.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace runlens::test {

namespace fs = std::filesystem;

namespace {

std::vector<char*> pointers(const std::vector<std::string>& texts)
{
    std::vector<char*> result;
    for (const std::string& text : texts) {
        result.push_back(const_cast<char*>(text.c_str()));
    }
    result.push_back(nullptr);
    return result;
}

/// Sanitizer options and the like reach the child; whatever a desktop sets does not.
std::vector<std::string> childEnvironment(const std::vector<std::string>& added)
{
    std::vector<std::string> environment{
        "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC"};
    for (const char* name :
         {"HOME", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"}) {
        if (const char* value = std::getenv(name))
        { // NOLINT(concurrency-mt-unsafe): tests have one thread here
            environment.push_back(std::string(name) + '=' + value);
        }
    }
    environment.insert(environment.end(), added.begin(), added.end());
    return environment;
}

} // namespace

ProgramResult runProgram(const std::vector<std::string>& arguments, const ProgramOptions& options)
{
    const TemporaryFolder printed;
    const std::string outPath = options.stdoutPath.empty() ? printed / "out" : options.stdoutPath;
    const std::string errPath = printed / "err";
    const std::vector<std::string> environment = childEnvironment(options.environment);
    std::vector<char*> argv = pointers(arguments);
    std::vector<char*> envp = pointers(environment);
    const int program = ::open(arguments.front().c_str(), O_PATH | O_CLOEXEC);
    const pid_t pid = ::fork();
    if (pid == 0) {
        const int out = ::open(outPath.c_str(), O_WRONLY | O_CREAT, 0600);
        const int err = ::open(errPath.c_str(), O_WRONLY | O_CREAT, 0600);
        ::dup2(out, 1);
        ::dup2(err, 2);
        ::close(out);
        ::close(err);
        if (!options.folder.empty() && ::chdir(options.folder.c_str()) != 0) {
            ::_exit(98);
        }
        if (options.prepare) {
            options.prepare();
        }
        ::fexecve(program, argv.data(), envp.data());
        ::_exit(97);
    }
    ::close(program);
    int state = 0;
    rusage used{};
    while (::wait4(pid, &state, 0, &used) < 0 && errno == EINTR) {
    }
    ProgramResult result;
    result.exitCode = WIFEXITED(state) ? WEXITSTATUS(state) : 1000 + WTERMSIG(state);
    result.out = options.stdoutPath.empty() ? readFile(outPath) : "";
    result.err = readFile(errPath);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    result.cpuSeconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    return result;
}

void becomeSomebodyDenied(const char* path)
{
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0
        && (::setgroups(0, nullptr) != 0 || ::setgid(kNobody) != 0 || ::setuid(kNobody) != 0))
    {
        ::_exit(99);
    }
    if (::open(path, O_RDONLY | O_CLOEXEC) >= 0 || errno != EACCES) {
        ::_exit(99);
    }
}

} // namespace runlens::test
