<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>runlens::app::RunBrowser</name>
    <message numerus="yes">
        <source>Bring back %n hidden run(s)</source>
        <translation>
            <numerusform>Bring back %n hidden run</numerusform>
            <numerusform>Bring back %n hidden runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::app::StartPage</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::app::StatusLine</name>
    <message numerus="yes">
        <source>%n run(s) with NaN</source>
        <translation>
            <numerusform>%n run with NaN</numerusform>
            <numerusform>%n runs with NaN</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) live</source>
        <translation>
            <numerusform>%n run live</numerusform>
            <numerusform>%n runs live</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) skipped</source>
        <translation>
            <numerusform>%n record skipped</numerusform>
            <numerusform>%n records skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::DistributionChart</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buckets</source>
        <translation>
            <numerusform>%n bucket</numerusform>
            <numerusform>%n buckets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>NaN in %n steps</source>
        <translation>
            <numerusform>NaN in %n step</numerusform>
            <numerusform>NaN in %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>∞ in %n steps</source>
        <translation>
            <numerusform>∞ in %n step</numerusform>
            <numerusform>∞ in %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n unreadable</numerusform>
            <numerusform>%n unreadable</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a place on the axis</source>
        <translation>
            <numerusform>%n without a place on the axis</numerusform>
            <numerusform>%n without a place on the axis</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mended</source>
        <translation>
            <numerusform>%n mended</numerusform>
            <numerusform>%n mended</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::DistributionsView</name>
    <message numerus="yes">
        <source>%n series</source>
        <translation>
            <numerusform>%n series</numerusform>
            <numerusform>%n series</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n series</source>
        <translation>
            <numerusform>%1 of %n series</numerusform>
            <numerusform>%1 of %n series</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n open ends</source>
        <translation>
            <numerusform>%n open end</numerusform>
            <numerusform>%n open ends</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bad counts</source>
        <translation>
            <numerusform>%n bad count</numerusform>
            <numerusform>%n bad counts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buckets joined</source>
        <translation>
            <numerusform>%n bucket joined</numerusform>
            <numerusform>%n buckets joined</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::HoverTable</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ImportanceChart</name>
    <message numerus="yes">
        <source>%n run(s) with both values: at least 3 are needed</source>
        <translation>
            <numerusform>%n run with both values: at least 3 are needed</numerusform>
            <numerusform>%n runs with both values: at least 3 are needed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same in all %n run(s)</source>
        <translation>
            <numerusform>The same in the only run</numerusform>
            <numerusform>The same in all %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The metric is the same in all %n run(s)</source>
        <translation>
            <numerusform>The metric is the same in the only run</numerusform>
            <numerusform>The metric is the same in all %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>over %n run(s)</source>
        <translation>
            <numerusform>over %n run</numerusform>
            <numerusform>over %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::LineageView</name>
    <message numerus="yes">
        <source>%1, %n not read yet</source>
        <translation>
            <numerusform>%1, %n not read yet</numerusform>
            <numerusform>%1, %n not read yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n more column(s) left out</source>
        <translation>
            <numerusform>%1, %n more column left out</numerusform>
            <numerusform>%1, %n more columns left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n problem(s)</source>
        <translation>
            <numerusform>%1, %n problem</numerusform>
            <numerusform>%1, %n problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Clear %n brush(es)</source>
        <translation>
            <numerusform>Clear %n brush</numerusform>
            <numerusform>Clear %n brushes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::MediaContent</name>
    <message numerus="yes">
        <source>first of %n frames</source>
        <translation>
            <numerusform>first of %n frame</numerusform>
            <numerusform>first of %n frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images</source>
        <translation>
            <numerusform>%n image</numerusform>
            <numerusform>%n images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cannot be shown</source>
        <translation>
            <numerusform>%n cannot be shown</numerusform>
            <numerusform>%n cannot be shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bits</source>
        <translation>
            <numerusform>%n bit</numerusform>
            <numerusform>%n bits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n channels</source>
        <translation>
            <numerusform>%n channel</numerusform>
            <numerusform>%n channels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>first of %n clips</source>
        <translation>
            <numerusform>first of %n clip</numerusform>
            <numerusform>first of %n clips</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n points</source>
        <translation>
            <numerusform>%n point</numerusform>
            <numerusform>%n points</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n faces</source>
        <translation>
            <numerusform>%n face</numerusform>
            <numerusform>%n faces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bad faces</source>
        <translation>
            <numerusform>%n bad face</numerusform>
            <numerusform>%n bad faces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n points that are no numbers</source>
        <translation>
            <numerusform>%n point that is no number</numerusform>
            <numerusform>%n points that are no numbers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::MediaView</name>
    <message numerus="yes">
        <source>%n series</source>
        <translation>
            <numerusform>%n series</numerusform>
            <numerusform>%n series</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::OperatorChart</name>
    <message numerus="yes">
        <source>%n others</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::OverviewView</name>
    <message numerus="yes">
        <source>%n tracks</source>
        <translation>
            <numerusform>%n track</numerusform>
            <numerusform>%n tracks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n counters</source>
        <translation>
            <numerusform>%n counter</numerusform>
            <numerusform>%n counters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n places</source>
        <translation>
            <numerusform>%n place</numerusform>
            <numerusform>%n places</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tags</source>
        <translation>
            <numerusform>%n tag</numerusform>
            <numerusform>%n tags</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n graphs</source>
        <translation>
            <numerusform>%n graph</numerusform>
            <numerusform>%n graphs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n passes</source>
        <translation>
            <numerusform>%n pass</numerusform>
            <numerusform>%n passes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n differ from shown runs</source>
        <translation>
            <numerusform>%n differs from shown runs</numerusform>
            <numerusform>%n differ from shown runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n findings</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n records</source>
        <translation>
            <numerusform>%n record</numerusform>
            <numerusform>%n records</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>every %n steps</source>
        <translation>
            <numerusform>every step</numerusform>
            <numerusform>every %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cores</source>
        <translation>
            <numerusform>%n core</numerusform>
            <numerusform>%n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ParallelChart</name>
    <message numerus="yes">
        <source>%n more axes have no room</source>
        <translation>
            <numerusform>%n more axis has no room</numerusform>
            <numerusform>%n more axes have no room</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s) hold too many different texts for an axis</source>
        <translation>
            <numerusform>%n column holds too many different texts for an axis</numerusform>
            <numerusform>%n columns hold too many different texts for an axis</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PrChart</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PrCurvesView</name>
    <message numerus="yes">
        <source>%n tags</source>
        <translation>
            <numerusform>%n tag</numerusform>
            <numerusform>%n tags</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::RunTableModel</name>
    <message numerus="yes">
        <source>%1: %2
%n run(s) have a value</source>
        <translation>
            <numerusform>%1: %2
%n run has a value</numerusform>
            <numerusform>%1: %2
%n runs have a value</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ScalarsView</name>
    <message numerus="yes">
        <source>%n columns</source>
        <translation>
            <numerusform>%n column</numerusform>
            <numerusform>%n columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tags</source>
        <translation>
            <numerusform>%n tag</numerusform>
            <numerusform>%n tags</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n tags</source>
        <translation>
            <numerusform>%1 of %n tag</numerusform>
            <numerusform>%1 of %n tags</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ScatterMatrix</name>
    <message numerus="yes">
        <source>%n run(s) lack a finite value in some of these columns</source>
        <translation>
            <numerusform>%n run lacks a finite value in some of these columns</numerusform>
            <numerusform>%n runs lack a finite value in some of these columns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::StepStrip</name>
    <message numerus="yes">
        <source>%n ranks</source>
        <translation>
            <numerusform>%n rank</numerusform>
            <numerusform>%n ranks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TensorsView</name>
    <message numerus="yes">
        <source>%n dimensions are open: give an index to all but one or two of them</source>
        <translation>
            <numerusform>%n dimension is open: give an index to all but one or two of them</numerusform>
            <numerusform>%n dimensions are open: give an index to all but one or two of them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n tensor</numerusform>
            <numerusform>%n tensors</numerusform>
        </translation>
    </message>
</context>
</TS>
