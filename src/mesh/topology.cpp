// SPDX-License-Identifier: MIT
#include "mesh/topology.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/status.hpp"
#include "mesh/tetrahedral_surface.hpp"

namespace defcol {
namespace {

// Copied first and checked then, so that a host that writes meanwhile cannot slip in what was not checked.
void read_indices(const uint32_t* in, uint64_t count, uint64_t corners, uint64_t vertex_count,
                  const char* what, uint32_t* out) {
    if (count == 0) return;
    std::memcpy(out, in, count * corners * sizeof(uint32_t));
    uint32_t greatest = 0;
    for (uint64_t i = 0; i < count * corners; ++i) greatest = std::max(greatest, out[i]);
    if (greatest < vertex_count) return;
    uint64_t first = 0;
    while (out[first] < vertex_count) ++first;
    throw Error(status::index_range, "%s %llu names vertex %lu, but the mesh has %llu vertices", what,
                static_cast<unsigned long long>(first / corners), static_cast<unsigned long>(out[first]),
                static_cast<unsigned long long>(vertex_count));
}

}  // namespace

void Topology::swap(Topology& other) noexcept {
    triangles.swap(other.triangles);
    tetrahedra.swap(other.tetrahedra);
    triangle_tetrahedra.swap(other.triangle_tetrahedra);
    tetrahedron_surface.swap(other.tetrahedron_surface);
    free_triangles.swap(other.free_triangles);
}

void check_elements(const MeshSource& source) {
    check_count(source.triangle_count, "triangles");
    check_count(source.tetrahedron_count, "tetrahedra");
    check_pointer(source.triangles, source.triangle_count, alignof(uint32_t), "triangles");
    check_pointer(source.tetrahedra, source.tetrahedron_count, alignof(uint32_t), "tetrahedra");
    if (source.triangle_count > 0 && source.tetrahedron_count > 0) {
        throw Error(status::invalid_argument,
                    "a mesh has triangles or tetrahedra, not both; the surface of tetrahedra is found by the "
                    "library");
    }
}

void read_triangles(const uint32_t* triangles, uint64_t count, uint64_t vertex_count, const char* what,
                    Triangle* out) {
    read_indices(triangles, count, 3, vertex_count, what, reinterpret_cast<uint32_t*>(out));
}

void read_topology(const MeshSource& source, std::span<const Vec3> positions, std::span<const uint8_t> usable,
                   Memory& memory, Topology& topology) {
    topology.triangles.reserve(source.triangle_count);
    topology.triangles.resize_uninitialized(source.triangle_count);
    read_triangles(source.triangles, source.triangle_count, positions.size(), "triangle",
                   topology.triangles.data());
    topology.tetrahedra.reserve(source.tetrahedron_count);
    topology.tetrahedra.resize_uninitialized(source.tetrahedron_count);
    read_indices(source.tetrahedra, source.tetrahedron_count, 4, positions.size(), "tetrahedron",
                 reinterpret_cast<uint32_t*>(topology.tetrahedra.data()));
    if (source.tetrahedron_count > 0) find_tetrahedral_surface(positions, usable, memory, topology);
}

}  // namespace defcol
