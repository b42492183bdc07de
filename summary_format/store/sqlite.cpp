// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/sqlite.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <limits>

namespace runlens::store {

namespace {

std::uint64_t readBigEndian(std::span<const std::byte> bytes)
{
    std::uint64_t value = 0;
    for (const std::byte byte : bytes) {
        value = (value << 8) | static_cast<std::uint64_t>(byte);
    }
    return value;
}

} // namespace

double Statement::real(int column) const
{
    return isNull(column) ? std::numeric_limits<double>::quiet_NaN()
                          : sqlite3_column_double(m_statement, column);
}

std::string_view Statement::text(int column) const
{
    const unsigned char* text = sqlite3_column_text(m_statement, column);
    const int bytes = sqlite3_column_bytes(m_statement, column);
    return text == nullptr ? std::string_view{}
                           : std::string_view(reinterpret_cast<const char*>(text),
                                              static_cast<std::size_t>(bytes));
}

std::span<const std::byte> Statement::blob(int column) const
{
    const void* data = sqlite3_column_blob(m_statement, column);
    const int bytes = sqlite3_column_bytes(m_statement, column);
    return data == nullptr ? std::span<const std::byte>{}
                           : std::span<const std::byte>(static_cast<const std::byte*>(data),
                                                        static_cast<std::size_t>(bytes));
}

std::optional<std::uint64_t> Statement::number(int column, NumberType type) const
{
    const int stored = this->type(column);
    const bool isInteger = type == NumberType::Int64 || type == NumberType::UInt64;
    if (stored == SQLITE_INTEGER) {
        const std::int64_t value = integer(column);
        if (isInteger) {
            return type == NumberType::UInt64 && value < 0 ? std::nullopt
                                                           : std::optional(toBits(value));
        }
        return fromDouble(static_cast<double>(value), type);
    }
    if (stored == SQLITE_BLOB && type == NumberType::UInt64
        && blob(column).size() == sizeof(std::uint64_t))
    {
        return readBigEndian(blob(column));
    }
    if (isInteger || stored == SQLITE_BLOB || stored == SQLITE_TEXT) {
        return std::nullopt;
    }
    const double value = real(column);
    // Stored float32 values are exact in double: no rounding may turn them into something else.
    return isFloat32Held(type) ? toBits(static_cast<float>(value)) : toBits(value);
}

void Statement::bind(int position, std::string_view value)
{
    const char* data = value.data() == nullptr ? "" : value.data();
    sqlite3_bind_text64(m_statement, position, data, value.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bind(int position, std::span<const std::byte> value)
{
    if (value.empty()) {
        sqlite3_bind_zeroblob(m_statement, position, 0);
    } else {
        sqlite3_bind_blob64(m_statement, position, value.data(), value.size(), SQLITE_STATIC);
    }
}

void Statement::bind(int position, OrNull value)
{
    if (value.isNull) {
        sqlite3_bind_null(m_statement, position);
    } else {
        sqlite3_bind_int64(m_statement, position, value.value);
    }
}

void Statement::bind(int position, Number value)
{
    constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    switch (value.type) {
    case NumberType::Int64:
        bind(position, static_cast<std::int64_t>(value.bits));
        return;
    case NumberType::UInt64:
        if (value.bits <= kLargest) {
            bind(position, static_cast<std::int64_t>(value.bits));
        } else {
            std::array<unsigned char, sizeof(std::uint64_t)> bytes{};
            for (std::size_t i = 0; i < bytes.size(); ++i) {
                bytes[i] = static_cast<unsigned char>(value.bits >> (8 * (bytes.size() - 1 - i)));
            }
            sqlite3_bind_blob(m_statement,
                              position,
                              bytes.data(),
                              static_cast<int>(bytes.size()),
                              SQLITE_TRANSIENT);
        }
        return;
    case NumberType::Float64:
    case NumberType::Float32:
    case NumberType::Float16:
    case NumberType::BFloat16:
        bind(position, toDouble(value.bits, value.type));
        return;
    }
}

int Connection::open(const std::string& pathOrUri, int flags, const std::string& vfs)
{
    close();
    const int code = sqlite3_open_v2(pathOrUri.c_str(),
                                     &m_handle,
                                     flags | SQLITE_OPEN_NOMUTEX,
                                     vfs.empty() ? nullptr : vfs.c_str());
    if (m_handle != nullptr) {
        sqlite3_extended_result_codes(m_handle, 1);
    }
    return code;
}

void Connection::close()
{
    sqlite3_close_v2(m_handle);
    m_handle = nullptr;
}

int Connection::execute(const std::string& sql)
{
    return sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr);
}

int Connection::prepare(std::string_view sql, Statement& out)
{
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v3(m_handle,
                                        sql.data(),
                                        static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT,
                                        &statement,
                                        nullptr);
    out = Statement(statement);
    return code;
}

std::optional<std::int64_t> Connection::queryInteger(std::string_view sql)
{
    Statement statement;
    if (prepare(sql, statement) != SQLITE_OK || statement.step() != SQLITE_ROW) {
        return std::nullopt;
    }
    return statement.integer(0);
}

std::string Connection::errorText() const
{
    return m_handle == nullptr ? "out of memory" : sqlite3_errmsg(m_handle);
}

int Connection::systemError() const
{
    const int said = errno;
    const int primary = m_handle == nullptr ? SQLITE_NOMEM : primaryCode(sqlite3_errcode(m_handle));
    if (primary != SQLITE_IOERR && primary != SQLITE_CANTOPEN) {
        return 0;
    }
    // A commit that fails does not fill SQLite's own note in. errno is only a hint then: what a
    // write or an open can fail with, not what looking for a journal leaves behind.
    const int noted = sqlite3_system_errno(m_handle);
    constexpr std::array kReasons{
        EFBIG, EDQUOT, EIO, EROFS, EMFILE, ENFILE, EACCES, EPERM, ESTALE, ENOMEM};
    const int error = noted != 0 ? noted : said;
    return std::find(kReasons.begin(), kReasons.end(), error) == kReasons.end() ? 0 : error;
}

} // namespace runlens::store
