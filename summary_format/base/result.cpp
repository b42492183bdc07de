// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/result.h"

#include <system_error>

namespace runlens {

std::string Error::message() const
{
    std::string text = "Cannot " + attempted;
    if (!where.empty()) {
        text += ' ' + where;
    }
    text += ": " + why;
    if (!advice.empty()) {
        text += ". " + advice;
    }
    return text;
}

std::string errnoText(int errorNumber)
{
    return std::generic_category().message(errorNumber);
}

} // namespace runlens
