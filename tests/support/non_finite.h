// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace runlens::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

} // namespace runlens::test
