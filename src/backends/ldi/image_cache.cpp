// SPDX-License-Identifier: MIT
#include "backends/ldi/image_cache.hpp"

#include <bit>

#include "base/hash.hpp"

namespace defcol {

namespace {

constexpr uint32_t empty_entry = UINT32_MAX;

uint64_t hash_of(uint32_t mesh, const LdiView& view) {
    StableHash hash;
    hash.add(mesh).add(uint64_t{view.axis} << 48 | uint64_t{view.width} << 24 | view.height);
    for (int axis = 0; axis < 3; ++axis) {
        hash.add(uint64_t{std::bit_cast<uint32_t>(view.min[axis])} << 32 |
                 std::bit_cast<uint32_t>(view.max[axis]));
    }
    return hash.value();
}

}  // namespace

void ImageCache::grow_table(std::size_t entries) {
    std::size_t size = 64;
    while (size < 4 * entries) size *= 2;
    table_.assign(size, empty_entry);
    table_entries_ = 0;
}

void ImageCache::insert(uint64_t hash, uint32_t value) {
    std::size_t place = hash & (table_.size() - 1);
    while (table_[place] != empty_entry) place = (place + 1) & (table_.size() - 1);
    table_[place] = value;
    ++table_entries_;
}

void ImageCache::start(const Frame& frame, int64_t device) {
    requests_.clear();
    next_free_ = 0;
    kept_count_ = 0;
    const bool nothing_holds = frame.layout_changed || device != device_;
    device_ = device;
    grow_table(2 * slots_.size());
    for (uint32_t i = 0; i < slots_.size(); ++i) {
        Slot& slot = *slots_[i];
        // What the last frame had no use for is not kept for another.
        if (nothing_holds || !slot.is_taken || !slot.image.is_complete || slot.mesh >= frame.meshes.size()) {
            slot.is_valid = false;
        }
        slot.is_taken = false;
        if (slot.is_valid) {
            const FrameMesh& mesh = frame.meshes[slot.mesh];
            if (mesh.moved || mesh.topology_changed || mesh.usable_changed) slot.is_valid = false;
        }
        if (slot.is_valid) insert(hash_of(slot.mesh, slot.image.view), 2 * i);
    }
}

uint32_t ImageCache::request(uint32_t mesh, const LdiView& view) {
    const uint64_t hash = hash_of(mesh, view);
    const auto number = static_cast<uint32_t>(requests_.size());
    uint32_t kept = no_index;
    for (std::size_t place = hash & (table_.size() - 1); table_[place] != empty_entry;
         place = (place + 1) & (table_.size() - 1)) {
        const uint32_t entry = table_[place];
        if (entry % 2 != 0) {
            const Request& known = requests_[entry / 2];
            if (known.mesh == mesh && known.view == view) return entry / 2;
        } else if (Slot& slot = *slots_[entry / 2];
                   slot.is_valid && !slot.is_taken && slot.mesh == mesh && slot.image.view == view) {
            kept = entry / 2;
        }
    }
    if (kept != no_index) {
        slots_[kept]->is_taken = true;
        ++kept_count_;
    }
    requests_.push_back({mesh, kept, view});
    if (2 * (table_entries_ + 1) > table_.size()) {
        // Rebuilt from what is known: valid slots and all requests so far, this one included.
        grow_table(slots_.size() + 2 * requests_.size());
        for (uint32_t i = 0; i < slots_.size(); ++i) {
            if (slots_[i]->is_valid) insert(hash_of(slots_[i]->mesh, slots_[i]->image.view), 2 * i);
        }
        for (uint32_t i = 0; i < requests_.size(); ++i) {
            insert(hash_of(requests_[i].mesh, requests_[i].view), 2 * i + 1);
        }
    } else {
        insert(hash, 2 * number + 1);
    }
    return number;
}

std::span<const LdiJob> ImageCache::jobs(const Frame& frame, uint32_t count) {
    jobs_.clear();
    for (uint32_t i = 0; i < count; ++i) {
        Request& request = requests_[i];
        if (request.slot != no_index) continue;
        while (next_free_ < slots_.size() && slots_[next_free_]->is_taken) ++next_free_;
        if (next_free_ == slots_.size()) slots_.push_back(make_owned<Slot>(memory_, memory_));
        Slot& slot = *slots_[next_free_];
        slot.mesh = request.mesh;
        slot.is_taken = true;
        slot.is_valid = true;  // once it is complete
        slot.image.is_complete = false;
        slot.image.view = request.view;
        request.slot = next_free_;
        const FrameMesh& mesh = frame.meshes[request.mesh];
        jobs_.push_back({request.mesh, mesh.triangle_base, mesh.triangle_count, request.view, &slot.image});
    }
    return jobs_.span();
}

void ImageCache::forget() noexcept {
    for (auto& slot : slots_) slot->is_valid = false;
}

}  // namespace defcol
