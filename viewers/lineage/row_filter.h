// SPDX-License-Identifier: GPL-3.0-or-later
/// The filter box over the table of runs: words separated by blanks, all of which must hold. A word
/// is `column>value` (also >= < <= = !=) over a column by its title or key, or else a text that
/// must stand in the name, tags, remark or a shown cell. What is missing holds no comparison.
#pragma once

#include "viewers/lineage/run_table_model.h"

#include <QString>

#include <optional>

namespace runlens::viewers {

class RowFilter {
public:
    RowFilter() = default; ///< lets everything through
    explicit RowFilter(const QString& text);

    [[nodiscard]] bool isEmpty() const { return m_terms.isEmpty(); }

    /// Finds the columns that are named; to be called for each table before matches(). Returns the
    /// first name that the table does not have; empty when it has all.
    QString resolve(const RunTable& table);

    /// row of the table; shown: its columns that are looked into for plain words.
    [[nodiscard]] bool matches(const RunTable& table,
                               const RunLabel& label,
                               std::size_t row,
                               const std::vector<int>& shown) const;

private:
    struct Term {
        QString column; ///< empty: text is looked for everywhere
        int index = -1; ///< of the column
        QString sign;
        QString text;
        std::optional<double> number;
    };

    [[nodiscard]] static int findColumn(const RunTable& table, const QString& name);
    [[nodiscard]] static bool holds(const Term& term, const RunColumn& column, std::size_t row);

    QList<Term> m_terms;
};

} // namespace runlens::viewers
