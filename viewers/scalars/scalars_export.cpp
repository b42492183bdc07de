// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/scalars/scalars_export.h"

#include <QSaveFile>

namespace runlens::viewers {

namespace {

constexpr qsizetype kPart = qsizetype{1} << 20;

QByteArray quoted(const QString& text)
{
    QByteArray bytes = text.toUtf8();
    if (bytes.contains(',') || bytes.contains('"') || bytes.contains('\n') || bytes.contains('\r'))
    {
        bytes.replace('"', "\"\"");
        bytes = '"' + bytes + '"';
    }
    return bytes;
}

bool writeSeries(QSaveFile& file, const QByteArray& prefix, const ScalarSeries& series)
{
    QByteArray part;
    part.reserve(kPart + 256);
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
        if (part.size() >= kPart) {
            if (file.write(part) != part.size()) {
                return false;
            }
            part.clear();
        }
    }
    return file.write(part) == part.size();
}

} // namespace

Status
exportScalars(const std::vector<const ScalarTag*>& tags, const RunSet& runs, const QString& path)
{
    const auto failed = [&path](const QSaveFile& file) {
        return failure("write the scalars",
                       path.toStdString(),
                       file.errorString().toStdString(),
                       "Choose another folder or make room on the disk.");
    };
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write("run,tag,step,wall_time,value\r\n") < 0) {
        return failed(file);
    }
    for (const ScalarTag* tag : tags) {
        for (const ScalarSource& source : tag->sources) {
            const OpenRun* run = runs.find(source.runKey);
            const auto series = run != nullptr ? run->run->sharedScalars(source.tag) : nullptr;
            if (series
                && !writeSeries(file, quoted(run->name) + ',' + quoted(tag->name) + ',', *series)) {
                return failed(file);
            }
        }
    }
    return file.commit() ? Status{} : Status(failed(file));
}

} // namespace runlens::viewers
