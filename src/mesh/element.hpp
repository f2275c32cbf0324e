// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace defcol {

// "No vertex", "no triangle", "no tetrahedron" in arrays of ids.
inline constexpr uint32_t no_index = UINT32_MAX;

// Vertex ids. A removed triangle keeps its place and names no vertex.
struct Triangle {
    uint32_t vertex[3];
};
static_assert(sizeof(Triangle) == 12);

inline constexpr Triangle removed_triangle{{no_index, no_index, no_index}};

inline bool is_removed(const Triangle& triangle) {
    return triangle.vertex[0] == no_index;
}

struct Tetrahedron {
    uint32_t vertex[4];
};
static_assert(sizeof(Tetrahedron) == 16);

}  // namespace defcol
