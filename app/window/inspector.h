// SPDX-License-Identifier: GPL-3.0-or-later
/// The panel at the right: facts of whatever was selected last (span, node, pass, point, run), then
/// links that switch the view and carry the selection along. The facts are made on a worker; an
/// older request is dropped.
#pragma once

#include "app/window/inspector_content.h"
#include "viewers/common/async.h"
#include "viewers/common/run_set.h"
#include "viewers/common/widgets.h"

#include <QTimer>
#include <QWidget>

class QScrollArea;
class QVBoxLayout;

namespace runlens::app {

class Inspector : public QWidget {
    Q_OBJECT

public:
    Inspector(viewers::RunSet* runs,
              viewers::Selection* selection,
              viewers::Palette* palette,
              QWidget* parent = nullptr);

    [[nodiscard]] const InspectorContent& content() const { return m_content; }

    [[nodiscard]] bool isSettled() const { return !m_work.isBusy() && !m_timer.isActive(); }

    /// Follows a link as a click does.
    void follow(const InspectorLink& link);

    [[nodiscard]] Subject subject() const { return m_subject; }

    void refresh() { m_timer.start(); }

signals:
    void showView(const QString& viewId);
    void closeAsked();
    void contentChanged();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void takeSelection(viewers::Selection::Aspects aspects);
    void request();
    void show(InspectorContent content);
    void rebuild();
    void addTitle(QVBoxLayout* column);
    void addSection(QVBoxLayout* column, const InspectorSection& section);
    void addHistogram(QVBoxLayout* column);

    viewers::RunSet* m_runs;
    viewers::Selection* m_selection;
    viewers::Palette* m_palette;
    viewers::AsyncSlot m_work;
    QTimer m_timer;
    QTimer m_refresh;
    QString m_shown; ///< what the content was about: the place in it is kept
    Subject m_subject = Subject::Run;
    InspectorContent m_content;
    viewers::TextLabel* m_kind = nullptr;
    QScrollArea* m_scroll = nullptr;
};

} // namespace runlens::app
