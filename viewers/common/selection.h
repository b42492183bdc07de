// SPDX-License-Identifier: GPL-3.0-or-later
/// The one selection of the window, and the only thing a view may change. It holds names, not ids:
/// each view resolves them in its own run and says so when the run has no such thing. Two views
/// never know each other. GUI thread only.
#pragma once

#include "summary_format/base/ids.h"

#include <QFlags>
#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>

namespace runlens::viewers {

struct StepRange {
    std::int64_t first = 0;
    std::int64_t last = 0; ///< inclusive
    friend bool operator==(const StepRange&, const StepRange&) = default;
};

struct TimeRange {
    QString run; ///< clocks are per run
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    friend bool operator==(const TimeRange&, const TimeRange&) = default;
};

struct SpanSelection {
    QString run;
    int rank = 0;
    SpanRef span;
    friend bool operator==(const SpanSelection&, const SpanSelection&) = default;
};

struct NodeSelection {
    QString run;
    QString graph;    ///< "train"
    QString fullName; ///< "Default/network/conv1/Conv2D-op0"
    friend bool operator==(const NodeSelection&, const NodeSelection&) = default;
};

struct IrSelection {
    QString run;
    QString graph;
    QString pass;  ///< "01_type_inference"
    int node = -1; ///< -1: the pass as a whole
    friend bool operator==(const IrSelection&, const IrSelection&) = default;
};

struct SourceSelection {
    QString run;
    QString file;
    int line = 0;
    friend bool operator==(const SourceSelection&, const SourceSelection&) = default;
};

class Selection : public QObject {
    Q_OBJECT

public:
    enum Aspect : unsigned {
        RunAspect = 1,
        TagAspect = 2,
        StepAspect = 4,
        TimeAspect = 8,
        SpanAspect = 16,
        NodeAspect = 32,
        IrAspect = 64,
        SourceAspect = 128,
        TensorAspect = 256,
    };
    Q_DECLARE_FLAGS(Aspects, Aspect)

    struct State {
        QString run; ///< key of the current run
        int rank = 0;
        QString tag;
        std::optional<std::int64_t> step; ///< the step cursor
        std::optional<StepRange> stepRange;
        std::optional<TimeRange> timeRange;
        std::optional<SpanSelection> span;
        std::optional<NodeSelection> node;
        std::optional<IrSelection> ir;
        std::optional<SourceSelection> source;
        QString tensor;
        friend bool operator==(const State&, const State&) = default;
    };

    using QObject::QObject;

    [[nodiscard]] const State& state() const { return m_state; }

    /// Replaces the whole state and emits changed() once with what differs; nothing when nothing
    /// does.
    void set(const State& state);

    void setRun(const QString& key);
    void setTag(const QString& tag);
    void setStep(std::optional<std::int64_t> step);
    void setTimeRange(std::optional<TimeRange> range);

    /// A span brings its node, IR line and source line along: the caller (spanSelection() in
    /// cross_links.h) resolves them.
    void select(const State& state) { set(state); }

signals:
    void changed(runlens::viewers::Selection::Aspects aspects);

private:
    State m_state;
};
Q_DECLARE_OPERATORS_FOR_FLAGS(Selection::Aspects)

} // namespace runlens::viewers
