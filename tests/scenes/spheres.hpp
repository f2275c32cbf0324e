// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/scene.hpp"

namespace scenes {

// A unit sphere of 20 frequency^2 triangles: every edge of an icosahedron cut into `frequency` pieces.
// Frequency 8 has 1,280 triangles, 256 has 1,310,720.
Mesh icosphere(uint32_t frequency);

// Radius ripples of 2.5 %, wandering.
Scene sphere_self(uint32_t frequency);
Scene sphere_pair(uint32_t frequency);  // centres 1.6 apart

Scene nested_spheres(uint32_t frequency);     // three, one inside the other: no pair
Scene identical_spheres(uint32_t frequency);  // two meshes with the same positions in every frame

// Small spheres that jump anywhere between two frames; every fourth frame is the one before again.
Scene teleporting_spheres(uint32_t object_count, uint32_t frequency, uint64_t seed);

}  // namespace scenes
