// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/media/media_view.h"

#include "viewers/common/chart_grid.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"

#include <QComboBox>
#include <QDesktopServices>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QTemporaryDir>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kCacheKibibytes = 128 * 1024;
constexpr int kStepSliderEnd = 100;
constexpr std::array kKinds{
    RecordKind::Image, RecordKind::Text, RecordKind::Audio, RecordKind::Mesh};

/// The left half goes down to none, the right half up to ten times.
double contrastAt(int position)
{
    const double share = static_cast<double>(position) / kStepSliderEnd;
    return share <= 0.0 ? 1.0 + share : std::pow(10.0, share);
}

int positionOfContrast(double contrast)
{
    const double share = contrast <= 1.0 ? contrast - 1.0 : std::log10(contrast);
    return static_cast<int>(std::lround(share * kStepSliderEnd));
}

} // namespace

MediaView::MediaView(ViewContext viewContext, QWidget* parent)
    : GridView(viewContext, parent)
    , m_model({kKinds.begin(), kKinds.end()})
    , m_grid(new ChartGrid(viewContext.palette, this))
    , m_popup(new FactPopup(viewContext.palette, this))
    , m_cache(kCacheKibibytes)
{
    m_filter.setSourceModel(&m_model);
    buildHeader();
    m_header->hide(); // until the window takes it into its bar
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_grid);
    setFocusPolicy(Qt::StrongFocus);
    connect(context().selection, &Selection::changed, this, [this](Selection::Aspects aspects) {
        if (aspects & Selection::StepAspect) {
            refreshCells();
        }
    });
    follow(m_grid);
}

MediaView::~MediaView() = default;

QString MediaView::emptyText() const
{
    return tr("The shown runs have recorded no images, texts, sounds or meshes");
}

QString MediaView::emptyCode() const
{
    return QStringLiteral("collector.addImage(\"input\", step, image);");
}

bool MediaView::isSettled() const
{
    return !isRelayoutDue() && std::ranges::all_of(m_places, [](const auto& entry) {
        return !entry.second->slot->isBusy() && entry.second->cell->body()->isExact();
    });
}

void MediaView::buildHeader()
{
    const Palette* palette = context().palette;
    m_header = new QWidget(this);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_count = new TextLabel(palette, {}, Role::Text3);
    row->addWidget(m_count);
    m_search = new SearchField(palette, QStringLiteral("filter"), tr("Filter tags: name or regex"));
    m_search->setMinimumWidth(90);
    m_search->setMaximumWidth(210);
    row->addWidget(m_search, 1);
    m_kindChoice = new QComboBox;
    m_kindChoice->addItems(
        {tr("All kinds"), tr("Images"), tr("Texts"), tr("Sounds"), tr("Meshes")});
    m_kindChoice->setAccessibleName(tr("Kind"));
    row->addWidget(m_kindChoice);
    row->addWidget(Separator::forHeader(palette));
    m_sizeChoice = new SegmentedControl(palette, {tr("Fit"), tr("Real size")});
    m_sizeChoice->setAccessibleName(tr("Size of images"));
    m_sizeChoice->setToolTip(tr("Ctrl and wheel zoom, a drag moves, a double click fits"));
    row->addWidget(m_sizeChoice);
    const auto slider = [&](const QString& name) {
        row->addWidget(new TextLabel(palette, name, Role::Text2));
        auto* made = new QSlider(Qt::Horizontal);
        made->setRange(-kStepSliderEnd, kStepSliderEnd);
        made->setPageStep(kStepSliderEnd / 10);
        made->setFixedWidth(72);
        made->setAccessibleName(name);
        row->addWidget(made);
        connect(made, &QSlider::valueChanged, this, [this] {
            ImageLook look = m_look;
            look.brightness = static_cast<double>(m_brightness->value()) / kStepSliderEnd;
            look.contrast = contrastAt(m_contrast->value());
            setLook(look);
        });
        return made;
    };
    m_brightness = slider(tr("Brightness"));
    m_contrast = slider(tr("Contrast"));
    auto* reset = new IconButton(palette, QStringLiteral("refresh"), tr("Images as recorded"));
    row->addWidget(reset);
    row->addStretch(0);
    connect(m_search, &QLineEdit::textChanged, this, &MediaView::setFilter);
    connect(m_kindChoice, &QComboBox::currentIndexChanged, this, [this](int index) {
        setKind(index > 0 ? std::optional(kKinds.at(static_cast<std::size_t>(index - 1)))
                          : std::nullopt);
    });
    connect(m_sizeChoice, &SegmentedControl::currentChanged, this, [this](int index) {
        ImageLook look = m_look;
        look.scale = index == 1 ? 1.0 / devicePixelRatioF() : 0.0;
        look.centre = {0.5, 0.5};
        setLook(look);
    });
    connect(reset, &QToolButton::clicked, this, [this] { setLook({}); });
}

void MediaView::setLook(const ImageLook& look)
{
    const QSignalBlocker blockSize(m_sizeChoice);
    const QSignalBlocker blockBrightness(m_brightness);
    const QSignalBlocker blockContrast(m_contrast);
    m_look = look;
    m_sizeChoice->setCurrentIndex(look.scale > 0.0 ? 1 : 0);
    m_sizeChoice->update();
    m_brightness->setValue(static_cast<int>(std::lround(look.brightness * kStepSliderEnd)));
    m_contrast->setValue(positionOfContrast(look.contrast));
    unsettle();
    for (auto& [key, place] : m_places) {
        place->cell->body()->setLook(look);
    }
    checkSettled();
}

void MediaView::setFilter(const QString& pattern)
{
    const QSignalBlocker block(m_search);
    if (m_search->text() != pattern) {
        m_search->setText(pattern);
    }
    const bool isValid = m_filter.setPattern(pattern);
    m_search->setWrong(!isValid, isValid ? QString() : tr("Not a regular expression"));
    reorder();
}

void MediaView::setKind(std::optional<RecordKind> kind)
{
    m_kind = kind;
    const auto at = kind ? std::ranges::find(kKinds, *kind) - kKinds.begin() + 1 : 0;
    m_kindChoice->setCurrentIndex(static_cast<int>(at));
    reorder();
}

void MediaView::takeRuns()
{
    m_model.setRuns(*context().runs);
    m_cache.clear(); // ids may be those of other runs now
    for (auto& [key, place] : m_places) {
        if (const int row = m_model.rowOf(key); row >= 0) {
            place->entry = m_model.entry(row);
            place->wanted.clear();
        }
    }
}

void MediaView::takeGrown(const OpenRun& run)
{
    m_model.update(run);
}

void MediaView::reorder()
{
    m_order.clear();
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        const int source = m_filter.mapToSource(m_filter.index(row, 0)).row();
        const SeriesEntry& entry = m_model.entry(source);
        const OpenRun* run = context().runs->find(entry.runKey);
        const bool isPart = entry.kind == RecordKind::Mesh && run != nullptr
                            && isMeshPart(*run->run, entry.tag, entry.rank);
        if (!isPart && (!m_kind || entry.kind == *m_kind)) {
            m_order.push_back(source);
        }
    }
    if (!m_single.isEmpty() && m_model.rowOf(m_single) < 0) {
        m_single.clear();
    }
    m_count->setText(tr("%n series", nullptr, static_cast<int>(m_order.size())));
    m_grid->setGroups(m_single.isEmpty()
                          ? std::vector<GridGroup>{{QString(), 0, static_cast<int>(m_order.size())}}
                          : std::vector<GridGroup>{},
                      false);
    relayoutSoon();
    unsettle();
}

MediaCell* MediaView::cell(const QString& key) const
{
    const auto found = m_places.find(key);
    return found == m_places.end() ? nullptr : found->second->cell;
}

QStringList MediaView::keysInOrder() const
{
    QStringList keys;
    for (const int row : m_order) {
        keys.push_back(m_model.entry(row).key());
    }
    return keys;
}

void MediaView::showSingle(const QString& key)
{
    const QString wanted = m_model.rowOf(key) >= 0 ? key : QString();
    if (wanted != m_single) {
        m_popup->hide();
        m_single = wanted;
        reorder();
    }
}

void MediaView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        showSingle({});
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        showSingle(m_single.isEmpty() ? keysInOrder().value(0) : QString());
        break;
    case Qt::Key_F: {
        ImageLook look = m_look;
        look.scale = 0.0;
        setLook(look);
        break;
    }
    default:
        View::keyPressEvent(event);
    }
}

void MediaView::resizeEvent(QResizeEvent*)
{
    m_popup->hide();
    relayoutSoon();
}

void MediaView::startSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

Status MediaView::savePart(const QString& key, int part, const QString& path) const
{
    constexpr const char* kAttempted = "save what was recorded";
    const auto found = m_places.find(key);
    const auto content = found != m_places.end() ? found->second->cell->body()->content() : nullptr;
    if (!content || content->bytes.empty()) {
        return failure(kAttempted, path.toStdString(), "it has not been loaded");
    }
    std::span<const std::byte> bytes = content->bytes;
    if (content->kind != RecordKind::Text && part >= 0
        && static_cast<std::size_t>(part) < content->parts.size())
    {
        bytes = content->parts[static_cast<std::size_t>(part)];
    }
    return writeFile(path,
                     QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                static_cast<qsizetype>(bytes.size())),
                     kAttempted);
}

void MediaView::askToSave(const QString& key, int part)
{
    MediaCell* shown = cell(key);
    const auto content = shown != nullptr ? shown->body()->content() : nullptr;
    if (!content) {
        return;
    }
    QString suffix = QStringLiteral("bin");
    if (content->kind == RecordKind::Image) {
        const auto header = part >= 0 && static_cast<std::size_t>(part) < content->parts.size()
                                ? readImageHeader(content->parts[static_cast<std::size_t>(part)])
                                : readImageHeader(content->bytes);
        suffix = header ? QString::fromLatin1(suffixOf(header->format)) : suffix;
    } else if (content->kind == RecordKind::Text) {
        suffix = QStringLiteral("txt");
    } else if (content->kind == RecordKind::Audio) {
        suffix = QStringLiteral("wav");
    }
    QString name = shown->tag();
    name.replace(QLatin1Char('/'), QLatin1Char('_'));
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save as recorded"), name + QLatin1Char('.') + suffix);
    if (path.isEmpty()) {
        return;
    }
    if (const Status saved = savePart(key, part, path); !saved) {
        shown->setNote(QString::fromStdString(saved.error().message()));
    }
}

void MediaView::openInPlayer(const QString& key)
{
    if (!m_temporary) {
        m_temporary = std::make_unique<QTemporaryDir>();
    }
    const QString path = m_temporary->filePath(QStringLiteral("sound.wav"));
    const Status saved = savePart(key, 0, path);
    MediaCell* shown = cell(key);
    if (!saved && shown != nullptr) {
        shown->setNote(QString::fromStdString(saved.error().message()));
    } else if (!QDesktopServices::openUrl(QUrl::fromLocalFile(path)) && shown != nullptr) {
        shown->setNote(tr("The desktop has no player for it"));
    }
}

QList<ExportFormat> MediaView::exportFormats() const
{
    return {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv};
}

QByteArray MediaView::csv() const
{
    QByteArray rows("run,tag,kind,step,wall_time,bytes,metadata\r\n");
    for (const int row : m_order) {
        const SeriesEntry& entry = m_model.entry(row);
        const OpenRun* run = context().runs->find(entry.runKey);
        const ColumnView<SampleEntry>* entries =
            run != nullptr ? run->run->samples(entry.id) : nullptr;
        for (std::size_t i = 0; entries != nullptr && i < entries->size(); ++i) {
            const SampleEntry& sample = (*entries)[i];
            const std::string_view metadata = run->run->text(sample.metadata);
            rows +=
                csvCell(run->name) + ',' + csvCell(entry.tag) + ',' + recordKindName(entry.kind)
                + ','
                + (sample.step == kNoStep ? QByteArray()
                                          : QByteArray::number(static_cast<qlonglong>(sample.step)))
                + ',' + QByteArray::fromStdString(secondsText(sample.wallNs)) + ','
                + QByteArray::number(static_cast<qlonglong>(sample.payload.size)) + ','
                + csvCell(
                    QString::fromUtf8(metadata.data(), static_cast<qsizetype>(metadata.size())))
                + "\r\n";
        }
    }
    return rows;
}

Status MediaView::exportTo(const QString& path, ExportFormat format)
{
    if (format == ExportFormat::Csv) {
        return writeFile(path, csv(), "export the list");
    }
    Figure figure;
    figure.size = size();
    figure.background = context().palette->colour(Role::Surface);
    figure.title = tr("Media");
    figure.paint = [this](QPainter& painter) {
        for (const auto& [key, place] : m_places) {
            painter.save();
            painter.translate(place->cell->mapTo(this, QPoint(0, 0)));
            place->cell->paintVectors(painter);
            painter.restore();
        }
    };
    return exportFigure(figure, path, format);
}

QByteArray MediaView::saveState() const
{
    const QJsonObject state{{"filter", m_search->text()},
                            {"kind", m_kindChoice->currentIndex()},
                            {"brightness", m_look.brightness},
                            {"contrast", m_look.contrast},
                            {"scale", m_look.scale},
                            {"single", m_single}};
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void MediaView::restoreState(const QByteArray& bytes)
{
    const QJsonObject state = QJsonDocument::fromJson(bytes).object();
    if (state.isEmpty()) {
        return;
    }
    setFilter(state.value("filter").toString());
    m_kindChoice->setCurrentIndex(std::clamp(state.value("kind").toInt(), 0, 4));
    ImageLook look;
    look.brightness = std::clamp(state.value("brightness").toDouble(), -1.0, 1.0);
    look.contrast = std::clamp(state.value("contrast").toDouble(1.0), 0.0, 10.0);
    look.scale = std::clamp(state.value("scale").toDouble(), 0.0, 128.0);
    setLook(look);
    showSingle(state.value("single").toString());
}

} // namespace runlens::viewers
