// SPDX-License-Identifier: Apache-2.0
/// A network, or a part of one: parameters, child cells, and `construct`, which says how the
/// outputs follow from the inputs. A cell registers its parameters and children in its constructor;
/// it must not be copied or moved afterwards, because its parent holds its address.
///
///     struct Net : Layer {
///         Net() { addChild("conv1", conv1); }
///         Value construct(const Value& x) override { return relu(conv1(x)); }
///         Conv2d conv1{{.inChannels = 1, .outChannels = 6, .kernel = 5}};
///     };
#pragma once

#include "runtime/frontend/context.h"

#include <string>
#include <utility>
#include <vector>

namespace runlens::runtime {

inline constexpr std::size_t kMaxNesting =
    200; ///< cells within cells; a cell that calls itself ends here

class Cell {
public:
    explicit Cell(std::string typeName, bool isLibrary = false)
        : m_typeName(std::move(typeName)), m_isLibrary(isLibrary)
    {}

    Cell(const Cell&) = delete;
    Cell& operator=(const Cell&) = delete;
    virtual ~Cell() = default;

    virtual Value constructAll(std::span<const Value> inputs) = 0;
    /// Calls the cell from the construct() of another one.
    Value call(std::span<const Value> inputs, SourceLocation where);

    [[nodiscard]] const std::string& typeName() const { return m_typeName; } ///< "Conv2d"

    [[nodiscard]] const std::string& name() const
    {
        return m_name;
    } ///< given by the parent: "conv1"

    [[nodiscard]] bool isLibrary() const { return m_isLibrary; }

    /// All parameters of the cell and its children, in order of registration.
    [[nodiscard]] std::vector<ParameterRef> parameters() const;
    /// Gives every parameter its names: scope "Default/network", prefix "".
    void nameParameters(const std::string& scope, const std::string& prefix = {});

protected:
    void addChild(std::string name, Cell& child);
    ParameterRef addParameter(std::string name, Tensor value);

private:
    std::string m_typeName;
    std::string m_name;
    bool m_isLibrary = false;
    std::vector<Cell*> m_children;
    std::vector<std::pair<std::string, ParameterRef>> m_parameters;
};

/// A cell with one input.
class Layer : public Cell {
public:
    using Cell::Cell;
    virtual Value construct(const Value& x) = 0;

    Value operator()(const Value& x, SourceLocation where = SourceLocation::current())
    {
        return call(std::span(&x, 1), where);
    }

    Value constructAll(std::span<const Value> inputs) final { return construct(inputs[0]); }
};

/// A cell with two inputs: a loss, or a network with its loss.
class PairLayer : public Cell {
public:
    using Cell::Cell;
    virtual Value construct(const Value& x, const Value& y) = 0;

    Value
    operator()(const Value& x, const Value& y, SourceLocation where = SourceLocation::current())
    {
        const Value inputs[] = {x, y};
        return call(inputs, where);
    }

    Value constructAll(std::span<const Value> inputs) final
    {
        return construct(inputs[0], inputs[1]);
    }
};

} // namespace runlens::runtime
