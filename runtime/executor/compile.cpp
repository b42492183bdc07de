// SPDX-License-Identifier: Apache-2.0
#include "runtime/executor/compile.h"

#include "runtime/ir/dot_printer.h"
#include "runtime/passes/passes.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>

namespace runlens::runtime {

namespace {

std::string padded(int number, int width)
{
    const std::string digits = std::to_string(number);
    return std::string(
               static_cast<std::size_t>(std::max(0, width - static_cast<int>(digits.size()))), '0')
           + digits;
}

/// The passes of one graph, in their order.
class Pipeline {
public:
    Pipeline(PassDumps& dumps, ExecutionObserver* observer) : m_dumps(dumps), m_observer(observer)
    {}

    Status
    run(std::string_view name, bool isMilestone, const std::function<Result<GraphModule>()>& pass)
    {
        const auto start = std::chrono::steady_clock::now();
        auto made = pass();
        const auto duration = std::chrono::steady_clock::now() - start;
        if (!made) {
            return failure(made);
        }
        module = std::move(*made);
        last = m_dumps.add(module,
                           m_number++,
                           name,
                           isMilestone,
                           std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count(),
                           m_observer);
        return {};
    }

    GraphModule module;
    PassDumps::Dump last;

private:
    PassDumps& m_dumps;
    ExecutionObserver* m_observer;
    int m_number = 0;
};

struct NamedPass {
    std::string_view name;
    bool isMilestone = false;
    std::function<Result<GraphModule>(const GraphModule&)> pass;
};

/// The moments in order of the module's parameters, which need not be that of the list.
std::vector<Tensor> momentsFor(const GraphModule& module, const std::vector<ParameterRef>& trained)
{
    std::vector<Tensor> moments;
    for (const NodeId id : module.entry().parameters) {
        const Node& node = module.node(id);
        const auto found =
            std::find_if(trained.begin(), trained.end(), [&](const ParameterRef& parameter) {
                return parameter->value.data() == node.tensor.data();
            });
        if (node.kind == NodeKind::Parameter && found != trained.end()) {
            moments.push_back((*found)->moment);
        }
    }
    return moments;
}

std::vector<NamedPass> passesFor(const CompileOptions& options)
{
    std::vector<NamedPass> passes = {
        {"type_inference", true, inferModuleTypes},
        {"inline", false, inlineCalls},
        {"common_subexpression", false, mergeCommon},
        {"dead_node", false, removeDead},
    };
    if (!options.trained.empty()) {
        passes.push_back({"grad", false, addGradients});
        passes.push_back(
            {"optimizer", false, [&options](const GraphModule& module) {
                 const std::vector<Tensor> moments = momentsFor(module, options.trained);
                 return addMomentumUpdates(module, MomentumState{moments, options.momentum});
             }});
    }
    if (options.fuse) {
        passes.push_back({"fuse_post_ops", false, fusePostOps});
        passes.push_back({"fuse_bias_gradients", false, fuseBiasGradients});
        passes.push_back({"fuse_elementwise", false, fuseElementwise});
    }
    return passes;
}

} // namespace

PassDumps::Dump PassDumps::add(const GraphModule& module,
                               int number,
                               std::string_view pass,
                               bool isMilestone,
                               std::int64_t durationNs,
                               ExecutionObserver* observer)
{
    const std::string name = padded(number, 2) + "_" + std::string(pass);
    Dump dump{m_nextOrder++, name, printModule(module, m_sources)};
    const std::string file = name + "_" + padded(dump.order, 4);
    if (m_level >= 2 || (m_level == 1 && isMilestone)) {
        write(file + ".ir", dump.printed.text);
    }
    if (m_level >= 3) {
        write(file + ".dot", dotText(module));
    }
    if (observer) {
        observer->passDone(PassReport{module, dump.printed, dump.order, name, durationNs});
    }
    return dump;
}

void PassDumps::write(const std::string& name, const std::string& text)
{
    std::error_code error;
    std::filesystem::create_directories(m_folder, error);
    const std::string path = m_folder + "/" + name;
    std::ofstream stream(path, std::ios::binary);
    stream.write(text.data(), static_cast<std::streamsize>(text.size()));
    stream.close();
    if (!stream && m_status) {
        m_status = failure(
            "write an IR file", path, errnoText(errno), "Choose another folder for the graphs");
    }
}

Result<std::unique_ptr<GraphExecutor>> compileCell(Cell& root,
                                                   const CompileOptions& options,
                                                   PassDumps& dumps,
                                                   ExecutionObserver* observer,
                                                   SourceLocation where)
{
    const ScopedPhase phase(observer, SpanCategory::Compile);
    Pipeline pipeline(dumps, observer);
    Status status = pipeline.run("parse", true, [&]() -> Result<GraphModule> {
        auto trace = traceCell(root, options.graphName, options.inputs, where);
        if (!trace) {
            return failure(trace);
        }
        return std::move(trace->module);
    });
    for (const NamedPass& pass : passesFor(options)) {
        if (status) {
            status = pipeline.run(
                pass.name, pass.isMilestone, [&]() { return pass.pass(pipeline.module); });
        }
    }
    if (!status) {
        return failure(status);
    }
    auto device = std::make_unique<Device>();
    auto prepared = prepareModule(pipeline.module, *device);
    if (!prepared) {
        return failure(prepared);
    }
    MemoryPlan plan;
    status = pipeline.run("memory_plan", true, [&]() -> Result<GraphModule> {
        plan = planMemory(pipeline.module, prepared->memory);
        return withPlan(pipeline.module, plan);
    });
    if (!status) {
        return failure(status);
    }
    auto executor = std::make_unique<GraphExecutor>(
        std::move(pipeline.module), std::move(*prepared), plan, std::move(device));
    if (observer) {
        observer->graphReady(PassReport{
            executor->module(), pipeline.last.printed, pipeline.last.order, pipeline.last.name, 0});
        executor->announce(*observer, pipeline.last.order, pipeline.last.printed);
    }
    return executor;
}

} // namespace runlens::runtime
