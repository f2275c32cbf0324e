// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

#include "backends/cone_bvh/projected_contour.hpp"
#include "backends/cone_bvh/region_tree.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// The contour half of Volino's criterion (1994, sections 2.1 and 2.3.5) in a form that is sound for any mesh.
//
// Given: every triangle of the region (or of the union of two) certainly has N . V > 0. Then each is
// projected along V to a triangle of positive orientation, and the winding number of the projected contour
// counts the triangles over a point. If the contour meets itself only at equal vertex ids and the winding
// number nowhere exceeds one, then
// - the projected triangles have no inner point in common;
// - at a point inside the contour the triangles around it close up (their edges cancel in pairs), which
// leaves
//   no room for one that does not share the edge or vertex there;
// - at a point of the contour one side has winding number zero, so again only those that share it fit.
// So two triangles meet at most in vertices and edges they share: nothing in the region collides.
//
// The winding number follows from the contour being free of crossings: along a connected part of it the
// number on the right is the same everywhere if at vertices passed more than once arriving and leaving edges
// alternate; it is zero if the part is the only one (some edge borders the outside, and the number is never
// negative); otherwise a ray tells.
//
// Every decision is made only where rounding cannot have caused it; in doubt the answer is no.
class ContourTest {
  public:
    explicit ContourTest(std::pmr::memory_resource& memory) noexcept : contour_(memory) {}

    // Room for the contours of any two regions of trees whose longest is this: later calls allocate nothing.
    void reserve(uint32_t longest_contour) { contour_.reserve(2 * std::size_t{longest_contour}); }

    // Whether the region, or the union of two, is certainly free of collisions; b == no_index for one. The
    // direction is in the directions of both.
    bool proves_free(const RegionTree& tree, uint32_t a, uint32_t b, uint32_t direction,
                     const LocalVertex* vertices, int64_t simd_target);

  private:
    static constexpr uint32_t most_pinches = 32;
    static constexpr uint32_t most_runs = 64;

    uint32_t root_of(uint32_t run) const;
    void join(uint32_t run_a, uint32_t run_b);
    void connect_runs();
    bool edges_alternate_at_pinches() const;
    bool edges_alternate_at(uint32_t vertex) const;
    bool right_side_is_outside(uint32_t part) const;

    ProjectedContour contour_;
    EdgePair pinches_[most_pinches];
    uint32_t pinch_count_ = 0;
    uint32_t run_parent_[most_runs];
    uint32_t part_count_ = 0;  // connected parts of the contour
};

}  // namespace defcol
