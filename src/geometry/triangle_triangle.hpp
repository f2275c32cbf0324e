// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/vector.hpp"

namespace defcol {

// True if the two closed triangles have a point in common; touching counts. Exact for every input in range: a
// triangle of zero area is the segment or point its vertices span.
bool triangles_intersect(const Vec3 (&a)[3], const Vec3 (&b)[3]);

}  // namespace defcol
