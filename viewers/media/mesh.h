// SPDX-License-Identifier: GPL-3.0-or-later
/// A mesh of points and triangles and its picture: turned, projected without perspective, far parts
/// painted first. Pure; any thread.
#pragma once

#include "summary_format/base/result.h"

#include <QColor>
#include <QPolygonF>
#include <QSizeF>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace runlens::viewers {

struct Mesh {
    std::vector<std::array<float, 3>> points;
    std::vector<std::array<std::int32_t, 3>> faces;
    std::vector<QRgb> colours; ///< of the points; empty: none recorded
    std::size_t badFaces = 0;  ///< left out: they name points that there are not
    std::size_t badPoints = 0; ///< not finite: never drawn
};

/// One tensor of a mesh; the bytes are row-major, the first of a batch is taken.
struct MeshTensor {
    std::span<const std::byte> bytes;
    std::string_view dtype; ///< "float32", "int32", "uint8"
    std::int64_t rows = 0;  ///< of three values each
};

inline constexpr std::int64_t kMostMeshRows = 4'000'000;

/// faces and colours may have no rows.
[[nodiscard]] Result<Mesh>
makeMesh(const MeshTensor& points, const MeshTensor& faces, const MeshTensor& colours);

struct MeshPose {
    double yaw = 0.6;    ///< radians around the vertical
    double pitch = 0.35; ///< radians up
    double zoom = 1.0;
    friend bool operator==(const MeshPose&, const MeshPose&) = default;
};

struct MeshShape {
    std::vector<QPointF> corners; ///< one: a point; three: a triangle
    QRgb colour = 0;
    double depth = 0.0; ///< larger is nearer
};

/// Shapes in order of painting. base: the colour of points without one.
[[nodiscard]] std::vector<MeshShape>
projectMesh(const Mesh& mesh, const MeshPose& pose, const QSizeF& size, const QColor& base);

} // namespace runlens::viewers
