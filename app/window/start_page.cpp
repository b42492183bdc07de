// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start_page.h"

#include "app/window/short_path.h"
#include "viewers/common/icons.h"
#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"

#include <QDir>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace runlens::app {

using viewers::Role;
using viewers::TextLabel;

namespace {

constexpr int kLeftWidth = 536;
constexpr int kRightWidth = 312;
constexpr int kGap = 40;

/// One recent folder: a row that can be clicked and chosen by the keyboard.
class RecentRow : public QWidget {
public:
    RecentRow(const viewers::Palette* palette,
              const RecentFolder& folder,
              std::function<void()> open,
              QWidget* parent)
        : QWidget(parent), m_palette(palette), m_folder(folder), m_open(std::move(open))
    {
        setFixedHeight(36);
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        setAccessibleName(folder.paths.join(QStringLiteral(", ")));
        setToolTip(folder.paths.join(u'\n'));
        setAttribute(Qt::WA_Hover);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        if (hasFocus() || underMouse()) {
            painter.fillRect(rect(), m_palette->colour(hasFocus() ? Role::Selected : Role::Hover));
        }
        painter.fillRect(QRect(0, height() - 1, width(), 1), m_palette->colour(Role::Line));
        viewers::paintIcon(painter,
                           QRectF(8, 10, 16, 16),
                           QStringLiteral("folder"),
                           m_palette->colour(Role::Text2));
        const auto nowNs = QDateTime::currentMSecsSinceEpoch() * std::int64_t{1'000'000};
        const QString when = viewers::formatAgo(
            m_folder.opened.toMSecsSinceEpoch() * std::int64_t{1'000'000}, nowNs);
        painter.setFont(viewers::Palette::font());
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(rect().adjusted(0, 0, -8, 0), Qt::AlignRight | Qt::AlignVCenter, when);
        painter.setPen(m_palette->colour(Role::Text2));
        painter.drawText(QRect(0, 0, width() - 110, height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         viewers::formatBytes(m_folder.sizeBytes));
        painter.drawText(QRect(0, 0, width() - 192, height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         StartPage::tr("%n run(s)", nullptr, m_folder.runs));
        const QRect name(34, 0, width() - 290, height());
        const QFont font = viewers::Palette::font(12, QFont::Medium);
        painter.setFont(font);
        painter.setPen(m_palette->colour(Role::Text));
        QString text = shortPath(m_folder.paths.value(0));
        if (m_folder.paths.size() > 1) {
            text = StartPage::tr("%1 and %2 more").arg(text).arg(m_folder.paths.size() - 1);
        }
        painter.drawText(name,
                         Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(font).elidedText(text, Qt::ElideMiddle, name.width()));
    }

    void mouseReleaseEvent(QMouseEvent* event) override
    {
        if (event->button() == Qt::LeftButton && rect().contains(event->pos())) {
            m_open();
        }
    }

    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space) {
            m_open();
        } else {
            QWidget::keyPressEvent(event);
        }
    }

private:
    const viewers::Palette* m_palette;
    RecentFolder m_folder;
    std::function<void()> m_open;
};

/// The dashed area; dropping itself is taken by the window.
class DropArea : public QWidget {
public:
    DropArea(const viewers::Palette* palette,
             const QString& title,
             const QString& note,
             QWidget* parent)
        : QWidget(parent), m_palette(palette), m_title(title), m_note(note)
    {
        setFixedHeight(128);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        QPen pen(m_palette->colour(Role::Line2), 1);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.setBrush(m_palette->colour(Role::Raised));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        viewers::paintIcon(painter,
                           QRectF(width() / 2.0 - 12, 31, 24, 24),
                           QStringLiteral("drop"),
                           m_palette->colour(Role::Text2));
        painter.setFont(viewers::Palette::font(13, QFont::Medium));
        painter.setPen(m_palette->colour(Role::Text));
        painter.drawText(QRect(0, 60, width(), 20), Qt::AlignCenter, m_title);
        painter.setFont(viewers::Palette::font(11));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(QRect(0, 79, width(), 18), Qt::AlignCenter, m_note);
    }

private:
    const viewers::Palette* m_palette;
    QString m_title;
    QString m_note;
};

/// The first lines of recording, coloured as the program colours code.
class CodeSample : public QWidget {
public:
    CodeSample(const viewers::Palette* palette, QWidget* parent)
        : QWidget(parent), m_palette(palette)
    {
        setFixedHeight(3 * 17);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setFont(viewers::Palette::monospace());
        const QFontMetrics metrics(painter.font());
        int x = 0;
        int y = 0;
        const auto put = [&](const char* text, Role role) {
            painter.setPen(m_palette->colour(role));
            const QString part = QLatin1String(text);
            painter.drawText(QRect(x, y, width() - x, 17), Qt::AlignLeft | Qt::AlignVCenter, part);
            x += metrics.horizontalAdvance(part);
        };
        const auto newLine = [&] {
            x = 0;
            y += 17;
        };
        put("// link Runlens::collector", Role::IrType);
        newLine();
        put("auto run = SummaryCollector::open({", Role::Text);
        put("\"runs/first\"", Role::IrString);
        put("});", Role::Text);
        newLine();
        put("run.addScalar(", Role::Text);
        put("\"loss/train\"", Role::IrString);
        put(", step, loss);", Role::Text);
    }

private:
    const viewers::Palette* m_palette;
};

} // namespace

StartPage::StartPage(Settings* settings, const viewers::Palette* palette, QWidget* parent)
    : QWidget(parent), m_settings(settings), m_palette(palette)
{
    setObjectName(QStringLiteral("startPage"));
    // In a small window the page scrolls.
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->viewport()->setAutoFillBackground(false);
    outer->addWidget(scroll);
    auto* page = new QWidget;
    scroll->setWidget(page);
    page->setAutoFillBackground(false); // setWidget switches it on
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(16, 16, 16, 16);
    column->addStretch(1);
    auto* content = new QWidget(page);
    content->setFixedWidth(kLeftWidth + kGap + kRightWidth);
    auto* lines = new QVBoxLayout(content);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(24);
    lines->addWidget(makeTitle());
    lines->addWidget(makeButtons());
    auto* halves = new QHBoxLayout;
    halves->setSpacing(kGap);
    auto* left = new QVBoxLayout;
    left->setSpacing(24);
    left->addWidget(makeRecent());
    left->addWidget(makeDropArea());
    left->addStretch(1);
    halves->addLayout(left);
    halves->addWidget(makeFormats(), 0, Qt::AlignTop);
    lines->addLayout(halves);
    column->addWidget(content, 0, Qt::AlignHCenter);
    column->addStretch(2);
    connect(palette, &viewers::Palette::changed, this, &StartPage::recolour);
    recolour();
    refresh();
}

QWidget* StartPage::makeTitle()
{
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(8, 0, 0, 0);
    row->setSpacing(12);
    auto* logo = new QLabel(box);
    logo->setPixmap(
        viewers::iconPixmap(QStringLiteral("runlens"), Qt::black, 40, devicePixelRatioF()));
    logo->setFixedSize(40, 40);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    auto* title = new TextLabel(m_palette,
                                tr("Open a training run"),
                                Role::Text,
                                viewers::Palette::font(22, QFont::DemiBold),
                                box);
    title->setFixedHeight(28);
    words->addWidget(title);
    words->addWidget(new TextLabel(
        m_palette,
        tr("From the loss curve to the step, the operator, the graph node and the line of source"),
        Role::Text2,
        viewers::Palette::font(13),
        box));
    row->addWidget(logo);
    row->addLayout(words, 1);
    return box;
}

QWidget* StartPage::makeButtons()
{
    auto* box = new QWidget(this);
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(8, 0, 0, 0);
    row->setSpacing(8);
    const auto add = [&](const QString& text, const QString& icon, void (StartPage::*signal)()) {
        auto* button = new QPushButton(u' ' + text, box); // Qt sets the icon close to the text
        button->setAccessibleName(text);
        button->setFont(
            viewers::Palette::font(13, m_buttonIcons.isEmpty() ? QFont::DemiBold : QFont::Normal));
        button->setFixedHeight(32);
        button->setMinimumWidth(button->sizeHint().width() + 12);
        button->setDefault(m_buttonIcons.isEmpty());
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, signal);
        m_buttonIcons.push_back({button, icon});
        row->addWidget(button);
    };
    add(tr("Open folder…"), QStringLiteral("folder"), &StartPage::openFolderAsked);
    add(tr("Open files…"), QStringLiteral("file"), &StartPage::openFilesAsked);
    add(tr("Open the demo"), QStringLiteral("play"), &StartPage::demoAsked);
    row->addSpacing(8);
    row->addWidget(new TextLabel(m_palette,
                                 tr("The demo trains LeNet-5 on Fashion-MNIST while you watch"),
                                 Role::Text3,
                                 viewers::Palette::font(11),
                                 box));
    row->addStretch(1);
    return box;
}

QWidget* StartPage::makeRecent()
{
    m_recentBox = new QWidget(this);
    m_recentBox->setFixedWidth(kLeftWidth);
    auto* column = new QVBoxLayout(m_recentBox);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new QWidget(m_recentBox);
    header->setFixedHeight(28);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(8, 0, 8, 0);
    auto* title = new TextLabel(
        m_palette, tr("Recent"), Role::Text, viewers::Palette::font(12, QFont::DemiBold), header);
    auto* clear = new viewers::LinkLabel(m_palette, tr("Clear"), QString(), header);
    connect(clear, &viewers::LinkLabel::activated, this, [this] {
        m_settings->clearRecent();
        refresh();
    });
    row->addWidget(title, 1);
    row->addWidget(clear);
    column->addWidget(header);
    column->addWidget(new viewers::Separator(m_palette, Qt::Horizontal, Role::Line2, m_recentBox));
    m_recentRows = new QVBoxLayout;
    m_recentRows->setSpacing(0);
    column->addLayout(m_recentRows);
    return m_recentBox;
}

QWidget* StartPage::makeDropArea()
{
    auto* area = new DropArea(m_palette,
                              tr("Drop files or folders here"),
                              tr("Several at once are read together and compared"),
                              this);
    area->setFixedWidth(kLeftWidth);
    return area;
}

QWidget* StartPage::makeFormats()
{
    auto* box = new QWidget(this);
    box->setFixedWidth(kRightWidth);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    const auto heading = [&](const QString& text) {
        auto* label = new TextLabel(
            m_palette, text, Role::Text, viewers::Palette::font(12, QFont::DemiBold), box);
        label->setFixedHeight(28);
        column->addWidget(label);
        column->addWidget(new viewers::Separator(m_palette, Qt::Horizontal, Role::Line2, box));
    };
    const auto item = [&](const QString& icon, const QString& title, const QString& note) {
        auto* rowBox = new QWidget(box);
        rowBox->setFixedHeight(47);
        auto* row = new QHBoxLayout(rowBox);
        row->setContentsMargins(0, 7, 0, 7);
        row->setSpacing(12);
        auto* mark = new viewers::IconButton(m_palette, icon, QString(), rowBox);
        mark->setFixedSize(16, 16);
        mark->setEnabled(true);
        mark->setAttribute(Qt::WA_TransparentForMouseEvents);
        mark->setFocusPolicy(Qt::NoFocus);
        auto* words = new QVBoxLayout;
        words->setSpacing(0);
        words->addWidget(new TextLabel(
            m_palette, title, Role::Text, viewers::Palette::font(12, QFont::Medium), rowBox));
        words->addWidget(
            new TextLabel(m_palette, note, Role::Text3, viewers::Palette::font(11), rowBox));
        row->addWidget(mark, 0, Qt::AlignTop);
        row->addLayout(words, 1);
        column->addWidget(rowBox);
        column->addWidget(new viewers::Separator(m_palette, Qt::Horizontal, Role::Line, box));
    };
    heading(tr("What a run holds"));
    item(QStringLiteral("scalars"),
         tr("Scalars, histograms, images"),
         tr("curves of several runs over each other"));
    item(QStringLiteral("timeline"),
         tr("Traces"),
         tr("every operator of every step, to the nanosecond"));
    item(QStringLiteral("graph"), tr("Graphs and IR"), tr("after every pass of the compiler"));
    item(QStringLiteral("lineage"),
         tr("Many runs at once"),
         tr("a folder is searched for all runs below it"));
    column->addSpacing(12);
    heading(tr("Record your own"));
    column->addSpacing(8);
    column->addWidget(new CodeSample(m_palette, box));
    column->addSpacing(6);
    column->addWidget(new TextLabel(m_palette,
                                    tr("Files you open are only read, never changed"),
                                    Role::Text3,
                                    viewers::Palette::font(11),
                                    box));
    return box;
}

void StartPage::refresh()
{
    while (QLayoutItem* item = m_recentRows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const QList<RecentFolder> recent = m_settings->recent().mid(0, 5);
    for (const RecentFolder& folder : recent) {
        m_recentRows->addWidget(new RecentRow(
            m_palette,
            folder,
            [this, paths = folder.paths] { emit openAsked(paths); },
            m_recentBox));
    }
    m_recentBox->setVisible(!recent.isEmpty());
}

void StartPage::recolour()
{
    for (qsizetype i = 0; i < m_buttonIcons.size(); ++i) {
        const auto& [button, name] = m_buttonIcons[i];
        button->setIcon(
            viewers::makeIcon(name, m_palette->colour(i == 0 ? Role::OnAccent : Role::Text)));
    }
    update();
}

void StartPage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), m_palette->colour(Role::Surface));
}

} // namespace runlens::app
