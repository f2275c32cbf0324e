// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "scenes/scene.hpp"

namespace scenes {

// A block of cubes with edge 1, each cut into five tetrahedra; mirrored from cube to cube, so that faces
// match. All tetrahedra are positively oriented, the block is centred at the origin.
Mesh tetrahedral_block(uint32_t columns, uint32_t rows, uint32_t layers);

// The setups of Teschner et al. 2003, table 1, by letter: 'A' to 'E', to exactly their numbers of objects,
// tetrahedra and vertices. The bodies are ours: jittered and turned blocks on a lattice, overlapping lightly.
Scene teschner(char setup);

// The same kind of scene in any size: `objects` blocks of 2 x 2 x `layers` cubes.
Scene tetrahedral_crowd(uint32_t objects, uint32_t layers, uint64_t seed);

// And of `objects` cubes, each of cells^3 cubes, overlapping lightly however large they are.
Scene tetrahedral_cubes(uint32_t objects, uint32_t cells, uint64_t seed);

// Two blocks of cells^3 cubes pressed into each other; the contact zone bulges.
Scene squeezed_blocks(uint32_t cells);

}  // namespace scenes
