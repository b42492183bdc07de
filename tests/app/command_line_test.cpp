// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs the program itself: exit codes, what it prints where, and what it leaves behind.
#include "summary_format/store/summary_writer.h"
#include "tests/app/runlens_program.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <limits>

namespace runlens::app {
namespace {

namespace fs = std::filesystem;
using test::ProgramOptions;
using test::ProgramResult;
using test::readFile;
using test::runlensWith;
using test::runProgram;
using test::TemporaryFolder;
using test::writeFile;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr std::int64_t kRunStartNs = 1'700'000'000'000'000'000;

std::unique_ptr<SummaryWriter> openWriter(const std::string& folder, int rank = 0)
{
    auto writer = SummaryWriter::open({.folder = folder, .rank = rank});
    EXPECT_TRUE(writer) << writer.error().message();
    return std::move(*writer);
}

void addScalars(SummaryWriter& writer,
                const char* name,
                NumberType type,
                const std::vector<std::uint64_t>& values)
{
    const TagId tag = writer.tag({.name = name, .kind = RecordKind::Scalar, .numberType = type});
    std::int64_t step = 0;
    for (const std::uint64_t bits : values) {
        writer.scalar(tag, writer.currentSession(), step, kRunStartNs + step * 250'000'001, bits);
        ++step;
    }
}

/// A run with the numbers that are easily lost on the way.
void writeRun(const std::string& folder)
{
    const auto writer = openWriter(folder);
    addScalars(*writer, "loss", NumberType::Float32, {toBits(2.5F), toBits(0.1F)});
    addScalars(*writer,
               "odd, \"very\"",
               NumberType::Float64,
               {toBits(std::numeric_limits<double>::quiet_NaN()),
                toBits(std::numeric_limits<double>::infinity()),
                toBits(-std::numeric_limits<double>::infinity()),
                toBits(-0.0)});
    addScalars(
        *writer, "count", NumberType::UInt64, {0, std::numeric_limits<std::uint64_t>::max()});
    const TagId restarted = writer->tag({.name = "restarted"});
    for (const std::int64_t step : {10, 10, 3}) {
        writer->scalar(
            restarted, writer->currentSession(), step, kNoTime, toBits(static_cast<double>(step)));
    }
    const TagId text = writer->tag({.name = "note", .kind = RecordKind::Text});
    writer->sample(
        text, {.session = writer->currentSession(), .step = 4, .payload = {asBytes("hello"), {}}});
    writer->graph({.session = writer->currentSession(), .name = "train"});
    EXPECT_TRUE(writer->close(EndReason::Clean, ""));
}

const char* const kCsvOfRun = "run,tag,step,wall_time,value\n"
                              "a,loss,0,1700000000,2.5\n"
                              "a,loss,1,1700000000.250000001,0.1\n"
                              "a,\"odd, \"\"very\"\"\",0,1700000000,NaN\n"
                              "a,\"odd, \"\"very\"\"\",1,1700000000.250000001,Infinity\n"
                              "a,\"odd, \"\"very\"\"\",2,1700000000.500000002,-Infinity\n"
                              "a,\"odd, \"\"very\"\"\",3,1700000000.750000003,-0\n"
                              "a,count,0,1700000000,0\n"
                              "a,count,1,1700000000.250000001,18446744073709551615\n"
                              "a,restarted,10,,10\n"
                              "a,restarted,10,,10\n"
                              "a,restarted,3,,3\n";

/// `runlens info PATH --json`, which must succeed.
class ParsedInfo {
public:
    explicit ParsedInfo(const std::string& path)
    {
        const ProgramResult result = runlensWith({"info", path, "--json"});
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_THAT(result.err, IsEmpty());
        EXPECT_EQ(m_parser.parse(result.out).get(runs), simdjson::SUCCESS) << result.out;
    }

    /// The tag of this name of the first run, as JSON without blanks.
    std::string tag(std::string_view name)
    {
        for (const simdjson::dom::element tag : runs.at(0)["tags"].get_array()) {
            if (std::string_view(tag["name"]) == name) {
                return simdjson::minify(tag);
            }
        }
        return "absent";
    }

    std::string ended() { return std::string(std::string_view(runs.at(0)["ended"])); }

private:
    simdjson::dom::parser m_parser;

public:
    simdjson::dom::array runs;
};

TEST(CommandLine, TellsItsVersionAndItsHelp)
{
    const ProgramResult version = runlensWith({"--version"});
    EXPECT_EQ(version.exitCode, 0);
    EXPECT_EQ(version.out, "runlens " RUNLENS_VERSION "\n");
    const ProgramResult help = runlensWith({"--help"});
    EXPECT_EQ(help.exitCode, 0);
    EXPECT_THAT(
        help.out,
        AllOf(HasSubstr("info"), HasSubstr("export"), HasSubstr("render"), HasSubstr("demo")));
    for (const char* command : {"info", "export", "render", "demo"}) {
        EXPECT_EQ(runlensWith({command, "--help"}).exitCode, 0) << command;
    }
}

TEST(CommandLine, RefusesWrongUsageWithCode2)
{
    const std::vector<std::vector<std::string>> wrong{
        {"--wrong"},
        {"info"},
        {"info", "/", "--wrong"},
        {"export", "/"},
        {"export", "/", "--scalars"},
        {"export", "/", "--scalars", ""},
        {"export", "/", "--images", ""},
        {"convert", "/", "-o", ""},
        {"render", "/", "--view", "scalars", "-o", ""},
        {"render", "/"},
        {"render", "/", "--view", "scalars", "-o", "x.png", "--size", "big"},
        {"render", "/", "--view", "scalars", "-o", "x.png", "--size", "10x10"},
        {"render", "/", "--view", "scalars", "-o", "x.png", "--size", "1440x900x3"},
        {"render", "/", "--view", "scalars", "-o", "x.png", "--theme", "blue"},
        {"render", "/", "--view", "scalars", "-o", "x.png", "--lang", "tlh"},
    };
    for (const auto& arguments : wrong) {
        const ProgramResult result = runlensWith(arguments);
        EXPECT_EQ(result.exitCode, 2) << testing::PrintToString(arguments);
        EXPECT_THAT(result.err, Not(IsEmpty()));
        EXPECT_THAT(result.out, IsEmpty());
    }
}

TEST(Info, TellsEveryTagAsJson)
{
    const TemporaryFolder folder;
    writeRun(folder / "a");
    ParsedInfo info(folder / "a");
    ASSERT_EQ(info.runs.size(), 1U);
    EXPECT_EQ(std::string_view(info.runs.at(0)["path"]), folder / "a");
    EXPECT_EQ(std::string_view(info.runs.at(0)["format"]), "runlens");
    EXPECT_EQ(info.ended(), "clean");
    EXPECT_EQ(info.runs.at(0)["damage"].get_array().size(), 0U);
    EXPECT_EQ(
        info.tag("loss"),
        R"({"name":"loss","kind":"scalar","count":2,"first_step":0,"last_step":1,"first_value":2.5,"last_value":0.1})");
    EXPECT_EQ(info.tag("note"),
              R"({"name":"note","kind":"text","count":1,"first_step":4,"last_step":4})");
    EXPECT_EQ(info.tag("train"),
              R"({"name":"train","kind":"graph","count":1,"first_step":null,"last_step":null})");
    EXPECT_THAT(info.tag("odd, \"very\""),
                HasSubstr(R"("count":4,"first_step":0,"last_step":3,"first_value":"NaN")"));
    EXPECT_THAT(info.tag("count"), HasSubstr(R"("last_value":18446744073709551615)"));
    EXPECT_THAT(info.tag("restarted"), HasSubstr(R"("count":3,"first_step":10,"last_step":3)"));
}

TEST(Info, HasOneObjectForEachRunBelowAFolder)
{
    const TemporaryFolder folder;
    writeRun(folder / "b/deep");
    writeRun(folder / "a");
    ParsedInfo info(folder.path());
    ASSERT_EQ(info.runs.size(), 2U);
    EXPECT_EQ(std::string_view(info.runs.at(0)["path"]), folder / "a");
    EXPECT_EQ(std::string_view(info.runs.at(1)["path"]), folder / "b/deep");
    const ProgramResult text = runlensWith({"info", folder.path()});
    EXPECT_EQ(text.exitCode, 0);
    EXPECT_THAT(text.out,
                AllOf(StartsWith("a\n"), HasSubstr("\nb/deep\n"), HasSubstr("ended     clean")));
}

TEST(Info, KeepsThePathAsItWasGiven)
{
    const TemporaryFolder folder;
    writeRun(folder / "runs/a");
    for (const char* given : {"a", "./a", "../runs/a/rank-0.rlens"}) {
        const ProgramResult result =
            runlensWith({"info", given, "--json"}, {.folder = folder / "runs"});
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_THAT(result.out, HasSubstr(std::string("\"path\": \"") + given + '"'));
    }
}

TEST(Info, TellsARunningAndACrashedProgramApart)
{
    const TemporaryFolder folder;
    {
        const auto writer = openWriter(folder / "live");
        addScalars(*writer, "loss", NumberType::Float64, {toBits(1.5)});
        ASSERT_TRUE(writer->commit());
        ParsedInfo live(folder / "live");
        EXPECT_EQ(live.ended(), "running");
        EXPECT_THAT(live.tag("loss"), HasSubstr(R"("last_value":1.5)"));
        EXPECT_TRUE(writer->close(EndReason::Clean, ""));
    }
    const pid_t training = ::fork();
    if (training == 0) {
        const auto writer = openWriter(folder / "dead");
        addScalars(*writer, "loss", NumberType::Float64, {toBits(2.5)});
        const bool isKept = writer->commit().has_value();
        ::_exit(isKept ? 0 : 1);
    }
    int state = 0;
    ASSERT_EQ(::waitpid(training, &state, 0), training);
    ASSERT_EQ(state, 0);
    ParsedInfo dead(folder / "dead");
    EXPECT_EQ(dead.ended(), "crashed");
    EXPECT_THAT(dead.tag("loss"), HasSubstr(R"("last_value":2.5)"));
}

TEST(Info, SaysWhyNothingCanBeRead)
{
    const TemporaryFolder folder;
    writeFile(folder / "random", std::string(5000, '\x17'));
    fs::create_directory(folder / "empty");
    for (const auto& [name, why] : {std::pair{"absent", "No such file or directory"},
                                    std::pair{"empty", "the folder is empty"},
                                    std::pair{"random", "it is not a run that Runlens can read"}})
    {
        for (const bool asJson : {false, true}) {
            std::vector<std::string> arguments{"info", folder / name};
            if (asJson) {
                arguments.emplace_back("--json");
            }
            const ProgramResult result = runlensWith(arguments);
            EXPECT_EQ(result.exitCode, 1) << name;
            EXPECT_THAT(result.err, AllOf(HasSubstr(folder / name), HasSubstr(why)));
            EXPECT_EQ(result.out, asJson ? "[]\n" : "");
        }
    }
}

TEST(Info, SaysThatAFolderIsDenied)
{
    const TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms{0755});
    const std::string denied = folder / "denied";
    writeRun(denied);
    fs::permissions(denied, fs::perms::none);
    const ProgramResult result = runlensWith(
        {"info", denied}, {.prepare = [&denied] { test::becomeSomebodyDenied(denied.c_str()); }});
    fs::permissions(denied, fs::perms::owner_all);
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err,
                AllOf(HasSubstr(denied), HasSubstr("Permission denied"), HasSubstr("permissions")));
}

TEST(Info, ReadsWhatItMayAndNamesTheRest)
{
    const TemporaryFolder folder;
    fs::permissions(folder.path(), fs::perms{0755});
    writeRun(folder / "open");
    const std::string denied = folder / "denied";
    writeRun(denied);
    fs::permissions(denied, fs::perms::none);
    const ProgramResult result =
        runlensWith({"info", folder.path()},
                    {.prepare = [&denied] { test::becomeSomebodyDenied(denied.c_str()); }});
    fs::permissions(denied, fs::perms::owner_all);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.out, StartsWith("open\n"));
    EXPECT_THAT(result.err, AllOf(HasSubstr(denied), HasSubstr("Permission denied")));
}

TEST(Info, FindsARunAmong20000Files)
{
    const TemporaryFolder folder;
    for (int i = 0; i < 20'000; ++i) {
        ::close(::open((folder / ("checkpoint-" + std::to_string(i) + ".ckpt")).c_str(),
                       O_CREAT | O_WRONLY,
                       0600));
    }
    writeRun(folder / "run");
    const ProgramResult result = runlensWith({"info", folder.path()});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.out, StartsWith("run\n"));
    EXPECT_LT(result.cpuSeconds, 5.0);
}

TEST(Info, TellsThatItCannotPrint)
{
    const TemporaryFolder folder;
    writeRun(folder / "a");
    const std::string file = folder / "a/rank-0.rlens";
    const std::string before = readFile(file);
    const ProgramResult closed =
        runlensWith({"info", folder / "a"}, {.prepare = [] { ::close(1); }});
    EXPECT_EQ(closed.exitCode, 1);
    EXPECT_THAT(closed.err, HasSubstr("Cannot write to stdout"));
    EXPECT_EQ(readFile(file), before) << "nothing is printed into the run";
    const ProgramResult full =
        runlensWith({"info", folder / "a", "--json"}, {.stdoutPath = "/dev/full"});
    EXPECT_EQ(full.exitCode, 1);
    EXPECT_THAT(full.err, HasSubstr("No space left on device"));
    EXPECT_EQ(runlensWith({"--version"}, {.stdoutPath = "/dev/full"}).exitCode, 1);
    const ProgramResult gone = runlensWith({"info", folder / "a"}, {.prepare = [] {
                                               int ends[2] = {-1, -1};
                                               if (::pipe(ends) == 0) {
                                                   ::close(ends[0]);
                                                   ::dup2(ends[1], 1);
                                               }
                                           }});
    EXPECT_EQ(gone.exitCode, 1);
    EXPECT_THAT(gone.err, HasSubstr("Broken pipe"));
}

TEST(Info, NeverCrashesOnARunThatIsCutOff)
{
    const TemporaryFolder folder;
    writeRun(folder / "a");
    const std::string whole = readFile(folder / "a/rank-0.rlens");
    ASSERT_GT(whole.size(), 4096U);
    fs::create_directory(folder / "cut");
    for (std::size_t part = 0; part < 12; ++part) {
        writeFile(folder / "cut/rank-0.rlens", whole.substr(0, whole.size() * part / 12));
        const ProgramResult result = runlensWith({"info", folder / "cut", "--json"});
        EXPECT_LE(result.exitCode, 1) << "part " << part << ": " << result.err;
        simdjson::dom::parser parser;
        simdjson::dom::array runs;
        ASSERT_EQ(parser.parse(result.out).get(runs), simdjson::SUCCESS) << result.out;
        if (result.exitCode == 0) {
            ASSERT_EQ(runs.size(), 1U);
            EXPECT_GT(runs.at(0)["damage"].get_array().size(), 0U) << "part " << part;
        } else {
            EXPECT_THAT(result.err, HasSubstr(folder / "cut"));
        }
    }
}

TEST(Export, WritesEveryPointExactly)
{
    const TemporaryFolder folder;
    writeRun(folder / "a");
    const ProgramResult result =
        runlensWith({"export", folder / "a", "--scalars", folder / "out.csv"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(readFile(folder / "out.csv"), kCsvOfRun);
    EXPECT_THAT(result.err, StartsWith("11 points of 1 run in "));
    const ProgramResult printed = runlensWith({"export", folder / "a", "--scalars", "-"});
    EXPECT_EQ(printed.exitCode, 0);
    EXPECT_EQ(printed.out, kCsvOfRun);
    EXPECT_THAT(printed.err, IsEmpty());
}

TEST(Export, KeepsWhatWasThereWhenItFails)
{
    const TemporaryFolder folder;
    const std::string out = folder / "out.csv";
    writeFile(out, "old");
    const ProgramResult unread = runlensWith({"export", folder / "absent", "--scalars", out});
    EXPECT_EQ(unread.exitCode, 1);

    {
        const auto writer = openWriter(folder / "large");
        addScalars(*writer,
                   "loss",
                   NumberType::Float64,
                   std::vector<std::uint64_t>(20'000, toBits(1.0 / 3.0)));
        ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    }
    const ProgramResult full =
        runlensWith({"export", folder / "large", "--scalars", out}, {.prepare = [] {
                        const rlimit limit{400'000, 400'000};
                        ::setrlimit(RLIMIT_FSIZE, &limit);
                        std::signal(SIGXFSZ, SIG_IGN);
                    }});
    EXPECT_EQ(full.exitCode, 1);
    EXPECT_THAT(full.err,
                AllOf(HasSubstr(out), HasSubstr("File too large"), HasSubstr("Make room")));
    EXPECT_EQ(readFile(out), "old");
    const fs::directory_iterator entries(folder.path());
    EXPECT_EQ(std::distance(entries, fs::directory_iterator()), 2)
        << "out.csv and the run, nothing half written";

    EXPECT_EQ(runlensWith({"export", folder / "large", "--scalars", "/dev/full"}).exitCode, 1);
    const std::string runFile = folder / "large/rank-0.rlens";
    EXPECT_EQ(runlensWith({"export", folder / "large", "--scalars", runFile}).exitCode, 1);
    EXPECT_EQ(readFile(runFile).substr(0, 6), "SQLite");
}

TEST(Export, LeavesWhatIsThereWhenNoRunCanBeRead)
{
    const TemporaryFolder folder;
    fs::create_directory(folder / "run");
    writeFile(folder / "run/rank-0.rlens", std::string(5000, 'x'));
    writeFile(folder / "kept.csv", "precious");
    const ProgramResult result =
        runlensWith({"export", folder / "run", "--scalars", folder / "kept.csv"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(readFile(folder / "kept.csv"), "precious");
}

TEST(Export, TellsTheDamageOfARunOnStderr)
{
    const TemporaryFolder folder;
    {
        const auto writer = openWriter(folder / "run");
        addScalars(*writer,
                   "loss",
                   NumberType::Float64,
                   std::vector<std::uint64_t>(20'000, toBits(1.0 / 3.0)));
        ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    }
    const std::string file = folder / "run/rank-0.rlens";
    fs::resize_file(file, fs::file_size(file) / 2);
    const ProgramResult result = runlensWith({"export", folder / "run", "--scalars", "-"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.err, AllOf(HasSubstr("rank-0.rlens is damaged in "), HasSubstr("at byte")));
}

TEST(Info, DoesNotWaitForAPipeThatIsNamedLikeAJournal)
{
    for (const char* suffix : {"-journal", "-wal"}) {
        const TemporaryFolder folder;
        {
            const auto writer = openWriter(folder / "run");
            ASSERT_TRUE(writer->close(EndReason::Clean, ""));
        }
        const std::string pipe = folder / "run/rank-0.rlens" + std::string(suffix);
        fs::remove(pipe);
        ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
        const ProgramResult result = runlensWith({"info", folder / "run"});
        EXPECT_EQ(result.exitCode, 1) << suffix;
        EXPECT_THAT(result.err, HasSubstr("is not a file")) << suffix;
    }
}

TEST(Window, SaysWhyItCannotOpen)
{
    const ProgramResult absent = runlensWith({"/absent/run"});
    EXPECT_EQ(absent.exitCode, 1);
    EXPECT_THAT(absent.err, HasSubstr("/absent/run"));
    const ProgramResult none = runlensWith({});
    EXPECT_EQ(none.exitCode, 1);
    EXPECT_THAT(none.err, HasSubstr("Cannot open "));
}

/// The program beside a training of our own making.
class Demo : public testing::Test {
protected:
    ProgramResult run(const std::string& script, const ProgramOptions& options = {})
    {
        fs::copy_file(test::kProgram, folder / "runlens");
        if (!script.empty()) {
            writeFile(folder / "runlens_train_lenet", "#!/bin/sh\n" + script);
            fs::permissions(folder / "runlens_train_lenet", fs::perms{0755});
        }
        return runProgram(
            {folder / "runlens", "demo", "--logdir", folder / "logs", "--", "--epochs", "1"},
            options);
    }

    TemporaryFolder folder;
};

TEST_F(Demo, PrintsTheResultLast)
{
    const ProgramResult result = run("echo \"test accuracy: 0.9\"; echo \"args: $*\"; echo more");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.out,
              "args: --logdir " + (folder / "logs") + " --epochs 1\nmore\ntest accuracy: 0.9\n");
    EXPECT_THAT(result.err, HasSubstr(folder / "logs"));
    EXPECT_TRUE(fs::is_directory(folder / "logs"));
}

TEST_F(Demo, TellsThatTheTrainingFailed)
{
    const ProgramResult result = run("echo \"cannot read the data set\" >&2; exit 3");
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, AllOf(HasSubstr("cannot read the data set"), HasSubstr("exit code 3")));
}

TEST_F(Demo, EndsWhenTheTrainingFailedWhereNobodyCouldCloseAWindow)
{
    ProgramOptions options;
    options.environment = {"QT_QPA_PLATFORM=offscreen", "DISPLAY=:77"};
    const ProgramResult result = run("exit 3", options);
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, HasSubstr("exit code 3"));
}

TEST_F(Demo, TellsThatThereIsNoTraining)
{
    const ProgramResult result = run("");
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_THAT(result.err, HasSubstr("runlens_train_lenet"));
}

} // namespace
} // namespace runlens::app
