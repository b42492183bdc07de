// SPDX-License-Identifier: Apache-2.0
/// oneDNN as the operators use it: descriptors of our tensors, and a kernel that is one primitive
/// with its arguments. Where a primitive wants another layout than a tensor has, the kernel
/// reorders on the way, into memory of its own.
#pragma once

#include "runtime/ops/operator.h"

#include <oneapi/dnnl/dnnl.hpp>

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

namespace runlens::runtime {

struct Layout {
    dnnl::memory::desc desc;
};

struct Device::Handles {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    mutable dnnl::stream stream{engine};
};

[[nodiscard]] dnnl::memory::desc
denseDesc(const TensorType& type); ///< row-major; a scalar is one element
[[nodiscard]] dnnl::memory::desc
anyDesc(const TensorType& type); ///< float32, layout of oneDNN's choice
[[nodiscard]] dnnl::memory::desc descOf(const TensorSpec& spec);
[[nodiscard]] TensorSpec specOf(const TensorType& type, const dnnl::memory::desc& desc);

/// Copies between two layouts of one tensor; nothing when they are the same.
class Reorder {
public:
    Reorder() = default;
    Reorder(const Device& device, const dnnl::memory::desc& from, const dnnl::memory::desc& to);

    [[nodiscard]] bool isNeeded() const { return m_reorder.has_value(); }

    /// Where the data lies afterwards: in memory of the reorder, or where it was.
    std::byte* in(std::byte* data);
    void inTo(std::byte* from, std::byte* to);

private:
    const Device* m_device = nullptr;
    std::optional<dnnl::reorder> m_reorder;
    dnnl::memory m_from;
    dnnl::memory m_to;
    std::shared_ptr<std::byte> m_storage;
};

class OneDnnKernel final : public Kernel {
public:
    OneDnnKernel(const Device& device, dnnl::primitive primitive)
        : m_device(device), m_primitive(std::move(primitive))
    {}

    /// The input `index` of the operator, as it comes, for an argument that wants it in another
    /// layout.
    void addInput(int argument,
                  std::size_t index,
                  const TensorSpec& given,
                  const dnnl::memory::desc& wanted);
    /// The next output of the operator, in the layout in which the primitive writes it.
    void addOutput(int argument, const TensorType& type, const dnnl::memory::desc& written);
    /// The next output of the operator, brought into row-major order.
    void addDenseOutput(int argument, const TensorType& type, const dnnl::memory::desc& written);

    void run(std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) override;

    bool runPrimitive() override;

private:
    struct Argument {
        std::size_t index = 0;
        dnnl::memory memory;
        Reorder reorder;
        std::shared_ptr<std::byte> written; ///< of an output that is reordered afterwards
    };

    const Device& m_device;
    dnnl::primitive m_primitive;
    std::vector<Argument> m_inputs;
    std::vector<Argument> m_results;
    std::unordered_map<int, dnnl::memory> m_arguments;
};

/// A kernel in plain C++. Each input comes in the layout that is wanted of it.
class PlainKernel final : public Kernel {
public:
    using Function = std::function<void(std::span<std::byte* const> inputs,
                                        std::span<std::byte* const> outputs)>;

    /// Row-major inputs and outputs.
    PlainKernel(const KernelRequest& request, Function function);
    /// Inputs and outputs all in the layout of the first input.
    static std::unique_ptr<PlainKernel> inLayoutOfFirst(const KernelRequest& request,
                                                        Function function);

    /// Inputs and outputs each in the layout that is named for them.
    static std::unique_ptr<PlainKernel> withLayouts(const KernelRequest& request,
                                                    const std::vector<dnnl::memory::desc>& inputs,
                                                    const std::vector<dnnl::memory::desc>& outputs,
                                                    Function function);

    void setAlias(std::size_t output, int input);
    void run(std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) override;

private:
    explicit PlainKernel(Function function) : m_function(std::move(function)) {}

    Function m_function;
    std::vector<Reorder> m_reorders;
    std::vector<std::byte*> m_inputs;
};

[[nodiscard]] inline float* floatsAt(std::byte* data)
{
    return reinterpret_cast<float*>(data);
}

} // namespace runlens::runtime
