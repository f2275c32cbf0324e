// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/aligned_buffer.hpp"
#include "geometry/box.hpp"

namespace defcol {

// Two objects, a < b.
struct ObjectPair {
    uint32_t a;
    uint32_t b;
};

// Which objects' boxes overlap. Objects are swept in the order of their lower ends along the axis on which
// they overlap least; if that leaves many tests, they are first dealt to strips along the two other axes,
// whose borders are quantiles: crowds and far outliers do not fill one strip.
//
// Cost: O(n) for n objects that moved little since the last call (the order is kept and repaired), O(n) radix
// passes otherwise, plus the tests. Objects in a line, in a plane or scattered take a few tests each. Long
// boxes lie in many strips, so the strips get fewer until there are at most four entries per object: bars
// that run along all three axes at once are the worst case, n^2 / 4 tests and less. After the first frames
// nothing is allocated unless there are more objects or pairs than before.
class SweepAndPrune {
  public:
    explicit SweepAndPrune(std::pmr::memory_resource& memory) noexcept
        : order_(memory),
          keys_(memory),
          scratch_(memory),
          covers_(memory),
          entries_(memory),
          cell_ends_(memory),
          pairs_(memory) {}

    // All pairs of boxes that overlap (closed: touching counts; an empty box never does) for which
    // wanted(a, b) holds, ascending. wanted is asked at most once per pair, in no particular order.
    // Owner: this object, until the next call. Boxes hold no NaN.
    template <class Wanted>
    std::span<const ObjectPair> find_pairs(std::span<const Box> boxes, const Wanted& wanted) {
        return find_pairs(boxes, Filter{&wanted, [](const void* filter, uint32_t a, uint32_t b) -> bool {
                                            return (*static_cast<const Wanted*>(filter))(a, b);
                                        }});
    }

    // Pairs of boxes looked at in the last call.
    uint64_t test_count() const noexcept { return test_count_; }

  private:
    struct Filter {
        const void* object;
        bool (*wants)(const void* object, uint32_t a, uint32_t b);
    };
    // The strips a box lies in, at the finest division, on the two axes that are not swept.
    struct Cover {
        uint8_t first[2];
        uint8_t last[2];
    };
    // One box in one cell. Axis 0 is the swept one.
    struct Entry {
        float low[3];
        float high[3];
        uint32_t object;
        uint8_t first_strip[2];
        uint8_t unused[2];
    };
    static_assert(sizeof(Entry) == 32);

    // How the three axes are used this frame.
    struct Plan {
        uint32_t axes[3];         // the swept axis, then the two others
        uint32_t strip_level[2];  // 2^level strips on each of the others
        std::array<float, 63> borders[2];
    };

    struct Strips {
        uint32_t first;
        uint32_t second;
    };

    std::span<const ObjectPair> find_pairs(std::span<const Box> boxes, Filter filter);
    Plan plan_axes(std::span<const Box> boxes);
    void keep_order(uint32_t object_count);
    void sort_along(std::span<const Box> boxes, uint32_t axis);
    void deal(std::span<const Box> boxes, Plan& plan);
    uint64_t entry_count(const uint32_t (&level)[2], size_t step) const;
    void coarsen(uint32_t (&level)[2]) const;
    void sweep(std::span<const Entry> cell, Strips strips, Filter filter);

    Buffer<uint32_t> order_;  // every object once, as sorted in the last frame
    Buffer<uint64_t> keys_;
    Buffer<uint64_t> scratch_;
    Buffer<Cover> covers_;
    Buffer<Entry> entries_;
    Buffer<uint32_t> cell_ends_;
    Buffer<ObjectPair> pairs_;
    uint64_t test_count_ = 0;
    uint32_t filled_count_ = 0;  // objects whose box is not empty: the first ones of order_
    uint32_t axis_ = 0;
};

}  // namespace defcol
