// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/scene.hpp"

// Cloth-like patches.
namespace scenes {

// A sheet folded like a paper fan into 8 layers 0.012 apart, with ripples of 0.009, so that layers cross.
// `columns` run along the fan and must divide by 8.
Scene folded_sheet(uint32_t columns, uint32_t rows);

// A 3 x 1 strip whose middle is rolled through 1.15 to 1.55 pi; its straight ends cross in the later frames
// (Volino 1994, section 3.2).
Scene crossing_loop(uint32_t columns, uint32_t rows);

// A square cloth over a capsule, hanging down in folds (Volino 1994, section 3.3): mesh 0 is the cloth of
// 2 cells^2 triangles, mesh 1 the body of 20 frequency^2. The folds dip into the body and into each other.
Scene draped_cloth(uint32_t cells, uint32_t body_frequency);

}  // namespace scenes
