// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/vector.hpp"

namespace defcol {

// How the ray from a point along +z meets a triangle.
struct RayCrossing {
    bool on_triangle;  // the point lies in the closed triangle; the crossing then means nothing
    int crossing;      // +1: through the triangle where its normal has positive z, -1: negative, 0: not
};

// Exact for every input in range. Rays through an edge or a corner are decided as if the point were moved by
// (e, e^2, 0) with an infinitely small e (simulation of simplicity, Edelsbrunner and Mücke 1990): the
// crossings with all triangles of a closed surface add up to its winding number around the point, whatever
// the ray meets. Triangles that the ray sees edge-on are never crossed.
RayCrossing ray_crossing(const Vec3 (&triangle)[3], const Vec3& point);

// Whether the point lies in the closed triangle; one of zero area is the segment or point it spans.
bool triangle_contains(const Vec3 (&triangle)[3], const Vec3& point);

}  // namespace defcol
