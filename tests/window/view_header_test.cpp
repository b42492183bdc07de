// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/view_header.h"
#include "viewers/common/palette.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QPushButton>

#include <gtest/gtest.h>

#include <algorithm>

namespace runlens::app {
namespace {

constexpr int kButtons = 4;
constexpr int kButtonWidth = 120;

QWidget* wideControls()
{
    auto* controls = new QWidget;
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    for (int i = 0; i < kButtons; ++i) {
        auto* button = new QPushButton(QString::number(i));
        button->setFixedWidth(kButtonWidth);
        row->addWidget(button);
    }
    return controls;
}

bool allInside(const QWidget& header)
{
    const auto buttons = header.findChildren<QPushButton*>();
    EXPECT_EQ(buttons.size(), kButtons);
    return std::all_of(buttons.begin(), buttons.end(), [&](const QPushButton* button) {
        return header.rect().contains(QRect(button->mapTo(&header, QPoint(0, 0)), button->size()));
    });
}

} // namespace

TEST(ViewHeader, ControlsThatDoNotFitStandInASecondRowAndComeBack)
{
    viewers::Palette palette(viewers::Theme::Light);
    QWidget window;
    auto* controls = wideControls();
    ViewHeader header(QStringLiteral("Timeline"), controls, false, true, &palette, &window);
    const auto resizeTo = [&](int width) {
        window.resize(width, 100);
        header.resize(width, header.height());
        QApplication::processEvents();
    };
    window.show();
    resizeTo(900);
    const int oneRow = header.height();
    EXPECT_TRUE(allInside(header));

    resizeTo(560);
    EXPECT_EQ(header.height(), 2 * oneRow);
    EXPECT_TRUE(allInside(header));

    resizeTo(900);
    EXPECT_EQ(header.height(), oneRow);
    EXPECT_TRUE(allInside(header));
}

} // namespace runlens::app
