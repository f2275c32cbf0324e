// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "geometry/box.hpp"
#include "geometry/vector.hpp"
#include "mesh/element.hpp"

namespace defcol {

class Mesh;

// A vertex in the coordinates of the frame: l = float((x - origin) * scale), with scale a power of two, so
// that scaling a scene by a power of two changes nothing here. |error of l| <= 2^-24 |l| + 2^-126, and l
// never falls where x rises: what lies between two exact coordinates lies between their local ones.
struct LocalVertex {
    float x, y, z;
    uint32_t mesh;  // index into Frame::meshes

    Vec3f position() const { return {x, y, z}; }
};
static_assert(sizeof(LocalVertex) == 16);

// What a frame says of one watched mesh.
struct FrameMesh {
    const Mesh* mesh;
    const Vec3* positions;  // exact, of the mesh's own vertex 0
    uint32_t detector_index;
    uint32_t vertex_base;
    uint32_t vertex_count;
    uint32_t triangle_base;
    uint32_t triangle_count;
    uint32_t tetrahedron_base;
    uint32_t tetrahedron_count;
    uint32_t category;
    uint32_t mask;
    bool self_collision;
    bool moved;             // local vertices differ from those of the last frame
    bool topology_changed;  // vertices or elements were replaced, added or removed since the last frame
    bool usable_changed;    // the sets of usable primitives differ from those of the last frame
    Box box;                // of the usable vertices, rounded outward; empty if there are none
};

// Two meshes to be tested against each other (a < b), or one with itself (a == b). Indices into
// Frame::meshes.
struct MeshPair {
    uint32_t a;
    uint32_t b;
};

// All watched meshes at one moment, in the order in which they were added. Vertices, triangles and tetrahedra
// are numbered through all meshes: order by these global ids is order by (mesh, primitive).
struct Frame {
    std::span<const FrameMesh> meshes;
    std::span<const LocalVertex> vertices;
    std::span<const Triangle> triangles;  // global vertex ids; unusable ones may hold no_index
    std::span<const Tetrahedron> tetrahedra;
    // 1 where a primitive counts; empty where all do.
    std::span<const uint8_t> usable_triangles;
    std::span<const uint8_t> usable_vertices;
    std::span<const uint8_t> usable_tetrahedra;
    std::span<const MeshPair> excluded_pairs;  // sorted, a < b
    Vec3 origin;
    double scale;
    // Mesh list, bases, origin or scale differ from the last frame: nothing kept from it holds.
    bool layout_changed;

    bool triangle_is_usable(uint32_t triangle) const {
        return usable_triangles.empty() || usable_triangles[triangle] != 0;
    }
    bool vertex_is_usable(uint32_t vertex) const {
        return usable_vertices.empty() || usable_vertices[vertex] != 0;
    }
    bool tetrahedron_is_usable(uint32_t tetrahedron) const {
        return usable_tetrahedra.empty() || usable_tetrahedra[tetrahedron] != 0;
    }

    uint32_t mesh_of_vertex(uint32_t vertex) const { return vertices[vertex].mesh; }
    uint32_t mesh_of_triangle(uint32_t triangle) const {
        return vertices[triangles[triangle].vertex[0]].mesh;
    }
    uint32_t mesh_of_tetrahedron(uint32_t tetrahedron) const {
        return vertices[tetrahedra[tetrahedron].vertex[0]].mesh;
    }

    const Vec3& exact_position(uint32_t vertex) const {
        const FrameMesh& mesh = meshes[vertices[vertex].mesh];
        return mesh.positions[vertex - mesh.vertex_base];
    }

    // The exact positions of the corners of a triangle or tetrahedron; all are of one mesh.
    template <class Element, std::size_t corner_count>
    void exact_corners(const Element& element, Vec3 (&corners)[corner_count]) const {
        const FrameMesh& mesh = meshes[vertices[element.vertex[0]].mesh];
        for (std::size_t i = 0; i < corner_count; ++i) {
            corners[i] = mesh.positions[element.vertex[i] - mesh.vertex_base];
        }
    }

    Box box_of_triangle(uint32_t triangle) const {
        Box box;
        for (const uint32_t vertex : triangles[triangle].vertex) box.grow(vertices[vertex].position());
        return box.rounded_outward();
    }
    Box box_of_tetrahedron(uint32_t tetrahedron) const {
        Box box;
        for (const uint32_t vertex : tetrahedra[tetrahedron].vertex) box.grow(vertices[vertex].position());
        return box.rounded_outward();
    }

    // Category, mask and exclusions; for one mesh with itself, whether its self-collision is on.
    bool pair_is_wanted(uint32_t a, uint32_t b) const {
        const FrameMesh& first = meshes[a];
        const FrameMesh& second = meshes[b];
        if (a == b) return first.self_collision;
        if ((first.category & second.mask) == 0 || (second.category & first.mask) == 0) return false;
        if (excluded_pairs.empty()) return true;
        const MeshPair key{std::min(a, b), std::max(a, b)};
        return !std::binary_search(excluded_pairs.begin(), excluded_pairs.end(), key,
                                   [](const MeshPair& left, const MeshPair& right) {
                                       return left.a != right.a ? left.a < right.a : left.b < right.b;
                                   });
    }
};

}  // namespace defcol
