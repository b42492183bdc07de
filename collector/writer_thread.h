// SPDX-License-Identifier: Apache-2.0
/// The only thread of a collector that touches the disk. It drains the queues, hands the records to
/// a SummaryWriter and commits; finds out about the run and samples the process; counts what is
/// lost, says it once, and tries to open the file again while there is none.
#pragma once

#include "collector/call_kind.h"
#include "collector/sink_translator.h"
#include "summary_format/base/result.h"
#include "summary_format/store/summary_writer.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace runlens::collector {

class CollectorState;
struct Message;
class ProcessCounters;

using WriterFactory = std::function<Result<std::unique_ptr<SummaryWriter>>(const WriterOptions&)>;

class WriterThread {
public:
    WriterThread(CollectorState& state, WriterFactory factory);
    WriterThread(const WriterThread&) = delete;
    WriterThread& operator=(const WriterThread&) = delete;
    ~WriterThread();

    void start(std::shared_ptr<CollectorState> keepAlive);
    void giveUp(const std::string& problem); ///< there is no thread and will be none
    void waitOpened(std::chrono::milliseconds timeout);
    /// Everything that was published before is drained and committed, or counted as lost. False:
    /// timeout.
    bool flush(std::chrono::milliseconds timeout);
    /// The same, then ends the session and the thread. On a timeout the thread is left behind.
    bool close(EndReason reason, std::string_view text, std::chrono::milliseconds timeout);
    [[nodiscard]] bool isFinished() const;

    struct FileStatus {
        bool isRecording = false;
        std::string path;
        std::string problem;
        std::uint64_t fileBytes = 0;
    };

    [[nodiscard]] FileStatus fileStatus() const;

    /// A property that is sent again when a new file is begun. Writer thread only, from a message.
    void property(std::string_view section, std::string_view key, std::string_view json);
    /// Records of the collector's own, counted as calls. Writer thread only.
    void ownProperty(std::string_view section, std::string_view key, std::string_view json);
    /// Reads a source file and records it, once per path. Writer thread only.
    void readSource(const std::string& path, bool isOwn);

private:
    using Clock = std::chrono::steady_clock;

    struct PendingDrop {
        std::uint64_t count = 0;
        std::int64_t firstNs = kNoTime;
        std::int64_t lastNs = kNoTime;
        void merge(const PendingDrop& other);
    };

    using PendingDrops = std::map<std::pair<CallKind, std::string>, PendingDrop>;

    void run();
    void cycle(bool isFinal);
    void openFile();
    void attach(std::unique_ptr<SummaryWriter> writer);
    void leaveFile(); ///< it is gone; the next one tells what lay in it
    void tellRun();
    void drain();
    void writeMessages(Message* message);
    void noteQueueDrops();
    void commitIfMany();
    void commit();
    void settle(const KindTotals& handed, const Status& status);
    void tellDrops();
    void addDrop(CallKind kind, const std::string& reason, std::uint64_t count);
    void setProblem(const std::string& problem);
    // On stderr, once for every reason; without one the text is the reason.
    void say(const std::string& text, const std::string& reason = {});
    void sayAlways(const std::string& text, const std::string& reason = {});
    void sayHowManyMore();
    void sampleProcess();
    [[nodiscard]] bool isFileInPlace() const;
    void publish(bool isRecording);
    void finish();

    CollectorState& m_state;
    WriterFactory m_factory;
    std::thread m_thread;
    std::mutex m_joinMutex; ///< guards the end of m_thread: close() and the exit of the process

    // the writer thread's
    SinkTranslator m_translator;
    std::unique_ptr<SummaryWriter> m_writer;
    std::uint64_t m_inode = 0;
    std::uint64_t m_device = 0;
    Clock::time_point m_nextOpen{};
    Clock::time_point m_lastCommit{};
    Clock::time_point m_nextSample{};
    std::unique_ptr<ProcessCounters> m_process;
    std::int64_t m_startNs = kNoTime;
    std::int64_t m_lastDrainNs = kNoTime;
    std::size_t m_messageBytes = 0; ///< since the last commit
    std::string m_reason;           ///< short: why records are refused while there is no file
    PendingDrops m_pendingDrops;    ///< not told yet
    PendingDrops m_toldPending;     ///< told to the writer, not committed yet
    KindTotals m_failed{};          ///< of handed: broken on the way to the sink
    KindTotals m_toldDrops{};       ///< of the state's own drop counters
    KindTotals m_toldRefused{};     ///< of the calls that could not be recorded
    std::map<std::pair<std::string, std::string>, std::string> m_properties;
    std::set<std::string> m_sources;
    std::set<std::string> m_said;
    std::size_t m_saidOfRecords = 0;
    std::uint64_t m_unsaid = 0;
    KindTotals m_inFile{}; ///< committed to the file that is open

    mutable std::mutex m_mutex; ///< guards all below
    std::condition_variable m_done;
    bool m_isOpened = false; ///< the first attempt is over
    bool m_isCloseAsked = false;
    bool m_isFinished = false;
    std::uint64_t m_flushAsked = 0;
    std::uint64_t m_flushDone = 0;
    EndReason m_endReason = EndReason::Clean;
    std::string m_endText;
    FileStatus m_fileStatus;
};

} // namespace runlens::collector
