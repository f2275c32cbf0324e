// SPDX-License-Identifier: MIT
#include "backends/hash/triangle_levels.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

constexpr uint64_t triangles_per_range = 4096;
constexpr float most_coarsening = 8;
constexpr uint32_t cell_parts = 4;

// Rounded up a little, so that max - extent never exceeds min.
float extent_above(float min, float max) {
    return (max - min) * (1.0F + 0x1p-22F);
}

}  // namespace

TriangleLevels::TriangleLevels(std::pmr::memory_resource& memory)
    : levels_(&memory),
      boxes_(memory),
      level_of_(memory),
      listed_(memory),
      places_(memory),
      bounds_(&memory),
      corners_(&memory),
      positions_(&memory),
      id_(memory),
      mesh_(memory),
      tag_(memory) {
    levels_.reserve(level_count);
    for (uint32_t i = 0; i < level_count; ++i) levels_.emplace_back(memory);
    bounds_.reserve(6);
    for (uint32_t i = 0; i < 6; ++i) bounds_.emplace_back(memory);
    corners_.reserve(3);
    for (uint32_t i = 0; i < 3; ++i) corners_.emplace_back(memory);
    positions_.reserve(9);
    for (uint32_t i = 0; i < 9; ++i) positions_.emplace_back(memory);
}

uint32_t TriangleLevels::level_of(uint32_t item) const noexcept {
    uint32_t level = 0;
    while (item >= levels_[level].base + levels_[level].count) ++level;
    return level;
}

void TriangleLevels::build(const Frame& frame, const MeshInterests& interests, float cell_size,
                           uint32_t table_size, HashFunction function, Workers& workers) {
    measure(frame, interests, cell_size, workers);
    list_by_level();

    const auto count = static_cast<uint32_t>(listed_.size());
    for (Buffer<float>& column : bounds_) column.resize_uninitialized(count);
    for (Buffer<uint32_t>& column : corners_) column.resize_uninitialized(count);
    for (Buffer<float>& column : positions_) column.resize_uninitialized(count);
    id_.resize_uninitialized(count);
    mesh_.resize_uninitialized(count);
    tag_.resize_uninitialized(count);
    float size = cell_size;
    for (TriangleLevel& level : levels_) {
        if (level.count != 0) {
            sort_level(level,
                       {interests.all().triangles, level.count, size, cell_parts, table_size, function,
                        &level == levels_.data() ? 1.0F : most_coarsening},
                       workers);
            fill_columns(frame, level, workers);
        }
        size *= 2;
    }
}

// Boxes, and the level each belongs to.
void TriangleLevels::measure(const Frame& frame, const MeshInterests& interests, float cell_size,
                             Workers& workers) {
    boxes_.resize_uninitialized(frame.triangles.size());
    level_of_.resize_uninitialized(frame.triangles.size());
    const float inverse = 1.0F / cell_size;
    parallel_ranges(
        workers, frame.triangles.size(), triangles_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
            for (auto i = static_cast<uint32_t>(begin); i < end; ++i) {
                level_of_[i] = no_level;
                if (!frame.triangle_is_usable(i)) continue;
                // Not rounded outward: see the tetrahedron query.
                Box box;
                for (const uint32_t v : frame.triangles[i].vertex) box.grow(frame.vertices[v].position());
                if (!overlap(box, interests[frame.mesh_of_triangle(i)].triangles)) continue;
                boxes_[i] = box;
                const Vec3f size = box.max - box.min;
                const float cells = std::max({size.x, size.y, size.z}) * inverse;
                const int level = cells <= 1.0F ? 0 : std::ilogb(std::min(cells, 0x1p30F)) + 1;
                level_of_[i] = static_cast<uint8_t>(std::min(level, static_cast<int>(level_count) - 1));
            }
        });
}

// Also finds how many triangles each level has and how large they are.
void TriangleLevels::list_by_level() {
    for (TriangleLevel& level : levels_) {
        level.count = 0;
        std::fill_n(level.largest_extent, 3, 0.0F);
    }
    for (uint32_t i = 0; i < level_of_.size(); ++i) {
        if (level_of_[i] == no_level) continue;
        TriangleLevel& level = levels_[level_of_[i]];
        ++level.count;
        for (int axis = 0; axis < 3; ++axis) {
            level.largest_extent[axis] =
                std::max(level.largest_extent[axis], extent_above(boxes_[i].min[axis], boxes_[i].max[axis]));
        }
    }
    uint32_t next[level_count];
    uint32_t total = 0;
    for (uint32_t i = 0; i < level_count; ++i) {
        levels_[i].base = next[i] = total;
        total += levels_[i].count;
    }
    listed_.resize_uninitialized(total);
    for (uint32_t i = 0; i < level_of_.size(); ++i) {
        if (level_of_[i] != no_level) listed_[next[level_of_[i]]++] = i;
    }
}

void TriangleLevels::sort_level(TriangleLevel& level, const CellGridRequest& request, Workers& workers) {
    const CellGrid grid = make_cell_grid(request);
    places_.resize_uninitialized(level.count);
    parallel_ranges(workers, level.count, triangles_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
        for (uint64_t i = begin; i < end; ++i) places_[i] = grid.place(boxes_[listed_[level.base + i]].min);
    });
    level.table.sort(grid, places_.span(), workers);
}

void TriangleLevels::fill_columns(const Frame& frame, const TriangleLevel& level, Workers& workers) {
    const CellGrid& grid = level.table.grid();
    parallel_ranges(workers, level.count, triangles_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
        for (uint64_t i = begin; i < end; ++i) {
            const uint32_t triangle = listed_[level.base + level.table.order()[i]];
            const uint64_t item = level.base + i;
            const Box& box = boxes_[triangle];
            for (uint32_t axis = 0; axis < 3; ++axis) {
                bounds_[axis][item] = box.min[static_cast<int>(axis)];
                bounds_[3 + axis][item] = box.max[static_cast<int>(axis)];
            }
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const uint32_t vertex = frame.triangles[triangle].vertex[corner];
                const LocalVertex& position = frame.vertices[vertex];
                corners_[corner][item] = vertex;
                positions_[3 * corner][item] = position.x;
                positions_[3 * corner + 1][item] = position.y;
                positions_[3 * corner + 2][item] = position.z;
            }
            id_[item] = triangle;
            mesh_[item] = frame.mesh_of_triangle(triangle);
            if (grid.hashed) tag_[item] = grid.tag(box.min);
        }
    });
}

}  // namespace defcol
