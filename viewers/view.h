// SPDX-License-Identifier: GPL-3.0-or-later
/// The interface of a view: a widget that shows the runs of a RunSet in its own way and speaks to
/// the others through the Selection only (and says something of a run through the RunEditor). A
/// view is a folder and a line in app/window/view_list.cpp.
#pragma once

#include "summary_format/base/result.h"
#include "viewers/common/palette.h"
#include "viewers/common/run_editor.h"
#include "viewers/common/run_set.h"
#include "viewers/common/selection.h"

#include <QList>
#include <QString>
#include <QWidget>

#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>

namespace runlens::viewers {

/// What every view gets. All outlive the view.
struct ViewContext {
    RunSet* runs = nullptr;
    Selection* selection = nullptr;
    Palette* palette = nullptr;
    RunEditor* editor = nullptr; ///< null: what is said of runs cannot be changed
};

enum class ExportFormat { Png, Svg, Pdf, Csv };

[[nodiscard]] QList<ExportFormat> allExportFormats();

/// An export for a worker: what became of it. It says how far it is in thousandths, and leaves what
/// was there before when it is stopped.
using ExportWork = std::function<Status(const std::stop_token& stop, std::atomic<int>& done)>;

/// Something the command palette can jump to.
struct PaletteEntry {
    QString title;  ///< "conv1/Conv2D-op0"
    QString detail; ///< "Graph node"
    std::function<void()> activate;
};

class View : public QWidget {
    Q_OBJECT

public:
    View(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context) {}

    /// Is there something to show for the shown runs? False dims the view in the rail.
    [[nodiscard]] virtual bool hasData() const = 0;
    /// One sentence that says what would fill the view, and the line of code that records it.
    [[nodiscard]] virtual QString emptyText() const = 0;

    [[nodiscard]] virtual QString emptyCode() const { return {}; }

    /// True when everything asked for has been computed and painted: render and tests wait for it
    /// (settled()).
    [[nodiscard]] virtual bool isSettled() const { return true; }

    /// Of a view that shows one run at a time: the key of the one on screen (empty: none), for the
    /// header bar.
    [[nodiscard]] virtual std::optional<QString> shownRunKey() const { return std::nullopt; }

    /// Controls of the view for its header bar (36 px); null for none. Owned by the view.
    [[nodiscard]] virtual QWidget* headerControls() { return nullptr; }

    [[nodiscard]] virtual QList<ExportFormat> exportFormats() const { return {}; }

    virtual Status exportTo(const QString& path, ExportFormat format);

    /// The same as work for a worker, where it may take long; empty: exportTo() does it at once.
    [[nodiscard]] virtual ExportWork exportWork(const QString&, ExportFormat) { return {}; }

    virtual void startSearch() {} ///< Ctrl+F

    [[nodiscard]] virtual QList<PaletteEntry> paletteEntries(const QString& typed, int limit) const;

    [[nodiscard]] virtual QByteArray saveState() const
    {
        return {};
    } ///< zoom and layout, for reopening

    virtual void restoreState(const QByteArray&) {}

signals:
    void settled();
    void dataAvailabilityChanged();       ///< hasData() may have changed
    void shownRunChanged();               ///< shownRunKey() is another one
    void showView(const QString& viewId); ///< asks the window to switch ("graph", "timeline", ...)

protected:
    [[nodiscard]] const ViewContext& context() const { return m_context; }

    void checkSettled(); ///< to be called when something asked for is done

private:
    ViewContext m_context;
};

/// One line of the list of views.
struct ViewEntry {
    QString id;    ///< "scalars": also `runlens render --view`
    QString title; ///< translated
    QString group; ///< translated: "", "Learn", "Understand", "Speed up"
    QString icon;  ///< resource name: ":/icons/scalars.svg"
    std::function<View*(ViewContext, QWidget*)> create;
};

} // namespace runlens::viewers
