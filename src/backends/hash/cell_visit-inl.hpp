// SPDX-License-Identifier: MIT
// Included once per instruction set, by the queries (Highway's pattern for such headers).
#if defined(DEFCOL_CELL_VISIT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DEFCOL_CELL_VISIT_INL
#undef DEFCOL_CELL_VISIT_INL
#else
#define DEFCOL_CELL_VISIT_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "backends/hash/cell_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// One bit per lane.
HWY_INLINE uint64_t bits_of(hn::Mask<hn::ScalableTag<float>> mask) {
    constexpr std::size_t byte_count = (hn::MaxLanes(hn::ScalableTag<float>()) + 7) / 8;
    uint8_t bytes[8];
    hn::StoreMaskBits(hn::ScalableTag<float>(), mask, bytes);
    if constexpr (byte_count == 1) {
        return bytes[0];
    } else if constexpr (byte_count == 2) {
        uint16_t bits = 0;
        std::memcpy(&bits, bytes, sizeof bits);
        return bits;
    } else {
        uint64_t bits = 0;
        for (unsigned i = 0; i < byte_count; ++i) bits |= uint64_t{bytes[i]} << (8 * i);
        return bits;
    }
}

// What a query needs of a table, read once.
struct Cells {
    explicit Cells(const CellTable& table)
        : grid(table.grid()),
          starts(table.starts()),
          places(table.places()),
          stamp(table.stamp()),
          item_count(table.size()) {}

    const CellGrid& grid;
    const uint32_t* starts;
    const CellTable::Place* places;
    uint32_t stamp;
    uint32_t item_count;
};

// The cells a box covers: those from `first` to `last` along each axis.
struct CellRange {
    uint32_t first[3];
    uint32_t last[3];
};

constexpr uint32_t any_tag = UINT32_MAX;

// Calls visit(begin, end, tag) for runs of items that together hold every item in those cells once, and
// others. If `hashed`, only items that carry the tag belong to a run, unless the tag is any_tag. False: the
// box is oversized, covering more cells than it is worth to look up; one run of all items was visited
// instead.
template <bool hashed, class Visit>
HWY_INLINE bool visit_cells(const Cells& cells, const CellRange& range, Visit&& visit) {
    const auto [x0, y0, z0] = range.first;
    const auto [x1, y1, z1] = range.last;
    if constexpr (!hashed) {
        const std::size_t width = cells.grid.count[0];
        const std::size_t slab = width * cells.grid.count[1];
        const uint32_t* row = cells.starts + z0 * slab + y0 * width;
        // Oversized: where looking up rows costs more than reading all items, read them.
        if (uint64_t{y1 - y0 + 1} * (z1 - z0 + 1) > cells.item_count / 4 + 64) {
            visit(0U, cells.item_count, any_tag);
            return false;
        }
        for (uint32_t z = z0; z <= z1; ++z, row += slab) {
            for (std::size_t y = 0; y <= y1 - y0; ++y) {
                const uint32_t begin = row[x0 + y * width];
                const uint32_t end = row[x1 + 1 + y * width];
                if (begin != end) visit(begin, end, any_tag);
            }
        }
    } else {
        const uint32_t widest = std::max({x1 - x0, y1 - y0, z1 - z0});
        if (widest >= 1023 ||
            uint64_t{x1 - x0 + 1} * (y1 - y0 + 1) * (z1 - z0 + 1) > cells.item_count / 4 + 64) {
            visit(0U, cells.item_count, any_tag);
            return false;
        }
        for (uint32_t z = z0; z <= z1; ++z) {
            for (uint32_t y = y0; y <= y1; ++y) {
                for (uint32_t x = x0; x <= x1; ++x) {
                    const CellTable::Place& place = cells.places[cells.grid.place(x, y, z)];
                    if (place.stamp == cells.stamp) visit(place.begin, place.end, CellGrid::tag(x, y, z));
                }
            }
        }
    }
    return true;
}

}  // namespace defcol::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
