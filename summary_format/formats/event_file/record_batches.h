// SPDX-License-Identifier: Apache-2.0
/// Reads a long event file on a second thread: while one thread frames and checks records, the
/// other decodes those of the batches before. Between two calls no thread runs; batches that were
/// read but not taken are kept for the next call.
#pragma once

#include "summary_format/formats/event_file/record_stream.h"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace runlens::event_file {

/// Whole records, one after the other, without their framing.
struct RecordBatch {
    std::vector<std::byte> bytes;
    std::vector<std::size_t> ends;     ///< of each record, in bytes
    std::vector<std::int64_t> offsets; ///< of each record's data, in the file
    std::size_t taken = 0;             ///< records already decoded

    [[nodiscard]] std::span<const std::byte> record(std::size_t i) const
    {
        const std::size_t begin = i == 0 ? 0 : ends[i - 1];
        return std::span(bytes).subspan(begin, ends[i] - begin);
    }
};

class RecordBatches {
public:
    /// As RecordStream::read, with onRecord called on this thread while the stream is read on
    /// another.
    Result<RecordStream::Outcome> read(RecordStream& stream,
                                       const RecordStream::OnRecord& onRecord,
                                       Diagnostics& diagnostics,
                                       const std::stop_token& stop);

    [[nodiscard]] bool empty() const { return m_queue.empty(); }

private:
    bool push(RecordBatch batch, const std::stop_token& stop);
    bool take(const RecordStream::OnRecord& onRecord);

    std::mutex m_mutex; ///< guards the two below while the other thread runs
    std::deque<RecordBatch> m_queue;
    bool m_isDone = false;
    std::condition_variable_any m_changed;
};

} // namespace runlens::event_file
