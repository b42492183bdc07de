// SPDX-License-Identifier: Apache-2.0
/// docs/schema.md names every table and every column.
#include "summary_format/store/schema.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

namespace runlens::store {
namespace {

std::string page()
{
    std::ifstream in(std::string(RUNLENS_SOURCE_DIR) + "/docs/schema.md");
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What the page says of a table: from its bold name to the next one.
std::string section(const std::string& page, const std::string& table)
{
    const auto start = page.find("**" + table + "**");
    if (start == std::string::npos) {
        return {};
    }
    const std::regex next("\n(\\*\\*[a-z_]+\\*\\*|## )");
    std::smatch match;
    const std::string rest = page.substr(start + 1);
    return std::regex_search(rest, match, next)
               ? rest.substr(0, static_cast<std::size_t>(match.position()))
               : rest;
}

TEST(StoreSchema, ThePageNamesEveryTableAndColumn)
{
    const std::string text = page();
    ASSERT_FALSE(text.empty());
    const std::regex column("[(,] ?([a-z0-9_]+) (INTEGER|TEXT|BLOB|ANY)");
    for (const SchemaObject& object : schemaObjects()) {
        const std::string sql(object.sql);
        if (!object.isTable) {
            if (sql.starts_with("CREATE VIEW")) {
                EXPECT_NE(text.find("`" + std::string(object.name) + "("), std::string::npos)
                    << object.name;
            }
            continue;
        }
        std::string told = section(text, std::string(object.name));
        EXPECT_FALSE(told.empty()) << object.name;
        if (told.find("as image") != std::string::npos || told.find("as in") != std::string::npos
            || object.name == "image" || object.name == "text" || object.name == "tensor"
            || object.name == "record")
        {
            told += section(text, "tensor");
        }
        for (std::sregex_iterator it(sql.begin(), sql.end(), column), end; it != end; ++it) {
            EXPECT_NE(told.find('`' + (*it)[1].str() + '`'), std::string::npos)
                << object.name << '.' << (*it)[1];
        }
    }
}

} // namespace
} // namespace runlens::store
