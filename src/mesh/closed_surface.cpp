// SPDX-License-Identifier: MIT
#include "mesh/closed_surface.hpp"

#include <algorithm>
#include <optional>

#include "base/error.hpp"
#include "base/status.hpp"
#include "geometry/degenerate_triangles.hpp"
#include "mesh/edge_table.hpp"

namespace defcol {

bool ClosedSurface::is_known(const Mesh& mesh, bool weld) const {
    if (topology_ != mesh.topology_version() || active_ != mesh.active_version() || welded_ != weld)
        return false;
    if (!weld || positions_ == mesh.positions_version()) return true;
    // Welded vertices must have moved together, or the surface has opened between them.
    const auto positions = mesh.positions();
    for (std::size_t v = 0; v < positions.size(); ++v) {
        if (positions[v] != positions[representative_[v]]) return false;
    }
    return true;
}

// By sorting, not hashing: no choice of positions can make it slow.
void ClosedSurface::find_representatives(const Mesh& mesh) {
    const auto positions = mesh.positions();
    const auto usable = mesh.vertex_usable();
    const bool all_usable = mesh.all_vertices_usable();
    representative_.resize_uninitialized(positions.size());
    order_.clear();
    for (uint32_t v = 0; v < positions.size(); ++v) {
        representative_[v] = v;
        if (all_usable || usable[v] != 0) order_.push_back(v);
    }
    std::sort(order_.begin(), order_.end(), [&](uint32_t a, uint32_t b) {
        if (lexicographically_less(positions[a], positions[b])) return true;
        return !lexicographically_less(positions[b], positions[a]) && a < b;
    });
    for (std::size_t i = 1; i < order_.size(); ++i) {
        if (positions[order_[i]] == positions[order_[i - 1]]) {
            representative_[order_[i]] = representative_[order_[i - 1]];
        }
    }
}

void ClosedSurface::check(const Mesh& mesh, bool weld, Workers& workers, uint32_t index) {
    if (is_known(mesh, weld)) {
        positions_ = mesh.positions_version();
        return;
    }
    topology_ = 0;
    std::span<const Triangle> triangles = mesh.triangles();
    Buffer<Triangle> welded_triangles(*memory_);
    if (weld) {
        find_representatives(mesh);
        for (Triangle triangle : triangles) {
            if (!is_removed(triangle)) {
                for (uint32_t& vertex : triangle.vertex) vertex = representative_[vertex];
            }
            welded_triangles.push_back(triangle);
        }
        triangles = welded_triangles.span();
    }
    EdgeTable edges(*memory_);
    const std::span<const uint32_t> usable = mesh.usable_triangles();
    edges.build(triangles, mesh.all_triangles_usable() ? nullptr : &usable, workers);
    std::optional<EdgeUse> open;
    edges.for_each([&](const EdgeUse& edge) {
        if (edge.upward != edge.downward && !open) open = edge;
    });
    if (open) {
        throw Error(
            status::not_closed,
            "mesh %u is not closed at the edge of vertices %u and %u: triangles use it %llu times in one "
            "direction and %llu times in the other; close the surface, turn its triangles the same way "
            "round, or set the option weld_vertices or parity_counting",
            index, open->vertex[0], open->vertex[1], static_cast<unsigned long long>(open->upward),
            static_cast<unsigned long long>(open->downward));
    }
    topology_ = mesh.topology_version();
    active_ = mesh.active_version();
    positions_ = mesh.positions_version();
    welded_ = weld;
}

}  // namespace defcol
