// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"
#include "viewers/common/palette.h"
#include "viewers/tensors/heat_map_picture.h"
#include "viewers/tensors/npy_file.h"
#include "viewers/tensors/slice_bar.h"
#include "viewers/tensors/tensor_loader.h"
#include "viewers/tensors/tensor_table_model.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <span>

namespace runlens::viewers {
namespace {

using testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

template <typename T>
std::vector<std::byte> rawBytes(const std::vector<T>& values)
{
    const auto bytes = std::as_bytes(std::span(values));
    return {bytes.begin(), bytes.end()};
}

template <typename T>
std::shared_ptr<const TensorData>
tensorOf(const char* dtype, const std::vector<std::int64_t>& shape, const std::vector<T>& values)
{
    auto tensor = makeTensor({dtype, shape, true, {}}, rawBytes(values));
    EXPECT_TRUE(tensor) << tensor.error().message();
    return tensor ? std::make_shared<const TensorData>(std::move(*tensor)) : nullptr;
}

std::shared_ptr<const TensorData> floats(const std::vector<std::int64_t>& shape,
                                         const std::vector<float>& values)
{
    return tensorOf("float32", shape, values);
}

std::vector<std::uint64_t> elementsOf(const std::vector<std::int64_t>& shape,
                                      const TensorSlice& slice)
{
    std::vector<std::uint64_t> elements;
    EXPECT_TRUE(visitSlice(shape, slice, {}, [&](std::uint64_t at) { elements.push_back(at); }));
    EXPECT_EQ(elements.size(), SliceWalk(shape, slice).count());
    return elements;
}

TEST(TensorData, TellsEveryTypeAsShortAsReadsBack)
{
    EXPECT_EQ(tensorOf<std::uint8_t>("bool", {2}, {0, 7})->text(1), "true");
    EXPECT_EQ(tensorOf<std::int8_t>("int8", {1}, {-128})->text(0), "-128");
    EXPECT_EQ(tensorOf<std::uint16_t>("uint16", {1}, {65535})->text(0), "65535");
    EXPECT_EQ(tensorOf<std::int32_t>("int32", {1}, {100000})->text(0), "100000");
    EXPECT_EQ(
        tensorOf<std::int64_t>("int64", {1}, {std::numeric_limits<std::int64_t>::min()})->text(0),
        "-9223372036854775808");
    EXPECT_EQ(tensorOf<std::uint64_t>("uint64", {1}, {std::numeric_limits<std::uint64_t>::max()})
                  ->text(0),
              "18446744073709551615");
    EXPECT_EQ(tensorOf<std::uint16_t>("float16", {2}, {0x2e66, 0x7c00})->text(0), "0.1");
    EXPECT_EQ(tensorOf<std::uint16_t>("float16", {2}, {0x2e66, 0x7c00})->text(1), "Infinity");
    EXPECT_EQ(tensorOf<std::uint16_t>("bfloat16", {1}, {0x3dcd})->text(0), "0.1");
    EXPECT_EQ(floats({1}, {0.1F})->text(0), "0.1");
    EXPECT_EQ(tensorOf<double>("float64", {1}, {0.1})->text(0), "0.1");
    const auto complex = tensorOf<float>("complex64", {2}, {3.0F, -4.0F, 0.5F, 0.25F});
    EXPECT_EQ(complex->text(0), "3-4j");
    EXPECT_EQ(complex->text(1), "0.5+0.25j");
    EXPECT_EQ(complex->value(0), 5.0);
    EXPECT_EQ(tensorOf<double>("complex128", {1}, {1.0, kNan})->text(0), "1+NaNj");
}

TEST(TensorData, KeepsStringsApart)
{
    const auto strings = makeTensor({"string", {2}, true, {2, 3}}, test::bytesOf("abcde"));
    ASSERT_TRUE(strings);
    EXPECT_EQ(strings->text(0), "ab");
    EXPECT_EQ(strings->text(1), "cde");
    EXPECT_FALSE(makeTensor({"string", {2}, true, {2, 4}}, test::bytesOf("abcde")));
}

TEST(TensorData, ShowsWhatIsThereWhenTheShapeDoesNotFit)
{
    const auto made = [](std::vector<std::int64_t> shape, std::size_t bytes) {
        return makeTensor({"float32", std::move(shape), true, {}}, std::vector<std::byte>(bytes));
    };
    const auto shorter = made({2, 3}, 20);
    ASSERT_TRUE(shorter);
    EXPECT_EQ(shorter->problem, ShapeProblem::Shorter);
    EXPECT_EQ(shorter->wantedCount, 6U);
    EXPECT_THAT(shorter->shape, ElementsAre(5));
    EXPECT_THAT(shorter->declared, ElementsAre(2, 3));
    EXPECT_EQ(made({2, 3}, 28)->problem, ShapeProblem::Longer);
    EXPECT_EQ(made({2, 3}, 25)->problem, ShapeProblem::Longer) << "half an element too much";
    EXPECT_EQ(made({-1, 3}, 24)->problem, ShapeProblem::Negative);
    constexpr std::int64_t kLarge = std::int64_t{1} << 40;
    EXPECT_EQ(made({kLarge, kLarge}, 24)->problem, ShapeProblem::Overflow);
    EXPECT_EQ(made({kLarge, 0, kLarge}, 0)->problem, ShapeProblem::None) << "no elements at all";
    EXPECT_EQ(made({2, 3}, 24)->problem, ShapeProblem::None);
    EXPECT_EQ(made({}, 4)->count, 1U) << "a scalar";
    const auto none = made({2, 3}, 0);
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().message(), testing::HasSubstr("wants 6 elements"));
    EXPECT_FALSE(makeTensor({"dtype 99", {1}, true, {}}, std::vector<std::byte>(4)));
    EXPECT_FALSE(makeTensor({}, std::vector<std::byte>(4)));
    EXPECT_EQ(makeTensor({"int8", {}, false, {}}, std::vector<std::byte>(4))->problem,
              ShapeProblem::Missing);
}

TEST(TensorLoader, ReadsWhatARecordDeclares)
{
    const DeclaredTensor right = declaredTensor(R"({"dtype":"int8","shape":[2,3]})");
    EXPECT_EQ(right.dtype, "int8");
    EXPECT_TRUE(right.hasShape);
    EXPECT_THAT(right.shape, ElementsAre(2, 3));
    EXPECT_TRUE(declaredTensor(R"({"shape":[]})").hasShape);
    EXPECT_FALSE(declaredTensor(R"({"shape":[2,"x"]})").hasShape);
    EXPECT_FALSE(declaredTensor(R"({"shape":[2.5]})").hasShape);
    EXPECT_FALSE(declaredTensor("no json").hasShape);
    const DeclaredTensor large = declaredTensor(R"({"shape":[1e30,2]})");
    EXPECT_TRUE(large.hasShape);
    EXPECT_EQ(elementCount(large.shape), std::nullopt);
    std::string many = R"({"shape":[1)";
    for (int i = 0; i < 100; ++i) {
        many += ",1";
    }
    EXPECT_FALSE(declaredTensor(many + "]}").hasShape);
}

TEST(TensorSlice, FixesAllButTheLastTwoDimensionsAtFirst)
{
    EXPECT_THAT(firstSlice({6, 1, 5, 5}), ElementsAre(0, 0, kOpen, kOpen));
    EXPECT_THAT(firstSlice({7}), ElementsAre(kOpen));
    EXPECT_TRUE(firstSlice({}).empty());
    EXPECT_EQ(sliceText({0, kOpen, 3}), "[0, :, 3]");
    EXPECT_THAT(fittedSlice({5, kOpen}, {3, 2}), ElementsAre(2, kOpen));
    EXPECT_THAT(fittedSlice({5, kOpen}, {3, 2, 2}), ElementsAre(0, kOpen, kOpen));
    EXPECT_THAT(sliceWith({1, kOpen, 0}, {2, 3, 4}), ElementsAre(2, kOpen, 4));
    EXPECT_THAT(placeOfElement({2, 3, 4}, 23), ElementsAre(1, 2, 3));
}

TEST(TensorSlice, MakesRowsAndColumnsOfOneOrTwoOpenDimensions)
{
    // Element = 12 i + 4 j + k.
    const std::vector<std::int64_t> shape{2, 3, 4};
    const auto middle = gridOf(shape, {1, kOpen, 2});
    ASSERT_TRUE(middle);
    EXPECT_EQ(middle->rows, 3U);
    EXPECT_EQ(middle->columns, 1U);
    EXPECT_EQ(middle->element(2, 0), 22U);
    const auto outer = gridOf(shape, {kOpen, 1, kOpen});
    ASSERT_TRUE(outer);
    EXPECT_EQ(outer->element(1, 3), 19U);
    EXPECT_EQ(outer->rowDimension, 0);
    EXPECT_EQ(outer->columnDimension, 2);
    EXPECT_EQ(gridOf({}, {})->element(0, 0), 0U);
    EXPECT_FALSE(gridOf(shape, {kOpen, kOpen, kOpen}));
    EXPECT_TRUE(gridOf({0, 3}, {kOpen, kOpen})->isEmpty());
    EXPECT_TRUE(gridOf({3, 0}, {kOpen, 0})->isEmpty());
}

TEST(TensorSlice, WalksItsElementsInOrder)
{
    const std::vector<std::int64_t> shape{2, 3, 4};
    EXPECT_EQ(elementsOf(shape, {kOpen, kOpen, kOpen}).size(), 24U);
    EXPECT_THAT(elementsOf(shape, {1, 2, 3}), ElementsAre(23));
    EXPECT_THAT(elementsOf(shape, {kOpen, 1, 0}), ElementsAre(4, 16));
    EXPECT_THAT(elementsOf(shape, {kOpen, 2, kOpen}), ElementsAre(8, 9, 10, 11, 20, 21, 22, 23));
    EXPECT_THAT(elementsOf(shape, {0, kOpen, 1}), ElementsAre(1, 5, 9));
    EXPECT_TRUE(elementsOf({2, 0}, {kOpen, kOpen}).empty());
    EXPECT_THAT(elementsOf({}, {}), ElementsAre(0));
    const std::vector<std::int64_t> ten{1, 2, 1, 2, 1, 1, 2, 1, 1, 2};
    EXPECT_EQ(elementsOf(ten, TensorSlice(10, kOpen)).size(), 16U);
}

TEST(TensorField, SumsUpWhatIsFiniteAndCountsTheRest)
{
    const auto tensor = floats({8},
                               {3.0F,
                                -4.0F,
                                0.0F,
                                -0.0F,
                                std::nanf(""),
                                std::numeric_limits<float>::infinity(),
                                -std::numeric_limits<float>::infinity(),
                                1.0F});
    const auto summary = summarize({tensor, nullptr, Quantity::Values}, {kOpen}, {});
    ASSERT_TRUE(summary);
    const TensorStatistics& statistics = summary->statistics;
    EXPECT_EQ(statistics.count, 8U);
    EXPECT_EQ(statistics.zeros, 2U);
    EXPECT_EQ(statistics.nans, 1U);
    EXPECT_EQ(statistics.positiveInfinities, 1U);
    EXPECT_EQ(statistics.negativeInfinities, 1U);
    EXPECT_EQ(statistics.minimum, -4.0);
    EXPECT_EQ(statistics.maximum, 3.0);
    EXPECT_EQ(statistics.mean, 0.0);
    EXPECT_DOUBLE_EQ(statistics.l2Norm, std::sqrt(26.0));
    EXPECT_EQ(summary->firstNan, 4U);
    EXPECT_EQ(summary->firstPositiveInfinity, 5U);
    EXPECT_EQ(summary->firstNegativeInfinity, 6U);
    EXPECT_EQ(summary->minimumAt, 1U);
    EXPECT_EQ(summary->maximumAt, 0U);
}

TEST(TensorField, KeepsTheNormOfHugeAndTinyValues)
{
    const auto norm = [](double value) {
        const auto tensor = tensorOf<double>("float64", {2}, {3.0 * value, 4.0 * value});
        return summarize({tensor, nullptr, Quantity::Values}, {kOpen}, {})->statistics.l2Norm;
    };
    EXPECT_DOUBLE_EQ(norm(1e300), 5e300);
    EXPECT_DOUBLE_EQ(norm(1e-300), 5e-300);
    const auto empty = floats({0}, {});
    const auto none = summarize({empty, nullptr, Quantity::Values}, {kOpen}, {});
    EXPECT_TRUE(std::isnan(none->statistics.mean));
    EXPECT_TRUE(std::isnan(none->statistics.l2Norm));
    EXPECT_FALSE(none->minimumAt);
}

TEST(TensorField, FindsExtremesOfIntegersThatDoublesCannotTellApart)
{
    constexpr std::int64_t kLarge = std::int64_t{1} << 60;
    const auto tensor =
        tensorOf<std::int64_t>("int64", {4}, {kLarge + 1, kLarge, kLarge + 2, kLarge + 1});
    const auto summary = summarize({tensor, nullptr, Quantity::Values}, {kOpen}, {});
    EXPECT_EQ(summary->minimumAt, 1U);
    EXPECT_EQ(summary->maximumAt, 2U);
    const auto other = tensorOf<std::int64_t>("int64", {4}, {kLarge, kLarge, kLarge, kLarge});
    EXPECT_EQ((TensorField{tensor, other, Quantity::Difference}.value(2)), 2.0);
}

TEST(TensorField, ComparesWithATolerance)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const auto a = floats({7}, {1.0F, 2.0F, 0.0F, infinity, infinity, std::nanf(""), 10.5F});
    const auto b = floats({7}, {1.0F, 2.5F, 0.0F, infinity, 1.0F, std::nanf(""), 10.0F});
    TensorField field{a, b, Quantity::Difference};
    EXPECT_EQ(field.value(1), -0.5);
    EXPECT_EQ(field.value(3), 0.0) << "the same infinity";
    EXPECT_EQ(field.value(4), kInfinity);
    EXPECT_TRUE(std::isnan(field.value(5)));
    field.quantity = Quantity::Absolute;
    EXPECT_EQ(field.value(1), 0.5);
    field.quantity = Quantity::Relative;
    EXPECT_EQ(field.value(1), 0.2);
    EXPECT_EQ(field.value(2), 0.0) << "0 and 0";
    EXPECT_EQ(field.value(6), 0.05);
    // |a - b| <= 0.1 + 0.04 * |b|: 0.5 <= 0.2 is false, 0.5 <= 0.5 is true.
    const Tolerance tolerance{0.1, 0.04};
    EXPECT_FALSE(field.isWithin(1, tolerance));
    EXPECT_TRUE(field.isWithin(6, tolerance));
    EXPECT_TRUE(field.isWithin(3, tolerance));
    EXPECT_FALSE(field.isWithin(4, tolerance));
    EXPECT_FALSE(field.isWithin(5, tolerance));
    const auto summary = summarize(field, {kOpen}, tolerance);
    EXPECT_EQ(summary->beyond, 3U);
    EXPECT_EQ(summary->notNumbers, 1U);
    EXPECT_EQ(summary->firstBeyond, 1U);
    EXPECT_EQ(summary->largestAt, 4U);
    EXPECT_EQ(summary->largest, kInfinity);
}

TEST(TensorField, ComplexNumbersDifferByAMagnitude)
{
    const auto a = tensorOf<float>("complex64", {1}, {3.0F, 4.0F});
    const auto b = tensorOf<float>("complex64", {1}, {0.0F, 0.0F});
    const TensorField field{a, b, Quantity::Difference};
    EXPECT_EQ(field.value(0), 5.0);
    EXPECT_EQ((TensorField{a, b, Quantity::Values}.text(0)), "3+4j");
}

TEST(TensorField, CountsValuesInEvenBuckets)
{
    const auto tensor = floats({4}, {0.0F, 0.5F, 1.0F, std::nanf("")});
    const TensorField field{tensor, nullptr, Quantity::Values};
    const auto buckets = histogramOf(field, {kOpen}, *summarize(field, {kOpen}, {}));
    ASSERT_EQ(buckets.counts.size(), 60U);
    EXPECT_EQ(buckets.edges.front(), 0.0);
    EXPECT_EQ(buckets.edges.back(), 1.0);
    EXPECT_EQ(buckets.counts[0], 1.0);
    EXPECT_EQ(buckets.counts[30], 1.0);
    EXPECT_EQ(buckets.counts[59], 1.0) << "the last bucket has its right edge";
    const auto whole = tensorOf<std::int32_t>("int32", {5}, {3, 1, 3, 2, 3});
    const TensorField numbers{whole, nullptr, Quantity::Values};
    const auto each = histogramOf(numbers, {kOpen}, *summarize(numbers, {kOpen}, {}));
    EXPECT_THAT(each.counts, ElementsAre(1.0, 1.0, 3.0));
    EXPECT_THAT(each.edges, ElementsAre(0.5, 1.5, 2.5, 3.5));
    const auto same = floats({2}, {4.0F, 4.0F});
    const TensorField one{same, nullptr, Quantity::Values};
    EXPECT_THAT(histogramOf(one, {kOpen}, *summarize(one, {kOpen}, {})).counts, ElementsAre(2.0));
    constexpr double kMost = std::numeric_limits<double>::max();
    const auto wide = tensorOf<double>("float64", {2}, {-kMost, kMost});
    const TensorField ends{wide, nullptr, Quantity::Values};
    const auto outer = histogramOf(ends, {kOpen}, *summarize(ends, {kOpen}, {}));
    EXPECT_EQ(outer.counts.front() + outer.counts.back(), 2.0);
}

TEST(TensorTableModel, ShowsASliceAndMarksWhatIsOdd)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const auto tensor = floats(
        {2, 2, 3},
        {0.F, 1.F, 2.F, 3.F, 4.F, 5.F, -0.5F, std::nanf(""), infinity, -infinity, 1e-7F, 7.F});
    TensorTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const TensorField field{tensor, nullptr, Quantity::Values};
    model.setContent(field, gridOf(tensor->shape, {1, kOpen, kOpen}), {});
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.columnCount(), 3);
    const auto text = [&](int row, int column) {
        return model.index(row, column).data().toString();
    };
    EXPECT_EQ(text(0, 0), QStringLiteral("−0.5"));
    EXPECT_EQ(text(0, 1), "NaN");
    EXPECT_EQ(text(0, 2), QStringLiteral("∞"));
    EXPECT_EQ(text(1, 0), QStringLiteral("−∞"));
    EXPECT_EQ(text(1, 1), QStringLiteral("1e−07"));
    const auto mark = [&](int row, int column) {
        return static_cast<TensorTableModel::Mark>(
            model.index(row, column).data(TensorTableModel::kMarkRole).toInt());
    };
    EXPECT_EQ(mark(0, 0), TensorTableModel::Mark::None);
    EXPECT_EQ(mark(0, 1), TensorTableModel::Mark::NotANumber);
    EXPECT_EQ(mark(0, 2), TensorTableModel::Mark::PositiveInfinity);
    EXPECT_EQ(mark(1, 0), TensorTableModel::Mark::NegativeInfinity);
    model.setContent(field, gridOf(tensor->shape, {kOpen, 0, 0}), {});
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), "Value");
    EXPECT_EQ(text(1, 0), QStringLiteral("−0.5"));
    model.setContent(field, std::nullopt, {});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(DimensionBox, TakesAnIndexAColonAndCountsFromTheEnd)
{
    DimensionBox box;
    box.setRange(-1, 5);
    const auto typed = [&](const char* text) {
        box.findChild<QLineEdit*>()->setText(text);
        box.interpretText();
        return box.value();
    };
    EXPECT_EQ(typed("3"), 3);
    EXPECT_EQ(typed(":"), kOpen);
    EXPECT_EQ(box.text(), ":");
    EXPECT_EQ(typed("-1"), 5);
    EXPECT_EQ(typed("-6"), 0);
    EXPECT_EQ(typed("7"), 0) << "there is no such index: the last one stays";
}

std::string npyText(const TensorData& tensor)
{
    const test::TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.file("t.npy"));
    std::atomic<int> done{0};
    const Status saved = writeNpy(tensor, path, {}, done);
    EXPECT_TRUE(saved) << saved.error().message();
    return test::readFile(path.toStdString());
}

TEST(NpyFile, HasAPaddedHeaderAndTheElements)
{
    const auto tensor = floats({2, 3}, {0.F, 1.F, 2.F, 3.F, 4.F, 5.F});
    const std::string file = npyText(*tensor);
    ASSERT_EQ(file.size(), 128U + 24U);
    EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    EXPECT_EQ(static_cast<unsigned char>(file[8]), 118U) << "128 less the 10 bytes before";
    EXPECT_EQ(file.substr(10, 59), "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
    EXPECT_EQ(file[127], '\n');
    EXPECT_EQ(file.substr(128),
              std::string(reinterpret_cast<const char*>(tensor->bytes.data()), 24));
    EXPECT_THAT(npyHeader(ElementType::Int64, {7}), testing::HasSubstr("'<i8'"));
    EXPECT_THAT(npyHeader(ElementType::Int64, {7}), testing::HasSubstr("(7,)"));
    EXPECT_THAT(npyHeader(ElementType::Bool, {}), testing::HasSubstr("'|b1'"));
    EXPECT_THAT(npyHeader(ElementType::Bool, {}), testing::HasSubstr("'shape': ()"));
}

TEST(NpyFile, TakesVersionTwoForALongHeader)
{
    const std::string header =
        npyHeader(ElementType::Float64, std::vector<std::int64_t>(40'000, 1));
    EXPECT_EQ(header[6], '\2');
    EXPECT_EQ(header.size() % 64, 0U);
    std::uint32_t length = 0;
    std::memcpy(&length, header.data() + 8, sizeof(length));
    EXPECT_EQ(length + 12, header.size());
}

TEST(NpyFile, WritesBfloat16AsFloat32AndAnyTrueAsOne)
{
    const auto narrow = tensorOf<std::uint16_t>("bfloat16", {2}, {0x3f80, 0xc000});
    const std::string wide = npyText(*narrow);
    EXPECT_THAT(wide, testing::HasSubstr("'<f4'"));
    std::array<float, 2> values{};
    ASSERT_EQ(wide.size(), 128U + 8U);
    std::memcpy(values.data(), wide.data() + 128, sizeof(values));
    EXPECT_THAT(values, ElementsAre(1.0F, -2.0F));
    const std::string flags = npyText(*tensorOf<std::uint8_t>("bool", {3}, {0, 1, 255}));
    EXPECT_EQ(flags.substr(128), std::string("\0\1\1", 3));
    const auto strings = makeTensor({"string", {1}, true, {1}}, test::bytesOf("a"));
    std::atomic<int> done{0};
    EXPECT_FALSE(writeNpy(*strings, "/tmp/none.npy", {}, done));
}

TEST(HeatMapPicture, ShowsEachElementOrTheMostExtremeUnderAPixel)
{
    HeatColours colours;
    for (std::size_t i = 0; i < kHeatShades; ++i) {
        colours.shades.at(i) = qRgb(static_cast<int>(i), 0, 0);
    }
    colours.notANumber = qRgb(0, 1, 0);
    colours.positiveInfinity = qRgb(0, 2, 0);
    colours.negativeInfinity = qRgb(0, 3, 0);
    const auto tensor = floats({2, 2}, {-1.0F, 1.0F, 0.0F, std::nanf("")});
    HeatMapRequest request;
    request.field = {tensor, nullptr, Quantity::Values};
    request.grid = *gridOf(tensor->shape, {kOpen, kOpen});
    request.part = {0, 0, 2, 2};
    request.pixels = {4, 4};
    request.scale = heatScale(-1.0, 1.0, true);
    request.colours = colours;
    const QImage each = paintHeatMap(request, {});
    EXPECT_EQ(qRed(each.pixel(0, 0)), 0);
    EXPECT_EQ(qRed(each.pixel(1, 1)), 0);
    EXPECT_EQ(qRed(each.pixel(2, 0)), 255);
    EXPECT_EQ(qRed(each.pixel(0, 3)), 128);
    EXPECT_EQ(each.pixel(3, 3), colours.notANumber);
    request.pixels = {1, 1};
    EXPECT_EQ(paintHeatMap(request, {}).pixel(0, 0), colours.notANumber);
    request.part = {0, 0, 2, 1};
    const QImage top = paintHeatMap(request, {});
    EXPECT_TRUE(qRed(top.pixel(0, 0)) == 0 || qRed(top.pixel(0, 0)) == 255) << "no mean";
    EXPECT_EQ(heatScale(-1.0, 3.0, true), (HeatScale{-3.0, 3.0, true}));
    EXPECT_EQ(heatScale(-1.0, 3.0, false), (HeatScale{-1.0, 3.0, false}));
    EXPECT_EQ((HeatScale{2.0, 2.0, false}.shareOf(2.0)), 0.5);
}

} // namespace
} // namespace runlens::viewers
