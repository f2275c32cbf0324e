// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "backends/cone_bvh/surface_graph.hpp"
#include "base/aligned_buffer.hpp"
#include "base/log.hpp"
#include "geometry/vector.hpp"
#include "mesh/element.hpp"

namespace defcol {

// The tree as it grows: regions 0 ... triangle_count - 1 are the triangles, later ones are groups.
struct RegionForest {
    explicit RegionForest(std::pmr::memory_resource& memory) noexcept
        : child_begin(memory), children(memory) {}

    uint32_t add_group(std::span<const uint32_t> members) {
        children.append(members);
        child_begin.push_back(static_cast<uint32_t>(children.size()));
        return static_cast<uint32_t>(triangle_count + child_begin.size() - 2);
    }
    std::span<const uint32_t> members(uint32_t region) const {
        const uint32_t group = region - triangle_count;
        return children.span().subspan(child_begin[group], child_begin[group + 1] - child_begin[group]);
    }
    uint32_t region_count() const { return static_cast<uint32_t>(triangle_count + child_begin.size() - 1); }

    uint32_t triangle_count = 0;
    uint32_t root = no_index;
    Buffer<uint32_t> child_begin;  // one more than groups
    Buffer<uint32_t> children;
};

// Volino 1994, section 2.3.1: level by level, neighbouring regions are grouped about three at a time, those
// first that give the best shape (area against squared perimeter), until every connected component is one
// region; components are then joined by place. O(n log n). `positions` are the mesh's.
void group_regions(std::span<const Triangle> triangles, const SurfaceGraph& graph, const Vec3* positions,
                   std::pmr::memory_resource& memory, const Log& log, RegionForest& forest);

}  // namespace defcol
