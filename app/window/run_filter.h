// SPDX-License-Identifier: GPL-3.0-or-later
/// The filter box of the run tree: words separated by blanks, all of which must hold. A word is
/// `key>value` (also >= <
/// <= = !=) over the last value of a scalar tag or a configuration value, or else a regular
/// expression over the name.
#pragma once

#include "summary_format/run.h"

#include <QList>
#include <QRegularExpression>
#include <QString>

#include <optional>

namespace runlens::app {

class RunFilter {
public:
    RunFilter() = default; ///< lets everything through
    explicit RunFilter(const QString& text);

    [[nodiscard]] bool isValid() const { return m_error.isEmpty(); }

    [[nodiscard]] const QString& error() const
    {
        return m_error;
    } ///< what is wrong with a regular expression

    [[nodiscard]] bool isEmpty() const { return m_terms.isEmpty(); }

    /// A comparison with a key that the run does not have does not hold; NaN compares with nothing
    /// but != .
    [[nodiscard]] bool matches(const QString& name, const Run& run) const;

private:
    enum class Comparison { Less, LessOrEqual, Greater, GreaterOrEqual, Equal, NotEqual };

    struct Term {
        QRegularExpression name; ///< when key is empty
        QString key;
        Comparison comparison = Comparison::Equal;
        QString text;
        std::optional<double> number;
    };

    void addTerm(const QString& word);
    [[nodiscard]] static bool holds(const Term& term, const Run& run);

    QList<Term> m_terms;
    QString m_error;
};

/// The last value of the scalar tag with this name, of the lowest rank that has one.
[[nodiscard]] std::optional<double> lastValueOf(const Run& run, const QString& tag);
/// A configuration or information value as plain text ("0.9", "Momentum"); empty when absent.
[[nodiscard]] QString propertyText(const Run& run, const QString& key);
/// A JSON value of a property as it is shown: texts without their quotes.
[[nodiscard]] QString plainText(std::string_view json);

} // namespace runlens::app
