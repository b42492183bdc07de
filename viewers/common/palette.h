// SPDX-License-Identifier: GPL-3.0-or-later
/// All colours, fonts and measures of the program (light and dark), by role. Views take colours
/// from here and from nowhere else. GUI thread only.
#pragma once

#include "summary_format/records.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

namespace runlens::viewers {

enum class Theme { Light, Dark };

enum class Role {
    Chrome,
    Surface,
    Raised,
    Popup,
    Field,
    Hover,
    Selected,
    SelectedLine,
    Line,
    Line2,
    Grid,
    Axis,
    Text,
    Text2,
    Text3,
    Disabled,
    Accent,
    OnAccent,
    Success,
    Warning,
    WarningMark,
    Error,
    SuccessTint,
    WarningTint,
    ErrorTint,
    NotANumber,
    PositiveInfinity,
    NegativeInfinity,
    // timeline, graph and IR
    SpanText,
    WaitFill,
    WaitLine,
    ScopeFill,
    ScopeLine,
    InnerScopeFill,
    NodeFill,
    NodeLine,
    ParameterFill,
    ParameterLine,
    Edge,
    NewInPass,
    IrKeyword,
    IrString,
    IrNumber,
    IrName,
    IrType,
    DiffAddedLine,
    DiffAddedWord,
    DiffRemovedLine,
    DiffRemovedWord,
};

class Palette : public QObject {
    Q_OBJECT

public:
    explicit Palette(Theme theme, QObject* parent = nullptr);

    [[nodiscard]] Theme theme() const { return m_theme; }

    void setTheme(Theme theme); ///< emits changed
    [[nodiscard]] QColor colour(Role role) const;
    [[nodiscard]] QColor runColour(int slot) const; ///< slots repeat after 10; see runPenStyle
    [[nodiscard]] Qt::PenStyle
    runPenStyle(int slot) const; ///< solid, dash, dots for repeated slots
    [[nodiscard]] QColor spanFill(SpanCategory category) const;
    [[nodiscard]] QColor spanStrong(SpanCategory category) const;
    /// More is darker on light, lighter on dark: nothing sinks into the surface. Clamped; NaN gives
    /// the NaN colour.
    [[nodiscard]] QColor sequential(double zeroToOne) const;
    /// The part of it that thin lines and dots are seen in: its lower end is close to the surface.
    [[nodiscard]] QColor sequentialLine(double zeroToOne) const;
    [[nodiscard]] QColor
    diverging(double minusOneToOne) const; ///< low blue, high orange; clamped, NaN as above
    [[nodiscard]] QPalette qtPalette() const;

    [[nodiscard]] static QFont font(int pixels = 12, QFont::Weight weight = QFont::Normal);
    [[nodiscard]] static QFont monospace(int pixels = 11);

signals:
    void changed();

private:
    Theme m_theme;
};

} // namespace runlens::viewers
