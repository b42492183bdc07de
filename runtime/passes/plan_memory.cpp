// SPDX-License-Identifier: Apache-2.0
#include "runtime/passes/plan_memory.h"

#include "runtime/tensor/tensor.h"

#include <algorithm>

namespace runlens::runtime {

namespace {

class Planner {
public:
    Planner(const GraphModule& module, std::span<const NodeMemory> memory)
        : m_module(module), m_memory(memory)
    {
        m_plan.places.resize(module.nodes.size());
    }

    MemoryPlan run()
    {
        for (std::size_t i = 0; i < m_module.nodes.size(); ++i) {
            const NodeKind kind = m_module.nodes[i].kind;
            if (kind == NodeKind::Input || kind == NodeKind::Parameter
                || kind == NodeKind::Constant) {
                m_plan.places[i] = {OutputPlace{-1, NodeId{static_cast<std::int32_t>(i)}}};
            }
        }
        const std::vector<NodeId>& nodes = m_module.entry().nodes;
        for (std::size_t position = 0; position < nodes.size(); ++position) {
            visit(nodes[position], position);
        }
        markResults(nodes.size());
        placeBuffers();
        return std::move(m_plan);
    }

private:
    std::vector<OutputPlace>& placesOf(NodeId id)
    {
        return m_plan.places[static_cast<std::size_t>(id)];
    }

    void touch(const OutputPlace& place, std::size_t position)
    {
        if (place.buffer >= 0) {
            Buffer& buffer = m_plan.buffers[static_cast<std::size_t>(place.buffer)];
            buffer.lastUse = std::max(buffer.lastUse, position);
        }
    }

    void visit(NodeId id, std::size_t position)
    {
        const Node& node = m_module.node(id);
        for (const NodeId input : node.inputs) {
            for (const OutputPlace& place : placesOf(input)) {
                touch(place, position);
            }
        }
        if (node.kind == NodeKind::TupleItem) {
            placesOf(id) = {placesOf(node.inputs[0])[static_cast<std::size_t>(node.item)]};
            return;
        }
        if (node.kind == NodeKind::MakeTuple) {
            for (const NodeId input : node.inputs) {
                placesOf(id).push_back(placesOf(input)[0]);
            }
            return;
        }
        const NodeMemory& memory = m_memory[static_cast<std::size_t>(id)];
        for (std::size_t output = 0; output < memory.outputBytes.size(); ++output) {
            const int alias = output < memory.aliasOf.size() ? memory.aliasOf[output] : -1;
            if (alias >= 0) {
                placesOf(id).push_back(placesOf(node.inputs[static_cast<std::size_t>(alias)])[0]);
                continue;
            }
            placesOf(id).push_back(OutputPlace{static_cast<int>(m_plan.buffers.size()), kNoNode});
            m_plan.buffers.push_back(Buffer{id,
                                            static_cast<int>(output),
                                            0,
                                            storageSize(memory.outputBytes[output]),
                                            position,
                                            position});
        }
    }

    void markResults(std::size_t end)
    {
        for (const OutputPlace& place : placesOf(m_module.entry().result)) {
            touch(place, end);
        }
    }

    /// First fit, in order of birth: the lowest gap among the buffers that live at the same time.
    void placeBuffers()
    {
        std::vector<const Buffer*> placed; // by offset
        for (Buffer& buffer : m_plan.buffers) {
            std::size_t offset = 0;
            for (const Buffer* other : placed) {
                const bool liveTogether =
                    other->lastUse >= buffer.firstUse && buffer.lastUse >= other->firstUse;
                if (liveTogether && offset + buffer.bytes > other->offset) {
                    offset = std::max(offset, other->offset + other->bytes);
                }
            }
            buffer.offset = offset;
            const auto after = std::find_if(placed.begin(), placed.end(), [&](const Buffer* other) {
                return other->offset > offset;
            });
            placed.insert(after, &buffer);
            m_plan.arenaBytes = std::max(m_plan.arenaBytes, offset + buffer.bytes);
            m_plan.totalBytes += buffer.bytes;
        }
    }

    const GraphModule& m_module;
    std::span<const NodeMemory> m_memory;
    MemoryPlan m_plan;
};

} // namespace

MemoryPlan planMemory(const GraphModule& module, std::span<const NodeMemory> memory)
{
    return Planner(module, memory).run();
}

GraphModule withPlan(const GraphModule& module, const MemoryPlan& plan)
{
    GraphModule planned = module;
    for (std::size_t i = 0; i < planned.nodes.size(); ++i) {
        planned.nodes[i].origins = {NodeId{static_cast<std::int32_t>(i)}};
    }
    for (const Buffer& buffer : plan.buffers) {
        Node& node = planned.node(buffer.node);
        const std::string which = node.isTuple() ? std::to_string(buffer.output) : std::string{};
        node.attributes.set("buffer_offset" + which, static_cast<std::int64_t>(buffer.offset));
        node.attributes.set("buffer_bytes" + which, static_cast<std::int64_t>(buffer.bytes));
    }
    return planned;
}

} // namespace runlens::runtime
