// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "geometry/vector.hpp"

namespace defcol {

// The vertices two triangles of one mesh have in common, by index: vertex a[k] of one is vertex b[k] of the
// other.
struct SharedVertices {
    int count = 0;
    std::uint8_t a[3] = {};
    std::uint8_t b[3] = {};
};

// Each index counts once, also where a triangle names it twice.
SharedVertices find_shared_vertices(const std::uint32_t (&a)[3], const std::uint32_t (&b)[3]);

// True if the intersection of the closed triangles is larger than the simplex (nothing, point, segment) of
// their shared vertices; false for the same three vertices. Exact for every input in range; triangles of zero
// area and shared vertices at the same position are taken as the point sets they are.
bool triangles_intersect_beyond_shared(const Vec3 (&a)[3], const Vec3 (&b)[3], const SharedVertices& shared);

}  // namespace defcol
