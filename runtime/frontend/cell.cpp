// SPDX-License-Identifier: Apache-2.0
#include "runtime/frontend/cell.h"

namespace runlens::runtime {

Value Cell::call(std::span<const Value> inputs, SourceLocation where)
{
    Context& context = inputs[0].context();
    const std::vector<Value> arguments = context.enterCell(*this, inputs, where);
    if (arguments.empty()) {
        return inputs[0]; // refused; the context keeps why
    }
    return context.leaveCell(*this, constructAll(arguments));
}

std::vector<ParameterRef> Cell::parameters() const
{
    std::vector<ParameterRef> all;
    for (const auto& [name, parameter] : m_parameters) {
        all.push_back(parameter);
    }
    for (const Cell* child : m_children) {
        const std::vector<ParameterRef> inner = child->parameters();
        all.insert(all.end(), inner.begin(), inner.end());
    }
    return all;
}

void Cell::nameParameters(const std::string& scope, const std::string& prefix)
{
    for (const auto& [name, parameter] : m_parameters) {
        parameter->name = prefix + name;
        std::string fullName = scope;
        fullName.append("/").append(name);
        parameter->fullName = std::move(fullName);
    }
    for (Cell* child : m_children) {
        std::string childScope = scope;
        childScope.append("/").append(child->name());
        std::string childPrefix = prefix;
        childPrefix.append(child->name()).append(".");
        child->nameParameters(childScope, childPrefix);
    }
}

void Cell::addChild(std::string name, Cell& child)
{
    child.m_name = std::move(name);
    m_children.push_back(&child);
}

ParameterRef Cell::addParameter(std::string name, Tensor value)
{
    auto parameter = std::make_shared<Parameter>();
    parameter->name = name;
    parameter->fullName = name;
    parameter->moment = Tensor(value.type());
    parameter->value = std::move(value);
    m_parameters.emplace_back(std::move(name), parameter);
    return parameter;
}

} // namespace runlens::runtime
