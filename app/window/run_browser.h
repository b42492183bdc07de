// SPDX-License-Identifier: GPL-3.0-or-later
/// The panel of runs at the left: how many are shown, a filter box, the tree, and the chooser of
/// the key metric at the bottom. What the user does to runs goes to the Session; the selected row
/// is Selection::run.
#pragma once

#include "app/window/run_model.h"
#include "app/window/session.h"
#include "viewers/common/selection.h"
#include "viewers/common/widgets.h"

#include <QSet>
#include <QWidget>

class QComboBox;
class QTreeView;

namespace runlens::app {

class RunBrowser : public QWidget {
    Q_OBJECT

public:
    RunBrowser(Session* session,
               viewers::RunSet* runs,
               viewers::Selection* selection,
               viewers::Palette* palette,
               QWidget* parent = nullptr);

    void focusFilter();
    void showAll(bool isShown); ///< all runs that pass the filter

    [[nodiscard]] QString metricTag() const { return m_model->metric(); }

    void setMetric(const QString& tag); ///< empty: the best one there is

    [[nodiscard]] QTreeView* tree() const { return m_tree; }

    [[nodiscard]] RunModel* model() const { return m_model; }

    [[nodiscard]] viewers::SearchField* filterField() const { return m_filter; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildHeader();
    void buildTree();
    void buildMetricRow();
    void applyFilter();
    void updateCounts();
    void updateMetrics();
    void expandGroups();
    void selectCurrent();
    void openMenu(const QPoint& position);
    void openPanelMenu();
    void editNote(const QString& key);
    void editTags(const QString& key);
    [[nodiscard]] QStringList selectedKeys() const;

    Session* m_session;
    viewers::RunSet* m_runs;
    viewers::Selection* m_selection;
    viewers::Palette* m_palette;
    RunModel* m_model;
    viewers::TextLabel* m_count = nullptr;
    viewers::IconButton* m_more = nullptr;
    viewers::SearchField* m_filter = nullptr;
    viewers::TextLabel* m_hint = nullptr;
    QTreeView* m_tree = nullptr;
    QComboBox* m_metric = nullptr;
    QSet<QString> m_closedGroups;
    bool m_isMetricChosen = false; ///< by the user: stays even when a better one appears
    bool m_isUpdating = false;
};

} // namespace runlens::app
