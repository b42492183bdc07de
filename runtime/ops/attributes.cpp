// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops/attributes.h"

#include "summary_format/base/number.h"

#include <algorithm>

namespace runlens::runtime {

namespace {

std::string listText(const std::vector<std::int64_t>& values)
{
    std::string text = "(";
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(values[i]);
    }
    return text + ")";
}

std::string plain(std::int64_t value)
{
    return std::to_string(value);
}

std::string plain(double value)
{
    return shortestText(value);
}

std::string plain(const std::string& value)
{
    return value;
}

std::string plain(const std::vector<std::int64_t>& value)
{
    return listText(value);
}

std::string inIr(std::int64_t value)
{
    return "I64(" + std::to_string(value) + ")";
}

std::string inIr(double value)
{
    return "F64(" + shortestText(value) + ")";
}

std::string inIr(const std::string& value)
{
    return "\"" + value + "\"";
}

std::string inIr(const std::vector<std::int64_t>& value)
{
    return listText(value);
}

} // namespace

std::string attributeText(const AttributeValue& value)
{
    return std::visit([](const auto& v) { return plain(v); }, value);
}

std::string attributeIrText(const AttributeValue& value)
{
    return std::visit([](const auto& v) { return inIr(v); }, value);
}

void Attributes::set(std::string_view name, AttributeValue value)
{
    const auto known = std::find_if(
        m_entries.begin(), m_entries.end(), [&](const auto& entry) { return entry.first == name; });
    if (known != m_entries.end()) {
        known->second = std::move(value);
    } else {
        m_entries.emplace_back(std::string(name), std::move(value));
    }
}

const AttributeValue* Attributes::find(std::string_view name) const
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [&](const auto& entry) { return entry.first == name; });
    return found == m_entries.end() ? nullptr : &found->second;
}

std::int64_t Attributes::integer(std::string_view name, std::int64_t otherwise) const
{
    const auto* value = find(name);
    const auto* known = value ? std::get_if<std::int64_t>(value) : nullptr;
    return known ? *known : otherwise;
}

double Attributes::number(std::string_view name, double otherwise) const
{
    const auto* value = find(name);
    const auto* known = value ? std::get_if<double>(value) : nullptr;
    return known ? *known : otherwise;
}

std::vector<std::int64_t> Attributes::integers(std::string_view name) const
{
    const auto* value = find(name);
    const auto* known = value ? std::get_if<std::vector<std::int64_t>>(value) : nullptr;
    return known ? *known : std::vector<std::int64_t>{};
}

std::string Attributes::text(std::string_view name) const
{
    const auto* value = find(name);
    const auto* known = value ? std::get_if<std::string>(value) : nullptr;
    return known ? *known : std::string{};
}

} // namespace runlens::runtime
