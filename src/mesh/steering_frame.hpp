// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "geometry/vector.hpp"

namespace defcol {

// Three coarse vertices in ascending order of their ids, and how they lay when the meshes were linked.
struct SteeringTriple {
    uint32_t vertex[3];
    uint32_t is_degenerate;  // they lay on a line or at one point: no plane, so no normal of their own
    Vec3 rest_edge[2];       // from the first to the second, and to the third
    Vec3 rest_axis[3];       // orthonormal
};

// What a dense vertex is put together from: the first vertex, the edges to the other two, and three
// orthonormal axes. Rows of four doubles, the last zero, so that a row is one or two vector registers.
struct SteeringFrame {
    double row[6][4];
};
static_assert(sizeof(SteeringFrame) == 192);

// Whether three points span a plane well enough to carry a link: their triangle has a height of at least a
// 32nd of its longest side, about.
bool is_well_shaped(const Vec3& a, const Vec3& b, const Vec3& c);

// The triple's rest state from positions; vertex ids are the caller's.
void set_rest_state(SteeringTriple& triple, const Vec3& a, const Vec3& b, const Vec3& c);

// The frame of a triple whose vertices are now at a, b and c: a pure function of them and of the rest state.
//
// Axes after Mendoza & O'Sullivan 2005, equations 4 to 6, made unit vectors: e0 = n, e1 = q0 - q1,
// e2 = (q1 - q0) x n. Where the three are on a line there is no n: then the axes are the rest axes turned by
// the shortest rotation that takes a rest edge to where it is now, and the rest axes themselves where all
// three coincide. The axes are orthonormal in every case, so a link never changes its length.
SteeringFrame frame_of(const SteeringTriple& triple, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace defcol
