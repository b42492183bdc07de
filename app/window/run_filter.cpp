// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_filter.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace runlens::app {

RunFilter::RunFilter(const QString& text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (const QString& word : words) {
        addTerm(word);
    }
}

void RunFilter::addTerm(const QString& word)
{
    static const QRegularExpression kComparison(QStringLiteral("^([^<>=!]+)(>=|<=|!=|>|<|=)(.+)$"));
    Term term;
    if (const auto match = kComparison.match(word); match.hasMatch()) {
        const QString sign = match.captured(2);
        term.key = match.captured(1);
        term.text = match.captured(3);
        term.comparison = sign == u">"    ? Comparison::Greater
                          : sign == u">=" ? Comparison::GreaterOrEqual
                          : sign == u"<"  ? Comparison::Less
                          : sign == u"<=" ? Comparison::LessOrEqual
                          : sign == u"!=" ? Comparison::NotEqual
                                          : Comparison::Equal;
        bool isNumber = false;
        QString plain = term.text;
        const bool isPercent = plain.endsWith(u'%');
        if (isPercent) {
            plain.chop(1);
        }
        const double number = plain.toDouble(&isNumber);
        if (isNumber) {
            term.number = isPercent ? number / 100.0 : number;
        }
    } else {
        term.name = QRegularExpression(word, QRegularExpression::CaseInsensitiveOption);
        if (!term.name.isValid()) {
            m_error = term.name.errorString();
            return;
        }
    }
    m_terms.push_back(term);
}

bool RunFilter::holds(const Term& term, const Run& run)
{
    std::optional<double> value = lastValueOf(run, term.key);
    QString text;
    if (!value) {
        text = propertyText(run, term.key);
        if (text.isEmpty()) {
            return false;
        }
        bool isNumber = false;
        const double number = text.toDouble(&isNumber);
        if (isNumber) {
            value = number;
        }
    }
    if (!value || !term.number) {
        const bool isEqual = text.compare(term.text, Qt::CaseInsensitive) == 0;
        return term.comparison == Comparison::Equal
                   ? isEqual
                   : term.comparison == Comparison::NotEqual && !isEqual;
    }
    switch (term.comparison) {
    case Comparison::Less:
        return *value < *term.number;
    case Comparison::LessOrEqual:
        return *value <= *term.number;
    case Comparison::Greater:
        return *value > *term.number;
    case Comparison::GreaterOrEqual:
        return *value >= *term.number;
    case Comparison::Equal:
        return *value == *term.number;
    case Comparison::NotEqual:
        return *value != *term.number;
    }
    return false;
}

bool RunFilter::matches(const QString& name, const Run& run) const
{
    for (const Term& term : m_terms) {
        const bool isTrue =
            term.key.isEmpty() ? term.name.match(name).hasMatch() : holds(term, run);
        if (!isTrue) {
            return false;
        }
    }
    return true;
}

std::optional<double> lastValueOf(const Run& run, const QString& tag)
{
    const TagId id = run.findTag(tag.toStdString(), RecordKind::Scalar);
    const ScalarSeries* series = run.scalars(id);
    if (series == nullptr || series->size() == 0) {
        return std::nullopt;
    }
    return series->value(series->size() - 1);
}

QString propertyText(const Run& run, const QString& key)
{
    const std::string name = key.toStdString();
    for (const char* section : {"configuration", "info"}) {
        const std::string_view json = run.property(section, name);
        if (!json.empty()) {
            return plainText(json);
        }
    }
    return {};
}

QString plainText(std::string_view json)
{
    QString text = QString::fromUtf8(json.data(), static_cast<qsizetype>(json.size()));
    if (!text.startsWith(u'"')) {
        return text;
    }
    const QJsonDocument parsed = QJsonDocument::fromJson('[' + text.toUtf8() + ']');
    return parsed.isArray() && parsed.array().size() == 1 ? parsed.array().first().toString()
                                                          : text;
}

} // namespace runlens::app
