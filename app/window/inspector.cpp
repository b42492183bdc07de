// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/inspector.h"

#include "viewers/common/style.h"

#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace runlens::app {

using viewers::Role;
using viewers::Selection;
using viewers::TextLabel;

namespace {

constexpr int kPadding = 12;

class Swatch : public QWidget {
public:
    Swatch(QColor colour, QWidget* parent) : QWidget(parent), m_colour(colour)
    {
        setFixedSize(10, 22);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_colour);
        painter.drawRoundedRect(QRectF(0, 6, 10, 10), 2, 2);
    }

private:
    QColor m_colour;
};

class Histogram : public QWidget {
public:
    Histogram(const InspectorContent& content, const viewers::Palette* palette, QWidget* parent)
        : QWidget(parent), m_content(content), m_palette(palette)
    {
        setFixedHeight(60);
        setAccessibleName(content.histogramText);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const double highest =
            *std::max_element(m_content.histogram.begin(), m_content.histogram.end());
        const double step =
            static_cast<double>(width()) / static_cast<double>(m_content.histogram.size());
        const SpanCategory category = m_content.category.value_or(SpanCategory::Other);
        for (std::size_t i = 0; i < m_content.histogram.size() && highest > 0; ++i) {
            const double barHeight = m_content.histogram[i] / highest * 36.0;
            const bool isMarked = static_cast<int>(i) == m_content.histogramMark;
            painter.fillRect(
                QRectF(static_cast<double>(i) * step, 40 - barHeight, step - 1, barHeight),
                isMarked ? m_palette->spanStrong(category) : m_palette->spanFill(category));
        }
        painter.fillRect(QRectF(0, 40, width(), 1), m_palette->colour(Role::Axis));
        painter.setFont(viewers::Palette::font(11));
        painter.setPen(m_palette->colour(Role::Text3));
        const QRect line(0, 43, width(), 15);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, m_content.histogramLow);
        painter.drawText(line, Qt::AlignHCenter | Qt::AlignVCenter, m_content.histogramText);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, m_content.histogramHigh);
    }

private:
    InspectorContent m_content;
    const viewers::Palette* m_palette;
};

} // namespace

Inspector::Inspector(viewers::RunSet* runs,
                     Selection* selection,
                     viewers::Palette* palette,
                     QWidget* parent)
    : QWidget(parent), m_runs(runs), m_selection(selection), m_palette(palette), m_work(this)
{
    setObjectName(QStringLiteral("inspector"));
    setMinimumWidth(200);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new QWidget(this);
    header->setFixedHeight(viewers::kHeadingHeight);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(kPadding, 0, 6, 0);
    m_kind = new TextLabel(
        palette, QString(), Role::Text, viewers::Palette::font(12, QFont::DemiBold), header);
    auto* close = new viewers::IconButton(
        palette, QStringLiteral("close"), tr("Close the inspector"), header);
    connect(close, &QToolButton::clicked, this, &Inspector::closeAsked);
    row->addWidget(m_kind, 1);
    row->addWidget(close);
    column->addWidget(header);
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setAutoFillBackground(false);
    column->addWidget(m_scroll, 1);

    m_timer.setSingleShot(true);
    m_timer.setInterval(20); // dragging the step cursor asks many times
    connect(&m_timer, &QTimer::timeout, this, &Inspector::request);
    connect(selection, &Selection::changed, this, &Inspector::takeSelection);
    connect(runs, &viewers::RunSet::changed, &m_timer, qOverload<>(&QTimer::start));
    // A live run changes every second: its facts follow at a pace that can be read and clicked.
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(2500);
    connect(&m_refresh, &QTimer::timeout, this, &Inspector::request);
    connect(runs, &viewers::RunSet::updated, this, [this](const QString& key) {
        if (m_selection->state().run != key || m_refresh.isActive()) {
            return;
        }
        if (m_content.subject == Subject::Nothing) {
            m_timer.start();
        } else {
            m_refresh.start();
        }
    });
    connect(palette, &viewers::Palette::changed, this, &Inspector::rebuild);
    rebuild();
    m_timer.start();
}

void Inspector::takeSelection(Selection::Aspects aspects)
{
    const Selection::State& state = m_selection->state();
    if (aspects.testFlag(Selection::SpanAspect) && state.span) {
        m_subject = Subject::Span;
    } else if ((aspects & (Selection::NodeAspect | Selection::IrAspect))
               && (state.node || state.ir)) {
        const bool isWholePass =
            state.ir && state.ir->node < 0 && !aspects.testFlag(Selection::NodeAspect);
        m_subject = isWholePass ? Subject::Pass : Subject::Node;
    } else if (aspects.testFlag(Selection::TagAspect) && !state.tag.isEmpty()) {
        m_subject = Subject::Point;
    } else if (aspects.testFlag(Selection::RunAspect) && m_subject != Subject::Point) {
        m_subject = Subject::Run;
    }
    if (m_subject == Subject::Span && !state.span) {
        m_subject = state.node ? Subject::Node : Subject::Run;
    }
    m_timer.start();
}

void Inspector::request()
{
    InspectorRequest request;
    request.subject = m_subject;
    request.state = m_selection->state();
    for (const viewers::OpenRun& run : m_runs->runs()) {
        const bool isNamed = run.key == request.state.run
                             || (request.state.span && request.state.span->run == run.key)
                             || (request.state.node && request.state.node->run == run.key);
        if (run.isShown || isNamed) {
            request.shown.push_back({run.key, run.name, run.colourSlot, run.run});
        }
    }
    m_work.run(
        [request = std::move(request)](std::stop_token stop) { return inspect(request, stop); },
        [this](InspectorContent content) { show(std::move(content)); });
}

void Inspector::show(InspectorContent content)
{
    if (content == m_content) {
        return;
    }
    m_content = std::move(content);
    rebuild();
    emit contentChanged();
}

void Inspector::follow(const InspectorLink& link)
{
    const QString view = link.view;
    m_selection->set(link.state);
    if (!view.isEmpty()) {
        emit showView(view);
    }
}

void Inspector::addTitle(QVBoxLayout* column)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    if (m_content.category) {
        row->addWidget(new Swatch(m_palette->spanStrong(*m_content.category), m_scroll));
    } else if (m_content.runSlot >= 0) {
        row->addWidget(new Swatch(m_palette->runColour(m_content.runSlot), m_scroll));
    }
    auto* title = new TextLabel(m_palette,
                                m_content.title,
                                Role::Text,
                                viewers::Palette::font(16, QFont::DemiBold),
                                m_scroll);
    title->setFixedHeight(22);
    row->addWidget(title, 1);
    column->addLayout(row);
    if (!m_content.subtitle.isEmpty()) {
        auto* subtitle = new TextLabel(
            m_palette, m_content.subtitle, Role::Text3, viewers::Palette::font(11), m_scroll);
        subtitle->setFixedHeight(20);
        column->addWidget(subtitle);
    }
}

void Inspector::addSection(QVBoxLayout* column, const InspectorSection& section)
{
    if (section.facts.isEmpty() && section.links.isEmpty()) {
        return;
    }
    if (!section.title.isEmpty()) {
        auto* heading = new TextLabel(m_palette,
                                      section.title,
                                      Role::Text,
                                      viewers::Palette::font(12, QFont::DemiBold),
                                      m_scroll);
        heading->setFixedHeight(viewers::kHeadingHeight);
        column->addWidget(heading);
    }
    if (!section.facts.isEmpty()) {
        auto* facts = new viewers::FactList(m_palette, m_scroll);
        facts->setNameWidth(92);
        for (const InspectorFact& fact : section.facts) {
            facts->add(fact.name, fact.value, fact.note, fact.exact);
        }
        column->addWidget(facts);
    }
    for (const InspectorLink& link : section.links) {
        auto* title = new viewers::LinkLabel(m_palette, link.title, link.icon, m_scroll);
        title->setObjectName(QStringLiteral("inspectorLink"));
        title->setFixedHeight(18);
        title->setToolTip(link.detail);
        connect(title, &viewers::LinkLabel::activated, this, [this, link] { follow(link); });
        column->addWidget(title);
        if (!link.detail.isEmpty()) {
            auto* detail = new TextLabel(
                m_palette, link.detail, Role::Text3, viewers::Palette::font(11), m_scroll);
            detail->setFixedHeight(16);
            auto* indented = new QHBoxLayout;
            indented->setContentsMargins(18, 0, 0, 4);
            indented->addWidget(detail);
            column->addLayout(indented);
        }
    }
}

void Inspector::addHistogram(QVBoxLayout* column)
{
    if (!m_content.histogram.empty()) {
        column->addSpacing(6);
        column->addWidget(new Histogram(m_content, m_palette, m_scroll));
    }
}

void Inspector::rebuild()
{
    m_kind->setText(m_content.kind.isEmpty() ? tr("Inspector") : m_content.kind);
    auto* content = new QWidget;
    content->setAutoFillBackground(false);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(kPadding, 4, kPadding, kPadding);
    column->setSpacing(0);
    if (m_content.subject == Subject::Nothing) {
        column->addWidget(new TextLabel(m_palette,
                                        tr("Select a point, a span or a node"),
                                        Role::Text3,
                                        viewers::Palette::font(),
                                        content));
    } else {
        addTitle(column);
        column->addSpacing(6);
        for (qsizetype i = 0; i < m_content.sections.size(); ++i) {
            addSection(column, m_content.sections[i]);
            if (i == 0) {
                addHistogram(column);
            }
        }
    }
    column->addStretch(1);
    const int scrolledTo = m_scroll->verticalScrollBar()->value();
    const QString shown = m_content.kind + m_content.title + m_content.subtitle;
    m_scroll->setWidget(content);
    if (shown == m_shown) {
        content->adjustSize();
        m_scroll->verticalScrollBar()->setValue(scrolledTo);
    }
    m_shown = shown;
}

void Inspector::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Chrome));
}

} // namespace runlens::app
