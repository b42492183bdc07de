// SPDX-License-Identifier: Apache-2.0
#include "runtime/examples/lenet.h"
#include "runtime/frontend/trace.h"
#include "runtime/passes/passes.h"
#include "tests/runtime/small_graphs.h"

#include <gtest/gtest.h>

namespace runlens::runtime {

namespace {

TEST(MergeCommon, KeepsOneOfEqualNodesAndBothOrigins)
{
    SmallGraph g;
    const NodeId x = g.input("x", {2, 3});
    const NodeId a = g.op("a", "ReLU", {x}, {2, 3});
    const NodeId b = g.op("b", "ReLU", {x}, {2, 3});
    g.op("c", "Add", {a, b}, {2, 3});
    EXPECT_EQ(shortText(mergeCommon(g.module), g.module),
              "%0 = ReLU(x) <- %0 %1\n"
              "%1 = Add(%0, %0) <- %2\n"
              "return %1\n");
}

TEST(MergeCommon, TellsNodesApartByTheirAttributes)
{
    SmallGraph g;
    const NodeId x = g.input("x", {2, 6});
    const NodeId a = g.op("a", "Reshape", {x}, {3, 4}, Attributes{{"shape", Shape{3, 4}}});
    const NodeId b = g.op("b", "Reshape", {x}, {4, 3}, Attributes{{"shape", Shape{4, 3}}});
    g.op("c", "Dense", {a, b}, {3, 4});
    EXPECT_EQ(mergeCommon(g.module).entry().nodes.size(), 3U);
}

TEST(RemoveDead, LeavesOutWhatNothingReads)
{
    SmallGraph g;
    const NodeId x = g.input("x", {2});
    const NodeId a = g.op("a", "ReLU", {x}, {2});
    const NodeId dead = g.op("dead", "Neg", {a}, {2});
    g.op("deader", "Neg", {dead}, {2});
    const NodeId c = g.op("c", "Add", {a, x}, {2});
    g.module.entry().result = c;
    EXPECT_EQ(shortText(removeDead(g.module), g.module),
              "%0 = ReLU(x) <- %0\n"
              "%1 = Add(%0, x) <- %3\n"
              "return %1\n");
}

TEST(AddGradients, FollowsTheChainRuleBackwards)
{
    SmallGraph g;
    const NodeId x = g.input("x", {1, 2});
    const NodeId w = g.weight("w", {1, 2});
    const NodeId product = g.op("a", "Mul", {x, w}, {1, 2});
    const NodeId active = g.op("b", "ReLU", {product}, {1, 2});
    const NodeId row = g.op("c", "Dense", {active, x}, {1, 1});
    g.op("d", "Reshape", {row}, {}, Attributes{{"shape", Shape{}}});
    const auto made = addGradients(g.module);
    ASSERT_TRUE(made) << made.error().message();
    EXPECT_EQ(shortText(*made, g.module),
              "%0 = Mul(x, w) <- %0\n"
              "%1 = ReLU(%0) <- %1\n"
              "%2 = Dense(%1, x) <- %2\n"
              "%3 = Reshape(%2) <- %3\n"
              "%4 = Reshape(1) <- %3\n"
              "%5 = DenseBackpropInput(%4, x) <- %2\n"
              "%6 = ReluGrad(%5, %1) <- %1\n"
              "%7 = Mul(%6, x) <- %0\n"
              "%8 = MakeTuple(%3, %7) <-\n"
              "return %8\n");
    EXPECT_EQ(made->node(made->entry().nodes[6]).fullName, "Gradients/Default/ReluGrad-op0");
    EXPECT_EQ(made->node(made->entry().nodes[6]).category, SpanCategory::Backward);
}

TEST(AddGradients, RefusesAResultThatIsNoScalar)
{
    SmallGraph g;
    g.op("a", "Neg", {g.weight("w", {2})}, {2});
    const auto made = addGradients(g.module);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().why, "the result is not a scalar");
}

TEST(FusePostOps, JoinsProductBiasAndActivation)
{
    SmallGraph g;
    const NodeId x = g.input("x", {1, 1, 4, 4});
    const NodeId w = g.weight("w", {2, 1, 3, 3});
    const NodeId b = g.weight("b", {2});
    const NodeId product = g.op("a", "Conv2D", {x, w}, {1, 2, 2, 2});
    const NodeId biased = g.op("c", "BiasAdd", {product, b}, {1, 2, 2, 2});
    g.op("d", "ReLU", {biased}, {1, 2, 2, 2});
    const GraphModule fused = fusePostOps(g.module);
    EXPECT_EQ(shortText(fused, g.module),
              "%0 = FusedConv2DBiasReLU(x, w, b) <- %0 %1 %2\n"
              "return %0\n");
    const Node& node = fused.node(fused.entry().result);
    EXPECT_EQ(node.fullName, "Default/FusedConv2DBiasReLU-op0");
    EXPECT_EQ(node.fusedFrom,
              (std::vector<std::string>{
                  "Default/Conv2D-op0", "Default/BiasAdd-op0", "Default/ReLU-op0"}));
}

TEST(FusePostOps, LeavesWhatOthersRead)
{
    SmallGraph g;
    const NodeId x = g.input("x", {2, 3});
    const NodeId w = g.weight("w", {4, 3});
    const NodeId b = g.weight("b", {4});
    const NodeId product = g.op("a", "Dense", {x, w}, {2, 4});
    const NodeId biased = g.op("c", "BiasAdd", {product, b}, {2, 4});
    const NodeId active = g.op("d", "ReLU", {biased}, {2, 4});
    g.op("e", "Add", {active, biased}, {2, 4}); // the value before the activation is read too
    EXPECT_EQ(shortText(fusePostOps(g.module), g.module),
              "%0 = FusedDenseBias(x, w, b) <- %0 %1\n"
              "%1 = ReLU(%0) <- %2\n"
              "%2 = Add(%1, %0) <- %3\n"
              "return %2\n");
}

TEST(FuseBiasGradients, JoinsTheGradientsOfWeightsAndBias)
{
    SmallGraph g;
    const NodeId dy = g.input("dy", {2, 4});
    const NodeId x = g.input("x", {2, 3});
    const NodeId bias = g.op("a", "BiasAddGrad", {dy}, {4});
    const NodeId filter = g.op("b", "DenseBackpropFilter", {dy, x}, {4, 3});
    g.op("c", "Dense", {bias, filter}, {1, 1}); // any reader of both
    EXPECT_EQ(shortText(fuseBiasGradients(g.module), g.module),
              "%0 = DenseBackpropFilterBias(dy, x) <- %1 %0\n"
              "%1 = TupleGetItem(%0)[0] <- %1\n"
              "%2 = TupleGetItem(%0)[1] <- %0\n"
              "%3 = Dense(%2, %1) <- %2\n"
              "return %3\n");
}

TEST(FuseBiasGradients, LeavesABiasGradientThatIsReadEarlier)
{
    SmallGraph g;
    const NodeId dy = g.input("dy", {2, 4});
    const NodeId x = g.input("x", {2, 3});
    const NodeId bias = g.op("a", "BiasAddGrad", {dy}, {4});
    const NodeId early = g.op("b", "Neg", {bias}, {4});
    const NodeId filter = g.op("c", "DenseBackpropFilter", {dy, x}, {4, 3});
    g.op("d", "Dense", {early, filter}, {1, 1});
    EXPECT_EQ(fuseBiasGradients(g.module).entry().nodes.size(), 4U);
}

TEST(FuseElementwise, JoinsATreeWhoseInnerValuesHaveOneReader)
{
    SmallGraph g;
    const NodeId x = g.input("x", {2, 3});
    const NodeId y = g.input("y", {2, 3});
    const NodeId product = g.op("a", "Mul", {x, y}, {2, 3});
    const NodeId negative = g.op("b", "Neg", {y}, {2, 3});
    const NodeId sum = g.op("c", "Add", {product, negative}, {2, 3});
    g.op("d", "ReLU", {sum}, {2, 3});
    EXPECT_EQ(shortText(fuseElementwise(g.module), g.module),
              "%0 = FusedElementwise(x, y) {Mul 0 1; Neg 1; Add 2 3; ReLU 4} <- %0 %1 %2 %3\n"
              "return %0\n");
}

TEST(FuseElementwise, StopsAtAValueThatIsReadTwice)
{
    SmallGraph g;
    const NodeId x = g.input("x", {2});
    const NodeId shared = g.op("a", "Neg", {x}, {2});
    const NodeId left = g.op("b", "ReLU", {shared}, {2});
    g.op("c", "Mul", {left, shared}, {2});
    EXPECT_EQ(shortText(fuseElementwise(g.module), g.module),
              "%0 = Neg(x) <- %0\n"
              "%1 = FusedElementwise(%0) {ReLU 0; Mul 1 0} <- %1 %2\n"
              "return %1\n");
}

TEST(InferTypes, TellsTheNodeAndWhatDoesNotFit)
{
    SmallGraph g;
    const NodeId x = g.input("x", {1, 3, 8, 8});
    const NodeId w = g.weight("w", {2, 1, 3, 3});
    g.op("a", "Conv2D", {x, w}, {});
    g.module.node(g.module.entry().result).types.clear();
    const auto made = inferModuleTypes(g.module);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().attempted, "infer the type of Default/Conv2D-op0");
    EXPECT_EQ(
        made.error().why,
        "images and filters have different channels (inputs: float32[1x3x8x8], float32[2x1x3x3])");
}

std::string opsOf(const GraphModule& module)
{
    std::string text;
    for (const NodeId id : module.entry().nodes) {
        text += (text.empty() ? "" : " ") + module.node(id).op;
    }
    return text;
}

GraphModule lenetForward()
{
    static LeNet5 network(1);
    static SoftmaxCrossEntropyLoss loss;
    static WithLoss training(network, loss);
    const std::vector<TraceInput> inputs = {{"x", {DType::Float32, {4, 1, 28, 28}}},
                                            {"label", {DType::Int32, {4}}}};
    const auto trace = traceCell(training, "train", inputs);
    EXPECT_TRUE(trace);
    const auto typed = inferModuleTypes(trace->module);
    EXPECT_TRUE(typed) << typed.error().message();
    return inlineCalls(*typed);
}

TEST(Passes, TurnLeNetIntoFusedForwardAndBackward)
{
    const GraphModule forward = lenetForward();
    EXPECT_EQ(opsOf(forward),
              "Conv2D BiasAdd ReLU MaxPool TupleGetItem Conv2D BiasAdd ReLU MaxPool TupleGetItem "
              "Flatten Dense BiasAdd "
              "ReLU Dense BiasAdd ReLU Dense BiasAdd SoftmaxCrossEntropy");
    const auto grad = addGradients(removeDead(mergeCommon(forward)));
    ASSERT_TRUE(grad);
    const GraphModule fused = fuseElementwise(fuseBiasGradients(fusePostOps(*grad)));
    EXPECT_EQ(
        opsOf(fused),
        "FusedConv2DBiasReLU MaxPool TupleGetItem FusedConv2DBiasReLU MaxPool TupleGetItem Flatten "
        "FusedDenseBiasReLU FusedDenseBiasReLU FusedDenseBias SoftmaxCrossEntropy "
        "SoftmaxCrossEntropyGrad "
        "DenseBackpropInput DenseBackpropFilterBias TupleGetItem TupleGetItem ReluGrad "
        "DenseBackpropInput DenseBackpropFilterBias TupleGetItem TupleGetItem ReluGrad "
        "DenseBackpropInput DenseBackpropFilterBias TupleGetItem TupleGetItem Reshape TupleGetItem "
        "MaxPoolGrad "
        "ReluGrad Conv2DBackpropInput Conv2DBackpropFilterBias TupleGetItem TupleGetItem "
        "TupleGetItem MaxPoolGrad "
        "ReluGrad Conv2DBackpropFilterBias TupleGetItem TupleGetItem MakeTuple");
    const Node& conv = fused.node(fused.entry().nodes.front());
    EXPECT_EQ(conv.fullName, "Default/network/conv1/FusedConv2DBiasReLU-op0");
    EXPECT_EQ(conv.types[0].shape, (Shape{4, 6, 28, 28}));
    const std::string source = sourceOf(conv).file;
    EXPECT_TRUE(source.ends_with("runtime/examples/lenet.h")) << source;
}

TEST(Passes, KeepOriginsWithinTheModuleBefore)
{
    const GraphModule forward = lenetForward();
    const auto grad = addGradients(forward);
    ASSERT_TRUE(grad);
    const GraphModule fused = fusePostOps(*grad);
    for (const auto& [module, before] : {std::pair(&*grad, &forward), std::pair(&fused, &*grad)}) {
        for (const Node& node : module->nodes) {
            const bool mayBeNew =
                node.kind == NodeKind::MakeTuple || node.kind == NodeKind::Constant;
            EXPECT_TRUE(mayBeNew || !node.origins.empty()) << node.fullName;
            for (const NodeId origin : node.origins) {
                EXPECT_LT(static_cast<std::size_t>(origin), before->nodes.size());
            }
        }
    }
}

} // namespace

} // namespace runlens::runtime
