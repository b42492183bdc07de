// SPDX-License-Identifier: GPL-3.0-or-later
/// What several runs were made with and what came out, as a table by columns: one row a run, one
/// column for each parameter, metric, data-set fact and fact of the run. A cell that a run has no
/// value for is missing, which is neither zero nor NaN. Knows no Qt; made on a worker, const
/// afterwards.
#pragma once

#include "summary_format/run_lineage.h"
#include "summary_format/run_reader.h"

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace runlens::viewers {

/// What the numbers of a column mean.
enum class ColumnUnit : std::uint8_t { None, Time, Duration }; ///< the latter in nanoseconds

/// One fact of one run.
struct RunField {
    std::string key;
    FactGroup group = FactGroup::Parameter;
    ColumnUnit unit = ColumnUnit::None;
    std::string text;
    bool isText = false;
};

/// Everything the table needs of one run; made once for each of its snapshots.
struct RunRecord {
    std::string key;             ///< OpenRun::key
    std::weak_ptr<const Run> of; ///< the snapshot it was made from
    bool isRead = false;         ///< false: nothing is known of the run yet
    std::vector<RunField> fields;
    std::vector<std::string> metricTags; ///< scalars that an HParams experiment calls its metrics
    std::vector<std::string> problems;   ///< what could not be read
};

struct RunCell {
    enum class Kind : std::uint8_t { Missing, Number, Text };
    Kind kind = Kind::Missing;
    double number = std::numeric_limits<double>::quiet_NaN();
    std::string text; ///< as the run says it
};

/// Which value of a scalar tag a column shows.
enum class ColumnPart : std::uint8_t { Whole, Last, Minimum, Maximum };

struct RunColumn {
    std::string key;
    std::string title; ///< the key without its prefix, unless another column has the same
    FactGroup group = FactGroup::Parameter;
    ColumnUnit unit = ColumnUnit::None;
    ColumnPart part = ColumnPart::Whole;
    bool isMetric = false;      ///< an HParams experiment says so
    std::vector<RunCell> cells; ///< by row

    bool isNumeric = false;              ///< every value that is there is a number
    std::vector<std::string> categories; ///< otherwise: the different texts, sorted
    std::size_t present = 0;             ///< runs that have a value
    std::size_t nonFinite = 0;           ///< of these, NaN or infinite
    double minimum = 0.0;                ///< of the finite ones; of categories their indices
    double maximum = -1.0;               ///< below the minimum: there is none
    bool differs = false;                ///< runs that have a value have different ones

    /// The number, the index of the category, NaN when missing.
    [[nodiscard]] double value(std::size_t row) const;
    [[nodiscard]] bool isMissing(std::size_t row) const;
    /// Has a range, and not more categories than an axis can hold.
    [[nodiscard]] bool canBeDrawn() const;

    [[nodiscard]] bool canBeLog() const { return isNumeric && minimum > 0.0 && minimum < maximum; }
};

inline constexpr std::size_t kMostCategories = 60; ///< of an axis
inline constexpr std::size_t kMostColumns = 5000;  ///< of a table; those beyond it are counted

struct RunTable {
    std::vector<std::shared_ptr<const RunRecord>> rows;
    std::vector<RunColumn> columns;   ///< by group, then in order of first appearance
    std::map<std::string, int> byKey; ///< index of a column
    std::size_t columnsLeftOut = 0;

    [[nodiscard]] int find(const std::string& key) const; ///< -1 when there is none
};

/// What a user selected on an axis: values from low to high (indices of categories), and the runs
/// that have none.
struct Brush {
    double low = 0.0;
    double high = 0.0;
    bool takesMissing = false;
    bool takesNonFinite = false;

    [[nodiscard]] bool accepts(const RunColumn& column, std::size_t row) const;
    friend bool operator==(const Brush&, const Brush&) = default;
};

/// One run to be read. Without a reader the run is opened for the time of reading.
struct RunToRead {
    std::string key;
    std::shared_ptr<const Run> run;
    std::shared_ptr<const RunReader> reader;
    bool isLoading = false;    ///< more is to come
    bool isLeftClosed = false; ///< the window has too many runs to keep all of them open
};

/// Reads payloads of the run's files: for a worker.
[[nodiscard]] std::shared_ptr<const RunRecord> readRecord(const RunToRead& run,
                                                          const std::stop_token& stop);

[[nodiscard]] RunTable makeRunTable(std::vector<std::shared_ptr<const RunRecord>> rows,
                                    const std::stop_token& stop = {});

/// Keys of the columns that say most: parameters that differ, metrics, how long it took.
[[nodiscard]] std::vector<std::string> tellingColumns(const RunTable& table);
/// The metric that is looked at unless another is chosen; empty when there is none.
[[nodiscard]] std::string tellingMetric(const RunTable& table);

} // namespace runlens::viewers
