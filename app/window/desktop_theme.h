// SPDX-License-Identifier: GPL-3.0-or-later
/// The desktop's wish for light or dark, asked over D-Bus (org.freedesktop.appearance
/// color-scheme). Never blocks: light until an answer comes, and light for ever where nobody
/// answers.
#pragma once

#include "viewers/common/palette.h"

#include <QDBusVariant>
#include <QObject>

namespace runlens::app {

class DesktopTheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopTheme(QObject* parent = nullptr);

    [[nodiscard]] viewers::Theme theme() const { return m_theme; }

signals:
    void changed(runlens::viewers::Theme theme);

private slots: // NOLINT(readability-redundant-access-specifiers)
    void takeSetting(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(const QVariant& value);

    viewers::Theme m_theme = viewers::Theme::Light;
};

} // namespace runlens::app
