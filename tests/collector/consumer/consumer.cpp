// SPDX-License-Identifier: Apache-2.0
// Records a little with the installed library, and says what became of it.
#include <runlens/summary_collector.h>

#include <iostream>

#ifdef WITH_PROTOBUF
#include <google/protobuf/struct.pb.h>
#endif

int main(int argc, char** argv)
{
    if (argc != 2) {
        return 2;
    }
    auto collector = runlens::SummaryCollector::open({argv[1]});
    collector.setConfiguration("learning_rate", 0.1F);
    const float weights[] = {0.5F, -0.5F, 0.0F};
    for (int step = 0; step < 100; ++step) {
        const runlens::ScopedSpan span(collector, "step", runlens::SpanCategory::Step, {}, step);
        collector.addScalar("loss", step, 1.0F / static_cast<float>(step + 1));
        collector.addTensorStats("weight", step, {weights, {3}});
    }
    runlens::GraphDescription graph;
    graph.nodes.emplace_back();
    graph.nodes.back().name = "Default/conv1/Conv2D-op0";
    collector.addGraph("train", graph);
#ifdef WITH_PROTOBUF
    google::protobuf::Struct message;
    (*message.mutable_fields())["loss"].set_number_value(0.5);
    collector.addRecord(runlens::RecordKind::Other, "message", 0, {}, message.SerializeAsString());
#endif
    const bool isClosed = collector.close();
    const auto status = collector.status();
    std::cout << "recorded " << status.recorded() << " of " << status.calls() << '\n';
    return isClosed && status.recorded() == status.calls() && status.kind("span").recorded == 100
               ? 0
               : 1;
}
