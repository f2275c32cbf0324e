// SPDX-License-Identifier: MIT
#include "backends/hash/cell_grid.hpp"

#include <cmath>

namespace defcol {

namespace {

// A block of cells is used up to so many cells per point. More would cost memory and time for empty cells.
constexpr uint64_t most_cells_per_point = 8;
constexpr uint64_t always_allowed_cells = 4096;

}  // namespace

CellGrid make_cell_grid(const CellGridRequest& request) {
    CellGrid grid;
    uint64_t cells = 1;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        const auto index = static_cast<int>(axis);
        const float low = request.bounds.min[index];
        const float extent = request.bounds.max[index] - low;
        // A cell that is tiny against its distance from the corner would be lost in rounding anyway, and its
        // inverse could overflow.
        const float least_size = extent / static_cast<float>(CellGrid::most_cells_per_axis);
        const float size = std::max({request.cell_size, least_size, 0x1p-100F});
        const float wanted = std::floor(extent / size) + 1.0F;
        grid.count[axis] =
            static_cast<uint32_t>(std::min(wanted, static_cast<float>(CellGrid::most_cells_per_axis)));
        grid.low[axis] = low;
        grid.inverse[axis] = 1.0F / size;
        grid.last[axis] = static_cast<float>(grid.count[axis] - 1);
        cells *= grid.count[axis];
    }
    const uint64_t most_cells = most_cells_per_point * request.point_count + always_allowed_cells;
    grid.hashed = request.table_size != 0 || cells > most_cells;
    grid.function = request.function;
    if (!grid.hashed) {
        grid.place_count = static_cast<uint32_t>(cells);
    } else if (request.table_size != 0) {
        grid.place_count = request.table_size;
    } else {
        // Odd, so that low bits are not all that counts; twice the points keeps most cells alone.
        grid.place_count = 2 * request.point_count + 1;
    }
    return grid;
}

}  // namespace defcol
