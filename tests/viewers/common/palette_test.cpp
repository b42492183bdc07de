// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/palette.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

namespace runlens::viewers {
namespace {

double channel(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour)
{
    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF())
           + 0.0722 * channel(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double high = std::max(luminance(a), luminance(b));
    const double low = std::min(luminance(a), luminance(b));
    return (high + 0.05) / (low + 0.05);
}

class PaletteTest : public testing::TestWithParam<Theme> {};

TEST_P(PaletteTest, TextIsReadableOnEveryLevel)
{
    const Palette palette(GetParam());
    for (const Role level :
         {Role::Surface, Role::Chrome, Role::Raised, Role::Popup, Role::Hover, Role::Selected})
    {
        for (const Role text : {Role::Text,
                                Role::Text2,
                                Role::Text3,
                                Role::Accent,
                                Role::Success,
                                Role::Warning,
                                Role::Error,
                                Role::NotANumber})
        {
            EXPECT_GE(contrast(palette.colour(text), palette.colour(level)), 4.5)
                << static_cast<int>(text) << " on " << static_cast<int>(level);
        }
    }
}

TEST_P(PaletteTest, RunColoursStandOutAndRepeatWithAnotherLine)
{
    const Palette palette(GetParam());
    std::set<QRgb> different;
    for (int slot = 0; slot < 10; ++slot) {
        EXPECT_GE(contrast(palette.runColour(slot), palette.colour(Role::Surface)), 3.0) << slot;
        different.insert(palette.runColour(slot).rgb());
        EXPECT_EQ(palette.runColour(slot), palette.runColour(slot + 10));
        EXPECT_EQ(palette.runPenStyle(slot), Qt::SolidLine);
        EXPECT_EQ(palette.runPenStyle(slot + 10), Qt::DashLine);
        EXPECT_EQ(palette.runPenStyle(slot + 20), Qt::DotLine);
    }
    EXPECT_EQ(different.size(), 10U);
}

TEST_P(PaletteTest, TextInSpansIsReadable)
{
    const Palette palette(GetParam());
    for (int category = 0; category <= static_cast<int>(SpanCategory::Evaluation); ++category) {
        const auto fill = palette.spanFill(static_cast<SpanCategory>(category));
        EXPECT_GE(contrast(palette.colour(Role::SpanText), fill), 4.5) << category;
    }
}

TEST_P(PaletteTest, MapsClampAndMarkNaN)
{
    const Palette palette(GetParam());
    EXPECT_EQ(palette.sequential(-3.0), palette.sequential(0.0));
    EXPECT_EQ(palette.sequential(7.0), palette.sequential(1.0));
    EXPECT_EQ(palette.diverging(-3.0), palette.diverging(-1.0));
    EXPECT_EQ(palette.sequential(std::numeric_limits<double>::quiet_NaN()),
              palette.colour(Role::NotANumber));
    // Nothing sinks into the surface: the low end is nearer to it than the high end.
    const QColor surface = palette.colour(Role::Surface);
    EXPECT_LT(contrast(palette.sequential(0.0), surface),
              contrast(palette.sequential(1.0), surface));
}

TEST_P(PaletteTest, LinesOfEveryValueAreSeen)
{
    const Palette palette(GetParam());
    for (int percent = 0; percent <= 100; ++percent) {
        EXPECT_GE(contrast(palette.sequentialLine(percent / 100.0), palette.colour(Role::Surface)),
                  2.2)
            << percent;
    }
}

INSTANTIATE_TEST_SUITE_P(Themes, PaletteTest, testing::Values(Theme::Light, Theme::Dark));

TEST(Palette, TellsAChangeOnce)
{
    Palette palette(Theme::Light);
    int told = 0;
    QObject::connect(&palette, &Palette::changed, &palette, [&] { ++told; });
    palette.setTheme(Theme::Light);
    EXPECT_EQ(told, 0);
    palette.setTheme(Theme::Dark);
    EXPECT_EQ(told, 1);
    EXPECT_EQ(palette.colour(Role::Surface), QColor(0x14, 0x16, 0x19));
}

} // namespace
} // namespace runlens::viewers
