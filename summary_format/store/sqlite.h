// SPDX-License-Identifier: Apache-2.0
/// SQLite as this folder uses it: a connection and a statement that clean up after themselves,
/// exact values in and out, and result codes left as they are, so that callers can tell busy, full
/// and damaged apart. One thread at a time.
#pragma once

#include "summary_format/base/ids.h"
#include "summary_format/base/number.h"

#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace runlens::store {

/// NULL in the file for "none": a time or step of INT64_MIN, an id below 0.
struct OrNull {
    std::int64_t value = 0;
    bool isNull = false;
};

[[nodiscard]] inline OrNull orNull(std::int64_t timeOrStep)
{
    return {timeOrStep, timeOrStep == kNoTime};
}

template <typename Id>
requires std::is_enum_v<Id>

[[nodiscard]] OrNull orNull(Id id)
{
    return {static_cast<std::int64_t>(id), !isValid(id)};
}

/// A value whose bits must survive: see number.h and docs/schema.md.
struct Number {
    std::uint64_t bits = 0;
    NumberType type = NumberType::Float64;
};

class Statement {
public:
    Statement() = default;

    explicit Statement(sqlite3_stmt* statement) : m_statement(statement) {}

    Statement(Statement&& other) noexcept : m_statement(std::exchange(other.m_statement, nullptr))
    {}

    Statement& operator=(Statement&& other) noexcept
    {
        std::swap(m_statement, other.m_statement);
        return *this;
    }

    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    ~Statement() { sqlite3_finalize(m_statement); }

    [[nodiscard]] bool exists() const { return m_statement != nullptr; }

    int step() { return sqlite3_step(m_statement); }

    void reset() { sqlite3_reset(m_statement); }

    /// Binds all values in order and runs a statement that gives no rows. SQLITE_OK or what went
    /// wrong.
    template <typename... Values>
    int run(const Values&... values)
    {
        start(values...);
        const int code = step();
        reset();
        return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
    }

    /// Binds all values in order; rows come by step(). The values must live until then.
    template <typename... Values>
    void start(const Values&... values)
    {
        reset();
        int position = 0;
        (bind(++position, values), ...);
    }

    // The row that the last step() gave.
    [[nodiscard]] int type(int column) const { return sqlite3_column_type(m_statement, column); }

    [[nodiscard]] bool isNull(int column) const { return type(column) == SQLITE_NULL; }

    [[nodiscard]] std::int64_t integer(int column) const
    {
        return sqlite3_column_int64(m_statement, column);
    }

    [[nodiscard]] std::int64_t integerOr(int column, std::int64_t none) const
    {
        return isNull(column) ? none : integer(column);
    }

    [[nodiscard]] std::int64_t timeOrStep(int column) const { return integerOr(column, kNoTime); }

    [[nodiscard]] double real(int column) const; ///< NaN for NULL
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] std::span<const std::byte> blob(int column) const;
    /// The bits of a number column; nothing when what is stored cannot be of this type.
    [[nodiscard]] std::optional<std::uint64_t> number(int column, NumberType type) const;

private:
    void bind(int position, std::int64_t value)
    {
        sqlite3_bind_int64(m_statement, position, value);
    }

    void bind(int position, int value) { sqlite3_bind_int64(m_statement, position, value); }

    void bind(int position, double value)
    {
        sqlite3_bind_double(m_statement, position, value);
    } // NaN becomes NULL

    void bind(int position, std::uint64_t value)
    {
        bind(position, Number{value, NumberType::UInt64});
    }

    void bind(int position, std::string_view value);

    void bind(int position, const std::string& value) { bind(position, std::string_view(value)); }

    void bind(int position, std::span<const std::byte> value);
    void bind(int position, OrNull value);
    void bind(int position, Number value);

    sqlite3_stmt* m_statement = nullptr;
};

class Connection {
public:
    Connection() = default;

    Connection(Connection&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}

    Connection& operator=(Connection&& other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        return *this;
    }

    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    ~Connection() { close(); }

    int open(const std::string& pathOrUri, int flags, const std::string& vfs = {});
    void close(); ///< all statements must be gone or unused

    void abandon() { m_handle = nullptr; } ///< leaks it: a forked child must not touch its parent's

    int execute(const std::string& sql); ///< one or more statements without results
    [[nodiscard]] int prepare(std::string_view sql, Statement& out);
    /// First column of the first row; nothing on an error or without a row.
    [[nodiscard]] std::optional<std::int64_t> queryInteger(std::string_view sql);

    [[nodiscard]] bool isInTransaction() const { return sqlite3_get_autocommit(m_handle) == 0; }

    [[nodiscard]] std::string errorText() const;
    /// errno of the operating system's call behind the last error, as far as it is known; 0
    /// otherwise. Ask at once, and set errno to 0 before the calls that may fail.
    [[nodiscard]] int systemError() const;

    [[nodiscard]] bool isOpen() const { return m_handle != nullptr; }

    [[nodiscard]] sqlite3* handle() const { return m_handle; }

private:
    sqlite3* m_handle = nullptr;
};

[[nodiscard]] inline int primaryCode(int code)
{
    return code & 0xff;
}

} // namespace runlens::store
