// SPDX-License-Identifier: Apache-2.0
/// Connects the runtime with the collector: passes become IR dumps with origins, the executed
/// module becomes the computational graph, operators, phases and steps become spans, and the data
/// pipeline's threads and queues are recorded too. This is the one place in runtime/ that knows the
/// collector. The training thread calls the ExecutionObserver part, the pipeline's threads the
/// PipelineObserver part. The collector must outlive it.
#pragma once

#include "collector/summary_collector.h"
#include "runtime/dataset/pipeline_observer.h"
#include "runtime/instrumentation/execution_observer.h"
#include "runtime/tensor/tensor.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace runlens::runtime {

class CollectorObserver final : public ExecutionObserver, public PipelineObserver {
public:
    explicit CollectorObserver(SummaryCollector& collector);
    ~CollectorObserver() override;

    void passDone(const PassReport& report) override;
    void graphReady(const PassReport& executed) override;
    OperatorToken announceOperator(const OperatorReport& report) override;
    void operatorBegin(OperatorToken token) override;
    void operatorEnd() override;
    void phaseBegin(SpanCategory phase) override;
    void phaseEnd() override;
    void stepBegin(std::int64_t step) override;
    void stepEnd() override;

    void workerStarted(const DataWorker& worker) noexcept override;
    void workerEnded(const DataWorker& worker) noexcept override;
    void
    workBegan(const DataWorker& worker, const DataWork& work, std::int64_t ns) noexcept override;
    void
    workEnded(const DataWorker& worker, const DataWork& work, std::int64_t ns) noexcept override;
    void queueSampled(const QueueDepth& sample) noexcept override;

private:
    struct KnownOperator {
        NameHandle name;
        SpanCategory category = SpanCategory::Other;
        SpanNode node;
    };

    struct KnownPass {
        PassHandle handle;
        std::string graphName;
        std::vector<int> printedIndex; ///< by node: where it was printed, -1 if not
    };

    void push(const OpenSpan& span);
    void pop();

    SummaryCollector& m_collector;
    std::vector<KnownOperator> m_operators;
    KnownOperator m_unknown;               ///< for a token that was never announced
    std::map<int, KnownPass> m_passes;     ///< by order
    std::map<std::string, int> m_lastPass; ///< by graph: order
    std::vector<OpenSpan> m_open;          ///< innermost last
    std::array<NameHandle, 12> m_phaseNames;
    static constexpr std::size_t kMaxWorkers = 64; ///< per stage; more are not recorded
    std::array<std::array<OpenSpan, kMaxWorkers>, 2>
        m_work; ///< by stage and worker; each entry its worker's own
    std::array<NameHandle, 2> m_workNames;
    NameHandle m_stepName;
    TrackHandle m_stepTrack;
    OpenSpan m_step;
    bool m_isStepOpen = false;
};

/// A tensor as the collector reads it: dense, and kept alive by the caller.
[[nodiscard]] TensorView viewOf(const Tensor& dense);

} // namespace runlens::runtime
