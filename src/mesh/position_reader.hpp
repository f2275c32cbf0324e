// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "base/workers.hpp"
#include "geometry/vector.hpp"
#include "mesh/mesh_source.hpp"
#include "mesh/rigid_transform.hpp"

namespace defcol {

struct PositionSummary {
    Vec3 box_min{std::numeric_limits<double>::infinity()};  // of the usable vertices; min > max if none
    Vec3 box_max{-std::numeric_limits<double>::infinity()};
    uint64_t flushed_on_reading = 0;  // coordinates below 2^-300
    uint64_t flushed_on_placing = 0;  // likewise after the transform
    uint64_t skipped = 0;             // vertices that are not finite

    void merge(const PositionSummary& other);
};

// Where positions go.
struct PositionTarget {
    Vec3* positions = nullptr;  // transform applied; 0 for skipped vertices
    Vec3* unplaced = nullptr;   // null, or a copy without the transform; NaN for skipped vertices
    uint8_t* usable =
        nullptr;  // 1 per vertex, 0 for skipped ones. Null: a vertex that is not finite is an error
    uint64_t first_vertex = 0;  // the id of the first one, for messages
};

// Reads a checked source once, in parallel when it is large, and throws Error for the first vertex that is
// not finite (unless skipping) or beyond 2^60. A transform needs target.unplaced.
PositionSummary read_positions(const PositionSource& source, const RigidTransform* transform,
                               const PositionTarget& target, Workers& workers);

// The same from positions read before into target.unplaced.
PositionSummary place_positions(std::span<const Vec3> unplaced, const RigidTransform* transform,
                                const PositionTarget& target, Workers& workers);

// The same from positions that a function computes, block by block, for the vertices [begin, end): packed x,
// y and z. For a mesh without a transform.
struct PositionFormula {
    void (*compute)(const void* context, uint64_t begin, uint64_t end, double* out) = nullptr;
    const void* context = nullptr;
};
PositionSummary compute_positions(uint64_t count, const PositionFormula& formula,
                                  const PositionTarget& target, Workers& workers);

}  // namespace defcol
