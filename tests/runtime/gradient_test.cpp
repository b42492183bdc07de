// SPDX-License-Identifier: Apache-2.0
// Every operator's gradient against central differences of a reference in double precision.
#include "runtime/frontend/eager.h"
#include "runtime/frontend/layers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace runlens::runtime {

namespace {

/// A tensor in double precision.
struct Array {
    Shape shape;
    std::vector<double> values;
};

using Reference = std::function<Array(const std::vector<Array>&)>;
using Operation = std::function<Value(const std::vector<Value>&)>;

/// Values within +-1, none closer to zero than 0.01 (ReLU has a kink there) and no two alike (so
/// has MaxPool).
Array randomArray(const Shape& shape, std::uint64_t seed)
{
    RandomNumbers random(seed);
    Array array{shape, {}};
    for (std::int64_t i = 0; i < elementCount(shape); ++i) {
        const float value = random.uniform(0.01F, 1.0F);
        array.values.push_back(static_cast<double>(random.next() % 2 == 0 ? value : -value));
    }
    return array;
}

Tensor toTensor(const Array& array)
{
    const std::vector<float> values(array.values.begin(), array.values.end());
    return Tensor::fromFloats(array.shape, values);
}

/// One number out of any result: the sum of its elements, each times a fixed coefficient.
double weightedSum(const Array& array, const Array& coefficients)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < array.values.size(); ++i) {
        sum += array.values[i] * coefficients.values[i];
    }
    return sum;
}

/// The same as a loss made of operators.
Value weightedSum(const Value& y, const Array& coefficients, EagerContext& context)
{
    const std::int64_t count = elementCount(coefficients.shape);
    const Tensor row = toTensor(Array{{1, count}, coefficients.values});
    return reshape(dense(reshape(y, {1, count}), context.input(row)), {});
}

double relativeError(const std::vector<double>& made, const std::vector<double>& expected)
{
    double difference = 0.0;
    double norm = 0.0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        difference += (made[i] - expected[i]) * (made[i] - expected[i]);
        norm += expected[i] * expected[i];
    }
    return std::sqrt(difference / std::max(norm, 1e-12));
}

std::vector<double> centralDifferences(const Reference& reference,
                                       std::vector<Array> inputs,
                                       std::size_t which,
                                       const Array& coefficients)
{
    constexpr double kStep = 1e-5;
    std::vector<double> gradient;
    for (double& value : inputs[which].values) {
        const double old = value;
        value = old + kStep;
        const double above = weightedSum(reference(inputs), coefficients);
        value = old - kStep;
        const double below = weightedSum(reference(inputs), coefficients);
        value = old;
        gradient.push_back((above - below) / (2.0 * kStep));
    }
    return gradient;
}

struct Case {
    const char* name;
    std::vector<Shape> shapes; ///< of the inputs, all differentiated
    Operation operation;
    Reference reference;
};

struct Gradients {
    std::vector<std::vector<double>> made;
    std::vector<std::vector<double>> expected;
};

Gradients gradientsOf(const Case& testCase)
{
    std::vector<Array> inputs;
    std::vector<ParameterRef> parameters;
    for (std::size_t i = 0; i < testCase.shapes.size(); ++i) {
        inputs.push_back(randomArray(testCase.shapes[i], 7 + i));
        parameters.push_back(std::make_shared<Parameter>(
            Parameter{"p" + std::to_string(i), "", toTensor(inputs[i]), {}}));
    }
    KernelCache kernels;
    EagerContext context(kernels, nullptr, nullptr);
    std::vector<Value> values;
    for (const ParameterRef& parameter : parameters) {
        values.push_back(context.parameter(parameter));
    }
    const Value y = testCase.operation(values);
    const Array expected = testCase.reference(inputs);
    const Array coefficients = randomArray(expected.shape, 99);
    const Tensor made = context.tensor(y).toDense();
    EXPECT_EQ(made.shape(), expected.shape);
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
        EXPECT_NEAR(static_cast<double>(made.floats()[i]), expected.values[i], 1e-4)
            << testCase.name << " at " << i;
    }
    const auto gradients = context.backward(weightedSum(y, coefficients, context), parameters);
    Gradients result;
    if (!gradients) {
        ADD_FAILURE() << gradients.error().message();
        return result;
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Tensor dense = (*gradients)[i].toDense();
        result.made.emplace_back(dense.floats().begin(), dense.floats().end());
        result.expected.push_back(centralDifferences(testCase.reference, inputs, i, coefficients));
    }
    return result;
}

Array convolutionReference(const Array& x, const Array& w, std::int64_t stride, std::int64_t pad)
{
    const auto at =
        [](const Array& a, std::int64_t n, std::int64_t c, std::int64_t i, std::int64_t j) {
            const bool isInside = i >= 0 && j >= 0 && i < a.shape[2] && j < a.shape[3];
            return isInside ? a.values[static_cast<std::size_t>(
                       ((n * a.shape[1] + c) * a.shape[2] + i) * a.shape[3] + j)]
                            : 0.0;
        };
    Array y{{x.shape[0],
             w.shape[0],
             (x.shape[2] + 2 * pad - w.shape[2]) / stride + 1,
             (x.shape[3] + 2 * pad - w.shape[3]) / stride + 1},
            {}};
    for (std::int64_t n = 0; n < y.shape[0]; ++n) {
        for (std::int64_t o = 0; o < y.shape[1]; ++o) {
            for (std::int64_t pixel = 0; pixel < y.shape[2] * y.shape[3]; ++pixel) {
                const std::int64_t i = pixel / y.shape[3];
                const std::int64_t j = pixel % y.shape[3];
                double sum = 0.0;
                for (std::int64_t k = 0; k < elementCount({w.shape[1], w.shape[2], w.shape[3]});
                     ++k) {
                    const std::int64_t c = k / (w.shape[2] * w.shape[3]);
                    const std::int64_t row = k / w.shape[3] % w.shape[2];
                    const std::int64_t column = k % w.shape[3];
                    sum += at(x, n, c, i * stride + row - pad, j * stride + column - pad)
                           * at(w, o, c, row, column);
                }
                y.values.push_back(sum);
            }
        }
    }
    return y;
}

Array maxPoolReference(const Array& x, std::int64_t kernel)
{
    Array y{{x.shape[0], x.shape[1], x.shape[2] / kernel, x.shape[3] / kernel}, {}};
    for (std::int64_t plane = 0; plane < x.shape[0] * x.shape[1]; ++plane) {
        for (std::int64_t pixel = 0; pixel < y.shape[2] * y.shape[3]; ++pixel) {
            double largest = -1e30;
            for (std::int64_t k = 0; k < kernel * kernel; ++k) {
                const std::int64_t row = pixel / y.shape[3] * kernel + k / kernel;
                const std::int64_t column = pixel % y.shape[3] * kernel + k % kernel;
                largest = std::max(largest,
                                   x.values[static_cast<std::size_t>(
                                       (plane * x.shape[2] + row) * x.shape[3] + column)]);
            }
            y.values.push_back(largest);
        }
    }
    return y;
}

Array denseReference(const Array& x, const Array& w)
{
    Array y{{x.shape[0], w.shape[0]}, {}};
    for (std::int64_t n = 0; n < x.shape[0]; ++n) {
        for (std::int64_t o = 0; o < w.shape[0]; ++o) {
            double sum = 0.0;
            for (std::int64_t i = 0; i < x.shape[1]; ++i) {
                sum += x.values[static_cast<std::size_t>(n * x.shape[1] + i)]
                       * w.values[static_cast<std::size_t>(o * w.shape[1] + i)];
            }
            y.values.push_back(sum);
        }
    }
    return y;
}

Array biasReference(Array x, const Array& bias)
{
    const std::int64_t inner = elementCount(Shape(x.shape.begin() + 2, x.shape.end()));
    for (std::size_t i = 0; i < x.values.size(); ++i) {
        x.values[i] += bias.values[i / static_cast<std::size_t>(inner) % bias.values.size()];
    }
    return x;
}

Array mapReference(const std::vector<Array>& inputs,
                   const std::function<double(double, double)>& function)
{
    Array y = inputs[0];
    for (std::size_t i = 0; i < y.values.size(); ++i) {
        y.values[i] = function(inputs[0].values[i], inputs.back().values[i]);
    }
    return y;
}

const std::vector<std::int32_t> kLabels = {2, 0, 1, 2};

Array crossEntropyReference(const Array& logits)
{
    double loss = 0.0;
    const auto classes = static_cast<std::size_t>(logits.shape[1]);
    for (std::size_t n = 0; n < kLabels.size(); ++n) {
        double sum = 0.0;
        for (std::size_t c = 0; c < classes; ++c) {
            sum += std::exp(logits.values[n * classes + c]);
        }
        loss += std::log(sum) - logits.values[n * classes + static_cast<std::size_t>(kLabels[n])];
    }
    return Array{{}, {loss / static_cast<double>(kLabels.size())}};
}

std::vector<Case> allCases()
{
    return {
        {"Conv2D",
         {{2, 3, 7, 6}, {5, 3, 3, 3}},
         [](const auto& v) { return conv2d(v[0], v[1], {.stride = 1, .pad = 1}); },
         [](const auto& a) { return convolutionReference(a[0], a[1], 1, 1); }},
        {"Conv2D with stride",
         {{2, 2, 9, 9}, {4, 2, 3, 3}},
         [](const auto& v) { return conv2d(v[0], v[1], {.stride = 2, .pad = 0}); },
         [](const auto& a) { return convolutionReference(a[0], a[1], 2, 0); }},
        {"Conv2D with the filters of LeNet",
         {{1, 6, 8, 8}, {8, 6, 5, 5}},
         [](const auto& v) { return conv2d(v[0], v[1]); },
         [](const auto& a) { return convolutionReference(a[0], a[1], 1, 0); }},
        {"Dense",
         {{4, 7}, {5, 7}},
         [](const auto& v) { return dense(v[0], v[1]); },
         [](const auto& a) { return denseReference(a[0], a[1]); }},
        {"BiasAdd of images",
         {{2, 3, 4, 5}, {3}},
         [](const auto& v) { return biasAdd(v[0], v[1]); },
         [](const auto& a) { return biasReference(a[0], a[1]); }},
        {"BiasAdd of rows",
         {{4, 6}, {6}},
         [](const auto& v) { return biasAdd(v[0], v[1]); },
         [](const auto& a) { return biasReference(a[0], a[1]); }},
        {"ReLU",
         {{3, 17}},
         [](const auto& v) { return relu(v[0]); },
         [](const auto& a) {
             return mapReference(a, [](double x, double) { return std::max(x, 0.0); });
         }},
        {"MaxPool",
         {{2, 3, 6, 8}},
         [](const auto& v) { return maxPool(v[0], 2); },
         [](const auto& a) { return maxPoolReference(a[0], 2); }},
        {"Flatten",
         {{2, 3, 2, 2}},
         [](const auto& v) { return flatten(v[0]); },
         [](const auto& a) {
             return Array{{2, 12}, a[0].values};
         }},
        {"Reshape",
         {{2, 3, 2, 2}},
         [](const auto& v) {
             return reshape(v[0], {4, -1});
         },
         [](const auto& a) {
             return Array{{4, 6}, a[0].values};
         }},
        {"Add",
         {{3, 5}, {3, 5}},
         [](const auto& v) { return add(v[0], v[1]); },
         [](const auto& a) { return mapReference(a, [](double x, double y) { return x + y; }); }},
        {"Sub",
         {{3, 5}, {3, 5}},
         [](const auto& v) { return sub(v[0], v[1]); },
         [](const auto& a) { return mapReference(a, [](double x, double y) { return x - y; }); }},
        {"Mul",
         {{3, 5}, {3, 5}},
         [](const auto& v) { return mul(v[0], v[1]); },
         [](const auto& a) { return mapReference(a, [](double x, double y) { return x * y; }); }},
        {"Neg",
         {{3, 5}},
         [](const auto& v) { return neg(v[0]); },
         [](const auto& a) { return mapReference(a, [](double x, double) { return -x; }); }},
        {"a value read twice",
         {{3, 5}},
         [](const auto& v) { return mul(v[0], add(v[0], v[0])); },
         [](const auto& a) {
             return mapReference(a, [](double x, double) { return 2.0 * x * x; });
         }},
        {"SoftmaxCrossEntropy",
         {{4, 3}},
         [](const auto& v) {
             auto& context = static_cast<EagerContext&>(v[0].context());
             return softmaxCrossEntropy(v[0], context.input(Tensor::fromInts({4}, kLabels)));
         },
         [](const auto& a) { return crossEntropyReference(a[0]); }},
    };
}

TEST(Gradients, MatchCentralDifferencesOfADoubleReference)
{
    for (const Case& testCase : allCases()) {
        const Gradients gradients = gradientsOf(testCase);
        for (std::size_t i = 0; i < gradients.made.size(); ++i) {
            ASSERT_EQ(gradients.made[i].size(), gradients.expected[i].size());
            EXPECT_LE(relativeError(gradients.made[i], gradients.expected[i]), 1e-3)
                << testCase.name << ", gradient of input " << i;
        }
    }
}

TEST(Gradients, AWrongSignDoesNotPassTheCheck)
{
    for (const Case& testCase : allCases()) {
        Gradients gradients = gradientsOf(testCase);
        for (double& value : gradients.made[0]) {
            value = -value;
        }
        EXPECT_GT(relativeError(gradients.made[0], gradients.expected[0]), 1.0) << testCase.name;
    }
}

TEST(Gradients, EveryOperatorWithAGradientIsCovered)
{
    std::vector<std::string> names;
    for (const Operator* op : allOperators()) {
        if (op->gradient) {
            names.emplace_back(op->name);
        }
    }
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names,
              (std::vector<std::string>{"Add",
                                        "BiasAdd",
                                        "Conv2D",
                                        "Dense",
                                        "Flatten",
                                        "MaxPool",
                                        "Mul",
                                        "Neg",
                                        "ReLU",
                                        "Reshape",
                                        "SoftmaxCrossEntropy",
                                        "Sub"}));
}

} // namespace

} // namespace runlens::runtime
