// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/media/sample_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace runlens::viewers {

namespace {

std::vector<std::int64_t> numbersOf(const QJsonValue& value)
{
    std::vector<std::int64_t> numbers;
    const QJsonArray list = value.toArray();
    for (const auto& item : list) {
        numbers.push_back(item.toInteger(-1));
    }
    return numbers;
}

QString textOfBytes(std::span<const std::byte> bytes)
{
    return QString::fromUtf8(reinterpret_cast<const char*>(bytes.data()),
                             static_cast<qsizetype>(bytes.size()));
}

/// One line, and no character that ends a cell.
QString cellOf(const QString& text)
{
    QString cell = text;
    cell.replace(QLatin1Char('|'), QLatin1String("\\|"));
    cell.replace(QLatin1String("\r\n"), QLatin1String(" "));
    cell.replace(QLatin1Char('\n'), QLatin1Char(' '));
    cell.replace(QLatin1Char('\r'), QLatin1Char(' '));
    return cell.trimmed().isEmpty() ? QStringLiteral("\u00a0") : cell;
}

} // namespace

StringParts stringPartsOf(std::string_view metadata)
{
    const QJsonObject object =
        QJsonDocument::fromJson(
            QByteArray(metadata.data(), static_cast<qsizetype>(metadata.size())))
            .object();
    return {numbersOf(object.value("shape")), numbersOf(object.value("sizes"))};
}

std::vector<std::span<const std::byte>> splitStrings(std::span<const std::byte> payload,
                                                     const StringParts& parts)
{
    std::vector<std::span<const std::byte>> strings;
    std::size_t at = 0;
    for (const std::int64_t size : parts.sizes) {
        if (size < 0 || static_cast<std::uint64_t>(size) > payload.size() - at) {
            return {payload};
        }
        strings.push_back(payload.subspan(at, static_cast<std::size_t>(size)));
        at += static_cast<std::size_t>(size);
    }
    if (strings.empty() || at != payload.size()) {
        return {payload};
    }
    return strings;
}

SampleText textOf(std::span<const std::byte> payload, std::string_view metadata)
{
    SampleText text;
    if (payload.size() > kMostTextBytes) {
        text.isCut = true;
        text.plain = textOfBytes(payload.first(kMostTextBytes));
        text.markdown = text.plain;
        return text;
    }
    const StringParts parts = stringPartsOf(metadata);
    const auto strings = splitStrings(payload, parts);
    QStringList lines;
    for (const auto& bytes : strings) {
        lines << textOfBytes(bytes);
    }
    text.plain = lines.join(QLatin1Char('\n'));
    const bool isTable = strings.size() > 1 && (parts.shape.size() == 1 || parts.shape.size() == 2);
    if (!isTable) {
        text.markdown = text.plain;
        return text;
    }
    const std::int64_t columns = parts.shape.size() == 2 ? parts.shape[1] : 1;
    if (columns <= 0 || columns > lines.size() || lines.size() % columns != 0) {
        text.markdown = text.plain;
        return text;
    }
    text.rows = static_cast<int>(lines.size() / columns);
    // Markdown wants a head; the recorded table has none.
    text.markdown = QStringLiteral("|") + QStringLiteral(" |").repeated(static_cast<int>(columns))
                    + QStringLiteral("\n|")
                    + QStringLiteral("---|").repeated(static_cast<int>(columns))
                    + QLatin1Char('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        text.markdown +=
            (i % columns == 0 ? QStringLiteral("| ") : QStringLiteral(" | ")) + cellOf(lines[i]);
        if (i % columns == columns - 1) {
            text.markdown += QStringLiteral(" |\n");
        }
    }
    return text;
}

QVariant OfflineDocument::loadResource(int, const QUrl&)
{
    return QByteArray();
}

} // namespace runlens::viewers
