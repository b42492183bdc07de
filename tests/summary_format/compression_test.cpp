// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/compression.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <string>

namespace runlens {
namespace {

TEST(Compression, KeepsBytesOfEverySize)
{
    for (const std::size_t size : {0U, 1U, 100U, 65535U, 65536U, 65537U, 1'000'000U}) {
        const auto bytes = test::bytesOf(std::string(size, 'a'));
        const auto back = zstdDecompress(zstdCompress(bytes), size);
        ASSERT_TRUE(back) << size << ": " << back.error().message();
        EXPECT_EQ(*back, bytes) << size;
    }
}

TEST(Compression, RefusesMoreThanTheLimit)
{
    const auto bomb = zstdCompress(test::bytesOf(std::string(50'000'000, 'a')));
    EXPECT_LT(bomb.size(), 10'000U);
    const auto refused = zstdDecompress(bomb, 1000);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().why.find("more than 1000 bytes"), std::string::npos);
    EXPECT_FALSE(zstdDecompress(bomb, 49'999'999));
    EXPECT_TRUE(zstdDecompress(bomb, 50'000'000));
}

TEST(Compression, RefusesDamageAndCuts)
{
    std::string text;
    for (int i = 0; i < 5000; ++i) {
        text += std::to_string(i * 7919);
    }
    const auto whole = zstdCompress(test::bytesOf(text));
    for (std::size_t size = 0; size < whole.size(); size += 97) {
        EXPECT_FALSE(zstdDecompress(std::span(whole).first(size), 1 << 20)) << size;
    }
    EXPECT_FALSE(zstdDecompress(test::bytesOf("plain text is no frame"), 1 << 20));
    std::vector<std::byte> out(text.size());
    ZstdDecoder decoder;
    EXPECT_TRUE(decoder.decodeExactly(whole, out));
    out.resize(text.size() - 1);
    EXPECT_FALSE(decoder.decodeExactly(whole, out));
    out.resize(text.size() + 1);
    EXPECT_FALSE(decoder.decodeExactly(whole, out));
}

} // namespace
} // namespace runlens
