// SPDX-License-Identifier: Apache-2.0
/// What the runtime knows about an operator: how its output types follow from its inputs, how a
/// kernel is prepared for given memory layouts, and what its gradient is. One file per operator
/// family holds all three; operator_list.cpp names them all. Functions here are pure; a Kernel
/// belongs to one thread. Inside ops/ oneDNN may throw; inferTypes() and prepareKernel() turn that
/// into an Error, and nothing above sees an exception.
#pragma once

#include "runtime/ops/attributes.h"
#include "runtime/tensor/tensor.h"
#include "summary_format/base/result.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace runlens::runtime {

/// The processor that kernels run on. One per executor; must outlive its kernels.
class Device {
public:
    Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    ~Device();
    struct Handles; ///< ops/onednn.h

    [[nodiscard]] const Handles& handles() const { return *m_handles; }

private:
    std::unique_ptr<Handles> m_handles;
};

/// An operator made ready for inputs of certain types and layouts. run() may be called any number
/// of times.
class Kernel {
public:
    Kernel() = default;
    Kernel(const Kernel&) = delete;
    Kernel& operator=(const Kernel&) = delete;
    virtual ~Kernel() = default;

    [[nodiscard]] const std::vector<TensorSpec>& outputs() const { return m_outputs; }

    /// The input whose memory this output is (Flatten of dense data, an update in place); -1:
    /// memory of its own.
    [[nodiscard]] int aliasOf(std::size_t output) const
    {
        return output < m_aliases.size() ? m_aliases[output] : -1;
    }

    /// One pointer per input and output; an output that is an alias gets the pointer of its input.
    virtual void run(std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) = 0;

    /// The primitive alone, on the memory of the last run and without reorders: for measuring.
    /// False when the kernel is none of oneDNN's.
    virtual bool runPrimitive() { return false; }

protected:
    std::vector<TensorSpec> m_outputs;
    std::vector<int> m_aliases;
};

struct KernelRequest {
    const Device& device;
    const Attributes& attributes;
    std::span<const TensorSpec> inputs;
    std::span<const TensorType> outputs; ///< as inferred
};

/// A value while gradients are made: a node of a graph, or a tensor of the eager tape.
enum class ValueId : std::int32_t {};
inline constexpr ValueId kNoValue = ValueId{-1};

/// What the gradient of one operator call sees and does. The same rule serves the graph
/// transformation and the tape.
class GradientScope {
public:
    GradientScope() = default;
    GradientScope(const GradientScope&) = delete;
    GradientScope& operator=(const GradientScope&) = delete;
    virtual ~GradientScope() = default;

    [[nodiscard]] virtual const Attributes& attributes() const = 0;
    [[nodiscard]] virtual ValueId input(std::size_t index) const = 0;
    [[nodiscard]] virtual const TensorType& inputType(std::size_t index) const = 0;
    [[nodiscard]] virtual bool needsGradient(std::size_t input) const = 0;
    /// The result of the call; of a call with several outputs, the one asked for.
    virtual ValueId output(std::size_t index) = 0;
    /// The gradient that arrived at an output; kNoValue when nothing depends on that output.
    [[nodiscard]] virtual ValueId outputGradient(std::size_t index) const = 0;

    virtual ValueId
    emit(std::string_view op, std::vector<ValueId> inputs, Attributes attributes) = 0;
    /// Adds to what flows into an input of the call.
    virtual void addGradient(std::size_t input, ValueId gradient) = 0;
};

struct TypeRequest {
    const Attributes& attributes;
    std::span<const TensorType> inputs;
};

struct Operator {
    std::string_view name;
    std::size_t inputCount = 1;
    Result<std::vector<TensorType>> (*infer)(const TypeRequest&) = nullptr;
    std::unique_ptr<Kernel> (*prepare)(const KernelRequest&) = nullptr;
    void (*gradient)(GradientScope&) = nullptr; ///< null: the gradient stops here
    bool isElementwise = false;                 ///< may become part of a fused chain
};

[[nodiscard]] std::span<const Operator* const> allOperators();
[[nodiscard]] const Operator* findOperator(std::string_view name);

/// Output types of a call; an Error names the operator and says which shapes do not fit.
[[nodiscard]] Result<std::vector<TensorType>>
inferTypes(std::string_view op, const Attributes& attributes, std::span<const TensorType> inputs);

[[nodiscard]] Result<std::unique_ptr<Kernel>> prepareKernel(const Device& device,
                                                            std::string_view op,
                                                            const Attributes& attributes,
                                                            std::span<const TensorSpec> inputs);

// The operators, by family. Each is defined in the file of its family.
extern const Operator kConv2d, kConv2dBackpropInput, kConv2dBackpropFilter,
    kConv2dBackpropFilterBias, kFusedConv2dBias,
    kFusedConv2dBiasRelu; // convolution.cpp
extern const Operator kDense, kDenseBackpropInput, kDenseBackpropFilter, kDenseBackpropFilterBias,
    kFusedDenseBias,
    kFusedDenseBiasRelu;                                              // dense.cpp
extern const Operator kMaxPool, kMaxPoolGrad;                         // pooling.cpp
extern const Operator kRelu, kReluGrad;                               // activation.cpp
extern const Operator kBiasAdd, kBiasAddGrad;                         // bias.cpp
extern const Operator kAdd, kSub, kMul, kNeg, kFusedElementwise;      // elementwise.cpp
extern const Operator kReshape, kFlatten;                             // shape.cpp
extern const Operator kSoftmaxCrossEntropy, kSoftmaxCrossEntropyGrad; // loss.cpp
extern const Operator kApplyMomentum;                                 // optimizer.cpp

} // namespace runlens::runtime
