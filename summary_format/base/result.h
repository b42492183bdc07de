// SPDX-License-Identifier: Apache-2.0
/// The one error type. A function that can fail returns Result<T>; an Error says what was
/// attempted, where, why, and what to try. Errors are handled once: returned, or shown by app. No
/// exception crosses a folder edge.
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace runlens {

struct Error {
    std::string attempted; ///< "open the run file"
    std::string where;     ///< file, with ":byte N" or ":line N" where known; may be empty
    std::string why;       ///< "the file is truncated"
    std::string advice;    ///< what to try; may be empty

    /// One sentence: "Cannot open the run file /x/y.rlens: the file is truncated. Try ...".
    [[nodiscard]] std::string message() const;
};

template <typename T>
using Result = tl::expected<T, Error>;
using Status = Result<void>;

[[nodiscard]] inline tl::unexpected<Error>
failure(std::string attempted, std::string where, std::string why, std::string advice = {})
{
    return tl::unexpected<Error>(
        Error{std::move(attempted), std::move(where), std::move(why), std::move(advice)});
}

/// Hands on the error of another Result.
template <typename T>
[[nodiscard]] tl::unexpected<Error> failure(const Result<T>& failed)
{
    return tl::unexpected<Error>(failed.error());
}

/// The text of errno, safe on every thread.
[[nodiscard]] std::string errnoText(int errorNumber);

} // namespace runlens
