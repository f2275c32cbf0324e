// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/scene.hpp"

// Unconnected and deliberately bad meshes.
namespace scenes {

// `count` triangles each, of about that size, in a unit cube. Every triangle drifts on its own way.
Scene triangle_soup(uint32_t mesh_count, uint32_t count, double size, bool self, uint64_t seed);
Scene tetrahedron_soup(uint32_t mesh_count, uint32_t count, double size, bool self, uint64_t seed);

// Needles ten thousand times longer than wide, two meshes of `count`.
Scene slivers(uint32_t count, double length, uint64_t seed);

// Triangles of zero area (segments and points), duplicate vertices, duplicate triangles, triangles that name
// a vertex twice, all over each other on a coarse lattice so that most contacts are touching ones.
Scene degenerate_mix(uint32_t count, uint64_t seed);

// Flat, inverted and duplicate tetrahedra among good ones, with corners on a coarse lattice.
Scene degenerate_tetrahedra(uint32_t count, uint64_t seed);

}  // namespace scenes
