// SPDX-License-Identifier: MIT
#include "scenes/mesh_building.hpp"

#include <array>
#include <map>

namespace scenes {

Mesh welded(const Mesh& mesh) {
    Mesh result;
    std::map<std::array<double, 3>, uint32_t> vertex_at;
    const auto vertex = [&](uint32_t old) {
        const Point p = position(mesh, old);
        // Zero is added so that -0 and 0 are one place.
        const auto [place, is_new] = vertex_at.try_emplace({p.x + 0.0, p.y + 0.0, p.z + 0.0}, 0U);
        if (is_new) place->second = add_vertex(result, p);
        return place->second;
    };
    for (const uint32_t old : mesh.triangles) result.triangles.push_back(vertex(old));
    for (const uint32_t old : mesh.tetrahedra) result.tetrahedra.push_back(vertex(old));
    return result;
}

void append(Mesh& mesh, const Mesh& other) {
    const auto base = static_cast<uint32_t>(mesh.vertex_count());
    mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
    for (const uint32_t vertex : other.triangles) mesh.triangles.push_back(base + vertex);
    for (const uint32_t vertex : other.tetrahedra) mesh.tetrahedra.push_back(base + vertex);
}

}  // namespace scenes
