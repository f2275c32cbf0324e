// SPDX-License-Identifier: MIT
#pragma once

#include "geometry/orientation.hpp"
#include "geometry/vector.hpp"

namespace defcol {

// Face i is opposite corner i, which lies on its positive side if the tetrahedron's orientation is positive.
inline constexpr int tetrahedron_faces[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};

// +1 if corner 3 sees corners 0, 1, 2 counter-clockwise, -1 if clockwise (inverted), 0 if flat.
inline int tetrahedron_orientation(const Vec3 (&t)[4]) {
    return orient3d(t[0], t[1], t[2], t[3]);
}

inline bool tetrahedron_is_flat(const Vec3 (&t)[4]) {
    return tetrahedron_orientation(t) == 0;
}

// True if the point lies in the closed tetrahedron, whatever its orientation; a flat tetrahedron contains
// nothing. Exact for every input in range. `orientation` is tetrahedron_orientation(t), for callers with many
// points.
bool tetrahedron_contains(const Vec3 (&t)[4], const Vec3& point, int orientation);

inline bool tetrahedron_contains(const Vec3 (&t)[4], const Vec3& point) {
    return tetrahedron_contains(t, point, tetrahedron_orientation(t));
}

}  // namespace defcol
