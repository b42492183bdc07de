// SPDX-License-Identifier: Apache-2.0
/// What `construct` works on. A Value stands for a tensor: in graph mode a node that is being
/// traced, in eager mode a tensor that is there. The Context behind it decides which. One thread.
/// Nothing throws: the first thing that goes wrong is kept as the status, and the calls after it do
/// nothing.
#pragma once

#include "runtime/ops/operator.h"
#include "runtime/tensor/parameter.h"
#include "summary_format/base/source_location.h"

#include <span>
#include <string>
#include <vector>

namespace runlens::runtime {

class Cell;
class Context;

class Value {
public:
    Value() = default;

    Value(Context& context, ValueId id) : m_context(&context), m_id(id) {}

    [[nodiscard]] Context& context() const { return *m_context; }

    [[nodiscard]] ValueId id() const { return m_id; }

private:
    Context* m_context = nullptr;
    ValueId m_id = kNoValue;
};

class Context {
public:
    Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    virtual ~Context() = default;

    /// The result of an operator; a tuple when the operator has several outputs.
    virtual Value emit(std::string_view op,
                       std::span<const Value> inputs,
                       Attributes attributes,
                       SourceLocation where) = 0;
    virtual Value item(const Value& tuple, int index, SourceLocation where) = 0;
    virtual Value parameter(const ParameterRef& parameter) = 0;

    /// A cell is being called: returns what its construct() gets; nothing when the call is refused.
    virtual std::vector<Value>
    enterCell(const Cell& cell, std::span<const Value> inputs, SourceLocation where) = 0;
    virtual Value leaveCell(const Cell& cell, const Value& result) = 0;

    [[nodiscard]] const Status& status() const { return m_status; }

protected:
    void fail(const Error& error)
    {
        if (m_status) {
            m_status = tl::unexpected<Error>(error);
        }
    }

private:
    Status m_status;
};

} // namespace runlens::runtime
