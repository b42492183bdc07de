// SPDX-License-Identifier: Apache-2.0
/// A record that is not a plain value (an image, a graph, a property): on its way from any thread
/// to the writer thread, which calls write(). MessageStack hands them over without locks, in order
/// of arrival.
#pragma once

#include "collector/call_kind.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace runlens::collector {

class SinkTranslator;

struct Message {
    Message() = default;
    Message(const Message&) = delete;
    Message& operator=(const Message&) = delete;
    virtual ~Message() = default;
    virtual void write(SinkTranslator& sink) = 0;

    Message* next = nullptr;
    CallKind kind = CallKind::Other;
    std::size_t bytes = 0; ///< charged to the budget
};

template <typename Write>
struct MessageOf final : Message {
    explicit MessageOf(Write function) : m_write(std::move(function)) {}

    void write(SinkTranslator& sink) override { m_write(sink); }

private:
    Write m_write;
};

class MessageStack {
public:
    MessageStack() = default;
    MessageStack(const MessageStack&) = delete;
    MessageStack& operator=(const MessageStack&) = delete;

    ~MessageStack()
    {
        for (Message* message = takeAll(); message;) {
            const std::unique_ptr<Message> owned(message);
            message = message->next;
        }
    }

    void push(std::unique_ptr<Message> message) noexcept
    {
        Message* pushed = message.release();
        pushed->next = m_top.load(std::memory_order_relaxed);
        while (!m_top.compare_exchange_weak(
            pushed->next, pushed, std::memory_order_release, std::memory_order_relaxed))
        {}
    }

    /// All of them as a list in order of arrival; the caller owns each.
    [[nodiscard]] Message* takeAll() noexcept
    {
        Message* newest = m_top.exchange(nullptr, std::memory_order_acquire);
        Message* oldest = nullptr;
        while (newest) {
            Message* next = newest->next;
            newest->next = oldest;
            oldest = newest;
            newest = next;
        }
        return oldest;
    }

private:
    std::atomic<Message*> m_top{nullptr};
};

} // namespace runlens::collector
