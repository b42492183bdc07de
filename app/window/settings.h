// SPDX-License-Identifier: GPL-3.0-or-later
/// What Runlens remembers for this user: theme, language, recent folders, and per run path its
/// name, colour, note, tags and visibility. Nothing is ever written beside the data. GUI thread
/// only.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QList>
#include <QSettings>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace runlens::app {

enum class ThemeChoice { System, Light, Dark };

/// What the user said about one run.
struct RunNotes {
    QString name; ///< empty: the name of its folder
    QString note;
    QStringList tags;
    int colourSlot = -1;         ///< -1: none given yet
    std::optional<bool> isShown; ///< nullopt: never chosen
    bool isHidden = false;       ///< left out of the tree
    friend bool operator==(const RunNotes&, const RunNotes&) = default;
};

struct RecentFolder {
    QStringList paths; ///< what was opened together
    int runs = 0;
    qint64 sizeBytes = 0;
    QDateTime opened;
};

/// How the window was left for one set of opened paths.
struct FolderState {
    QString view;
    QString metric;
    QHash<QString, QByteArray> viewStates; ///< by view id
};

class Settings {
public:
    /// iniFile: empty for the user's own settings; tests and `render` give a file of their own.
    explicit Settings(const QString& iniFile = {});

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice choice);
    [[nodiscard]] QString language() const; ///< "en", "zh_CN"; empty: the language of the system
    void setLanguage(const QString& language);
    [[nodiscard]] bool isFollowing() const;
    void setFollowing(bool isFollowing);
    [[nodiscard]] int followIntervalMs() const;
    void setFollowIntervalMs(int ms);

    [[nodiscard]] RunNotes run(const QString& key) const;
    void setRun(const QString& key, const RunNotes& notes);

    [[nodiscard]] FolderState folder(const QStringList& paths) const;
    void setFolder(const QStringList& paths, const FolderState& state);

    [[nodiscard]] QList<RecentFolder> recent() const; ///< newest first, at most 10
    void addRecent(const RecentFolder& folder);
    void clearRecent();

    /// Layout of the window and other small things, by name.
    [[nodiscard]] QVariant value(const QString& name, const QVariant& fallback = {}) const;
    void setValue(const QString& name, const QVariant& value);

private:
    std::unique_ptr<QSettings> m_store;
};

} // namespace runlens::app
