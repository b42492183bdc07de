// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of widgets share one QApplication, styled as the program is; settings go to a folder of
// their own.
#include <QApplication>
#include <QStandardPaths>

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("runlens-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("runlens-tests"));
    const QApplication application(argc, argv);
    return RUN_ALL_TESTS();
}
