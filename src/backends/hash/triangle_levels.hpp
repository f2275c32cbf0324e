// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <vector>

#include "backends/hash/cell_table.hpp"
#include "backends/hash/mesh_interest.hpp"
#include "base/aligned_buffer.hpp"
#include "base/workers.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// Triangles of similar size in cells of about that size. Each is in one cell only, that of the lower corner
// of its box; a query widens its box downward by the largest extent there is on the level. So a triangle
// takes one entry however large it is.
struct TriangleLevel {
    explicit TriangleLevel(std::pmr::memory_resource& memory) noexcept : table(memory) {}

    CellTable table;
    uint32_t base = 0;  // of its triangles in the columns
    uint32_t count = 0;
    float largest_extent[3] = {};
};

// Triangles sorted by (level, cell) as columns. Level n holds boxes of up to 2^n times the extent of level 0,
// so that a few large triangles among many small ones cost neither entries nor large cells.
class TriangleLevels {
  public:
    static constexpr uint32_t level_count = 24;

    explicit TriangleLevels(std::pmr::memory_resource& memory);

    // cell_size is that of level 0.
    void build(const Frame& frame, const MeshInterests& interests, float cell_size, uint32_t table_size,
               HashFunction function, Workers& workers);

    uint32_t size() const noexcept { return static_cast<uint32_t>(id_.size()); }
    const TriangleLevel& level(uint32_t number) const noexcept { return levels_[number]; }
    uint32_t level_of(uint32_t item) const noexcept;
    // Triangles above level 0.
    uint32_t oversized_count() const noexcept { return size() - levels_[0].count; }

    // Columns; axis 0 to 2. Items of one level are [base, base + count).
    const float* min(uint32_t axis) const noexcept { return bounds_[axis].data(); }
    const float* max(uint32_t axis) const noexcept { return bounds_[3 + axis].data(); }
    const uint32_t* corner(uint32_t number) const noexcept { return corners_[number].data(); }
    const float* position(uint32_t number, uint32_t axis) const noexcept {
        return positions_[3 * number + axis].data();
    }
    const uint32_t* id() const noexcept { return id_.data(); }
    const uint32_t* mesh() const noexcept { return mesh_.data(); }
    const uint32_t* tag() const noexcept { return tag_.data(); }

  private:
    struct RangeSummary;
    static constexpr uint8_t no_level = 255;

    void measure(const Frame& frame, const MeshInterests& interests, float cell_size, Workers& workers);
    void list_by_level();
    void sort_level(TriangleLevel& level, const CellGridRequest& request, Workers& workers);
    void fill_columns(const Frame& frame, const TriangleLevel& level, Workers& workers);

    std::pmr::vector<TriangleLevel> levels_;
    Buffer<Box> boxes_;         // by triangle
    Buffer<uint8_t> level_of_;  // by triangle
    Buffer<uint32_t> listed_;   // triangles by (level, id)
    Buffer<uint32_t> places_;
    std::pmr::vector<Buffer<float>> bounds_;
    std::pmr::vector<Buffer<uint32_t>> corners_;
    std::pmr::vector<Buffer<float>> positions_;  // of the corners: three axes each
    Buffer<uint32_t> id_;
    Buffer<uint32_t> mesh_;
    Buffer<uint32_t> tag_;
};

}  // namespace defcol
