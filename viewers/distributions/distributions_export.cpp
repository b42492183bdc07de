// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/distributions_export.h"

#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/distributions/histogram_series.h"

#include <QSaveFile>

namespace runlens::viewers {

namespace {

constexpr const char* kExportAttempted = "write the distributions";

QByteArray bytesOf(double value)
{
    return exactText(value).toUtf8();
}

QByteArray rowsOf(const QByteArray& prefix, const HistogramStep& step)
{
    QByteArray start = prefix;
    if (step.step != kNoStep) {
        start += QByteArray::number(static_cast<qlonglong>(step.step));
    }
    start += ',';
    start += QByteArray::fromStdString(secondsText(step.wallNs)) + ',';
    QByteArray rows;
    const TensorStatistics& statistics = step.statistics;
    const auto count = [&](const char* name, std::uint64_t value) {
        rows += start + name + ",,," + QByteArray::number(static_cast<qulonglong>(value)) + "\r\n";
    };
    const auto value = [&](const char* name, double number) {
        rows += start + name + ",,," + bytesOf(number) + "\r\n";
    };
    count("count", statistics.count);
    count("zeros", statistics.zeros);
    count("nan", statistics.nans);
    count("positive_infinity", statistics.positiveInfinities);
    count("negative_infinity", statistics.negativeInfinities);
    value("minimum", statistics.minimum);
    value("maximum", statistics.maximum);
    value("mean", statistics.mean);
    value("l2_norm", statistics.l2Norm);
    for (std::size_t i = 0; i < step.buckets.counts.size(); ++i) {
        rows += start + "bucket," + bytesOf(step.buckets.edges[i]) + ','
                + bytesOf(step.buckets.edges[i + 1]) + ',' + bytesOf(step.buckets.counts[i])
                + "\r\n";
    }
    return rows;
}

} // namespace

Status exportDistributions(const std::vector<DistributionSource>& sources,
                           const QString& path,
                           const std::stop_token& stop,
                           std::atomic<int>& progress)
{
    const auto unwritable = [&path](const QSaveFile& file) {
        return failure(kExportAttempted,
                       path.toStdString(),
                       file.errorString().toStdString(),
                       "Choose another folder or make room on the disk.");
    };
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)
        || file.write("run,tag,step,wall_time,kind,left,right,value\r\n") < 0)
    {
        return unwritable(file);
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const DistributionSource& source = sources[i];
        const ColumnView<TensorStatsEntry>* entries = source.snapshot->tensorStats(source.id);
        const std::size_t rows = entries != nullptr ? entries->size() : 0;
        const QByteArray prefix = csvCell(source.run) + ',' + csvCell(source.tag) + ',';
        for (std::size_t row = 0; row < rows; ++row) {
            if (stop.stop_requested()) {
                return failure(kExportAttempted, path.toStdString(), "it was cancelled");
            }
            std::string problem;
            const auto step =
                readHistogramStep(source.reader.get(), (*entries)[row], row, problem, stop);
            if (!step) {
                return failure(kExportAttempted, path.toStdString(), problem);
            }
            const QByteArray bytes = rowsOf(prefix, *step);
            if (file.write(bytes) != bytes.size()) {
                return unwritable(file);
            }
            const double done =
                (static_cast<double>(i) + static_cast<double>(row) / static_cast<double>(rows))
                / static_cast<double>(sources.size());
            progress.store(static_cast<int>(done * 1000), std::memory_order_relaxed);
        }
    }
    return file.commit() ? Status{} : Status(unwritable(file));
}

} // namespace runlens::viewers
