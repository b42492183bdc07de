// SPDX-License-Identifier: Apache-2.0
// SoftmaxCrossEntropy: the mean over the batch of -log(softmax(logits)[label]). logits: N,C;
// labels: N (int32, within [0, C)); the loss is a scalar. A label out of range makes the loss NaN.
#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace runlens::runtime {

namespace {

bool fitTogether(const TensorType& logits, const TensorType& labels)
{
    return isFloat(logits, 2) && labels.dtype == DType::Int32
           && labels.shape == Shape{logits.shape[0]};
}

Result<std::vector<TensorType>> inferLoss(const TypeRequest& request)
{
    if (!fitTogether(request.inputs[0], request.inputs[1])) {
        return typeError("logits must be float32 with 2 dimensions, labels int32 with one per row");
    }
    return oneFloat({});
}

/// (logits, labels, dloss) -> dlogits
Result<std::vector<TensorType>> inferLossGrad(const TypeRequest& request)
{
    if (!fitTogether(request.inputs[0], request.inputs[1]) || !isFloat(request.inputs[2], 0)) {
        return typeError("logits, labels and the gradient of the loss do not fit together");
    }
    return std::vector<TensorType>{request.inputs[0]};
}

/// log(sum of exp(row)), without overflow
double logSumExp(const float* row, std::int64_t classes)
{
    const double largest = static_cast<double>(*std::max_element(row, row + classes));
    double sum = 0.0;
    for (std::int64_t c = 0; c < classes; ++c) {
        sum += std::exp(static_cast<double>(row[c]) - largest);
    }
    return largest + std::log(sum);
}

std::unique_ptr<Kernel> prepareLoss(const KernelRequest& request)
{
    const std::int64_t rows = request.inputs[0].type.shape[0];
    const std::int64_t classes = request.inputs[0].type.shape[1];
    return std::make_unique<PlainKernel>(
        request, [=](std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) {
            const float* logits = floatsAt(inputs[0]);
            const auto* labels = reinterpret_cast<const std::int32_t*>(inputs[1]);
            double sum = 0.0;
            for (std::int64_t n = 0; n < rows; ++n) {
                const float* row = logits + n * classes;
                const bool isKnown = labels[n] >= 0 && labels[n] < classes;
                sum += isKnown ? logSumExp(row, classes) - static_cast<double>(row[labels[n]])
                               : std::numeric_limits<double>::quiet_NaN();
            }
            *floatsAt(outputs[0]) = static_cast<float>(sum / static_cast<double>(rows));
        });
}

std::unique_ptr<Kernel> prepareLossGrad(const KernelRequest& request)
{
    const std::int64_t rows = request.inputs[0].type.shape[0];
    const std::int64_t classes = request.inputs[0].type.shape[1];
    return std::make_unique<PlainKernel>(
        request, [=](std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) {
            const float* logits = floatsAt(inputs[0]);
            const auto* labels = reinterpret_cast<const std::int32_t*>(inputs[1]);
            const double scale =
                static_cast<double>(*floatsAt(inputs[2])) / static_cast<double>(rows);
            float* gradient = floatsAt(outputs[0]);
            for (std::int64_t n = 0; n < rows; ++n) {
                const double logSum = logSumExp(logits + n * classes, classes);
                for (std::int64_t c = 0; c < classes; ++c) {
                    const double probability =
                        std::exp(static_cast<double>(logits[n * classes + c]) - logSum);
                    gradient[n * classes + c] =
                        static_cast<float>(scale * (probability - (labels[n] == c ? 1.0 : 0.0)));
                }
            }
        });
}

void lossGradient(GradientScope& scope)
{
    if (scope.needsGradient(0)) {
        scope.addGradient(0,
                          scope.emit("SoftmaxCrossEntropyGrad",
                                     {scope.input(0), scope.input(1), scope.outputGradient(0)},
                                     {}));
    }
}

} // namespace

const Operator kSoftmaxCrossEntropy{"SoftmaxCrossEntropy", 2, inferLoss, prepareLoss, lossGradient};
const Operator kSoftmaxCrossEntropyGrad{
    "SoftmaxCrossEntropyGrad", 3, inferLossGrad, prepareLossGrad};

} // namespace runlens::runtime
