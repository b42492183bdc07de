// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/settings.h"

#include <QCryptographicHash>

#include <algorithm>

namespace runlens::app {

namespace {

constexpr int kMostRecent = 10;

/// Paths hold characters that have a meaning in the store, so their hash names the group.
QString groupOf(const char* kind, const QString& path)
{
    const QByteArray hash = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1);
    return QLatin1String(kind) + u'/' + QString::fromLatin1(hash.toHex());
}

} // namespace

Settings::Settings(const QString& iniFile)
    : m_store(iniFile.isEmpty() ? std::make_unique<QSettings>(QSettings::IniFormat,
                                                              QSettings::UserScope,
                                                              QStringLiteral("runlens"),
                                                              QStringLiteral("runlens"))
                                : std::make_unique<QSettings>(iniFile, QSettings::IniFormat))
{}

ThemeChoice Settings::theme() const
{
    const QString name = value(QStringLiteral("theme")).toString();
    if (name == u"light") {
        return ThemeChoice::Light;
    }
    return name == u"dark" ? ThemeChoice::Dark : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice choice)
{
    setValue(QStringLiteral("theme"),
             choice == ThemeChoice::Light  ? QStringLiteral("light")
             : choice == ThemeChoice::Dark ? QStringLiteral("dark")
                                           : QStringLiteral("system"));
}

QString Settings::language() const
{
    return value(QStringLiteral("language")).toString();
}

void Settings::setLanguage(const QString& language)
{
    setValue(QStringLiteral("language"), language);
}

bool Settings::isFollowing() const
{
    return value(QStringLiteral("following"), true).toBool();
}

void Settings::setFollowing(bool isFollowing)
{
    setValue(QStringLiteral("following"), isFollowing);
}

int Settings::followIntervalMs() const
{
    return std::clamp(value(QStringLiteral("followIntervalMs"), 1000).toInt(), 100, 600'000);
}

void Settings::setFollowIntervalMs(int ms)
{
    setValue(QStringLiteral("followIntervalMs"), ms);
}

RunNotes Settings::run(const QString& key) const
{
    const QString group = groupOf("run", key) + u'/';
    RunNotes notes;
    notes.name = m_store->value(group + QStringLiteral("name")).toString();
    notes.note = m_store->value(group + QStringLiteral("note")).toString();
    notes.tags = m_store->value(group + QStringLiteral("tags")).toStringList();
    notes.colourSlot =
        std::clamp(m_store->value(group + QStringLiteral("colour"), -1).toInt(), -1, 29);
    if (m_store->contains(group + QStringLiteral("shown"))) {
        notes.isShown = m_store->value(group + QStringLiteral("shown")).toBool();
    }
    notes.isHidden = m_store->value(group + QStringLiteral("hidden"), false).toBool();
    return notes;
}

void Settings::setRun(const QString& key, const RunNotes& notes)
{
    const QString group = groupOf("run", key) + u'/';
    m_store->setValue(group + QStringLiteral("path"), key);
    m_store->setValue(group + QStringLiteral("name"), notes.name);
    m_store->setValue(group + QStringLiteral("note"), notes.note);
    if (notes.tags.isEmpty()) {
        m_store->remove(group + QStringLiteral("tags"));
    } else {
        m_store->setValue(group + QStringLiteral("tags"), notes.tags);
    }
    m_store->setValue(group + QStringLiteral("colour"), notes.colourSlot);
    if (notes.isShown) {
        m_store->setValue(group + QStringLiteral("shown"), *notes.isShown);
    } else {
        m_store->remove(group + QStringLiteral("shown"));
    }
    m_store->setValue(group + QStringLiteral("hidden"), notes.isHidden);
}

FolderState Settings::folder(const QStringList& paths) const
{
    const QString group = groupOf("folder", paths.join(u'\n')) + u'/';
    FolderState state;
    state.view = m_store->value(group + QStringLiteral("view")).toString();
    state.metric = m_store->value(group + QStringLiteral("metric")).toString();
    m_store->beginGroup(group + QStringLiteral("views"));
    const QStringList views = m_store->childKeys();
    for (const QString& view : views) {
        state.viewStates.insert(view, m_store->value(view).toByteArray());
    }
    m_store->endGroup();
    return state;
}

void Settings::setFolder(const QStringList& paths, const FolderState& state)
{
    const QString group = groupOf("folder", paths.join(u'\n')) + u'/';
    m_store->setValue(group + QStringLiteral("path"), paths);
    m_store->setValue(group + QStringLiteral("view"), state.view);
    m_store->setValue(group + QStringLiteral("metric"), state.metric);
    for (auto at = state.viewStates.begin(); at != state.viewStates.end(); ++at) {
        m_store->setValue(group + QStringLiteral("views/") + at.key(), at.value());
    }
}

QList<RecentFolder> Settings::recent() const
{
    QList<RecentFolder> list;
    const int size = std::min(m_store->beginReadArray(QStringLiteral("recent")), kMostRecent);
    for (int i = 0; i < size; ++i) {
        m_store->setArrayIndex(i);
        RecentFolder folder;
        folder.paths = m_store->value(QStringLiteral("paths")).toStringList();
        folder.runs = m_store->value(QStringLiteral("runs")).toInt();
        folder.sizeBytes = m_store->value(QStringLiteral("bytes")).toLongLong();
        folder.opened = m_store->value(QStringLiteral("opened")).toDateTime();
        if (!folder.paths.isEmpty()) {
            list.push_back(folder);
        }
    }
    m_store->endArray();
    return list;
}

void Settings::addRecent(const RecentFolder& folder)
{
    QList<RecentFolder> list = recent();
    list.erase(std::remove_if(list.begin(),
                              list.end(),
                              [&](const RecentFolder& old) { return old.paths == folder.paths; }),
               list.end());
    list.push_front(folder);
    m_store->remove(QStringLiteral("recent"));
    m_store->beginWriteArray(QStringLiteral("recent"));
    for (int i = 0; i < std::min<int>(kMostRecent, static_cast<int>(list.size())); ++i) {
        m_store->setArrayIndex(i);
        m_store->setValue(QStringLiteral("paths"), list[i].paths);
        m_store->setValue(QStringLiteral("runs"), list[i].runs);
        m_store->setValue(QStringLiteral("bytes"), list[i].sizeBytes);
        m_store->setValue(QStringLiteral("opened"), list[i].opened);
    }
    m_store->endArray();
}

void Settings::clearRecent()
{
    m_store->remove(QStringLiteral("recent"));
}

QVariant Settings::value(const QString& name, const QVariant& fallback) const
{
    return m_store->value(name, fallback);
}

void Settings::setValue(const QString& name, const QVariant& value)
{
    m_store->setValue(name, value);
}

} // namespace runlens::app
