// SPDX-License-Identifier: Apache-2.0
/// Trains a network with its loss, in graph or eager mode, by the same calls. Parameters are
/// changed in place and shared with the cells. The observer may be null. One thread.
#pragma once

#include "runtime/frontend/layers.h"
#include "runtime/instrumentation/execution_observer.h"

#include <memory>
#include <string>

namespace runlens::runtime {

enum class ExecutionMode { Graph, Eager };

struct TrainerOptions {
    ExecutionMode mode = ExecutionMode::Graph;
    TensorType input; ///< of a training batch: float32
    double momentum = 0.9;
    bool fuse = true;   ///< graph mode
    int saveGraphs = 0; ///< 0 to 3, see PassDumps
    std::string graphFolder;
    ExecutionObserver* observer = nullptr;
};

struct Evaluation {
    double loss = 0.0; ///< mean over the samples
    std::int64_t correct = 0;
    std::int64_t samples = 0;
};

class Trainer {
public:
    /// network must outlive the trainer. Compiles in graph mode; in eager mode traces once, so that
    /// spans find their lines.
    static Result<std::unique_ptr<Trainer>> create(Layer& network, const TrainerOptions& options);
    Trainer() = default;
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;
    virtual ~Trainer() = default;

    /// One batch: forward, backward, optimizer. Returns the loss before the update. x as
    /// options.input; labels int32.
    [[nodiscard]] virtual Result<float>
    step(const Tensor& x, const Tensor& labels, float learningRate) = 0;
    /// Loss and accuracy of one batch. In graph mode every call must have as many samples as the
    /// first.
    [[nodiscard]] virtual Result<Evaluation> evaluate(const Tensor& x,
                                                      std::span<const std::int32_t> labels) = 0;
    /// Of the last step, in order of parameters(); valid until the next one.
    [[nodiscard]] virtual std::vector<Tensor> gradients() const = 0;
    [[nodiscard]] virtual const std::vector<ParameterRef>& parameters() const = 0;
    /// Tells the steps from now on to this observer, or to nobody. It must be the one of the
    /// options or null: only that one knows the operators.
    virtual void setObserver(ExecutionObserver* observer) = 0;
    /// Why an IR file could not be written, if so.
    [[nodiscard]] virtual Status graphFileStatus() const = 0;
    /// Source files that the nodes of the IR point to.
    [[nodiscard]] virtual std::vector<std::string> sourceFiles() const = 0;
};

} // namespace runlens::runtime
