// SPDX-License-Identifier: MIT
#include "backends/hash/cell_table.hpp"

#include <algorithm>
#include <utility>

namespace defcol {

namespace {

// Each part of the places is counted and filled by one worker, which reads the places of all items for it: a
// stable sort without tables of its own, worth it for few workers and many items.
constexpr uint32_t most_parts = 4;
constexpr std::size_t least_items_per_part = 4096;

}  // namespace

void CellTable::sort(const CellGrid& grid, std::span<const uint32_t> place_of_item, Workers& workers) {
    grid_ = grid;
    order_.clear();
    if (grid.hashed) {
        sort_by_hash(place_of_item);
    } else {
        sort_by_cell(place_of_item, workers);
    }
}

void CellTable::sort_by_cell(std::span<const uint32_t> place_of_item, Workers& workers) {
    // A place's items are counted one ahead; summed up, that number is its begin; once its items are written
    // it has become its end, which is the begin of the next.
    starts_.resize_uninitialized(std::size_t{grid_.place_count} + 1);
    starts_[0] = 0;
    const auto parts = static_cast<uint32_t>(std::clamp<std::size_t>(
        place_of_item.size() / least_items_per_part, 1, std::min(workers.worker_count(), most_parts)));
    const auto begin_of = [&](uint32_t part) {
        return static_cast<uint32_t>(uint64_t{grid_.place_count} * part / parts);
    };
    uint32_t items_before[most_parts + 1] = {};
    workers.run(parts, [&](uint32_t part, uint32_t) {
        items_before[part + 1] = count_places(place_of_item, begin_of(part), begin_of(part + 1));
    });
    for (uint32_t part = 0; part < parts; ++part) items_before[part + 1] += items_before[part];
    order_.resize_uninitialized(items_before[parts]);
    workers.run(parts, [&](uint32_t part, uint32_t) {
        place_items(place_of_item, begin_of(part), begin_of(part + 1), items_before[part]);
    });
}

// Items in the places [begin, end).
uint32_t CellTable::count_places(std::span<const uint32_t> place_of_item, uint32_t begin, uint32_t end) {
    const uint32_t place_count = end - begin;
    uint32_t* counts = starts_.data() + 1 + begin;
    std::fill_n(counts, place_count, 0);
    uint32_t item_count = 0;
    for (const uint32_t place : place_of_item) {
        if (place - begin >= place_count) continue;  // also no_place
        ++counts[place - begin];
        ++item_count;
    }
    return item_count;
}

void CellTable::place_items(std::span<const uint32_t> place_of_item, uint32_t begin, uint32_t end,
                            uint32_t items_before) {
    const uint32_t place_count = end - begin;
    uint32_t* next = starts_.data() + 1 + begin;
    uint32_t sum = items_before;
    for (uint32_t place = 0; place < place_count; ++place) sum += std::exchange(next[place], sum);
    uint32_t* order = order_.data();
    for (uint32_t item = 0; item < place_of_item.size(); ++item) {
        const uint32_t place = place_of_item[item] - begin;
        if (place < place_count) order[next[place]++] = item;
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
