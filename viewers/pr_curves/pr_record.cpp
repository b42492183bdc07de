// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/pr_curves/pr_record.h"

#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"

#include <QSaveFile>

namespace runlens::viewers {

namespace {

constexpr const char* kPrExportAttempted = "write the PR curves";

QByteArray prRowsOf(const QByteArray& start, const PrCurve& curve)
{
    const QByteArray average = exactText(curve.averagePrecision).toUtf8();
    QByteArray rows;
    for (const PrPoint& point : curve.points) {
        rows += start;
        for (const double value : {point.threshold,
                                   point.truePositives,
                                   point.falsePositives,
                                   point.trueNegatives,
                                   point.falseNegatives,
                                   point.precision,
                                   point.recall})
        {
            rows += exactText(value).toUtf8() + ',';
        }
        rows += average + "\r\n";
    }
    return rows;
}

} // namespace

Result<PrCurve> loadPrCurve(const PrSource& source, std::size_t row, const std::stop_token& stop)
{
    const ColumnView<SampleEntry>* entries = source.snapshot->samples(source.id);
    if (entries == nullptr || row >= entries->size() || !source.reader) {
        return failure("load the PR curve", source.tag.toStdString(), "nothing was recorded here");
    }
    const SampleEntry& entry = (*entries)[row];
    const auto bytes = source.reader->load(entry.payload, stop, kLargestPrCurve);
    if (!bytes) {
        return failure(bytes);
    }
    return decodePrCurve(*bytes, source.snapshot->text(entry.metadata));
}

Status exportPrCurves(const std::vector<PrSource>& sources,
                      const QString& path,
                      const std::stop_token& stop,
                      std::atomic<int>& done)
{
    QSaveFile file(path);
    const auto unwritable = [&] {
        return failure(kPrExportAttempted,
                       path.toStdString(),
                       file.errorString().toStdString(),
                       "Choose another folder or make room on the disk.");
    };
    const QByteArray head("run,tag,step,wall_time,threshold,true_positives,false_positives,"
                          "true_negatives,false_negatives,precision,recall,average_precision\r\n");
    if (!file.open(QIODevice::WriteOnly) || file.write(head) != head.size()) {
        return unwritable();
    }
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const PrSource& source = sources[i];
        const ColumnView<SampleEntry>* entries = source.snapshot->samples(source.id);
        const std::size_t rows = entries != nullptr ? entries->size() : 0;
        for (std::size_t row = 0; row < rows; ++row) {
            if (stop.stop_requested()) {
                return failure(kPrExportAttempted, path.toStdString(), "it was cancelled");
            }
            const auto curve = loadPrCurve(source, row, stop);
            if (!curve) {
                return failure(kPrExportAttempted, path.toStdString(), curve.error().message());
            }
            const SampleEntry& entry = (*entries)[row];
            QByteArray start = csvCell(source.run) + ',' + csvCell(source.tag) + ',';
            if (entry.step != kNoStep) {
                start += QByteArray::number(static_cast<qlonglong>(entry.step));
            }
            start += ',' + QByteArray::fromStdString(secondsText(entry.wallNs)) + ',';
            const QByteArray bytes = prRowsOf(start, *curve);
            if (file.write(bytes) != bytes.size()) {
                return unwritable();
            }
            const double share =
                (static_cast<double>(i) + static_cast<double>(row) / static_cast<double>(rows))
                / static_cast<double>(sources.size());
            done.store(static_cast<int>(share * 1000), std::memory_order_relaxed);
        }
    }
    return file.commit() ? Status{} : Status(unwritable());
}

} // namespace runlens::viewers
