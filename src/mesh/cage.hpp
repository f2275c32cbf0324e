// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/aligned_buffer.hpp"
#include "base/memory.hpp"
#include "geometry/vector.hpp"
#include "mesh/element.hpp"
#include "mesh/mesh.hpp"

namespace defcol {

// A coarse tetrahedral mesh around a surface, for hosts that have none to steer it by: the cubes of a grid
// that the surface passes through or encloses, each cut into six tetrahedra along the same diagonal, so that
// faces match. The surface lies inside.
struct Cage {
    explicit Cage(Memory& memory) : positions(memory), tetrahedra(memory) {}

    Buffer<Vec3> positions;
    Buffer<Tetrahedron> tetrahedra;  // positively oriented
};

inline constexpr uint32_t max_cage_resolution = 128;

// `resolution` cubes along the longest side of the surface's box, 1 to max_cage_resolution. What is enclosed
// is what cannot be reached from outside without passing through a cube of the surface: an open surface gets
// a shell. Throws Error: INVALID_ARGUMENT (resolution; no usable triangle, or none with an extent).
Cage make_cage(const Mesh& surface, uint32_t resolution, Memory& memory);

}  // namespace defcol
