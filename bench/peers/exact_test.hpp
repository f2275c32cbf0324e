// SPDX-License-Identifier: MIT
#pragma once

// The exact tests that peers which only propose candidates run after them. A rounded test of plane sides
// comes first, inlined and compiled for this machine, so that a peer does not pay for a call where a few
// products decide.

#include <cmath>
#include <cstdint>

#include "geometry/point_tetrahedron.hpp"
#include "geometry/triangle_triangle.hpp"

namespace bench {

struct MeshView {
    const float* positions = nullptr;
    const uint32_t* elements = nullptr;  // triangles or tetrahedra
};

// Internal linkage: the linker must not exchange these, compiled for this machine, for the library's own.
namespace {

inline defcol::Vec3 corner_of(const float* positions, uint32_t vertex) {
    const float* p = positions + 3 * std::size_t{vertex};
    return {p[0], p[1], p[2]};
}

inline bool is_on_one_side(const defcol::Vec3 (&plane)[3], const defcol::Vec3 (&points)[3]) {
    const double ux = plane[1].x - plane[0].x;
    const double uy = plane[1].y - plane[0].y;
    const double uz = plane[1].z - plane[0].z;
    const double vx = plane[2].x - plane[0].x;
    const double vy = plane[2].y - plane[0].y;
    const double vz = plane[2].z - plane[0].z;
    const double nx = uy * vz - uz * vy;
    const double ny = uz * vx - ux * vz;
    const double nz = ux * vy - uy * vx;
    // Shewchuk 1997, stage A: (7 + 56 e) e times the permanent; 1e-15 is 9 e.
    const double px = std::fabs(uy * vz) + std::fabs(uz * vy);
    const double py = std::fabs(uz * vx) + std::fabs(ux * vz);
    const double pz = std::fabs(ux * vy) + std::fabs(uy * vx);
    int above = 0;
    int below = 0;
    for (const defcol::Vec3& point : points) {
        const double x = point.x - plane[0].x;
        const double y = point.y - plane[0].y;
        const double z = point.z - plane[0].z;
        const double side = nx * x + ny * y + nz * z;
        const double bound = 1e-15 * (px * std::fabs(x) + py * std::fabs(y) + pz * std::fabs(z));
        above += side > bound;
        below += side < -bound;
    }
    return above == 3 || below == 3;
}

inline bool share_vertex(const uint32_t* a, const uint32_t* b) {
    bool shared = false;
    for (int i = 0; i < 3; ++i) shared |= (a[i] == b[0]) | (a[i] == b[1]) | (a[i] == b[2]);
    return shared;
}

inline bool triangles_meet(const MeshView& mesh_a, uint32_t a, const MeshView& mesh_b, uint32_t b) {
    const uint32_t* va = mesh_a.elements + 3 * std::size_t{a};
    const uint32_t* vb = mesh_b.elements + 3 * std::size_t{b};
    const defcol::Vec3 ta[3] = {corner_of(mesh_a.positions, va[0]), corner_of(mesh_a.positions, va[1]),
                                corner_of(mesh_a.positions, va[2])};
    const defcol::Vec3 tb[3] = {corner_of(mesh_b.positions, vb[0]), corner_of(mesh_b.positions, vb[1]),
                                corner_of(mesh_b.positions, vb[2])};
    if (is_on_one_side(tb, ta) || is_on_one_side(ta, tb)) return false;
    return defcol::triangles_intersect(ta, tb);
}

}  // namespace

}  // namespace bench
