// SPDX-License-Identifier: Apache-2.0
#include "summary_format/records.h"

namespace runlens {

const char* recordKindName(RecordKind kind)
{
    switch (kind) {
    case RecordKind::Scalar:
        return "scalar";
    case RecordKind::TensorStats:
        return "tensor_stats";
    case RecordKind::Histogram:
        return "histogram";
    case RecordKind::Image:
        return "image";
    case RecordKind::Text:
        return "text";
    case RecordKind::Tensor:
        return "tensor";
    case RecordKind::Graph:
        return "graph";
    case RecordKind::Audio:
        return "audio";
    case RecordKind::PrCurve:
        return "pr_curve";
    case RecordKind::Mesh:
        return "mesh";
    case RecordKind::Embedding:
        return "embedding";
    case RecordKind::HParams:
        return "hparams";
    case RecordKind::Layout:
        return "layout";
    case RecordKind::Lineage:
        return "lineage";
    case RecordKind::Landscape:
        return "landscape";
    case RecordKind::Explanation:
        return "explanation";
    case RecordKind::SessionLog:
        return "session_log";
    case RecordKind::RunMetadata:
        return "run_metadata";
    case RecordKind::Other:
        return "other";
    }
    return "other";
}

const char* endReasonName(EndReason reason)
{
    switch (reason) {
    case EndReason::Clean:
        return "clean";
    case EndReason::Running:
        return "running";
    case EndReason::Crashed:
    case EndReason::Failed:
        return "crashed";
    case EndReason::Unknown:
        return "unknown";
    }
    return "unknown";
}

const char* spanCategoryName(SpanCategory category)
{
    switch (category) {
    case SpanCategory::Other:
        return "other";
    case SpanCategory::Step:
        return "step";
    case SpanCategory::DataWait:
        return "data wait";
    case SpanCategory::Data:
        return "data";
    case SpanCategory::Forward:
        return "forward";
    case SpanCategory::Backward:
        return "backward";
    case SpanCategory::Optimizer:
        return "optimizer";
    case SpanCategory::Communication:
        return "communication";
    case SpanCategory::Memory:
        return "memory";
    case SpanCategory::Recording:
        return "recording";
    case SpanCategory::Compile:
        return "compile";
    case SpanCategory::Evaluation:
        return "evaluation";
    }
    return "other";
}

} // namespace runlens
