// SPDX-License-Identifier: MIT
#include "mesh/vertex_store.hpp"

#include <cstring>
#include <utility>

namespace defcol {
namespace {

const RigidTransform* pointer_to(const std::optional<RigidTransform>& transform) {
    return transform.has_value() ? &*transform : nullptr;
}

}  // namespace

void VertexStore::Arrays::swap(Arrays& other) noexcept {
    positions.swap(other.positions);
    unplaced.swap(other.unplaced);
    usable.swap(other.usable);
}

VertexStore::VertexStore(Memory& memory, bool skips_non_finite,
                         const std::optional<RigidTransform>& transform)
    : memory_(memory),
      skips_non_finite_(skips_non_finite),
      keeps_unplaced_(transform.has_value()),
      transform_(transform),
      front_(memory),
      back_(memory) {}

PositionTarget VertexStore::back_target() {
    return {.positions = back_.positions.data(),
            .unplaced = staged_keeps_unplaced_ && !staged_only_placing_ ? back_.unplaced.data() : nullptr,
            .usable = skips_non_finite_ ? back_.usable.data() : nullptr};
}

void VertexStore::stage_positions(const PositionSource& source, Workers& workers) {
    staged_transform_ = transform_;
    staged_keeps_unplaced_ = keeps_unplaced_;
    staged_only_placing_ = false;
    back_.positions.resize_uninitialized(source.count);
    if (keeps_unplaced_) back_.unplaced.resize_uninitialized(source.count);
    if (skips_non_finite_) back_.usable.resize_uninitialized(source.count);
    staged_ = read_positions(source, pointer_to(transform_), back_target(), workers);
}

void VertexStore::stage_transform(const std::optional<RigidTransform>& transform, Workers& workers) {
    staged_transform_ = transform;
    staged_keeps_unplaced_ = true;
    staged_only_placing_ = keeps_unplaced_;
    back_.positions.resize_uninitialized(count());
    if (skips_non_finite_) back_.usable.resize_uninitialized(count());
    std::span<const Vec3> unplaced = front_.unplaced.span();
    if (!keeps_unplaced_) {
        // So far nothing was moved: the positions are the unplaced ones, except that skipped vertices read 0.
        back_.unplaced.clear();
        back_.unplaced.append(positions());
        if (summary_.skipped > 0) {
            for (uint64_t v = 0; v < count(); ++v) {
                if (front_.usable[v] == 0) back_.unplaced[v] = Vec3(std::numeric_limits<double>::quiet_NaN());
            }
        }
        unplaced = back_.unplaced.span();
        staged_only_placing_ = false;
    }
    PositionTarget target = back_target();
    target.unplaced = nullptr;
    staged_ = place_positions(unplaced, pointer_to(transform), target, workers);
    staged_.flushed_on_reading = summary_.flushed_on_reading;
}

void VertexStore::stage_computed(const PositionFormula& formula, Workers& workers) {
    staged_transform_ = std::nullopt;
    staged_keeps_unplaced_ = false;
    staged_only_placing_ = false;
    back_.positions.resize_uninitialized(count());
    if (skips_non_finite_) back_.usable.resize_uninitialized(count());
    staged_ = compute_positions(count(), formula, back_target(), workers);
}

bool VertexStore::staged_usability_differs() const {
    if (staged_.skipped == 0 && summary_.skipped == 0) return false;
    return std::memcmp(front_.usable.data(), back_.usable.data(), count()) != 0;
}

void VertexStore::commit() noexcept {
    front_.positions.swap(back_.positions);
    front_.usable.swap(back_.usable);
    if (staged_keeps_unplaced_ && !staged_only_placing_) front_.unplaced.swap(back_.unplaced);
    keeps_unplaced_ = staged_keeps_unplaced_;
    transform_ = staged_transform_;
    summary_ = staged_;
}

void VertexStore::swap(VertexStore& other) noexcept {
    std::swap(skips_non_finite_, other.skips_non_finite_);
    std::swap(keeps_unplaced_, other.keeps_unplaced_);
    std::swap(transform_, other.transform_);
    front_.swap(other.front_);
    std::swap(summary_, other.summary_);
    back_.swap(other.back_);
}

VertexStore::Appending::Appending(VertexStore& store, const PositionSource& source, Workers& workers)
    : store_(store),
      new_count_(store.count() + source.count),
      positions_(store.memory_, store.front_.positions, new_count_),
      unplaced_(store.memory_, store.front_.unplaced, store.keeps_unplaced_ ? new_count_ : 0),
      usable_(store.memory_, store.front_.usable, store.skips_non_finite_ ? new_count_ : 0) {
    const uint64_t old_count = store.count();
    const PositionTarget target{.positions = positions_.data() + old_count,
                                .unplaced = store.keeps_unplaced_ ? unplaced_.data() + old_count : nullptr,
                                .usable = store.skips_non_finite_ ? usable_.data() + old_count : nullptr,
                                .first_vertex = old_count};
    added_ = read_positions(source, pointer_to(store.transform_), target, workers);
}

void VertexStore::Appending::commit() noexcept {
    positions_.commit(new_count_);
    if (store_.keeps_unplaced_) unplaced_.commit(new_count_);
    if (store_.skips_non_finite_) usable_.commit(new_count_);
    store_.summary_.merge(added_);
}

}  // namespace defcol
