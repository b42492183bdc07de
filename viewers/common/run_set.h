// SPDX-License-Identifier: GPL-3.0-or-later
/// The runs that are open in the window, with their colours and whether they are shown. GUI thread
/// only. Views read it and listen; the window alone changes it. A snapshot (OpenRun::run) is
/// immutable and may be handed to workers.
#pragma once

#include "summary_format/run_reader.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace runlens::viewers {

struct OpenRun {
    QString key;        ///< absolute path: stable over restarts
    QString name;       ///< shown
    QString note;       ///< what the user says of it
    QStringList tags;   ///< words of the user
    int colourSlot = 0; ///< Palette::runColour
    bool isShown = true;
    bool isLoading = false;
    bool isLeftClosed = false;      ///< too many runs to keep all open: read when it is shown
    std::shared_ptr<const Run> run; ///< never null
    std::shared_ptr<const RunReader> reader; ///< for load(); null in tests that need no payloads
};

class RunSet : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const std::vector<OpenRun>& runs() const { return m_runs; }

    [[nodiscard]] const OpenRun* find(const QString& key) const; ///< null when not open
    [[nodiscard]] std::vector<const OpenRun*> shown() const;

    void setRuns(std::vector<OpenRun> runs); ///< emits changed
    void updateRun(const QString& key,
                   std::shared_ptr<const Run> snapshot); ///< emits updated
    /// The same with the reader and whether the first reading still goes on; emits updated when
    /// anything differs.
    void updateRun(const QString& key,
                   std::shared_ptr<const Run> snapshot,
                   std::shared_ptr<const RunReader> reader,
                   bool isLoading);

signals:
    void changed();                   ///< list, order, colours or visibility
    void updated(const QString& key); ///< a new snapshot of one run

private:
    std::vector<OpenRun> m_runs;
};

} // namespace runlens::viewers
