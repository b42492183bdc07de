// SPDX-License-Identifier: GPL-3.0-or-later
/// The one threading helper of the GUI. Work runs on a pool thread with a stop_token and const
/// inputs and returns a value; done receives it on the GUI thread, unless the owner is gone or a
/// newer request through the same slot came.
#pragma once

#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <memory>
#include <stop_token>
#include <utility>

namespace runlens::viewers {

/// One kind of request of one owner: starting a new one cancels the older one. Lives on the GUI
/// thread.
class AsyncSlot : public QObject {
public:
    explicit AsyncSlot(QObject* owner) : QObject(owner) {}

    ~AsyncSlot() override { m_stop.request_stop(); }

    [[nodiscard]] bool isBusy() const { return m_isBusy; }

    void cancel()
    {
        m_stop.request_stop();
        m_isBusy = false;
        ++m_request;
    }

    template <typename Work, typename Done>
    void run(Work work, Done done)
    {
        cancel();
        m_stop = std::stop_source();
        m_isBusy = true;
        const auto request = m_request;
        QPointer<AsyncSlot> self(this);
        QThreadPool::globalInstance()->start([self,
                                              request,
                                              token = m_stop.get_token(),
                                              work = std::move(work),
                                              done = std::move(done)]() mutable {
            auto value = std::make_shared<decltype(work(token))>(work(token));
            // invokeMethod on the application object: self may die on the GUI thread at any moment.
            QMetaObject::invokeMethod(
                qGuiAppObject(),
                [self, request, value = std::move(value), done = std::move(done)]() mutable {
                    if (self && self->m_request == request) {
                        self->m_isBusy = false;
                        done(std::move(*value));
                    }
                },
                Qt::QueuedConnection);
        });
    }

private:
    static QObject* qGuiAppObject();

    std::stop_source m_stop;
    quint64 m_request = 0;
    bool m_isBusy = false;
};

} // namespace runlens::viewers
