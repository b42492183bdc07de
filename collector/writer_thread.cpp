// SPDX-License-Identifier: Apache-2.0
#include "collector/writer_thread.h"

#include "collector/collector_state.h"
#include "collector/json_text.h"
#include "collector/message.h"
#include "collector/process_counters.h"
#include "collector/run_information.h"

#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace runlens::collector {

namespace {

constexpr auto kOpenAgain = std::chrono::seconds(1);
constexpr auto kSampleEvery = std::chrono::seconds(1);
constexpr const char* kInRemovedFile =
    "recorded into the file before this one, which was removed or moved away";
constexpr std::size_t kMaxSourceBytes = std::size_t{4} << 20;

void becomeBackground()
{
    sigset_t all;
    sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr); // signals are the program's own business
    ::pthread_setname_np(::pthread_self(), "runlens-writer");
}

} // namespace

WriterThread::WriterThread(CollectorState& state, WriterFactory factory)
    : m_state(state)
    , m_factory(std::move(factory))
    , m_translator(state.names, state.clock, state.options.rank)
    , m_reason("the file is not open")
{}

WriterThread::~WriterThread() = default;

void WriterThread::start(std::shared_ptr<CollectorState> keepAlive)
{
    m_thread = std::thread([this, keepAlive = std::move(keepAlive)] { run(); });
}

void WriterThread::giveUp(const std::string& problem)
{
    setProblem(problem);
    const std::lock_guard lock(m_mutex);
    m_isFinished = true;
}

void WriterThread::waitOpened(std::chrono::milliseconds timeout)
{
    std::unique_lock lock(m_mutex);
    m_done.wait_for(lock, timeout, [this] { return m_isOpened; });
}

bool WriterThread::flush(std::chrono::milliseconds timeout)
{
    std::unique_lock lock(m_mutex);
    if (m_isFinished) {
        return true;
    }
    const std::uint64_t ticket = ++m_flushAsked;
    m_state.budget->wake().notify_one();
    return m_done.wait_for(lock, timeout, [&] { return m_isFinished || m_flushDone >= ticket; });
}

bool WriterThread::close(EndReason reason, std::string_view text, std::chrono::milliseconds timeout)
{
    bool isDone = false;
    {
        std::unique_lock lock(m_mutex);
        if (!m_isCloseAsked) {
            m_isCloseAsked = true;
            m_endReason = reason;
            m_endText = text;
        }
        m_state.budget->wake().notify_one();
        isDone = m_done.wait_for(lock, timeout, [this] { return m_isFinished; });
    }
    const std::lock_guard joining(m_joinMutex);
    if (m_thread.joinable()) {
        if (isDone) {
            m_thread.join();
        } else {
            m_thread.detach(); // it holds the state; the program goes on
        }
    }
    return isDone;
}

bool WriterThread::isFinished() const
{
    const std::lock_guard lock(m_mutex);
    return m_isFinished;
}

WriterThread::FileStatus WriterThread::fileStatus() const
{
    const std::lock_guard lock(m_mutex);
    return m_fileStatus;
}

void WriterThread::run()
{
    becomeBackground();
    m_startNs = m_state.clock.nowNs();
    m_lastDrainNs = m_startNs;
    m_process = std::make_unique<ProcessCounters>();
    if (!m_state.optionProblem.empty()) {
        sayAlways(m_state.optionProblem);
    }
    openFile();
    {
        const std::lock_guard lock(m_mutex);
        m_isOpened = true;
    }
    m_done.notify_all();
    m_nextSample = Clock::now() + kSampleEvery;
    auto next = Clock::now() + m_state.options.commitInterval;
    bool isClosing = false;
    while (!isClosing) {
        std::uint64_t ticket = 0;
        {
            std::unique_lock lock(m_mutex);
            m_state.budget->wake().wait_until(lock, next, [this] {
                return m_isCloseAsked || m_flushAsked > m_flushDone
                       || m_state.budget->isWakeAsked();
            });
            ticket = m_flushAsked;
            isClosing = m_isCloseAsked;
        }
        m_state.budget->clearWake();
        cycle(isClosing);
        next = Clock::now() + m_state.options.commitInterval;
        {
            const std::lock_guard lock(m_mutex);
            m_flushDone = ticket;
            m_isFinished = isClosing;
        }
        m_done.notify_all();
    }
}

void WriterThread::cycle(bool isFinal)
{
    try {
        if (!m_writer && Clock::now() >= m_nextOpen) {
            std::error_code ignored;
            if (std::filesystem::is_directory(m_state.options.folder, ignored)) {
                openFile();
            }
            m_nextOpen = Clock::now() + kOpenAgain;
        }
        if (Clock::now() >= m_nextSample) {
            sampleProcess();
            m_nextSample = Clock::now() + kSampleEvery;
        }
        drain();
        commit();
        if (isFinal) {
            finish();
        }
    } catch (const std::exception& error) {
        setProblem(std::string("recording failed: ") + error.what());
        settle(m_translator.takeHanded(), failure("record", {}, error.what()));
    }
}

void WriterThread::openFile()
{
    WriterOptions wanted;
    wanted.folder = m_state.options.folder;
    wanted.rank = m_state.options.rank;
    wanted.maxFileBytes = m_state.options.maxFileBytes;
    wanted.vfs = m_state.options.vfs;
    wanted.session.rank = m_state.options.rank;
    wanted.session.startNs = m_startNs;
    m_nextOpen = Clock::now() + kOpenAgain;
    auto opened = m_factory(wanted);
    if (!opened) {
        m_reason = opened.error().why;
        setProblem(opened.error().message());
        return;
    }
    attach(std::move(*opened));
}

void WriterThread::attach(std::unique_ptr<SummaryWriter> writer)
{
    m_writer = std::move(writer);

    struct ::stat file {};

    const bool isThere = ::stat(m_writer->path().c_str(), &file) == 0;
    m_inode = isThere ? file.st_ino : 0;
    m_device = isThere ? file.st_dev : 0;
    m_translator.attach(m_writer.get(), m_writer->currentSession());
    m_translator.fetchNames();
    publish(true);
    if (m_properties.empty()) {
        tellRun();
        return;
    }
    m_sources.clear();
    for (const auto& [key, json] : m_properties) { // a new file knows nothing yet
        m_state.calls.addShared(CallKind::Property);
        m_translator.count(CallKind::Property);
        m_translator.property(key.first, key.second, json);
    }
}

void WriterThread::leaveFile()
{
    for (std::size_t i = 0; i < kCallKinds; ++i) {
        addDrop(static_cast<CallKind>(i), kInRemovedFile, m_inFile[i]);
    }
    m_inFile = {};
    m_translator.attach(nullptr, kNone<SessionId>);
    m_writer.reset();
    for (const auto& [key, drop] : m_toldPending) { // what was told to it is gone with it
        m_pendingDrops[key].merge(drop);
    }
    m_toldPending.clear();
    m_reason = "the run file was removed";
    m_nextOpen = Clock::now() + kOpenAgain;
    publish(false);
}

void WriterThread::tellRun()
{
    const CollectorOptions& options = m_state.options;
    if (options.collect.runInformation) {
        std::error_code ignored;
        const std::string folder = std::filesystem::current_path(ignored).string();
        for (const auto& [key, json] : findRunInformation(folder)) {
            ownProperty("info", key, json);
        }
    }
    for (const auto& [key, text] : options.information) {
        ownProperty("info", key, jsonString(text));
    }
    ownProperty("info", "rank", std::to_string(options.rank));
    ownProperty("info", "world_size", std::to_string(options.worldSize));
    ownProperty("recording", "collect_freq", std::to_string(options.collectFreq));
    ownProperty("recording", "tensor_freq", std::to_string(options.tensorFreq));
    ownProperty("recording", "parameter_regex", jsonString(options.parameterRegex));
    ownProperty("recording", "queue_bytes", std::to_string(options.queueBytes));
    ownProperty("recording", "max_file_bytes", std::to_string(options.maxFileBytes));
    ownProperty("recording", "commit_interval_ms", std::to_string(options.commitInterval.count()));
    ownProperty("recording", "clock", m_state.clock.usesTsc() ? "\"tsc\"" : "\"clock_monotonic\"");
}

void WriterThread::property(std::string_view section, std::string_view key, std::string_view json)
{
    m_properties[{std::string(section), std::string(key)}] = json;
    m_translator.property(section, key, json);
}

void WriterThread::ownProperty(std::string_view section,
                               std::string_view key,
                               std::string_view json)
{
    m_state.calls.addShared(CallKind::Property);
    m_translator.count(CallKind::Property);
    property(section, key, json);
}

void WriterThread::readSource(const std::string& path, bool isOwn)
{
    if (path.empty() || !m_sources.insert(path).second) {
        return; // it is in the file already
    }
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)
        || std::filesystem::file_size(path, error) > kMaxSourceBytes)
    {
        if (!isOwn) {
            addDrop(CallKind::SourceFile, "the source file cannot be read", 1);
            say("A source file cannot be read, the first one: " + path, "source files");
            ++m_failed[static_cast<std::size_t>(CallKind::SourceFile)];
        }
        return;
    }
    std::ifstream file(path, std::ios::binary);
    std::string text(kMaxSourceBytes, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    if (isOwn) {
        m_state.calls.addShared(CallKind::SourceFile);
        m_translator.count(CallKind::SourceFile);
    }
    m_translator.sink().sourceFile({m_translator.rank(), path, {asBytes(text), {}}});
}

} // namespace runlens::collector
