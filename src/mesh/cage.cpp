// SPDX-License-Identifier: MIT
#include "mesh/cage.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

constexpr uint8_t unknown = 0;
constexpr uint8_t crossed = 1;  // the surface passes through
constexpr uint8_t outside = 2;

// Cubes in layers, one ring of them around all that the surface can touch.
struct Grid {
    Vec3 origin{};
    double cell = 0;
    std::array<uint32_t, 3> size{};

    uint64_t cell_count() const { return uint64_t{size[0]} * size[1] * size[2]; }
    uint32_t index(uint32_t x, uint32_t y, uint32_t z) const { return (z * size[1] + y) * size[0] + x; }
    uint32_t coordinate(double value, int axis) const {
        const double steps = std::floor((value - origin[axis]) / cell);
        const double last = size[static_cast<std::size_t>(axis)] - 2;
        return static_cast<uint32_t>(std::clamp(steps, 1.0, last));
    }
};

template <class Function>
void for_each_usable_triangle(const Mesh& mesh, Function&& function) {
    if (mesh.all_triangles_usable()) {
        for (const Triangle& triangle : mesh.triangles()) function(triangle);
    } else {
        for (const uint32_t id : mesh.usable_triangles()) function(mesh.triangles()[id]);
    }
}

Grid lay_out(const Mesh& mesh, uint32_t resolution) {
    Vec3 low(HUGE_VAL);
    Vec3 high(-HUGE_VAL);
    for_each_usable_triangle(mesh, [&](const Triangle& triangle) {
        for (const uint32_t vertex : triangle.vertex) {
            const Vec3& position = mesh.positions()[vertex];
            for (int axis = 0; axis < 3; ++axis) {
                low[axis] = std::min(low[axis], position[axis]);
                high[axis] = std::max(high[axis], position[axis]);
            }
        }
    });
    const Vec3 extent = high - low;
    const double longest = std::max({extent.x, extent.y, extent.z});
    if (!(longest > 0)) {
        throw Error(status::invalid_argument,
                    "the mesh has no active triangles with an extent to put a cage around");
    }
    Grid grid;
    grid.cell = longest / resolution;
    for (int axis = 0; axis < 3; ++axis) {
        // Half a cube of air at both ends, so that no part of the surface lies in the hull of the cage, and a
        // ring of cubes from which the outside is flooded.
        const double cells = std::ceil(extent[axis] / grid.cell) + 1;
        grid.size[static_cast<std::size_t>(axis)] = static_cast<uint32_t>(cells) + 2;
        grid.origin[axis] = low[axis] - 0.5 * ((cells + 2) * grid.cell - extent[axis]);
    }
    return grid;
}

// Marks what a triangle passes through, cutting it in halves until a piece touches two cubes along each axis
// at most. A little more than the cubes the triangle meets, never less.
class TriangleMarker {
  public:
    TriangleMarker(const Grid& grid, Buffer<uint8_t>& cells) : grid_(grid), cells_(cells) {}

    // NOLINTNEXTLINE(misc-no-recursion): the depth is bounded.
    void mark(const Vec3& a, const Vec3& b, const Vec3& c, int depth = 0) {
        std::array<uint32_t, 3> first{};
        std::array<uint32_t, 3> last{};
        bool is_small = true;
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            // Wide enough for the rounding of midpoints and of the division.
            const double slack = 0x1p-20 * grid_.cell;
            first[i] = grid_.coordinate(std::min({a[axis], b[axis], c[axis]}) - slack, axis);
            last[i] = grid_.coordinate(std::max({a[axis], b[axis], c[axis]}) + slack, axis);
            is_small &= last[i] - first[i] <= 1;
        }
        if (!is_small && depth < max_depth) {
            split(a, b, c, depth);
            return;
        }
        for (uint32_t z = first[2]; z <= last[2]; ++z) {
            for (uint32_t y = first[1]; y <= last[1]; ++y) {
                for (uint32_t x = first[0]; x <= last[0]; ++x) cells_[grid_.index(x, y, z)] = crossed;
            }
        }
    }

  private:
    static constexpr int max_depth = 40;

    // NOLINTNEXTLINE(misc-no-recursion)
    void split(const Vec3& a, const Vec3& b, const Vec3& c, int depth) {
        const double ab = glm::dot(b - a, b - a);
        const double bc = glm::dot(c - b, c - b);
        const double ca = glm::dot(a - c, a - c);
        if (ab >= bc && ab >= ca) {
            halve(a, b, c, depth);
        } else if (bc >= ca) {
            halve(b, c, a, depth);
        } else {
            halve(c, a, b, depth);
        }
    }
    // NOLINTNEXTLINE(misc-no-recursion)
    void halve(const Vec3& a, const Vec3& b, const Vec3& c, int depth) {
        const Vec3 middle = 0.5 * a + 0.5 * b;
        mark(a, middle, c, depth + 1);
        mark(middle, b, c, depth + 1);
    }

    const Grid& grid_;
    Buffer<uint8_t>& cells_;
};

// From one corner of the ring, through faces, to every cube the surface does not keep it from.
void flood_outside(const Grid& grid, Buffer<uint8_t>& cells, Memory& memory) {
    Buffer<uint32_t> pending(memory);
    const auto visit = [&](uint32_t cell) {
        if (cells[cell] != unknown) return;
        cells[cell] = outside;
        pending.push_back(cell);
    };
    visit(0);
    while (!pending.empty()) {
        const uint32_t cell = pending.back();
        pending.pop_back();
        const uint32_t layer = grid.size[0] * grid.size[1];
        const uint32_t x = cell % grid.size[0];
        const uint32_t y = cell / grid.size[0] % grid.size[1];
        const uint32_t z = cell / layer;
        if (x > 0) visit(cell - 1);
        if (x + 1 < grid.size[0]) visit(cell + 1);
        if (y > 0) visit(cell - grid.size[0]);
        if (y + 1 < grid.size[1]) visit(cell + grid.size[0]);
        if (z > 0) visit(cell - layer);
        if (z + 1 < grid.size[2]) visit(cell + layer);
    }
}

// The paths along edges from corner 0 to corner 7 of a cube (corner bits x, y, z), one tetrahedron each;
// where the order of the axes is an odd permutation two corners are swapped.
constexpr uint32_t cube_tetrahedra[6][4] = {{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                            {0, 3, 2, 7}, {0, 6, 4, 7}, {0, 5, 1, 7}};

void cut_cubes(const Grid& grid, const Buffer<uint8_t>& cells, Memory& memory, Cage& cage) {
    const uint32_t row = grid.size[0] + 1;
    const uint32_t layer = row * (grid.size[1] + 1);
    Buffer<uint32_t> vertex_of(memory);
    vertex_of.assign(uint64_t{layer} * (grid.size[2] + 1), no_index);
    for (uint32_t z = 0; z < grid.size[2]; ++z) {
        for (uint32_t y = 0; y < grid.size[1]; ++y) {
            for (uint32_t x = 0; x < grid.size[0]; ++x) {
                if (cells[grid.index(x, y, z)] == outside) continue;
                uint32_t corner[8];
                for (uint32_t i = 0; i < 8; ++i) {
                    const uint32_t cx = x + (i & 1);
                    const uint32_t cy = y + (i >> 1 & 1);
                    const uint32_t cz = z + (i >> 2);
                    uint32_t& vertex = vertex_of[uint64_t{cz} * layer + uint64_t{cy} * row + cx];
                    if (vertex == no_index) {
                        vertex = static_cast<uint32_t>(cage.positions.size());
                        cage.positions.push_back(grid.origin + grid.cell * Vec3(cx, cy, cz));
                    }
                    corner[i] = vertex;
                }
                for (const auto& path : cube_tetrahedra) {
                    cage.tetrahedra.push_back(
                        {{corner[path[0]], corner[path[1]], corner[path[2]], corner[path[3]]}});
                }
            }
        }
    }
}

}  // namespace

Cage make_cage(const Mesh& surface, uint32_t resolution, Memory& memory) {
    if (resolution < 1 || resolution > max_cage_resolution) {
        throw Error(status::invalid_argument, "resolution is %lu, not 1 to %lu",
                    static_cast<unsigned long>(resolution), static_cast<unsigned long>(max_cage_resolution));
    }
    const Grid grid = lay_out(surface, resolution);
    Buffer<uint8_t> cells(memory);
    cells.assign(grid.cell_count(), unknown);
    TriangleMarker marker(grid, cells);
    for_each_usable_triangle(surface, [&](const Triangle& triangle) {
        marker.mark(surface.positions()[triangle.vertex[0]], surface.positions()[triangle.vertex[1]],
                    surface.positions()[triangle.vertex[2]]);
    });
    flood_outside(grid, cells, memory);
    Cage cage(memory);
    cut_cubes(grid, cells, memory, cage);
    return cage;
}

}  // namespace defcol
