// SPDX-License-Identifier: GPL-3.0-or-later
// The menus of the run browser: what can be done to a run.
#include "app/window/run_browser.h"
#include "viewers/common/icons.h"
#include "viewers/common/run_editor.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QFileInfo>
#include <QInputDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QTreeView>
#include <QUrl>

namespace runlens::app {

using viewers::OpenRun;

void RunBrowser::openPanelMenu()
{
    QMenu menu(this);
    menu.addAction(tr("Show all"), this, [this] { showAll(true); });
    menu.addAction(tr("Show none"), this, [this] { showAll(false); });
    menu.addSeparator();
    menu.addAction(tr("Open all groups"), m_tree, &QTreeView::expandAll);
    menu.addAction(tr("Close all groups"), m_tree, &QTreeView::collapseAll);
    menu.addSeparator();
    const int hidden = m_session->hiddenCount();
    QAction* unhide = menu.addAction(
        tr("Bring back %n hidden run(s)", nullptr, hidden), m_session, &Session::unhideAll);
    unhide->setEnabled(hidden > 0);
    menu.exec(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

void RunBrowser::openMenu(const QPoint& position)
{
    const QModelIndex index = m_tree->indexAt(position);
    if (!index.isValid()) {
        return;
    }
    const QString key = index.data(RunModel::KeyRole).toString();
    QStringList keys = selectedKeys();
    if (key.isEmpty() || !keys.contains(key)) {
        keys = m_model->keysBelow(index);
    }
    QMenu menu(this);
    menu.addAction(tr("Show"), m_session, [this, keys] { m_session->setShown(keys, true); });
    menu.addAction(tr("Show only this"), m_session, [this, keys] { m_session->showOnly(keys); });
    menu.addAction(
        tr("Take from the views"), m_session, [this, keys] { m_session->setShown(keys, false); });
    if (!key.isEmpty()) {
        menu.addSeparator();
        const QPersistentModelIndex row(index);
        menu.addAction(
            tr("Rename"), QKeySequence(Qt::Key_F2), this, [this, row] { m_tree->edit(row); });
        const OpenRun* run = m_runs->find(key);
        QMenu* colours = menu.addMenu(tr("Colour"));
        for (int slot = 0; slot < 10; ++slot) {
            QPixmap swatch(12, 12);
            swatch.fill(m_palette->runColour(slot));
            QAction* choice = colours->addAction(
                QIcon(swatch), tr("Colour %1").arg(slot + 1), m_session, [this, key, slot] {
                    m_session->setColour(key, slot);
                });
            choice->setCheckable(true);
            choice->setChecked(run != nullptr && run->colourSlot == slot);
        }
        menu.addAction(tr("Tags…"), this, [this, key] { editTags(key); });
        menu.addAction(tr("Note…"), this, [this, key] { editNote(key); });
    }
    menu.addSeparator();
    menu.addAction(
        tr("Hide from the list"), m_session, [this, keys] { m_session->setHidden(keys, true); });
    menu.addAction(
        tr("Copy path"), this, [keys] { QApplication::clipboard()->setText(keys.join(u'\n')); });
    if (!key.isEmpty()) {
        menu.addAction(tr("Open folder"), this, [key] {
            const QFileInfo info(key);
            QDesktopServices::openUrl(
                QUrl::fromLocalFile(info.isDir() ? info.absoluteFilePath() : info.absolutePath()));
        });
    }
    menu.exec(m_tree->viewport()->mapToGlobal(position));
}

void RunBrowser::editTags(const QString& key)
{
    const OpenRun* run = m_runs->find(key);
    bool isAccepted = false;
    const QString text =
        QInputDialog::getText(this,
                              tr("Tags"),
                              tr("Tags of this run, with commas between them:"),
                              QLineEdit::Normal,
                              run != nullptr ? run->tags.join(QStringLiteral(", ")) : QString(),
                              &isAccepted);
    if (isAccepted) {
        m_session->setTags(key, viewers::tagsFromText(text));
    }
}

void RunBrowser::editNote(const QString& key)
{
    bool isAccepted = false;
    const QString note = QInputDialog::getMultiLineText(
        this, tr("Note"), tr("Note about this run:"), m_session->noteOf(key), &isAccepted);
    if (isAccepted) {
        m_session->setNote(key, note);
    }
}

} // namespace runlens::app
