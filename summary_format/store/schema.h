// SPDX-License-Identifier: Apache-2.0
/// Schema v1 of the native file. docs/schema.md says what every table and column means; a test
/// keeps both in step.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace runlens::store {

inline constexpr std::int32_t kApplicationId = 0x524c4e53; ///< "RLNS"
inline constexpr int kSchemaVersion = 1;
inline constexpr std::size_t kSpansPerChunk = 4096;

struct SchemaObject {
    std::string_view name;
    std::string_view sql; ///< exactly as sqlite_schema shows it
    bool isTable = true;  ///< otherwise an index or a view
};

[[nodiscard]] std::span<const SchemaObject> schemaObjects();

/// The table that holds samples of this kind (RecordKind as stored).
[[nodiscard]] const char* sampleTable(int recordKind);

} // namespace runlens::store
