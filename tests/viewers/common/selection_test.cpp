// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/selection.h"

#include <gtest/gtest.h>

#include <vector>

namespace runlens::viewers {
namespace {

TEST(Selection, TellsOnceWhatDiffers)
{
    Selection selection;
    std::vector<unsigned> told;
    QObject::connect(&selection, &Selection::changed, &selection, [&](Selection::Aspects aspects) {
        told.push_back(aspects);
    });

    selection.setStep(7);
    selection.setStep(7);
    selection.setTag(QStringLiteral("loss"));
    Selection::State state = selection.state();
    state.step = 8;
    state.span = SpanSelection{QStringLiteral("/a"), 0, {TrackId{1}, 4}};
    state.node =
        NodeSelection{QStringLiteral("/a"), QStringLiteral("train"), QStringLiteral("x/y")};
    selection.set(state);
    selection.set(state);
    selection.setTimeRange(TimeRange{QStringLiteral("/a"), 5, 9});

    const std::vector<unsigned> expected = {Selection::StepAspect,
                                            Selection::TagAspect,
                                            Selection::StepAspect | Selection::SpanAspect
                                                | Selection::NodeAspect,
                                            Selection::TimeAspect};
    EXPECT_EQ(told, expected);
    EXPECT_EQ(selection.state().step, 8);
}

} // namespace
} // namespace runlens::viewers
