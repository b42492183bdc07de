// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/overview_model.h"

#include "viewers/common/number_format.h"
#include "viewers/common/text.h"
#include "viewers/overview/overview_counts.h"
#include "viewers/scalars/scalars_model.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

struct OverviewText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::OverviewView)
};

std::optional<double> numberOf(const Run& run, std::string_view key)
{
    const std::string_view json = run.property("configuration", key);
    bool isNumber = false;
    const double value = plainValue(json).toDouble(&isNumber);
    return isNumber && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> wholeOf(const Run& run, std::string_view key)
{
    const auto value = numberOf(run, key);
    return value && *value >= 1.0 && *value < 9e15
               ? std::optional(static_cast<std::int64_t>(*value))
               : std::nullopt;
}

QString infoText(const Run& run, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        QString value = plainValue(run.property("info", key));
        if (!value.isEmpty()) {
            return value;
        }
    }
    return {};
}

struct RunTime {
    std::int64_t startNs = kNoTime;
    std::int64_t endNs = kNoTime;
};

RunTime timeOf(const Run& run)
{
    RunTime time;
    for (const SessionRecord& session : run.sessions()) {
        if (session.startNs != kNoTime
            && (time.startNs == kNoTime || session.startNs < time.startNs)) {
            time.startNs = session.startNs;
        }
        time.endNs = std::max({time.endNs, session.endNs, session.heartbeatNs});
    }
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        const ScalarSeries* series = run.scalars(static_cast<TagId>(i));
        if (series == nullptr || series->size() == 0) {
            continue;
        }
        const std::int64_t first = series->wallNs[0];
        if (time.startNs == kNoTime || (first != kNoTime && first < time.startNs)) {
            time.startNs = first;
        }
        time.endNs = std::max(time.endNs, series->wallNs.back());
    }
    return time;
}

void addStepFacts(const Run& run, std::vector<PropertyRow>& rows)
{
    const auto durations = stepDurations(run);
    const auto extent = stepExtent(run);
    if (durations || extent) {
        const auto count = durations ? static_cast<std::int64_t>(durations->count) : 0;
        const std::int64_t reached = extent ? extent->second : 0;
        const auto epochs = wholeOf(run, "epochs");
        const auto each = wholeOf(run, "steps_per_epoch");
        const std::int64_t done = count > 0 ? count : reached;
        const QString note = epochs && each && done > 0
                                 ? OverviewText::tr("epoch %1 of %2")
                                       .arg(formatCount(std::min(*epochs, (done - 1) / *each + 1)),
                                            formatCount(*epochs))
                                 : QString();
        rows.push_back({OverviewText::tr("Steps"),
                        formatCount(done),
                        note,
                        extent ? OverviewText::tr("from step %1 to step %2")
                                     .arg(extent->first)
                                     .arg(extent->second)
                               : QString()});
    }
    if (!durations) {
        return;
    }
    rows.push_back({OverviewText::tr("Step, median"),
                    formatDurationNs(durations->medianNs),
                    OverviewText::tr("p95 %1").arg(formatDurationNs(durations->p95Ns)),
                    OverviewText::tr("%1 ns, over %2 steps")
                        .arg(exactText(durations->medianNs))
                        .arg(durations->count)});
    const auto batch = numberOf(run, "batch_size");
    if (batch && durations->medianNs > 0.0) {
        const double perSecond = *batch / (durations->medianNs * 1e-9);
        rows.push_back(
            {OverviewText::tr("Throughput"),
             OverviewText::tr("%1 samples/s")
                 .arg(formatShortCount(static_cast<std::int64_t>(std::min(perSecond, 9e15)))),
             {},
             OverviewText::tr("batch size ÷ median step: %1 per second")
                 .arg(exactText(perSecond))});
    }
}

std::vector<PropertyRow> factsOf(const Run& run)
{
    std::vector<PropertyRow> rows;
    const RunTime time = timeOf(run);
    if (time.startNs != kNoTime) {
        rows.push_back({OverviewText::tr("Started"),
                        formatDateTime(time.startNs),
                        {},
                        toWholeText(secondsText(time.startNs))});
    }
    std::int64_t duration = 0;
    if (time.startNs != kNoTime && time.endNs != kNoTime
        && !__builtin_sub_overflow(time.endNs, time.startNs, &duration) && duration >= 0)
    {
        rows.push_back({OverviewText::tr("Duration"),
                        formatDuration(duration),
                        {},
                        OverviewText::tr("%1 ns").arg(duration)});
    }
    addStepFacts(run, rows);
    const auto addText =
        [&rows](const QString& name, const QString& value, const QString& note = {}) {
            if (!value.isEmpty()) {
                rows.push_back({name, value, note, value});
            }
        };
    QString network = infoText(run, {"network", "model"});
    if (network.isEmpty()) {
        network = plainValue(run.property("configuration", "network"));
    }
    const QString parameters = infoText(run, {"parameters", "parameter_count"});
    bool isCount = false;
    const qlonglong count = parameters.toLongLong(&isCount);
    const QString weights =
        isCount ? OverviewText::tr("%1 weights").arg(formatShortCount(count)) : parameters;
    addText(OverviewText::tr("Network"),
            network.isEmpty() ? weights : network,
            network.isEmpty() ? QString() : weights);
    const QString device = infoText(run, {"device", "cpu"});
    const QString threads = infoText(run, {"threads"});
    const QString cores = infoText(run, {"cpu_count"});
    addText(OverviewText::tr("Device"),
            device,
            !threads.isEmpty() ? OverviewText::tr("%1 threads").arg(threads)
            : !cores.isEmpty() ? OverviewText::tr("%n cores", nullptr, cores.toInt())
                               : QString());
    addText(OverviewText::tr("Source"), infoText(run, {"source"}));
    addText(OverviewText::tr("Command"), infoText(run, {"command_line"}));
    QString host = infoText(run, {"host"});
    if (host.isEmpty() && !run.sessions().empty()) {
        host = QString::fromStdString(run.sessions().front().host);
    }
    addText(OverviewText::tr("Host"), host);
    addText(OverviewText::tr("Commit"),
            infoText(run, {"git_commit"}).left(12),
            infoText(run, {"git_branch"}));
    if (run.sessions().size() > run.ranks().size()) {
        addText(OverviewText::tr("Starts"),
                formatCount(static_cast<std::int64_t>(run.sessions().size())));
    }
    return rows;
}

std::optional<RunProgress> progressOf(const Run& run)
{
    const auto total = configuredSteps(run);
    const auto extent = stepExtent(run);
    if (!total || !extent) {
        return std::nullopt;
    }
    RunProgress progress;
    progress.total = *total;
    const auto durations = stepDurations(run);
    const std::int64_t done = durations ? static_cast<std::int64_t>(durations->count)
                              : extent->second < std::numeric_limits<std::int64_t>::max()
                                  ? extent->second + 1
                                  : extent->second;
    progress.done = std::clamp<std::int64_t>(done, 0, progress.total);
    progress.isRunning = run.ended() == EndReason::Running;
    progress.stepsPerSecond = recentStepsPerSecond(run);
    if (progress.isRunning && progress.stepsPerSecond > 0.0) {
        progress.secondsLeft =
            static_cast<double>(progress.total - progress.done) / progress.stepsPerSecond;
    }
    return progress;
}

void addConfiguration(const Run& run, const std::vector<OpenRun>& others, OverviewFacts& facts)
{
    QStringList seen;
    for (const Property& property : run.properties()) {
        const QString key = toWholeText(run.text(property.key));
        if (run.text(property.section) != "configuration" || seen.contains(key)) {
            continue;
        }
        seen.push_back(key);
        PropertyRow row;
        row.name = key;
        row.value = plainValue(run.text(property.value));
        row.toolTip = row.value;
        QStringList values;
        for (const OpenRun& other : others) {
            const QString value =
                plainValue(other.run->property("configuration", run.text(property.key)));
            row.isBold = row.isBold || value != row.value;
            values.push_back(value.isEmpty() ? noValue() : value);
        }
        if (row.isBold) {
            ++facts.differing;
            row.note = values.mid(0, 4).join(QStringLiteral(", "))
                       + (values.size() > 4 ? QStringLiteral(", …") : QString());
            row.toolTip =
                OverviewText::tr("Other shown runs: %1").arg(values.join(QStringLiteral(", ")));
        }
        facts.configuration.push_back(std::move(row));
    }
}

void addFindings(const Run& run, OverviewFacts& facts)
{
    for (const Finding& finding : run.findings()) {
        OverviewFinding row;
        row.severity = finding.severity;
        row.title = QString::fromStdString(finding.title);
        row.detail = QString::fromStdString(finding.detail);
        if (finding.step != kNoStep) {
            row.step = finding.step;
        }
        const QJsonObject metadata =
            QJsonDocument::fromJson(QByteArray::fromStdString(finding.metadata)).object();
        row.tag = metadata.value(QLatin1String("tag")).toString();
        facts.findings.push_back(std::move(row));
    }
    std::ranges::stable_sort(facts.findings, std::ranges::greater{}, &OverviewFinding::severity);
}

} // namespace

QString plainValue(std::string_view json)
{
    QString text = toWholeText(json);
    if (!text.startsWith(QLatin1Char('"'))) {
        return text;
    }
    const QJsonDocument document = QJsonDocument::fromJson('[' + text.toUtf8() + ']');
    return document.isArray() && document.array().size() == 1 ? document.array().first().toString()
                                                              : text;
}

std::optional<std::int64_t> configuredSteps(const Run& run)
{
    for (const char* key : {"total_steps", "steps_total"}) {
        if (const auto total = wholeOf(run, key)) {
            return total;
        }
    }
    const auto epochs = wholeOf(run, "epochs");
    const auto each = wholeOf(run, "steps_per_epoch");
    std::int64_t total = 0;
    if (epochs && each && !__builtin_mul_overflow(*epochs, *each, &total)) {
        return total;
    }
    return std::nullopt;
}

double recentStepsPerSecond(const Run& run)
{
    constexpr std::size_t kRows = 200;
    const ScalarSeries* longest = nullptr;
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        const ScalarSeries* series = run.scalars(static_cast<TagId>(i));
        if (series != nullptr && (longest == nullptr || series->size() > longest->size())) {
            longest = series;
        }
    }
    if (longest == nullptr || longest->size() < 2) {
        return 0.0;
    }
    const std::size_t last = longest->size() - 1;
    const std::size_t first = last > kRows ? last - kRows : 0;
    if (longest->wallNs[first] == kNoTime || longest->wallNs[last] == kNoTime) {
        return 0.0;
    }
    const double seconds =
        (static_cast<double>(longest->wallNs[last]) - static_cast<double>(longest->wallNs[first]))
        * 1e-9;
    const double steps =
        static_cast<double>(longest->steps[last]) - static_cast<double>(longest->steps[first]);
    return seconds > 0.0 && steps > 0.0 ? steps / seconds : 0.0;
}

std::optional<StepDurations> stepDurations(const Run& run)
{
    std::vector<std::int64_t> durations;
    for (std::size_t i = 0; i < run.tracks().size(); ++i) {
        // One rank stands for all: the steps of a run are counted once.
        const SpanSeries* spans =
            run.tracks()[i].kind == TrackKind::Step ? run.spans(static_cast<TrackId>(i)) : nullptr;
        if (spans != nullptr && spans->size() > durations.size()) {
            durations.resize(spans->size());
            spans->durationNs.copyTo(0, durations);
        }
    }
    if (durations.empty()) {
        return std::nullopt;
    }
    std::ranges::sort(durations);
    const auto at = [&durations](double share) {
        const double position = share * static_cast<double>(durations.size() - 1);
        const auto below = static_cast<std::size_t>(position);
        const std::size_t above = std::min(below + 1, durations.size() - 1);
        const double part = position - static_cast<double>(below);
        return static_cast<double>(durations[below]) * (1.0 - part)
               + static_cast<double>(durations[above]) * part;
    };
    return StepDurations{durations.size(), at(0.5), at(0.95)};
}

std::optional<std::pair<std::int64_t, std::int64_t>> stepExtent(const Run& run)
{
    std::optional<std::pair<std::int64_t, std::int64_t>> extent;
    const auto consider = [&extent](std::int64_t step) {
        if (step != kNoStep) {
            extent = extent
                         ? std::pair(std::min(extent->first, step), std::max(extent->second, step))
                         : std::pair(step, step);
        }
    };
    const auto considerAll = [&](const ColumnView<std::int64_t>& steps) {
        for (std::size_t k = 0; k < steps.chunkCount(); ++k) {
            const auto chunk = steps.chunk(k);
            if (!chunk.empty()) {
                const auto [least, most] = std::ranges::minmax(chunk);
                consider(least);
                consider(most);
            }
        }
    };
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        if (const ScalarSeries* series = run.scalars(static_cast<TagId>(i))) {
            considerAll(series->steps);
        }
    }
    for (std::size_t i = 0; i < run.tracks().size(); ++i) {
        const SpanSeries* spans = run.spans(static_cast<TrackId>(i));
        if (spans != nullptr && run.tracks()[i].kind == TrackKind::Step) {
            considerAll(spans->steps);
        }
    }
    return extent;
}

QStringList keyTags(const Run& run, int atMost)
{
    static const QRegularExpression kTest(
        QStringLiteral("(^|[/_.\\-])(test|val|valid|validation|eval)($|[/_.\\-])"),
        QRegularExpression::CaseInsensitiveOption);

    struct Candidate {
        QString name;
        int order = 0;
        std::size_t rows = 0;
    };

    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        const ScalarSeries* series = run.scalars(static_cast<TagId>(i));
        if (series == nullptr || series->size() == 0) {
            continue;
        }
        const QString name = toWholeText(run.tagName(static_cast<TagId>(i)));
        if (std::ranges::any_of(candidates,
                                [&](const Candidate& other) { return other.name == name; })) {
            continue;
        }
        const bool isTest = kTest.match(name).hasMatch();
        const int importance = tagImportance(name);
        // Training loss, test loss, test accuracy; what is left of losses and accuracies; the rest.
        const int order = importance == 0   ? (isTest ? 1 : 0)
                          : importance == 1 ? (isTest ? 2 : 3)
                                            : 4;
        candidates.push_back({name, order, series->size()});
        if (candidates.size() >= 10'000) {
            break;
        }
    }
    std::ranges::stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
        return a.order != b.order ? a.order < b.order : a.order == 4 && a.rows > b.rows;
    });
    QStringList chosen;
    // One of each sort first, then more of the same sorts.
    for (int order = 0; order <= 4 && chosen.size() < atMost; ++order) {
        const auto first = std::ranges::find(candidates, order, &Candidate::order);
        if (first != candidates.end()) {
            chosen.push_back(first->name);
        }
    }
    for (const Candidate& candidate : candidates) {
        if (chosen.size() < atMost && !chosen.contains(candidate.name)) {
            chosen.push_back(candidate.name);
        }
    }
    return chosen;
}

OverviewFacts
overviewFacts(const OpenRun& run, const std::vector<OpenRun>& others, const std::stop_token& stop)
{
    OverviewFacts facts;
    facts.runKey = run.key;
    facts.ended = run.run->ended();
    facts.facts = factsOf(*run.run);
    if (stop.stop_requested()) {
        return facts;
    }
    facts.progress = progressOf(*run.run);
    addConfiguration(*run.run, others, facts);
    addRecording(run, facts);
    addRecorded(*run.run, facts);
    addFindings(*run.run, facts);
    facts.keyTags = keyTags(*run.run);
    return facts;
}

} // namespace runlens::viewers
