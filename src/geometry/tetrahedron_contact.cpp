// SPDX-License-Identifier: MIT
#include "geometry/tetrahedron_contact.hpp"

#include <cmath>

#include "geometry/determinant.hpp"
#include "geometry/point_tetrahedron.hpp"
#include "geometry/triangle_separation.hpp"

namespace defcol {

TetrahedronContact contact_in_tetrahedron(const Vec3 (&t)[4], const Vec3& point, unsigned surface_faces) {
    TetrahedronContact contact;
    contact.face = -1;
    contact.normal = Vec3(0.0);
    contact.depth = 0;
    double sum = 0;
    for (int i = 0; i < 4; ++i) {
        const auto& [p, q, r] = tetrahedron_faces[i];
        const double volume = std::fabs(orient3d_value(t[p], t[q], t[r], point));
        contact.weights[i] = volume;
        sum += volume;
        if ((surface_faces >> i & 1u) == 0) continue;
        Vec3 outward = cross_of_differences(t[p], t[q], t[p], t[r]);
        const double length = safe_length(outward);
        if (length == 0) continue;
        const double depth = volume / length;
        if (contact.face >= 0 && depth >= contact.depth) continue;
        // The faces of an inverted tetrahedron are seen from the other side.
        if (orient3d(t[p], t[q], t[r], t[i]) > 0) outward = Vec3(0.0) - outward;
        contact.face = i;
        contact.normal = outward / length;
        contact.depth = depth;
    }
    for (double& weight : contact.weights) weight = sum > 0 ? weight / sum : 0.25;
    return contact;
}

}  // namespace defcol
