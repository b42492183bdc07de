// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/desktop_theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace runlens::app {

namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kGroup = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");

} // namespace

DesktopTheme::DesktopTheme(QObject* parent) : QObject(parent)
{
    if (!qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")) {
        return; // without an address Qt would start a bus of its own
    }
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(kService,
                kPath,
                kInterface,
                QStringLiteral("SettingChanged"),
                this,
                SLOT(takeSetting(QString, QString, QDBusVariant)));
    QDBusMessage call =
        QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    call.setArguments({kGroup, kKey});
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(call, 2000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (!reply.isError()) {
            take(reply.value().variant());
        }
        watcher->deleteLater();
    });
}

void DesktopTheme::takeSetting(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group == kGroup && key == kKey) {
        take(value.variant());
    }
}

void DesktopTheme::take(const QVariant& value)
{
    // Some portals wrap the number once more.
    QVariant number = value;
    for (int depth = 0; depth < 4 && number.canConvert<QDBusVariant>(); ++depth) {
        number = number.value<QDBusVariant>().variant();
    }
    const auto theme = number.toUInt() == 1 ? viewers::Theme::Dark : viewers::Theme::Light;
    if (theme != m_theme) {
        m_theme = theme;
        emit changed(theme);
    }
}

} // namespace runlens::app
