// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs with tensor statistics whose buckets lie in a file, as the program opens them.
#pragma once

#include "summary_format/store/summary_writer.h"
#include "tests/support/temporary_folder.h"
#include "viewers/common/run_set.h"

#include <gtest/gtest.h>

#include <functional>

namespace runlens::test {

/// A recorded run, read to its end.
class StoredRun {
public:
    explicit StoredRun(const std::function<void(SummaryWriter&)>& record)
    {
        WriterOptions options;
        options.folder = m_folder.path();
        options.session.startNs = kStart;
        auto writer = SummaryWriter::open(options);
        EXPECT_TRUE(writer) << writer.error().message();
        if (writer) {
            record(**writer);
            EXPECT_TRUE((*writer)->close(EndReason::Clean, {}));
        }
        read();
    }

    static constexpr std::int64_t kStart = 1'700'000'000'000'000'000;

    [[nodiscard]] viewers::OpenRun open(const QString& name = QStringLiteral("lenet"),
                                        int colourSlot = 0) const
    {
        viewers::OpenRun open;
        open.key = QString::fromStdString(m_folder.path());
        open.name = name;
        open.colourSlot = colourSlot;
        open.run = m_reader ? m_reader->run() : nullptr;
        open.reader = m_reader;
        return open;
    }

    [[nodiscard]] const RunReader* reader() const { return m_reader.get(); }

    [[nodiscard]] const Run& run() const { return *m_run; }

private:
    void read()
    {
        const auto found = scanForRuns(m_folder.path());
        ASSERT_TRUE(found && found->runs.size() == 1);
        auto reader = RunReader::open(found->runs.front());
        ASSERT_TRUE(reader) << reader.error().message();
        m_reader = std::move(*reader);
        ASSERT_TRUE(m_reader->read());
        m_run = m_reader->run();
    }

    TemporaryFolder m_folder;
    std::shared_ptr<RunReader> m_reader;
    std::shared_ptr<const Run> m_run;
};

/// One tensor at one step: buckets of width 1 from `left` on.
struct StepOf {
    std::int64_t step = 0;
    double left = 0.0;
    std::vector<double> counts;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
};

inline void addTensor(SummaryWriter& sink, std::string_view name, const std::vector<StepOf>& steps)
{
    const TagId tag = sink.tag({0, name, RecordKind::TensorStats, NumberType::Float32, {}, {}});
    for (const StepOf& at : steps) {
        TensorStatsRecord record;
        record.session = sink.currentSession();
        record.step = at.step;
        record.wallNs = StoredRun::kStart + at.step * 1'000'000'000;
        std::vector<double> edges;
        double all = 0.0;
        for (std::size_t i = 0; i <= at.counts.size() && !at.counts.empty(); ++i) {
            edges.push_back(at.left + static_cast<double>(i));
        }
        for (const double count : at.counts) {
            all += count;
        }
        const double none = std::numeric_limits<double>::quiet_NaN();
        record.statistics.count = static_cast<std::uint64_t>(all) + at.nans + at.infinities;
        record.statistics.nans = at.nans;
        record.statistics.positiveInfinities = at.infinities;
        record.statistics.zeros = 2;
        record.statistics.minimum = edges.empty() ? none : edges.front();
        record.statistics.maximum = edges.empty() ? none : edges.back();
        record.statistics.mean = edges.empty() ? none : (edges.front() + edges.back()) / 2;
        record.statistics.l2Norm = edges.empty() ? none : all;
        record.edges = edges;
        record.counts = at.counts;
        sink.tensorStats(tag, record);
    }
}

/// Four steps of a tensor that wanders to the right; the third has NaN, the fourth nothing else.
inline void addWandering(SummaryWriter& sink, std::string_view name)
{
    addTensor(sink,
              name,
              {{0, -2.0, {1, 6, 6, 1}},
               {10, -1.0, {1, 6, 6, 1}},
               {20, 0.0, {1, 6, 6, 1}, 3, 0},
               {30, 0.0, {}, 14, 0}});
}

} // namespace runlens::test
