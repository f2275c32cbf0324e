// SPDX-License-Identifier: MIT
#include "geometry/triangle_triangle.hpp"

#include "geometry/degenerate_triangles.hpp"
#include "geometry/orientation.hpp"
#include "geometry/triangle_sides.hpp"

namespace defcol {

// After P. Guigue and O. Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation
// Predicates", Journal of Graphics Tools 8(1), 2003. Both triangles cut the line L of the two planes in
// intervals; which end comes first on L is the orientation of the two edges that make these ends.
bool triangles_intersect(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    const PlaneSide plane_b(b[0], b[1], b[2]);
    Sides sides_a = filtered_sides(plane_b, a);
    if (sides_a.strictly_same()) return false;
    const PlaneSide plane_a(a[0], a[1], a[2]);
    Sides sides_b = filtered_sides(plane_a, b);
    if (sides_b.strictly_same()) return false;

    if (sides_a.any_unknown() || sides_b.any_unknown()) {
        // Neighbours in a flat region come here; their boxes settle most of them without exact arithmetic.
        if (!boxes_intersect(a, b)) return false;
        resolve(sides_a, plane_b, a);
        if (sides_a.strictly_same()) return false;
        resolve(sides_b, plane_a, b);
        if (sides_b.strictly_same()) return false;
    }

    // If neither is flat in the other's plane then neither has zero area and the planes differ.
    if (sides_a.all_zero() || sides_b.all_zero()) return degenerate_triangles_intersect(a, b);

    const TurnedPair t(sides_a, sides_b);
    return orient3d(a[t.pa], a[t.qa], b[t.pb], b[t.qb]) <= 0 &&
           orient3d(a[t.pa], a[t.ra], b[t.pb], b[t.rb]) >= 0;
}

}  // namespace defcol
