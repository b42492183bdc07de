// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/media/mesh.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

namespace runlens::viewers {

namespace {

constexpr const char* kMeshAttempted = "show the mesh";

std::optional<double> valueAt(const MeshTensor& tensor, std::size_t index)
{
    const auto read = [&](auto zero) -> std::optional<double> {
        auto value = zero;
        if ((index + 1) * sizeof(value) > tensor.bytes.size()) {
            return std::nullopt;
        }
        std::memcpy(&value, tensor.bytes.data() + index * sizeof(value), sizeof(value));
        return static_cast<double>(value);
    };
    if (tensor.dtype == "float32") {
        return read(0.0F);
    }
    if (tensor.dtype == "float64") {
        return read(0.0);
    }
    if (tensor.dtype == "int32") {
        return read(std::int32_t{0});
    }
    if (tensor.dtype == "int64") {
        return read(std::int64_t{0});
    }
    return tensor.dtype == "uint8" ? read(std::uint8_t{0}) : std::nullopt;
}

std::optional<std::array<double, 3>> rowOf(const MeshTensor& tensor, std::int64_t row)
{
    std::array<double, 3> values{};
    for (std::size_t i = 0; i < 3; ++i) {
        const auto value = valueAt(tensor, static_cast<std::size_t>(row) * 3 + i);
        if (!value) {
            return std::nullopt;
        }
        values.at(i) = *value;
    }
    return values;
}

using Vector = std::array<double, 3>;

bool isFinite(const std::array<float, 3>& point)
{
    return std::isfinite(point[0]) && std::isfinite(point[1]) && std::isfinite(point[2]);
}

struct Box {
    Vector centre{};
    double radius = 1.0;
};

Box boxOf(const Mesh& mesh)
{
    Vector low{1e300, 1e300, 1e300};
    Vector high{-1e300, -1e300, -1e300};
    bool isEmpty = true;
    for (const auto& point : mesh.points) {
        if (!isFinite(point)) {
            continue;
        }
        isEmpty = false;
        for (std::size_t i = 0; i < 3; ++i) {
            low.at(i) = std::min(low.at(i), static_cast<double>(point.at(i)));
            high.at(i) = std::max(high.at(i), static_cast<double>(point.at(i)));
        }
    }
    Box box;
    if (isEmpty) {
        return box;
    }
    double square = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
        box.centre.at(i) = (low.at(i) + high.at(i)) / 2;
        square += (high.at(i) - low.at(i)) * (high.at(i) - low.at(i)) / 4;
    }
    box.radius = square > 0.0 ? std::sqrt(square) : 1.0;
    return box;
}

} // namespace

Result<Mesh> makeMesh(const MeshTensor& points, const MeshTensor& faces, const MeshTensor& colours)
{
    for (const MeshTensor* tensor : {&points, &faces, &colours}) {
        if (tensor->rows < 0 || tensor->rows > kMostMeshRows) {
            return failure(kMeshAttempted,
                           {},
                           "it has " + std::to_string(tensor->rows)
                               + " points or faces, more than can be shown");
        }
    }
    Mesh mesh;
    for (std::int64_t row = 0; row < points.rows; ++row) {
        const auto values = rowOf(points, row);
        if (!values) {
            return failure(kMeshAttempted, {}, "its points are cut short or of an unknown type");
        }
        mesh.points.push_back({static_cast<float>((*values)[0]),
                               static_cast<float>((*values)[1]),
                               static_cast<float>((*values)[2])});
        mesh.badPoints += isFinite(mesh.points.back()) ? 0 : 1;
    }
    const auto last = static_cast<double>(mesh.points.size());
    for (std::int64_t row = 0; row < faces.rows; ++row) {
        const auto values = rowOf(faces, row);
        const bool isGood = values && std::ranges::all_of(*values, [&](double value) {
                                return value >= 0.0 && value < last;
                            });
        if (!isGood) {
            ++mesh.badFaces;
            continue;
        }
        mesh.faces.push_back({static_cast<std::int32_t>((*values)[0]),
                              static_cast<std::int32_t>((*values)[1]),
                              static_cast<std::int32_t>((*values)[2])});
    }
    for (std::int64_t row = 0; row < std::min(colours.rows, points.rows); ++row) {
        const auto values = rowOf(colours, row);
        if (!values) {
            break;
        }
        const auto part = [](double value) {
            return std::isnan(value) ? 0 : static_cast<int>(std::clamp(value, 0.0, 255.0));
        };
        mesh.colours.push_back(qRgb(part((*values)[0]), part((*values)[1]), part((*values)[2])));
    }
    if (mesh.colours.size() != mesh.points.size()) {
        mesh.colours.clear();
    }
    return mesh;
}

std::vector<MeshShape>
projectMesh(const Mesh& mesh, const MeshPose& pose, const QSizeF& size, const QColor& base)
{
    const Box box = boxOf(mesh);
    const double scale = 0.46 * std::min(size.width(), size.height()) / box.radius * pose.zoom;
    const double cy = std::cos(pose.yaw);
    const double sy = std::sin(pose.yaw);
    const double cp = std::cos(pose.pitch);
    const double sp = std::sin(pose.pitch);
    std::vector<Vector> turned;
    turned.reserve(mesh.points.size());
    for (const auto& point : mesh.points) {
        const double x = static_cast<double>(point[0]) - box.centre[0];
        const double y = static_cast<double>(point[1]) - box.centre[1];
        const double z = static_cast<double>(point[2]) - box.centre[2];
        const double x1 = x * cy + z * sy;
        const double z1 = z * cy - x * sy;
        turned.push_back({x1, y * cp - z1 * sp, y * sp + z1 * cp});
    }
    const auto pixel = [&](const Vector& at) {
        return QPointF(size.width() / 2 + at[0] * scale, size.height() / 2 - at[1] * scale);
    };
    const auto colourOf = [&](std::size_t point) {
        return mesh.colours.empty() ? base.rgb() : mesh.colours[point];
    };
    std::vector<MeshShape> shapes;
    for (const auto& face : mesh.faces) {
        const auto a = static_cast<std::size_t>(face[0]);
        const auto b = static_cast<std::size_t>(face[1]);
        const auto c = static_cast<std::size_t>(face[2]);
        if (!isFinite(mesh.points[a]) || !isFinite(mesh.points[b]) || !isFinite(mesh.points[c])) {
            continue;
        }
        Vector u{};
        Vector v{};
        for (std::size_t i = 0; i < 3; ++i) {
            u.at(i) = turned[b].at(i) - turned[a].at(i);
            v.at(i) = turned[c].at(i) - turned[a].at(i);
        }
        const Vector normal{
            u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        const double length = std::hypot(normal[0], normal[1], normal[2]);
        // Lit from the eye; both sides, since the order of corners is not agreed on.
        const double light = length > 0.0 ? 0.35 + 0.65 * std::abs(normal[2]) / length : 1.0;
        const QColor colour(colourOf(a));
        MeshShape shape;
        shape.corners = {pixel(turned[a]), pixel(turned[b]), pixel(turned[c])};
        shape.colour = qRgb(static_cast<int>(colour.red() * light),
                            static_cast<int>(colour.green() * light),
                            static_cast<int>(colour.blue() * light));
        shape.depth = (turned[a][2] + turned[b][2] + turned[c][2]) / 3;
        shapes.push_back(std::move(shape));
    }
    for (std::size_t i = 0; mesh.faces.empty() && i < mesh.points.size(); ++i) {
        if (isFinite(mesh.points[i])) {
            shapes.push_back({{pixel(turned[i])}, colourOf(i), turned[i][2]});
        }
    }
    std::ranges::stable_sort(shapes, {}, &MeshShape::depth);
    return shapes;
}

} // namespace runlens::viewers
