// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/hash/cell_grid.hpp"
#include "base/aligned_buffer.hpp"
#include "base/workers.hpp"

namespace defcol {

// Items in the order of their cells, and where each cell's items begin and end.
//
// With one place per cell this is a counting sort: the numbers are all written anew each frame, nothing of
// the last one needs to be told apart. With a hash table a place carries the time stamp of the frame that
// used it last (Teschner et al. 2003, section 4.2): the cost of a frame does not depend on the size of the
// table.
class CellTable {
  public:
    struct Place {
        uint32_t stamp;
        uint32_t begin;
        uint32_t end;
        uint32_t unused;
    };
    static_assert(sizeof(Place) == 16);

    // No place: the item is left out.
    static constexpr uint32_t no_place = UINT32_MAX;

    explicit CellTable(std::pmr::memory_resource& memory) noexcept
        : starts_(memory), places_(memory), used_(memory), order_(memory) {}

    // Sorts items by their places, items of one place by their number. Deterministic for any worker count.
    void sort(const CellGrid& grid, std::span<const uint32_t> place_of_item, Workers& workers);

    const CellGrid& grid() const noexcept { return grid_; }
    // The numbers of the items that have a place, in order.
    std::span<const uint32_t> order() const noexcept { return order_.span(); }
    uint32_t size() const noexcept { return static_cast<uint32_t>(order_.size()); }

    // One place per cell: items of place p are those from starts()[p] to starts()[p + 1].
    const uint32_t* starts() const noexcept { return starts_.data(); }
    // Hash table: a place whose stamp is not this one is empty.
    const Place* places() const noexcept { return places_.data(); }
    uint32_t stamp() const noexcept { return stamp_; }

  private:
    void sort_by_cell(std::span<const uint32_t> place_of_item, Workers& workers);
    uint32_t count_places(std::span<const uint32_t> place_of_item, uint32_t begin, uint32_t end);
    void place_items(std::span<const uint32_t> place_of_item, uint32_t begin, uint32_t end,
                     uint32_t items_before);
    void sort_by_hash(std::span<const uint32_t> place_of_item);

    CellGrid grid_;
    Buffer<uint32_t> starts_;
    Buffer<Place> places_;
    Buffer<uint32_t> used_;  // places in order of first use
    Buffer<uint32_t> order_;
    uint32_t stamp_ = 0;
};

}  // namespace defcol
