// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops/onednn.h"

#include <cstring>

namespace runlens::runtime {

namespace {

dnnl::memory::data_type onednnType(DType type)
{
    switch (type) {
    case DType::Float32:
        return dnnl::memory::data_type::f32;
    case DType::Int32:
        return dnnl::memory::data_type::s32;
    case DType::UInt8:
        return dnnl::memory::data_type::u8;
    }
    return dnnl::memory::data_type::undef;
}

dnnl::memory::dims dimsOf(const Shape& shape)
{
    return shape.empty() ? dnnl::memory::dims{1} : dnnl::memory::dims(shape.begin(), shape.end());
}

} // namespace

Device::Device() : m_handles(std::make_unique<Handles>()) {}

Device::~Device() = default;

dnnl::memory::desc denseDesc(const TensorType& type)
{
    const dnnl::memory::dims dims = dimsOf(type.shape);
    dnnl::memory::dims strides(dims.size(), 1);
    for (std::size_t i = dims.size() - 1; i > 0; --i) {
        strides[i - 1] = strides[i] * dims[i];
    }
    return {dims, onednnType(type.dtype), strides};
}

dnnl::memory::desc anyDesc(const TensorType& type)
{
    return {dimsOf(type.shape), dnnl::memory::data_type::f32, dnnl::memory::format_tag::any};
}

dnnl::memory::desc descOf(const TensorSpec& spec)
{
    return spec.layout ? spec.layout->desc : denseDesc(spec.type);
}

TensorSpec specOf(const TensorType& type, const dnnl::memory::desc& desc)
{
    TensorSpec spec{type, nullptr, desc.get_size()};
    if (desc != denseDesc(type)) {
        spec.layout = std::make_shared<const Layout>(Layout{desc});
    }
    return spec;
}

Tensor Tensor::toDense() const
{
    if (isDense()) {
        return *this;
    }
    Tensor dense(m_spec.type);
    const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    dnnl::stream stream(engine);
    dnnl::memory from(m_spec.layout->desc, engine, data());
    dnnl::memory to(denseDesc(m_spec.type), engine, dense.data());
    dnnl::reorder(from, to).execute(stream, from, to);
    stream.wait();
    return dense;
}

Reorder::Reorder(const Device& device, const dnnl::memory::desc& from, const dnnl::memory::desc& to)
    : m_device(&device)
{
    if (from == to) {
        return;
    }
    const dnnl::engine& engine = device.handles().engine;
    m_reorder.emplace(dnnl::reorder::primitive_desc(engine, from, engine, to));
    m_from = dnnl::memory(from, engine, nullptr);
    m_to = dnnl::memory(to, engine, nullptr);
}

std::byte* Reorder::in(std::byte* data)
{
    if (!m_reorder) {
        return data;
    }
    if (!m_storage) {
        m_storage = allocateStorage(m_to.get_desc().get_size());
    }
    inTo(data, m_storage.get());
    return m_storage.get();
}

void Reorder::inTo(std::byte* from, std::byte* to)
{
    m_from.set_data_handle(from);
    m_to.set_data_handle(to);
    m_reorder->execute(m_device->handles().stream, m_from, m_to);
}

void OneDnnKernel::addInput(int argument,
                            std::size_t index,
                            const TensorSpec& given,
                            const dnnl::memory::desc& wanted)
{
    Argument input;
    input.index = index;
    input.memory = dnnl::memory(wanted, m_device.handles().engine, nullptr);
    input.reorder = Reorder(m_device, descOf(given), wanted);
    m_arguments.emplace(argument, input.memory);
    m_inputs.push_back(std::move(input));
}

void OneDnnKernel::addOutput(int argument,
                             const TensorType& type,
                             const dnnl::memory::desc& written)
{
    Argument output;
    output.index = m_outputs.size();
    output.memory = dnnl::memory(written, m_device.handles().engine, nullptr);
    m_arguments.emplace(argument, output.memory);
    m_outputs.push_back(specOf(type, written));
    m_results.push_back(std::move(output));
}

void OneDnnKernel::addDenseOutput(int argument,
                                  const TensorType& type,
                                  const dnnl::memory::desc& written)
{
    addOutput(argument, type, written);
    const dnnl::memory::desc dense = denseDesc(type);
    if (written != dense) {
        Argument& output = m_results.back();
        output.reorder = Reorder(m_device, written, dense);
        output.written = allocateStorage(written.get_size());
        m_outputs.back() = denseSpec(type);
    }
}

void OneDnnKernel::run(std::span<std::byte* const> inputs, std::span<std::byte* const> outputs)
{
    dnnl::stream& stream = m_device.handles().stream;
    for (Argument& input : m_inputs) {
        input.memory.set_data_handle(input.reorder.in(inputs[input.index]));
    }
    for (Argument& output : m_results) {
        output.memory.set_data_handle(output.written ? output.written.get()
                                                     : outputs[output.index]);
    }
    m_primitive.execute(stream, m_arguments);
    for (Argument& output : m_results) {
        if (output.written) {
            output.reorder.inTo(output.written.get(), outputs[output.index]);
        }
    }
    stream.wait();
}

bool OneDnnKernel::runPrimitive()
{
    m_primitive.execute(m_device.handles().stream, m_arguments);
    m_device.handles().stream.wait();
    return true;
}

PlainKernel::PlainKernel(const KernelRequest& request, Function function)
    : m_function(std::move(function))
{
    for (const TensorSpec& input : request.inputs) {
        m_reorders.emplace_back(request.device, descOf(input), denseDesc(input.type));
    }
    for (const TensorType& output : request.outputs) {
        m_outputs.push_back(denseSpec(output));
    }
    m_inputs.resize(request.inputs.size());
}

std::unique_ptr<PlainKernel>
PlainKernel::withLayouts(const KernelRequest& request,
                         const std::vector<dnnl::memory::desc>& inputs,
                         const std::vector<dnnl::memory::desc>& outputs,
                         Function function)
{
    std::unique_ptr<PlainKernel> kernel(new PlainKernel(std::move(function)));
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        kernel->m_reorders.emplace_back(request.device, descOf(request.inputs[i]), inputs[i]);
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        kernel->m_outputs.push_back(specOf(request.outputs[i], outputs[i]));
    }
    kernel->m_inputs.resize(inputs.size());
    return kernel;
}

std::unique_ptr<PlainKernel> PlainKernel::inLayoutOfFirst(const KernelRequest& request,
                                                          Function function)
{
    const dnnl::memory::desc layout = descOf(request.inputs[0]);
    return withLayouts(request,
                       std::vector<dnnl::memory::desc>(request.inputs.size(), layout),
                       std::vector<dnnl::memory::desc>(request.outputs.size(), layout),
                       std::move(function));
}

void PlainKernel::setAlias(std::size_t output, int input)
{
    m_aliases.assign(m_outputs.size(), -1);
    m_aliases[output] = input;
}

void PlainKernel::run(std::span<std::byte* const> inputs, std::span<std::byte* const> outputs)
{
    for (std::size_t i = 0; i < m_inputs.size(); ++i) {
        m_inputs[i] = m_reorders[i].in(inputs[i]);
    }
    m_function(m_inputs, outputs);
}

} // namespace runlens::runtime
