// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/scalars/scalars_export.h"

#include "viewers/common/table_helpers.h"

#include <QSaveFile>

namespace runlens::viewers {

namespace {

constexpr qsizetype kPartLines = qsizetype{1} << 20;

/// Counts the written points of all curves.
struct Progress {
    std::size_t written = 0;
    std::size_t all = 0;
    std::atomic<int>& done;

    void add(std::size_t points)
    {
        written += points;
        done = all == 0 ? 1000
                        : static_cast<int>(1000.0 * static_cast<double>(written)
                                           / static_cast<double>(all));
    }
};

/// False when the disk is full, or it was stopped.
bool writeSeries(QSaveFile& file,
                 const QByteArray& prefix,
                 const ScalarSeries& series,
                 const std::stop_token& stop,
                 Progress& progress)
{
    QByteArray part;
    part.reserve(kPartLines + 256);
    std::size_t begin = 0; // of the part
    for (std::size_t row = 0; row < series.size(); ++row) {
        part += prefix;
        part += QByteArray::number(static_cast<qlonglong>(series.steps[row]));
        part += ',';
        const std::string time = secondsText(series.wallNs[row]);
        part.append(time.data(), static_cast<qsizetype>(time.size()));
        part += ',';
        const std::string value = shortestText(series.bits(row), series.numberType);
        part.append(value.data(), static_cast<qsizetype>(value.size()));
        part += "\r\n";
        if (part.size() >= kPartLines) {
            if (stop.stop_requested() || file.write(part) != part.size()) {
                return false;
            }
            part.clear();
            progress.add(row + 1 - begin);
            begin = row + 1;
        }
    }
    const bool isWritten = file.write(part) == part.size();
    progress.add(series.size() - begin);
    return isWritten && !stop.stop_requested();
}

} // namespace

std::vector<NamedSeries> seriesOf(const std::vector<const ScalarTag*>& tags, const RunSet& runs)
{
    std::vector<NamedSeries> all;
    for (const ScalarTag* tag : tags) {
        for (const ScalarSource& source : tag->sources) {
            const OpenRun* run = runs.find(source.runKey);
            auto series = run != nullptr ? run->run->sharedScalars(source.tag) : nullptr;
            if (series) {
                all.push_back({run->name, tag->name, std::move(series)});
            }
        }
    }
    return all;
}

Status exportScalars(const std::vector<NamedSeries>& series,
                     const QString& path,
                     const std::stop_token& stop,
                     std::atomic<int>& done)
{
    QSaveFile file(path);
    const auto failed = [&] {
        return failure("write the scalars",
                       path.toStdString(),
                       stop.stop_requested() ? "stopped" : file.errorString().toStdString(),
                       stop.stop_requested() ? ""
                                             : "Choose another folder or make room on the disk.");
    };
    if (!file.open(QIODevice::WriteOnly) || file.write("run,tag,step,wall_time,value\r\n") < 0) {
        return failed();
    }
    Progress progress{0, 0, done};
    for (const NamedSeries& each : series) {
        progress.all += each.points->size();
    }
    for (const NamedSeries& each : series) {
        const QByteArray prefix = csvCell(each.run) + ',' + csvCell(each.tag) + ',';
        if (!writeSeries(file, prefix, *each.points, stop, progress)) {
            return failed();
        }
    }
    return file.commit() ? Status{} : Status(failed());
}

} // namespace runlens::viewers
