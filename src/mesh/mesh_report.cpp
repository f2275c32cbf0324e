// SPDX-License-Identifier: MIT
#include "mesh/mesh_report.hpp"

#include <algorithm>
#include <numeric>

#include "base/aligned_buffer.hpp"
#include "geometry/degenerate_triangles.hpp"
#include "geometry/orientation.hpp"
#include "mesh/edge_table.hpp"

namespace defcol {
namespace {

bool is_usable(const ReportedMesh& mesh, std::span<const uint32_t> vertices) {
    if (mesh.vertex_usable.empty()) return true;
    return std::all_of(vertices.begin(), vertices.end(),
                       [&](uint32_t v) { return mesh.vertex_usable[v] != 0; });
}

void count_degenerate_triangles(const ReportedMesh& mesh, MeshReport& report) {
    for (const Triangle& triangle : mesh.triangles) {
        if (is_removed(triangle) || !is_usable(mesh, triangle.vertex)) continue;
        const int axis =
            projection_axis(mesh.positions[triangle.vertex[0]], mesh.positions[triangle.vertex[1]],
                            mesh.positions[triangle.vertex[2]]);
        if (axis < 0) ++report.degenerate_triangle_count;
    }
}

void count_tetrahedra(const ReportedMesh& mesh, MeshReport& report) {
    for (const Tetrahedron& tetrahedron : mesh.tetrahedra) {
        const auto& v = tetrahedron.vertex;
        if (!is_usable(mesh, v)) continue;
        const int sign =
            orient3d(mesh.positions[v[0]], mesh.positions[v[1]], mesh.positions[v[2]], mesh.positions[v[3]]);
        if (sign == 0) ++report.flat_tetrahedron_count;
        if (sign < 0) ++report.inverted_tetrahedron_count;
    }
}

void count_unused_vertices(const ReportedMesh& mesh, Memory& memory, MeshReport& report) {
    Buffer<uint8_t> is_used(memory);
    is_used.assign(mesh.positions.size(), 0);
    for (const Tetrahedron& tetrahedron : mesh.tetrahedra) {
        for (const uint32_t v : tetrahedron.vertex) is_used[v] = 1;
    }
    for (const Triangle& triangle : mesh.triangles) {
        if (is_removed(triangle)) continue;
        for (const uint32_t v : triangle.vertex) is_used[v] = 1;
    }
    report.unused_vertex_count = static_cast<uint64_t>(std::count(is_used.begin(), is_used.end(), 0));
}

// By sorting, not hashing: no choice of positions can make it slow.
void count_duplicate_vertices(const ReportedMesh& mesh, Memory& memory, MeshReport& report) {
    Buffer<uint32_t> ids(memory);
    ids.reserve(mesh.positions.size());
    for (uint64_t v = 0; v < mesh.positions.size(); ++v) {
        if (mesh.vertex_usable.empty() || mesh.vertex_usable[v] != 0) ids.push_back(static_cast<uint32_t>(v));
    }
    std::sort(ids.begin(), ids.end(), [&](uint32_t a, uint32_t b) {
        return lexicographically_less(mesh.positions[a], mesh.positions[b]);
    });
    for (std::size_t i = 1; i < ids.size(); ++i) {
        if (mesh.positions[ids[i]] == mesh.positions[ids[i - 1]]) ++report.duplicate_vertex_count;
    }
}

void examine_edges(const ReportedMesh& mesh, Memory& memory, Workers& workers, MeshReport& report) {
    EdgeTable edges(memory);
    edges.build(mesh.triangles, mesh.counting, workers);
    edges.for_each([&](const EdgeUse& edge) {
        const uint64_t uses = edge.upward + edge.downward;
        if (uses == 1) ++report.boundary_edge_count;
        if (uses > 2) ++report.non_manifold_edge_count;
        if (edge.upward != edge.downward && report.is_closed) {
            report.is_closed = false;
            report.first_open_edge[0] = edge.vertex[0];
            report.first_open_edge[1] = edge.vertex[1];
        }
    });
}

}  // namespace

void examine(const ReportedMesh& mesh, Memory& memory, Workers& workers, MeshReport& report) {
    count_degenerate_triangles(mesh, report);
    count_tetrahedra(mesh, report);
    count_unused_vertices(mesh, memory, report);
    count_duplicate_vertices(mesh, memory, report);
    examine_edges(mesh, memory, workers, report);
}

}  // namespace defcol
