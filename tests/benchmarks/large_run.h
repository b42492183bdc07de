// SPDX-License-Identifier: Apache-2.0
/// A large run file for the benchmarks of opening: 5M spans on 4 tracks, 1M scalars of 20 tags.
#pragma once

#include "summary_format/store/summary_writer.h"
#include "tests/support/sample_run.h"
#include "tests/support/temporary_folder.h"

#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>

namespace runlens::benchmarks {

inline std::unique_ptr<SummaryWriter> openWriter(const std::string& folder)
{
    WriterOptions options;
    options.folder = folder;
    auto writer = SummaryWriter::open(options);
    if (!writer) {
        throw std::runtime_error(writer.error().message());
    }
    return std::move(*writer);
}

inline void check(const Status& status)
{
    if (!status) {
        throw std::runtime_error(status.error().message());
    }
}

/// CPU time of this thread: the wall clock of a shared machine says little.
inline double threadSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

inline constexpr std::size_t kSpans = 5'000'000;
inline constexpr std::size_t kPoints = 1'000'000;

struct WritingTimes {
    double scalars = 0;
    double spans = 0;
};

/// 5M spans on 4 tracks and 1M scalars of 20 tags, written once for all benchmarks.
inline const std::string& largeRun(WritingTimes* times = nullptr)
{
    static const test::TemporaryFolder folder;
    static WritingTimes kept;
    static const std::string path = [] {
        auto writer = openWriter(folder.path());
        const SessionId session = writer->currentSession();
        double start = threadSeconds();
        for (int round = 0; round < 100; ++round) {
            for (int t = 0; t < 20; ++t) {
                const TagId tag = writer->tag({0,
                                               "tag " + std::to_string(t),
                                               RecordKind::Scalar,
                                               NumberType::Float32,
                                               "",
                                               ""});
                for (std::size_t i = 0; i < kPoints / 2000; ++i) {
                    const auto step = static_cast<std::int64_t>(
                        static_cast<std::size_t>(round) * kPoints / 2000 + i);
                    writer->scalar(tag,
                                   session,
                                   step,
                                   test::kStartNs + step * 1000,
                                   toBits(static_cast<float>(step % 97) * 0.1F));
                }
            }
            check(writer->commit());
        }
        kept.scalars = threadSeconds() - start;
        start = threadSeconds();
        constexpr std::size_t kBatch = 50'000;
        for (std::size_t done = 0; done < kSpans; done += kBatch) {
            const auto which = static_cast<std::int64_t>(done / kBatch % 4);
            const TrackId track = writer->track({0,
                                                 "track " + std::to_string(which),
                                                 TrackKind::Thread,
                                                 kNone<TrackId>,
                                                 1,
                                                 which,
                                                 ""});
            test::writeSpans(*writer,
                             session,
                             track,
                             kNone<PassId>,
                             static_cast<std::int64_t>(done / 4),
                             kBatch);
            check(writer->commit());
        }
        kept.spans = threadSeconds() - start;
        check(writer->close(EndReason::Clean, ""));
        return writer->path();
    }();
    if (times != nullptr) {
        *times = kept;
    }
    return path;
}

} // namespace runlens::benchmarks
