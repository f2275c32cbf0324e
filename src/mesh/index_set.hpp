// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/aligned_buffer.hpp"
#include "mesh/element.hpp"
#include "mesh/staged_growth.hpp"

namespace defcol {

// A set of ids below `universe`, as flags and as a list: adding, dropping and asking cost O(1), clearing
// costs the members (Briggs and Torczon, "An efficient representation for sparse sets", 1993). The order of
// the list follows from the calls made, so it is the same in every run.
class IndexSet {
  public:
    explicit IndexSet(std::pmr::memory_resource& memory) : members_(memory), slots_(memory), flags_(memory) {}

    std::span<const uint32_t> members() const { return members_.span(); }
    std::span<const uint8_t> flags() const { return flags_.span(); }
    uint64_t universe() const { return flags_.size(); }
    bool contains(uint32_t id) const { return flags_[id] != 0; }

    // Room that add() needs, taken before anything is changed.
    class Room {
      public:
        Room(std::pmr::memory_resource& memory, IndexSet& set, uint64_t universe, uint64_t member_count)
            : set_(set),
              universe_(std::max<uint64_t>(universe, set.universe())),
              members_(memory, set.members_, member_count),
              slots_(memory, set.slots_, universe_),
              flags_(memory, set.flags_, universe_) {}

        void commit() noexcept {
            std::fill(flags_.data() + set_.universe(), flags_.data() + universe_, uint8_t{0});
            members_.commit(set_.members_.size());
            slots_.commit(universe_);
            flags_.commit(universe_);
        }

      private:
        IndexSet& set_;
        uint64_t universe_;
        StagedGrowth<uint32_t> members_;
        StagedGrowth<uint32_t> slots_;
        StagedGrowth<uint8_t> flags_;
    };

    // The id lies in the universe, and there is room.
    void add(uint32_t id) noexcept {
        if (flags_[id] != 0) return;
        flags_[id] = 1;
        slots_[id] = static_cast<uint32_t>(members_.size());
        members_.push_back(id);
    }

    void drop(uint32_t id) noexcept {
        if (flags_[id] == 0) return;
        flags_[id] = 0;
        const uint32_t last = members_.back();
        members_[slots_[id]] = last;
        slots_[last] = slots_[id];
        members_.pop_back();
    }

    void clear() noexcept {
        for (const uint32_t id : members_) flags_[id] = 0;
        members_.clear();
    }

    // As new, but for the memory.
    void reset() noexcept {
        members_.clear();
        slots_.clear();
        flags_.clear();
    }

  private:
    Buffer<uint32_t> members_;
    Buffer<uint32_t> slots_;  // of members only: where in members_
    Buffer<uint8_t> flags_;
};

}  // namespace defcol
