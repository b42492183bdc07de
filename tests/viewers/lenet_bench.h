// SPDX-License-Identifier: GPL-3.0-or-later
/// A view over the LeNet run, in a window with its header, as the program has it.
#pragma once

#include "summary_format/run_builder.h"
#include "tests/support/view_fixture.h"
#include "tests/viewers/lenet_run.h"

#include <gtest/gtest.h>

namespace runlens::viewers::test {

template <typename ViewType>
class LenetBench : public runlens::test::ViewFixture<ViewType> {
    using Fixture = runlens::test::ViewFixture<ViewType>;

public:
    explicit LenetBench(Theme theme = Theme::Light) : Fixture({}, theme) {}

    void open(const LenetRun& run)
    {
        this->runs.setRuns({run.openRun()});
        settle();
    }

    /// The current run is read after another one, which stands in for it meanwhile.
    void openLate(const LenetRun& run)
    {
        OpenRun late = run.openRun();
        late.run = RunBuilder({}).snapshot();
        OpenRun early = run.openRun();
        early.key = "early";
        this->runs.setRuns({late, early});
        this->selection.setRun(run.key());
        settle();
        this->runs.updateRun(run.key(), run.openRun().run);
    }

    void settle() { ASSERT_TRUE(Fixture::settle()); }

    /// Into the folder named by RUNLENS_PICTURES, when that is set.
    void save(const QString& name)
    {
        const QByteArray folder = qgetenv("RUNLENS_PICTURES");
        if (!folder.isEmpty()) {
            this->window.grab().save(QString::fromUtf8(folder) + QLatin1Char('/') + name);
        }
    }
};

/// The fused convolution, its bias and ReLU.
inline const std::string kFused = "Default/network/conv1/FusedConv2DBiasReLU-op0";

} // namespace runlens::viewers::test
