// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "geometry/vector.hpp"

namespace defcol {

// The same numbers as DEFCOL_CONTACT_* in the public header.
inline constexpr std::uint32_t contact_edge_a0 =
    1;  // closed edge i (vertices i and i+1) of a meets closed b: << i
inline constexpr std::uint32_t contact_edge_b0 = 8;  // likewise of b
inline constexpr std::uint32_t contact_coplanar = 64;
inline constexpr std::uint32_t contact_no_normal = 128;

// What two intersecting triangles have in common, in rounded arithmetic on exact decisions: flags are exact,
// every number is finite. Exchanging a and b exchanges weights and edge flags and negates the normal, bit for
// bit (unless a and b are the same three points in the same order).
struct TriangleContact {
    // The ends of the intersection segment (equal if it is a point), or, where the intersection has an area,
    // the two points of it that are farthest apart. In lexicographic order.
    Vec3 points[2];
    // Barycentric weights of the point midway between both ends; in [0, 1] with sum 1.
    double weights_a[3];
    double weights_b[3];
    // Unit, from a to b; moving b by -distance along it is the smallest separating translation over the face
    // normals and edge cross products. Zero with contact_no_normal: all edges of both triangles are parallel.
    Vec3 normal;
    double distance;  // never positive
    // contact_coplanar: all six vertices lie in one plane.
    std::uint32_t flags;
};

// The triangles must intersect (triangles_intersect); otherwise the numbers are finite and mean nothing.
TriangleContact contact_of_triangles(const Vec3 (&a)[3], const Vec3 (&b)[3]);

}  // namespace defcol
