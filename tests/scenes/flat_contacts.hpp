// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/scene.hpp"

// Contacts that only exact arithmetic decides: all coordinates are small multiples of a power of two, so that
// coplanar means exactly coplanar.
namespace scenes {

// Two grids of cells x cells quads in one plane, shifted against each other by parts of a cell. Tilted: in
// the plane z = x / 2 + y / 4.
Scene coplanar_grids(uint32_t cells, bool tilted);

// Two boxes of 12 cells^2 triangles each that share a face plane, shifted along it.
Scene touching_boxes(uint32_t cells);

// Boxes in a stack, corners on corners: every contact is a shared point, edge or identical face.
Scene stacked_boxes(uint32_t object_count, uint32_t cells);

// The surface of a box, cells^2 quads per face, from `low` to `high`.
Mesh box_surface(uint32_t cells, double low, double high);

}  // namespace scenes
