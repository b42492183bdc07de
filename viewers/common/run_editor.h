// SPDX-License-Identifier: GPL-3.0-or-later
/// What a view may ask to be changed about a run: what the user says of it. Kept in the user's
/// settings by the path of the run, never beside its data; told to all through RunSet::changed. GUI
/// thread only.
#pragma once

#include <QString>
#include <QStringList>

namespace runlens::viewers {

class RunEditor {
public:
    RunEditor() = default;
    RunEditor(const RunEditor&) = delete;
    RunEditor& operator=(const RunEditor&) = delete;
    virtual ~RunEditor() = default;

    virtual void setNote(const QString& key, const QString& note) = 0;
    virtual void setTags(const QString& key, const QStringList& tags) = 0;
    virtual void setColour(const QString& key, int slot) = 0; ///< Palette::runColour
    virtual void setShown(const QStringList& keys, bool isShown) = 0;
};

/// "good, long run" as two tags without blanks around them; each once. A comma of a Chinese
/// keyboard parts tags too.
[[nodiscard]] inline QStringList tagsFromText(QString text)
{
    text.replace(QChar(0xFF0C), QChar(u','));
    QStringList tags;
    const QStringList parts = text.split(QChar(u','));
    for (const QString& part : parts) {
        if (!part.trimmed().isEmpty()) {
            tags.push_back(part.trimmed());
        }
    }
    tags.removeDuplicates();
    return tags;
}

} // namespace runlens::viewers
