// SPDX-License-Identifier: Apache-2.0
/// The attributes of an operator: few, named, in the order in which they were set. Part of a node's
/// identity: two nodes with equal operator, inputs and attributes compute the same.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace runlens::runtime {

using AttributeValue = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>>;

[[nodiscard]] std::string attributeText(const AttributeValue& value); ///< for people: "(2, 2)"
[[nodiscard]] std::string
attributeIrText(const AttributeValue& value); ///< as an IR prints it: "I64(2)"

class Attributes {
public:
    Attributes() = default;

    Attributes(std::initializer_list<std::pair<std::string, AttributeValue>> entries)
        : m_entries(entries)
    {}

    void set(std::string_view name, AttributeValue value);
    [[nodiscard]] const AttributeValue* find(std::string_view name) const;
    [[nodiscard]] std::int64_t integer(std::string_view name, std::int64_t otherwise = 0) const;
    [[nodiscard]] double number(std::string_view name, double otherwise = 0.0) const;
    [[nodiscard]] std::vector<std::int64_t>
    integers(std::string_view name) const;                       ///< empty when absent
    [[nodiscard]] std::string text(std::string_view name) const; ///< empty when absent

    [[nodiscard]] const std::vector<std::pair<std::string, AttributeValue>>& entries() const
    {
        return m_entries;
    }

    friend bool operator==(const Attributes&, const Attributes&) = default;

private:
    std::vector<std::pair<std::string, AttributeValue>> m_entries;
};

} // namespace runlens::runtime
