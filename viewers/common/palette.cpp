// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace runlens::viewers {

namespace {

struct Pair {
    QRgb light;
    QRgb dark;
};

constexpr QRgb rgb(unsigned value)
{
    return 0xff000000U | value;
}

constexpr Pair pairOf(unsigned light, unsigned dark)
{
    return {rgb(light), rgb(dark)};
}

// By the order of Role.
constexpr std::array kRoles = {
    pairOf(0xF3F4F6, 0x1B1D21), // Chrome
    pairOf(0xFFFFFF, 0x141619), // Surface
    pairOf(0xF8F9FA, 0x202328), // Raised
    pairOf(0xFFFFFF, 0x24272D), // Popup
    pairOf(0xFFFFFF, 0x101215), // Field
    pairOf(0xE9ECF0, 0x2A2E34), // Hover
    pairOf(0xDBE8F8, 0x1E3650), // Selected
    pairOf(0x9CC0E8, 0x3C6A99), // SelectedLine
    pairOf(0xE0E3E7, 0x2B2F35), // Line
    pairOf(0xC4C9D0, 0x40464E), // Line2
    pairOf(0xECEEF1, 0x212429), // Grid
    pairOf(0xB4BAC2, 0x4A515A), // Axis
    pairOf(0x1A1D21, 0xE7E9EC), // Text
    pairOf(0x454D57, 0xB1B8C1), // Text2
    pairOf(0x5E6671, 0x979FAA), // Text3
    pairOf(0x848C96, 0x6A727D), // Disabled
    pairOf(0x0A63B8, 0x5AB0FA), // Accent
    pairOf(0xFFFFFF, 0x0B1420), // OnAccent
    pairOf(0x1A7442, 0x4CC38A), // Success
    pairOf(0x8F5C00, 0xE5A93A), // Warning
    pairOf(0xC07F06, 0xE5A93A), // WarningMark
    pairOf(0xBE2B32, 0xF77F7A), // Error
    pairOf(0xE3F3EA, 0x15301F), // SuccessTint
    pairOf(0xFBF0D9, 0x352A12), // WarningTint
    pairOf(0xFBE7E7, 0x3A1B1C), // ErrorTint
    pairOf(0xC40065, 0xFF6FB6), // NotANumber
    pairOf(0x8A4B00, 0xFFB454), // PositiveInfinity
    pairOf(0x4A5BB8, 0x93A8FF), // NegativeInfinity
    pairOf(0x1A1D21, 0xF2F4F6), // SpanText
    pairOf(0xECEEF1, 0x1E2126), // WaitFill
    pairOf(0x848C96, 0x6A727D), // WaitLine
    pairOf(0xF4F6FA, 0x1A1E24), // ScopeFill
    pairOf(0xC5D0DF, 0x37414E), // ScopeLine
    pairOf(0xE9EEF6, 0x20262F), // InnerScopeFill
    pairOf(0xFFFFFF, 0x24272D), // NodeFill
    pairOf(0x929BA6, 0x68717C), // NodeLine
    pairOf(0xF7F1E3, 0x2C281D), // ParameterFill
    pairOf(0xD4BE8B, 0x6B5B33), // ParameterLine
    pairOf(0x79838F, 0x76808C), // Edge
    pairOf(0x1A7442, 0x4CC38A), // NewInPass
    pairOf(0x7A3EB1, 0xC9A2F5), // IrKeyword
    pairOf(0x1A7442, 0x7CCB98), // IrString
    pairOf(0x8F5C00, 0xE5B567), // IrNumber
    pairOf(0x0A63B8, 0x7CBCFA), // IrName
    pairOf(0x5E6671, 0x979FAA), // IrType
    pairOf(0xD9F2E2, 0x16301F), // DiffAddedLine
    pairOf(0xA4DDB9, 0x245C39), // DiffAddedWord
    pairOf(0xFBE0E0, 0x3A1C1E), // DiffRemovedLine
    pairOf(0xF2B3B3, 0x70302F), // DiffRemovedWord
};
static_assert(kRoles.size() == static_cast<std::size_t>(Role::DiffRemovedWord) + 1);

constexpr std::array kRunColours = {
    pairOf(0x334EC7, 0x5A7BEA),
    pairOf(0xC97C35, 0xFEBA84),
    pairOf(0x029D93, 0x46DED2),
    pairOf(0x950052, 0xCF5687),
    pairOf(0x5D5D03, 0x898905),
    pairOf(0x0D7B97, 0x57ABC7),
    pairOf(0xA075CA, 0xDBB9FF),
    pairOf(0x955D56, 0xBF8881),
    pairOf(0x03522A, 0x349159),
    pairOf(0x54596A, 0x858B9B),
};

struct SpanTones {
    Pair fill;
    Pair strong;
};

constexpr SpanTones kHost{pairOf(0xDADEE4, 0x3A4049), pairOf(0x7C8592, 0x87909C)};
constexpr SpanTones kData{pairOf(0xF6DDAE, 0x6E5014), pairOf(0xBE8009, 0xDCA63C)};
constexpr SpanTones kForward{pairOf(0xC3D6F7, 0x2B4C86), pairOf(0x3D74D6, 0x6E9DEB)};
constexpr SpanTones kBackward{pairOf(0xDCCEF2, 0x573E86), pairOf(0x8A5CCB, 0xA986E6)};
constexpr SpanTones kOptimizer{pairOf(0xC9E6CC, 0x2A5F38), pairOf(0x3B924C, 0x62B874)};
constexpr SpanTones kCommunication{pairOf(0xF5CBC2, 0x7D3A2C), pairOf(0xCC5A41, 0xE58069)};
constexpr SpanTones kMemory{pairOf(0xE2D6CC, 0x56463B), pairOf(0x94765E, 0xAD9079)};
constexpr SpanTones kRecording{pairOf(0xCBE6E8, 0x1F555B), pairOf(0x2A8C95, 0x4FB3BC)};

const SpanTones& tonesOf(SpanCategory category)
{
    switch (category) {
    case SpanCategory::DataWait:
    case SpanCategory::Data:
        return kData;
    case SpanCategory::Forward:
        return kForward;
    case SpanCategory::Backward:
        return kBackward;
    case SpanCategory::Optimizer:
        return kOptimizer;
    case SpanCategory::Communication:
        return kCommunication;
    case SpanCategory::Memory:
        return kMemory;
    case SpanCategory::Recording:
        return kRecording;
    case SpanCategory::Other:
    case SpanCategory::Step:
    case SpanCategory::Compile:
    case SpanCategory::Evaluation:
        break;
    }
    return kHost;
}

constexpr std::array kSequential = {rgb(0x1F1939),
                                    rgb(0x203263),
                                    rgb(0x005180),
                                    rgb(0x0A718A),
                                    rgb(0x139295),
                                    rgb(0x1BB496),
                                    rgb(0x83CB95),
                                    rgb(0xC5DFA7),
                                    rgb(0xF7F5C6)};
constexpr std::array kDivergingLight = {rgb(0x0E5CAF),
                                        rgb(0x4C82C6),
                                        rgb(0x80A7DA),
                                        rgb(0xB5CDEB),
                                        rgb(0xF2F3F5),
                                        rgb(0xE7C1B0),
                                        rgb(0xD29477),
                                        rgb(0xBA6740),
                                        rgb(0x983E06)};
constexpr std::array kDivergingDark = {rgb(0x7BB4FD),
                                       rgb(0x578DD2),
                                       rgb(0x446998),
                                       rgb(0x334760),
                                       rgb(0x2A2E34),
                                       rgb(0x5C3D2F),
                                       rgb(0x90573C),
                                       rgb(0xC6724B),
                                       rgb(0xFE8F5B)};

QColor mapped(const std::array<QRgb, 9>& stops, double position)
{
    const double place = std::clamp(position, 0.0, 1.0) * 8.0;
    const auto low = std::min<std::size_t>(7, static_cast<std::size_t>(place));
    const double part = place - static_cast<double>(low);
    const auto mix = [&](int a, int b) {
        return static_cast<int>(std::lround(a + (b - a) * part));
    };
    const QRgb a = stops[low];
    const QRgb b = stops[low + 1];
    return QColor(mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b)));
}

} // namespace

Palette::Palette(Theme theme, QObject* parent) : QObject(parent), m_theme(theme) {}

void Palette::setTheme(Theme theme)
{
    if (theme != m_theme) {
        m_theme = theme;
        emit changed();
    }
}

QColor Palette::colour(Role role) const
{
    const Pair& pair = kRoles[static_cast<std::size_t>(role)];
    return QColor::fromRgb(m_theme == Theme::Light ? pair.light : pair.dark);
}

QColor Palette::runColour(int slot) const
{
    const Pair& pair =
        kRunColours[static_cast<std::size_t>(std::max(0, slot)) % kRunColours.size()];
    return QColor::fromRgb(m_theme == Theme::Light ? pair.light : pair.dark);
}

Qt::PenStyle Palette::runPenStyle(int slot) const
{
    switch ((std::max(0, slot) / static_cast<int>(kRunColours.size())) % 3) {
    case 1:
        return Qt::DashLine;
    case 2:
        return Qt::DotLine;
    default:
        return Qt::SolidLine;
    }
}

QColor Palette::spanFill(SpanCategory category) const
{
    const Pair& pair = tonesOf(category).fill;
    return QColor::fromRgb(m_theme == Theme::Light ? pair.light : pair.dark);
}

QColor Palette::spanStrong(SpanCategory category) const
{
    const Pair& pair = tonesOf(category).strong;
    return QColor::fromRgb(m_theme == Theme::Light ? pair.light : pair.dark);
}

QColor Palette::sequential(double zeroToOne) const
{
    if (std::isnan(zeroToOne)) {
        return colour(Role::NotANumber);
    }
    return mapped(kSequential, m_theme == Theme::Light ? 1.0 - zeroToOne : zeroToOne);
}

QColor Palette::sequentialLine(double zeroToOne) const
{
    constexpr double kFrom = 0.35;
    return sequential(kFrom + (1.0 - kFrom) * std::clamp(zeroToOne, 0.0, 1.0));
}

QColor Palette::diverging(double minusOneToOne) const
{
    if (std::isnan(minusOneToOne)) {
        return colour(Role::NotANumber);
    }
    return mapped(m_theme == Theme::Light ? kDivergingLight : kDivergingDark,
                  (minusOneToOne + 1.0) / 2.0);
}

QPalette Palette::qtPalette() const
{
    QPalette palette;
    const auto set = [&](QPalette::ColorRole qtRole, Role role) {
        palette.setColor(QPalette::All, qtRole, colour(role));
    };
    set(QPalette::Window, Role::Chrome);
    set(QPalette::WindowText, Role::Text);
    set(QPalette::Base, Role::Surface);
    set(QPalette::AlternateBase, Role::Raised);
    set(QPalette::Text, Role::Text);
    set(QPalette::Button, Role::Raised);
    set(QPalette::ButtonText, Role::Text);
    set(QPalette::BrightText, Role::Error);
    set(QPalette::Highlight, Role::Selected);
    set(QPalette::HighlightedText, Role::Text);
    set(QPalette::ToolTipBase, Role::Popup);
    set(QPalette::ToolTipText, Role::Text);
    set(QPalette::PlaceholderText, Role::Text3);
    set(QPalette::Link, Role::Accent);
    set(QPalette::LinkVisited, Role::Accent);
    set(QPalette::Light, Role::Raised);
    set(QPalette::Midlight, Role::Hover);
    set(QPalette::Mid, Role::Line);
    set(QPalette::Dark, Role::Line2);
    set(QPalette::Shadow, Role::Line2);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
    {
        palette.setColor(QPalette::Disabled, role, colour(Role::Disabled));
    }
    return palette;
}

QFont Palette::font(int pixels, QFont::Weight weight)
{
    QFont font;
    font.setFamilies({QStringLiteral("Roboto"),
                      QStringLiteral("DejaVu Sans"),
                      QStringLiteral("WenQuanYi Micro Hei")});
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

QFont Palette::monospace(int pixels)
{
    QFont font;
    font.setFamilies({QStringLiteral("DejaVu Sans Mono"),
                      QStringLiteral("WenQuanYi Micro Hei Mono"),
                      QStringLiteral("WenQuanYi Micro Hei")});
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    font.setPixelSize(pixels);
    return font;
}

} // namespace runlens::viewers
