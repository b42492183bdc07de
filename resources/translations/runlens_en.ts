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
        <name>runlens::viewers::StepStrip</name>
        <message numerus="yes">
            <source>%n ranks</source>
            <translation>
                <numerusform>%n rank</numerusform>
                <numerusform>%n ranks</numerusform>
            </translation>
        </message>
    </context>
</TS>
