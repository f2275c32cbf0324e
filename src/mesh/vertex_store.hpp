// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/aligned_buffer.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "geometry/vector.hpp"
#include "mesh/position_reader.hpp"
#include "mesh/rigid_transform.hpp"
#include "mesh/staged_growth.hpp"

namespace defcol {

// The vertices of a mesh: positions, the transform they are placed by, and which of them are finite.
// Changes come in two steps: stage_*() reads and may throw, commit() makes it so and cannot fail. What was
// staged and not committed is forgotten by the next stage.
class VertexStore {
  public:
    // Empty until positions are staged and committed.
    VertexStore(Memory& memory, bool skips_non_finite, const std::optional<RigidTransform>& transform);

    // Other positions for the vertices there are (or, in a new store, the first ones).
    void stage_positions(const PositionSource& source, Workers& workers);
    void stage_transform(const std::optional<RigidTransform>& transform, Workers& workers);
    // Computed positions for the vertices there are; a transform goes away when they are committed.
    void stage_computed(const PositionFormula& formula, Workers& workers);
    bool staged_usability_differs() const;
    uint64_t staged_skipped_count() const { return staged_.skipped; }
    std::span<const Vec3> staged_positions() const { return back_.positions.span(); }
    std::span<const uint8_t> staged_usable() const { return back_.usable.span(); }
    void commit() noexcept;

    // More vertices after those there are.
    class Appending;

    void swap(VertexStore& other) noexcept;

    uint64_t count() const { return front_.positions.size(); }
    std::span<const Vec3> positions() const { return front_.positions.span(); }
    std::span<const uint8_t> usable() const { return front_.usable.span(); }
    const PositionSummary& summary() const { return summary_; }
    const std::optional<RigidTransform>& transform() const { return transform_; }
    bool skips_non_finite() const { return skips_non_finite_; }

  private:
    struct Arrays {
        explicit Arrays(Memory& memory) : positions(memory), unplaced(memory), usable(memory) {}
        void swap(Arrays& other) noexcept;

        Buffer<Vec3> positions;
        Buffer<Vec3> unplaced;   // empty unless a transform was ever set
        Buffer<uint8_t> usable;  // empty unless the mesh skips what is not finite
    };

    PositionTarget back_target();

    Memory& memory_;
    bool skips_non_finite_;
    bool keeps_unplaced_;
    std::optional<RigidTransform> transform_;
    Arrays front_;
    PositionSummary summary_;

    Arrays back_;
    PositionSummary staged_;
    std::optional<RigidTransform> staged_transform_;
    bool staged_keeps_unplaced_ = false;
    bool staged_only_placing_ = false;
};

class VertexStore::Appending {
  public:
    // Reads the vertices; throws as read_positions.
    Appending(VertexStore& store, const PositionSource& source, Workers& workers);
    uint64_t skipped_count() const { return added_.skipped; }
    void commit() noexcept;

  private:
    VertexStore& store_;
    uint64_t new_count_;
    StagedGrowth<Vec3> positions_;
    StagedGrowth<Vec3> unplaced_;
    StagedGrowth<uint8_t> usable_;
    PositionSummary added_;
};

}  // namespace defcol
