// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/record_batches.h"

#include <optional>
#include <thread>

namespace runlens::event_file {

namespace {
constexpr std::size_t kBatchBytes =
    std::size_t{512} * 1024; ///< fits the cache that two cores share
constexpr std::size_t kMostBatches = 8;
} // namespace

bool RecordBatches::push(RecordBatch batch, const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [&] { return m_queue.size() < kMostBatches; });
    m_queue.push_back(std::move(batch)); // also after a stop: what was read is kept
    m_changed.notify_all();
    return !stop.stop_requested();
}

/// Decodes until told to stop or until the other thread is done and nothing is left. False: told to
/// stop.
bool RecordBatches::take(const RecordStream::OnRecord& onRecord)
{
    while (true) {
        RecordBatch* batch = nullptr;
        {
            std::unique_lock lock(m_mutex);
            m_changed.wait(lock, [&] { return m_isDone || !m_queue.empty(); });
            if (m_queue.empty()) {
                return true;
            }
            batch = &m_queue.front(); // a deque: pushing behind does not move it
        }
        while (batch->taken < batch->ends.size()) {
            const std::size_t i = batch->taken++;
            if (!onRecord(batch->record(i), batch->offsets[i])) {
                return false;
            }
        }
        const std::scoped_lock lock(m_mutex);
        m_queue.pop_front();
        m_changed.notify_all();
    }
}

Result<RecordStream::Outcome> RecordBatches::read(RecordStream& stream,
                                                  const RecordStream::OnRecord& onRecord,
                                                  Diagnostics& diagnostics,
                                                  const std::stop_token& stop)
{
    Diagnostics found;
    std::optional<Result<RecordStream::Outcome>> outcome;
    m_isDone = false;
    bool goesOn = true;
    {
        std::jthread reader([&](const std::stop_token& ownStop) {
            RecordBatch batch;
            const auto collect = [&](std::span<const std::byte> data, std::int64_t offset) {
                batch.bytes.insert(batch.bytes.end(), data.begin(), data.end());
                batch.ends.push_back(batch.bytes.size());
                batch.offsets.push_back(offset);
                if (batch.bytes.size() < kBatchBytes) {
                    return true;
                }
                RecordBatch full;
                full.bytes.reserve(kBatchBytes + kBatchBytes / 8);
                full.ends.reserve(batch.ends.size() + batch.ends.size() / 8);
                full.offsets.reserve(full.ends.capacity());
                std::swap(full, batch);
                return push(std::move(full), ownStop);
            };
            outcome = stream.read(collect, found, ownStop);
            if (!batch.ends.empty()) {
                push(std::move(batch), ownStop);
            }
            const std::scoped_lock lock(m_mutex);
            m_isDone = true;
            m_changed.notify_all();
        });
        const std::stop_callback onStop(stop, [&] { reader.request_stop(); });
        goesOn = take(onRecord);
        reader.request_stop(); // and wait for it
    }
    diagnostics.append(found);
    if (!goesOn && outcome->has_value()) {
        return RecordStream::Outcome::Stopped;
    }
    return std::move(*outcome);
}

} // namespace runlens::event_file
