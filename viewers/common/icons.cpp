// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <utility>

namespace runlens::viewers {

namespace {

QString resourceOf(const QString& name)
{
    return name.startsWith(u':') ? name : QStringLiteral(":/icons/%1.svg").arg(name);
}

QByteArray recoloured(const QString& name, const QColor& colour)
{
    QFile file(resourceOf(name));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    return file.readAll().replace("currentColor", colour.name().toLatin1());
}

/// Draws the drawing at whatever size is asked, so that an icon is sharp on every screen.
class SvgEngine : public QIconEngine {
public:
    SvgEngine(QString name, const QColor& colour) : m_name(std::move(name)), m_colour(colour) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        if (mode == QIcon::Disabled) {
            painter->setOpacity(painter->opacity() * 0.45);
        }
        paintIcon(*painter, rect, m_name, m_colour);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new SvgEngine(m_name, m_colour); }

private:
    QString m_name;
    QColor m_colour;
};

} // namespace

QIcon makeIcon(const QString& name, const QColor& colour)
{
    return QFile::exists(resourceOf(name)) ? QIcon(new SvgEngine(name, colour)) : QIcon();
}

QPixmap iconPixmap(const QString& name, const QColor& colour, int sizePx, qreal devicePixelRatio)
{
    const int pixels = qRound(sizePx * devicePixelRatio);
    const QString key = QStringLiteral("runlens-icon %1 %2 %3 %4")
                            .arg(name, colour.name(QColor::HexArgb))
                            .arg(pixels)
                            .arg(devicePixelRatio);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return pixmap;
    }
    pixmap = QPixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QSvgRenderer renderer(recoloured(name, colour));
    if (renderer.isValid()) {
        QPainter painter(&pixmap);
        painter.setOpacity(colour.alphaF());
        renderer.render(&painter, QRectF(0, 0, pixels, pixels));
    }
    pixmap.setDevicePixelRatio(devicePixelRatio);
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& colour)
{
    const qreal ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1.0;
    const int size = qRound(qMin(rect.width(), rect.height()));
    if (size > 0) {
        const QPointF corner(rect.center().x() - size / 2.0, rect.center().y() - size / 2.0);
        painter.drawPixmap(corner, iconPixmap(name, colour, size, ratio));
    }
}

} // namespace runlens::viewers
