// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/wandb/wandb_numbers.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace runlens::wandb {

std::optional<double> bareNumber(std::string_view json)
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::array words{std::pair<std::string_view, double>{"NaN", std::nan("")},
                           std::pair<std::string_view, double>{"Infinity", kInfinity},
                           std::pair<std::string_view, double>{"-Infinity", -kInfinity}};
    if (json.size() >= 2 && json.front() == '"' && json.back() == '"') {
        json = json.substr(1, json.size() - 2);
    }
    const auto found = std::find_if(
        words.begin(), words.end(), [&](const auto& word) { return word.first == json; });
    return found == words.end() ? std::nullopt : std::optional(found->second);
}

double realOf(std::string_view json)
{
    if (const auto bare = bareNumber(json)) {
        return *bare;
    }
    simdjson::dom::parser parser;
    double number = 0.0;
    const auto error = parser.parse(simdjson::padded_string(json)).get(number);
    return error == simdjson::SUCCESS ? number : std::nan("");
}

} // namespace runlens::wandb
