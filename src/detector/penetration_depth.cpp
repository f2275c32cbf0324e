// SPDX-License-Identifier: MIT
#include "detector/penetration_depth.hpp"

#include "narrowphase/contact_keys.hpp"

namespace defcol {

PenetrationDepth::PenetrationDepth(std::pmr::memory_resource& memory, uint32_t worker_count)
    : ranges_(memory), by_worker_(&memory) {
    by_worker_.reserve(worker_count);
    for (uint32_t i = 0; i < worker_count; ++i) {
        by_worker_.push_back(make_owned<PenetrationDepthOfMesh>(memory, memory));
    }
}

void PenetrationDepth::apply(const Frame& frame, ContactStore& contacts, Workers& workers) {
    const std::span<const uint64_t> keys = contacts.vertex_keys();
    ranges_.clear();
    for (uint64_t i = 0; i < keys.size(); ++i) {
        if (i == 0 || frame.mesh_of_vertex(key_a(keys[i])) != frame.mesh_of_vertex(key_a(keys[i - 1]))) {
            ranges_.push_back({i, i});
        }
        ++ranges_.back().end;
    }
    workers.run(static_cast<uint32_t>(ranges_.size()), [&](uint32_t task, uint32_t slot) {
        const Range& range = ranges_[task];
        by_worker_[slot]->apply(frame, keys.subspan(range.begin, range.end - range.begin), contacts);
    });
    if (by_worker_.size() == 1) return;
    // Who treats which mesh differs from frame to frame: each makes room for the largest.
    PenetrationDepthOfMesh::Capacity most;
    for (const auto& of_mesh : by_worker_) of_mesh->raise_to_own(most);
    for (const auto& of_mesh : by_worker_) of_mesh->reserve(most);
}

}  // namespace defcol
