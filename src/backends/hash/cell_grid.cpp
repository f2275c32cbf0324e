// SPDX-License-Identifier: MIT
#include "backends/hash/cell_grid.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

// A block of cells is used up to so many cells per point. More would cost memory and time for empty cells.
constexpr uint64_t most_cells_per_point = 16;
constexpr uint64_t always_allowed_cells = 4096;

// Lays cells over the bounds; returns how many there are.
uint64_t lay_cells(CellGrid& grid, const CellGridRequest& request, float cell_size, uint32_t x_parts) {
    uint64_t cells = 1;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        const auto index = static_cast<int>(axis);
        const float low = request.bounds.min[index];
        const float extent = request.bounds.max[index] - low;
        // A cell that is tiny against its distance from the corner would be lost in rounding anyway, and its
        // inverse could overflow.
        const float least_size = extent / static_cast<float>(CellGrid::most_cells_per_axis);
        const float wanted_size = cell_size / static_cast<float>(axis == 0 ? x_parts : 1);
        const float size = std::max({wanted_size, least_size, 0x1p-100F});
        const float count = std::floor(extent / size) + 1.0F;
        grid.count[axis] =
            static_cast<uint32_t>(std::min(count, static_cast<float>(CellGrid::most_cells_per_axis)));
        grid.low[axis] = low;
        grid.inverse[axis] = 1.0F / size;
        grid.last[axis] = static_cast<float>(grid.count[axis] - 1);
        cells *= grid.count[axis];
    }
    return cells;
}

}  // namespace

CellGrid make_cell_grid(const CellGridRequest& request) {
    CellGrid grid;
    grid.function = request.function;
    // Places are 32-bit numbers.
    const uint64_t most_cells = std::min(
        most_cells_per_point * uint64_t{request.point_count} + always_allowed_cells, uint64_t{1} << 30);
    if (request.table_size == 0) {
        uint32_t x_parts = request.x_parts;
        for (float coarsening = 1; coarsening <= request.most_coarsening;) {
            const uint64_t cells = lay_cells(grid, request, coarsening * request.cell_size, x_parts);
            if (cells <= most_cells) {
                grid.place_count = static_cast<uint32_t>(cells);
                return grid;
            }
            if (x_parts > 1) {
                x_parts /= 2;
            } else {
                coarsening *= 2;
            }
        }
    }
    lay_cells(grid, request, request.cell_size, 1);
    grid.hashed = true;
    // Odd, so that low bits are not all that counts; twice the points keeps most cells alone.
    grid.place_count = request.table_size != 0 ? request.table_size : 2 * request.point_count + 1;
    return grid;
}

}  // namespace defcol
