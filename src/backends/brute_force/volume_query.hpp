// SPDX-License-Identifier: MIT
#pragma once

#include "backends/backend.hpp"
#include "backends/brute_force/box_columns.hpp"

namespace defcol {

// Whether a vertex lies in the closed volume of a mesh: non-zero winding number, or odd parity, counted along
// one exact ray; the surface counts as inside. `triangle_boxes` are by global triangle.
bool vertex_is_in_volume(const Frame& frame, const BoxColumns& triangle_boxes, uint32_t vertex,
                         const FrameMesh& volume, bool parity);

// The nearest point of the volume's surface, over all its triangles.
VolumeContact nearest_way_out(const Frame& frame, uint32_t vertex, const FrameMesh& volume);

}  // namespace defcol
