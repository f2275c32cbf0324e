// SPDX-License-Identifier: MIT
#include "backends/hash/cell_table.hpp"

#include <algorithm>

namespace defcol {

void CellTable::sort(const CellGrid& grid, std::span<const uint32_t> place_of_item) {
    grid_ = grid;
    order_.clear();
    if (grid.hashed) {
        sort_by_hash(place_of_item);
    } else {
        sort_by_cell(place_of_item);
    }
}

void CellTable::sort_by_cell(std::span<const uint32_t> place_of_item) {
    // Counted two places ahead: after the sums a place's begin stands one ahead, and once its items are
    // written that number has become its end, which is the begin of the next.
    starts_.assign(std::size_t{grid_.place_count} + 2, 0);
    uint32_t* starts = starts_.data();
    for (const uint32_t place : place_of_item) {
        if (place != no_place) ++starts[place + 2];
    }
    uint32_t sum = 0;
    for (uint32_t place = 0; place < grid_.place_count; ++place) {
        sum += starts[place + 2];
        starts[place + 2] = sum;
    }
    order_.resize_uninitialized(sum);
    uint32_t* order = order_.data();
    for (uint32_t item = 0; item < place_of_item.size(); ++item) {
        if (place_of_item[item] != no_place) order[starts[place_of_item[item] + 1]++] = item;
    }
}

void CellTable::sort_by_hash(std::span<const uint32_t> place_of_item) {
    if (places_.size() != grid_.place_count || ++stamp_ == 0) {
        places_.assign(grid_.place_count, Place{});
        stamp_ = 1;
    }
    used_.clear();
    used_.reserve(std::min<std::size_t>(place_of_item.size(), grid_.place_count));
    uint32_t total = 0;
    Place* places = places_.data();
    for (const uint32_t index : place_of_item) {
        if (index == no_place) continue;
        Place& place = places[index];
        if (place.stamp != stamp_) {
            place = {stamp_, 0, 0, 0};
            used_.push_back(index);
        }
        ++place.end;
        ++total;
    }
    uint32_t begin = 0;
    for (const uint32_t index : used_.span()) {
        Place& place = places[index];
        place.begin = begin;
        begin += place.end;
        place.end = place.begin;
    }
    order_.resize_uninitialized(total);
    uint32_t* order = order_.data();
    for (uint32_t item = 0; item < place_of_item.size(); ++item) {
        if (place_of_item[item] != no_place) order[places[place_of_item[item]].end++] = item;
    }
}

}  // namespace defcol
