// SPDX-License-Identifier: Apache-2.0
#include "runtime/dataset/idx_file.h"
#include "runtime/dataset/labelled_images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <zlib.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>

namespace runlens::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Bytes = std::vector<std::uint8_t>;

Bytes idx(const std::vector<std::uint32_t>& dims, const Bytes& values)
{
    Bytes file{0, 0, 0x08, static_cast<std::uint8_t>(dims.size())};
    for (const std::uint32_t dim : dims) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            file.push_back(static_cast<std::uint8_t>(dim >> static_cast<unsigned>(shift)));
        }
    }
    file.insert(file.end(), values.begin(), values.end());
    return file;
}

Bytes counted(std::size_t n)
{
    Bytes values(n);
    std::iota(values.begin(), values.end(), std::uint8_t{0});
    return values;
}

Bytes gzipped(Bytes plain)
{
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    Bytes packed(deflateBound(&stream, plain.size()) + 32);
    stream.next_in = plain.data();
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

Result<IdxArray> decode(const Bytes& file, const IdxLimits& limits = {})
{
    return decodeIdx(std::as_bytes(std::span(file)), "images.idx", limits);
}

std::string whyOf(const Bytes& file)
{
    const auto decoded = decode(file);
    return decoded ? "no error" : decoded.error().message();
}

class DatasetFiles : public testing::Test {
protected:
    void SetUp() override
    {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "runlens-dataset-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        m_folder = pattern;
    }

    void TearDown() override { std::filesystem::remove_all(m_folder); }

    std::string write(const std::string& name, const Bytes& bytes)
    {
        std::string path = m_folder / name;
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
        return path;
    }

    std::filesystem::path m_folder;
};

TEST(IdxFile, ReadsDimensionsAndValues)
{
    const auto array = decode(idx({2, 3, 4}, counted(24)));
    ASSERT_TRUE(array) << array.error().message();
    EXPECT_THAT(array->dims, ElementsAre(2, 3, 4));
    EXPECT_EQ(array->values, counted(24));
}

TEST(IdxFile, ReadsGzipInOneOrSeveralMembers)
{
    const Bytes plain = idx({5, 41}, counted(205));
    for (std::size_t cut = 0; cut <= plain.size(); cut += 7) {
        const auto middle = plain.begin() + static_cast<std::ptrdiff_t>(cut);
        Bytes packed = gzipped(Bytes(plain.begin(), middle));
        const Bytes second = gzipped(Bytes(middle, plain.end()));
        packed.insert(packed.end(), second.begin(), second.end());
        const auto array = decode(packed);
        ASSERT_TRUE(array) << "members cut at " << cut << ": " << array.error().message();
        EXPECT_EQ(array->values, counted(205));
    }
}

TEST(IdxFile, ReadsAnArrayWithoutValues)
{
    const auto array = decode(idx({0, 28, 28}, {}));
    ASSERT_TRUE(array) << array.error().message();
    EXPECT_TRUE(array->values.empty());
}

TEST(IdxFile, RefusesAFileCutAtAnyByte)
{
    const Bytes plain = idx({3, 7}, counted(21));
    for (const Bytes& whole : {plain, gzipped(plain)}) {
        ASSERT_TRUE(decode(whole));
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto array =
                decode(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
            ASSERT_FALSE(array) << "cut after " << length << " of " << whole.size();
            EXPECT_EQ(array.error().where, "images.idx");
            EXPECT_FALSE(array.error().why.empty());
        }
    }
}

TEST(IdxFile, NeverGivesWrongValuesWhenABitOfAGzipFileFlips)
{
    const Bytes plain = idx({3, 50}, counted(150));
    const Bytes whole = gzipped(plain);
    std::size_t refused = 0;
    for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
        Bytes damaged = whole;
        damaged[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
        if (const auto array = decode(damaged)) {
            EXPECT_EQ(array->values, counted(150)) << "bit " << bit;
        } else {
            ++refused;
        }
    }
    EXPECT_GT(refused, (whole.size() - 10) * 8 - 1)
        << "all but the free fields of the gzip header are protected";
}

TEST(IdxFile, RefusesBytesBehindTheValues)
{
    Bytes file = idx({2}, {1, 2});
    file.push_back(3);
    EXPECT_THAT(whyOf(file), HasSubstr("there are bytes behind its 2 values"));
    EXPECT_THAT(whyOf(gzipped(file)), HasSubstr("there are bytes behind its 2 values"));
    Bytes packed = gzipped(idx({2}, {1, 2}));
    packed.push_back(0);
    EXPECT_THAT(whyOf(packed), HasSubstr("gzip"));
}

TEST(IdxFile, SaysWhatIsWrongWithTheHeader)
{
    EXPECT_THAT(whyOf({}), HasSubstr("the header is cut off"));
    EXPECT_THAT(whyOf({'P', 'K', 3, 4}), HasSubstr("it does not begin like an IDX file"));
    EXPECT_THAT(whyOf({0, 0, 0x0d, 1, 0, 0, 0, 0}), HasSubstr("type 0x0d"));
    EXPECT_THAT(whyOf({0, 0, 0x08, 0}), HasSubstr("0 dimensions"));
    EXPECT_THAT(whyOf({0, 0, 0x08, 5}), HasSubstr("5 dimensions"));
}

TEST(IdxFile, DoesNotBelieveLengthsThatCannotBe)
{
    constexpr std::uint32_t kHuge = 0xffffffffU;
    EXPECT_THAT(whyOf(idx({kHuge}, counted(4))), HasSubstr("more than"));
    EXPECT_THAT(whyOf(idx({kHuge, kHuge, kHuge, kHuge}, {})), HasSubstr("more than"));
    EXPECT_THAT(whyOf(idx({0x10000, 0x10000, 0, 1}, {})), HasSubstr("more than"));
    EXPECT_THAT(whyOf(idx({0x20000000}, counted(4))), HasSubstr("cannot hold them"));
    EXPECT_THAT(whyOf(gzipped(idx({0x20000000}, counted(4)))), HasSubstr("cannot hold them"));
}

TEST(IdxFile, KeepsToTheLimitForValues)
{
    EXPECT_TRUE(decode(idx({10}, counted(10)), {.maxFileBytes = 100, .maxValues = 10}));
    EXPECT_FALSE(decode(idx({11}, counted(11)), {.maxFileBytes = 100, .maxValues = 10}));
}

TEST_F(DatasetFiles, AreReadFromDisk)
{
    const auto array = readIdxFile(write("a", gzipped(idx({2, 2}, {9, 8, 7, 6}))));
    ASSERT_TRUE(array) << array.error().message();
    EXPECT_THAT(array->values, ElementsAre(9, 8, 7, 6));
}

TEST_F(DatasetFiles, ThatAreNoFilesAreRefusedWithoutWaiting)
{
    EXPECT_THAT(readIdxFile(m_folder / "absent").error().message(), HasSubstr("No such file"));
    EXPECT_FALSE(readIdxFile(m_folder));
    const std::string pipe = m_folder / "pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THAT(readIdxFile(pipe).error().message(), HasSubstr("not a regular file"));
    const std::string large = write("large", Bytes(101));
    EXPECT_THAT(readIdxFile(large, {.maxFileBytes = 100}).error().message(),
                HasSubstr("it has 101 bytes"));
}

TEST_F(DatasetFiles, GiveLabelledImages)
{
    write("train-images-idx3-ubyte.gz", gzipped(idx({2, 1, 3}, {0, 51, 255, 102, 0, 0})));
    write("train-labels-idx1-ubyte", idx({2}, {7, 9}));
    const auto images = readIdxSplit(m_folder, "train");
    ASSERT_TRUE(images) << images.error().message();
    EXPECT_EQ((*images)->size(), 2U);
    EXPECT_THAT((*images)->sampleShape(), ElementsAre(1, 1, 3));
    EXPECT_EQ((*images)->largestLabel(), 9);
    std::array<float, 3> values{};
    EXPECT_EQ((*images)->read(0, values).value(), 7);
    EXPECT_THAT(values, ElementsAre(0.0F, 51.0F * (1.0F / 255.0F), 1.0F));
    EXPECT_EQ((*images)->read(1, values).value(), 9);
    EXPECT_FLOAT_EQ(values[0], 0.4F);
    EXPECT_FALSE((*images)->read(2, values));
}

TEST_F(DatasetFiles, ThatDoNotBelongTogetherAreRefused)
{
    const std::string images = write("images", idx({2, 1, 1}, {1, 2}));
    const std::string labels = write("labels", idx({3}, {1, 2, 3}));
    EXPECT_THAT(readLabelledImages(images, labels).error().message(),
                HasSubstr("3 labels for 2 images"));
    EXPECT_THAT(readLabelledImages(labels, labels).error().message(), HasSubstr("images have 3"));
    EXPECT_THAT(readLabelledImages(images, images).error().message(), HasSubstr("labels have 1"));
    const std::string noImages = write("no-images", idx({0, 1, 1}, {}));
    const std::string noLabels = write("no-labels", idx({0}, {}));
    EXPECT_THAT(readLabelledImages(noImages, noLabels).error().message(),
                HasSubstr("hold nothing"));
    EXPECT_THAT(readIdxSplit(m_folder, "train").error().message(),
                HasSubstr("train-images-idx3-ubyte.gz"));
}

} // namespace
} // namespace runlens::runtime
