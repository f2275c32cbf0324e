// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

#include "backends/hash/hash_function.hpp"
#include "geometry/box.hpp"

namespace defcol {

// How points are assigned to cells, and cells to places of a table: either one place per cell of a bounded
// block of cells, x running fastest, so that a run of cells along x is a run of places; or, where the block
// would be too large or the host gave a table size, by hash value.
//
// The cell of a coordinate is a chain of rounded operations each of which never decreases when its operand
// grows, clamped at both ends. So a point between two others is in a cell between theirs, however coarse the
// rounding: no error bound is needed.
struct CellGrid {
    // Beyond so many cells along an axis points share the last one; far more than floats tell apart usefully.
    static constexpr uint32_t most_cells_per_axis = 1U << 20;

    alignas(16) float low[4] = {};      // corner of cell (0, 0, 0); the fourth number is not used
    alignas(16) float inverse[4] = {};  // cells per unit of length
    alignas(16) float last[4] = {};     // the last cell of each axis
    uint32_t count[3] = {1, 1, 1};
    uint32_t place_count = 1;
    bool hashed = false;
    HashFunction function = HashFunction::primes;

    uint32_t cell(float coordinate, uint32_t axis) const {
        const float cells = (coordinate - low[axis]) * inverse[axis];
        return static_cast<uint32_t>(std::min(std::max(cells, 0.0F), last[axis]));
    }
    uint32_t place(uint32_t i, uint32_t j, uint32_t k) const {
        if (hashed) return hash_of_cell(function, i, j, k) % place_count;
        return (k * count[1] + j) * count[0] + i;
    }
    uint32_t place(const Vec3f& point) const {
        return place(cell(point.x, 0), cell(point.y, 1), cell(point.z, 2));
    }
    // Tells cells apart that are less than 1024 apart along each axis, as those of one query are.
    static uint32_t tag(uint32_t i, uint32_t j, uint32_t k) {
        return (i & 1023U) | (j & 1023U) << 10 | (k & 1023U) << 20;
    }
    uint32_t tag(const Vec3f& point) const {
        return tag(cell(point.x, 0), cell(point.y, 1), cell(point.z, 2));
    }
};

// What decides about a grid.
struct CellGridRequest {
    Box bounds;            // of the points; not empty
    uint32_t point_count;  // how many there are, or somewhat more
    float cell_size;       // > 0
    // Parts into which cells are cut along x where each has a place of its own. A row of cells is one run of
    // items anyway, so that finer cells along it cost nothing and leave fewer items to compare.
    uint32_t x_parts;
    uint32_t table_size;  // 0: one place per cell where the block of cells is small enough
    HashFunction function;
    // Up to how many times larger cells may be made before they are hashed. More than 1 suits few points that
    // are spread widely; many points may be clustered, and then large cells would hold too many.
    float most_coarsening = 1;
};

CellGrid make_cell_grid(const CellGridRequest& request);

}  // namespace defcol
