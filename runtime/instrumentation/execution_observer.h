// SPDX-License-Identifier: Apache-2.0
/// What the runtime tells while it compiles and executes. Whoever executes holds a pointer that may
/// be null: then nothing is told, and it costs a comparison. All calls come from the training
/// thread; begin and end nest.
#pragma once

#include "runtime/ir/printer.h"
#include "summary_format/base/kinds.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace runlens::runtime {

/// A module as a pass left it. Origins of its nodes lie in the pass told before for the same graph.
struct PassReport {
    const GraphModule& module;
    const PrintedModule& printed;
    int order = 0;         ///< the number of the dump, counted over all graphs
    std::string_view name; ///< "01_type_inference"
    std::int64_t durationNs = 0;
};

/// An operator that will be executed many times.
struct OperatorReport {
    std::string_view name; ///< "Conv2D"
    SpanCategory category = SpanCategory::Other;
    int passOrder = -1; ///< PassReport::order of the IR the node belongs to
    int printedNode = -1;
};

enum class OperatorToken : std::int32_t {};

class ExecutionObserver {
public:
    ExecutionObserver() = default;
    ExecutionObserver(const ExecutionObserver&) = delete;
    ExecutionObserver& operator=(const ExecutionObserver&) = delete;
    virtual ~ExecutionObserver() = default;

    virtual void passDone(const PassReport& report) = 0;
    /// The pass that is executed: its module is the computational graph to show.
    virtual void graphReady(const PassReport& executed) = 0;
    virtual OperatorToken announceOperator(const OperatorReport& report) = 0;

    virtual void operatorBegin(OperatorToken token) = 0;
    virtual void operatorEnd() = 0;
    /// DataWait, Forward, Backward, Optimizer, Evaluation, Compile.
    virtual void phaseBegin(SpanCategory phase) = 0;
    virtual void phaseEnd() = 0;
    virtual void stepBegin(std::int64_t step) = 0;
    virtual void stepEnd() = 0;
};

/// A phase from here to the end of the scope.
class ScopedPhase {
public:
    ScopedPhase(ExecutionObserver* observer, SpanCategory phase) : m_observer(observer)
    {
        if (m_observer) {
            m_observer->phaseBegin(phase);
        }
    }

    ScopedPhase(const ScopedPhase&) = delete;
    ScopedPhase& operator=(const ScopedPhase&) = delete;

    ~ScopedPhase()
    {
        if (m_observer) {
            m_observer->phaseEnd();
        }
    }

private:
    ExecutionObserver* m_observer;
};

} // namespace runlens::runtime
