// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/overview_counts.h"

#include "viewers/common/number_format.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFileInfo>

#include <array>
#include <map>

namespace runlens::viewers {

namespace {

struct CountsText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::OverviewView)
};

constexpr int kMostFiles = 10'000;

struct Counts {
    std::int64_t tags = 0;
    std::int64_t records = 0;
};

QString countedKindText(RecordKind kind)
{
    switch (kind) {
    case RecordKind::Scalar:
        return CountsText::tr("Scalars");
    case RecordKind::TensorStats:
        return CountsText::tr("Tensor statistics");
    case RecordKind::Histogram:
        return CountsText::tr("Histograms");
    case RecordKind::Image:
        return CountsText::tr("Images");
    case RecordKind::Text:
        return CountsText::tr("Texts");
    case RecordKind::Tensor:
        return CountsText::tr("Tensors");
    case RecordKind::Audio:
        return CountsText::tr("Audio");
    case RecordKind::PrCurve:
        return CountsText::tr("PR curves");
    case RecordKind::Embedding:
        return CountsText::tr("Embeddings");
    case RecordKind::HParams:
        return CountsText::tr("Hyper-parameters");
    case RecordKind::Lineage:
        return CountsText::tr("Lineage");
    case RecordKind::Landscape:
        return CountsText::tr("Loss landscapes");
    case RecordKind::Explanation:
        return CountsText::tr("Explanations");
    case RecordKind::Graph:
    case RecordKind::Mesh:
    case RecordKind::Layout:
    case RecordKind::SessionLog:
    case RecordKind::RunMetadata:
    case RecordKind::Other:
        break;
    }
    return CountsText::tr("Other records");
}

/// For plural forms.
int counted(std::int64_t count)
{
    return static_cast<int>(std::min<std::int64_t>(count, 1'000'000'000));
}

void addTrace(const Run& run, OverviewFacts& facts)
{
    std::int64_t spans = 0;
    std::int64_t tracks = 0;
    std::int64_t samples = 0;
    std::int64_t counters = 0;
    for (std::size_t i = 0; i < run.tracks().size(); ++i) {
        const SpanSeries* series = run.spans(static_cast<TrackId>(i));
        if (series != nullptr && series->size() > 0) {
            spans += static_cast<std::int64_t>(series->size());
            ++tracks;
        }
        const CounterSeries* counter = run.counters(static_cast<TrackId>(i));
        if (counter != nullptr && counter->size() > 0) {
            samples += static_cast<std::int64_t>(counter->size());
            ++counters;
        }
    }
    if (spans > 0) {
        facts.recorded.push_back({CountsText::tr("Trace"),
                                  CountsText::tr("%1 spans").arg(formatShortCount(spans)),
                                  CountsText::tr("%n tracks", nullptr, counted(tracks)),
                                  formatCount(spans),
                                  QStringLiteral("timeline")});
    }
    if (samples > 0) {
        facts.recorded.push_back({CountsText::tr("Counters"),
                                  CountsText::tr("%n counters", nullptr, counted(counters)),
                                  CountsText::tr("%1 samples").arg(formatShortCount(samples)),
                                  formatCount(samples),
                                  QStringLiteral("timeline")});
    }
}

} // namespace

std::int64_t sizeOnDisk(const QString& path)
{
    const QFileInfo info(path);
    if (!info.exists()) {
        return -1;
    }
    if (!info.isDir()) {
        return info.size();
    }
    std::int64_t bytes = 0;
    int files = 0;
    QDirIterator iterator(path,
                          {QStringLiteral("*.rlens*"),
                           QStringLiteral("*tfevents*"),
                           QStringLiteral("*.summary.*"),
                           QStringLiteral("*.wandb")},
                          QDir::Files);
    while (iterator.hasNext() && files < kMostFiles) {
        iterator.next();
        bytes += iterator.fileInfo().size();
        ++files;
    }
    return bytes;
}

QString formatName(const Run& run)
{
    return run.format() == "events" ? CountsText::tr("event files")
                                    : QString::fromStdString(run.format());
}

void addRecording(const OpenRun& open, OverviewFacts& facts)
{
    const Run& run = *open.run;
    auto& rows = facts.recording;
    std::uint64_t dropped = 0;
    QStringList kinds;
    for (const Drop& drop : run.drops()) {
        dropped += drop.count;
        kinds.push_back(CountsText::tr("%1 of kind %2: %3")
                            .arg(formatCount(toSigned(drop.count)),
                                 QString::fromStdString(drop.kind),
                                 QString::fromStdString(drop.reason)));
    }
    if (run.format() == "runlens") { // other recorders do not tell
        rows.push_back({CountsText::tr("Dropped"),
                        dropped == 0
                            ? CountsText::tr("nothing")
                            : CountsText::tr("%n records", nullptr, counted(toSigned(dropped))),
                        {},
                        kinds.join(QLatin1Char('\n'))});
        rows.back().isBold = dropped > 0;
    }
    const std::uint64_t skipped = open.reader ? open.reader->diagnosticCount() : 0;
    rows.push_back({CountsText::tr("Skipped"),
                    skipped == 0
                        ? CountsText::tr("nothing")
                        : CountsText::tr("%n places", nullptr, counted(toSigned(skipped)))});
    rows.back().isBold = skipped > 0;
    facts.isComplete = dropped == 0 && skipped == 0;

    bool isNumber = false;
    const qlonglong queue =
        plainValue(run.property("recording", "queue_bytes")).toLongLong(&isNumber);
    if (isNumber && queue > 0) {
        const qlonglong peak =
            plainValue(run.property("recording", "queue_peak_bytes")).toLongLong(&isNumber);
        rows.push_back({isNumber ? CountsText::tr("Queue, peak") : CountsText::tr("Queue, limit"),
                        isNumber ? formatBytes(peak) : formatBytes(queue),
                        isNumber ? CountsText::tr("of %1").arg(formatBytes(queue)) : QString(),
                        {}});
    }
    const QString clock = plainValue(run.property("recording", "clock"));
    if (!clock.isEmpty()) {
        rows.push_back({CountsText::tr("Clock"),
                        clock == QLatin1String("tsc") ? QStringLiteral("TSC") : clock});
    }
    const QString every = plainValue(run.property("recording", "collect_freq"));
    if (!every.isEmpty()) {
        rows.push_back({CountsText::tr("Collected"),
                        CountsText::tr("every %n steps", nullptr, every.toInt())});
    }
    const QString path = QString::fromStdString(run.path());
    const std::int64_t bytes = sizeOnDisk(path);
    if (bytes >= 0) {
        rows.push_back({CountsText::tr("Size"), formatBytes(bytes), {}, path});
    }
    rows.push_back({CountsText::tr("Format"), formatName(run), {}, path});
}

void addRecorded(const Run& run, OverviewFacts& facts)
{
    std::map<RecordKind, Counts> counts;
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        const auto records = run.recordCount(static_cast<TagId>(i));
        if (records > 0) {
            Counts& entry = counts[run.tags()[i].kind];
            ++entry.tags;
            entry.records += static_cast<std::int64_t>(records);
        }
    }
    for (const auto& [kind, entry] : counts) {
        const bool isScalar = kind == RecordKind::Scalar;
        facts.recorded.push_back(
            {countedKindText(kind),
             CountsText::tr("%n tags", nullptr, counted(entry.tags)),
             isScalar ? CountsText::tr("%1 points").arg(formatShortCount(entry.records))
             : entry.records == 1
                 ? CountsText::tr("1 record")
                 : CountsText::tr("%1 records").arg(formatShortCount(entry.records)),
             formatCount(entry.records),
             isScalar ? QStringLiteral("scalars") : QString()});
    }
    if (!run.graphs().empty()) {
        facts.recorded.push_back(
            {CountsText::tr("Graphs"),
             CountsText::tr(
                 "%n graphs", nullptr, counted(static_cast<std::int64_t>(run.graphs().size()))),
             {},
             {},
             QStringLiteral("graph")});
    }
    if (!run.irPasses().empty()) {
        facts.recorded.push_back(
            {CountsText::tr("IR"),
             CountsText::tr(
                 "%n passes", nullptr, counted(static_cast<std::int64_t>(run.irPasses().size()))),
             {},
             {},
             QStringLiteral("ir")});
    }
    addTrace(run, facts);
    if (!run.memoryEvents().empty()) {
        facts.recorded.push_back(
            {CountsText::tr("Memory"),
             CountsText::tr("%1 events")
                 .arg(formatShortCount(static_cast<std::int64_t>(run.memoryEvents().size())))});
    }
    if (!run.queueSamples().empty()) {
        facts.recorded.push_back(
            {CountsText::tr("Data queue"),
             CountsText::tr("%1 samples")
                 .arg(formatShortCount(static_cast<std::int64_t>(run.queueSamples().size())))});
    }
    if (!run.sourceFiles().empty()) {
        facts.recorded.push_back(
            {CountsText::tr("Sources"),
             CountsText::tr(
                 "%n files", nullptr, counted(static_cast<std::int64_t>(run.sourceFiles().size()))),
             {},
             {},
             QStringLiteral("ir")});
    }
}

} // namespace runlens::viewers
