// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/scene.hpp"

// Surfaces whose contour or connectivity, not curvature, makes them collide with themselves: what the contour
// half of Volino's criterion (1994, section 2.3.5) is for. `detail` scales the number of triangles, about
// detail^2 times a constant; `seed` chooses the deformation, so that a test can draw thousands.
namespace scenes {

Scene moebius_strip(uint32_t detail, uint64_t seed);
Scene comb(uint32_t detail, uint64_t seed);        // flat teeth that bend sideways into each other
Scene spiral(uint32_t detail, uint64_t seed);      // a flat spiral ribbon whose turns slide over each other
Scene inlet_disc(uint32_t detail, uint64_t seed);  // a disc with a deep narrow inlet that closes in its plane
Scene tube(uint32_t detail, uint64_t seed);        // bent until its wall meets itself
Scene knot(uint32_t detail, uint64_t seed);        // a thick torus knot
Scene book(uint32_t detail, uint64_t seed);        // pages on one spine: edges of three and more triangles
Scene flipped_sheet(uint32_t detail,
                    uint64_t seed);  // a rolled sheet with every seventh triangle turned over

}  // namespace scenes
