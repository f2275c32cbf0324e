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

#include "backends/hash/cell_table.hpp"

HWY_BEFORE_NAMESPACE();
namespace defcol::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A point in one vector register, or in an array where there are no vectors; the fourth number is zero.
#if HWY_TARGET == HWY_SCALAR
struct Point4 {
    float value[4];

    static Point4 load(const float* source) { return {{source[0], source[1], source[2], 0}}; }
    void store(float* out) const { std::copy_n(value, 4, out); }
};
inline Point4 min(const Point4& a, const Point4& b) {
    return {{std::min(a.value[0], b.value[0]), std::min(a.value[1], b.value[1]),
             std::min(a.value[2], b.value[2]), 0}};
}
inline Point4 max(const Point4& a, const Point4& b) {
    return {{std::max(a.value[0], b.value[0]), std::max(a.value[1], b.value[1]),
             std::max(a.value[2], b.value[2]), 0}};
}
// The cells of a point, as CellGrid::cell gives them.
inline void store_cells(const CellGrid& grid, const Point4& point, int32_t* out) {
    for (uint32_t i = 0; i < 3; ++i) out[i] = static_cast<int32_t>(grid.cell(point.value[i], i));
}
#else
using D4 = hn::FixedTag<float, 4>;
struct Point4 {
    hn::Vec<D4> value;

    static HWY_INLINE Point4 load(const float* source) {
        const D4 d4;
        return {hn::IfThenElseZero(hn::FirstN(d4, 3), hn::LoadU(d4, source))};
    }
    HWY_INLINE void store(float* out) const { hn::Store(value, D4(), out); }
};
HWY_INLINE Point4 min(const Point4& a, const Point4& b) {
    return {hn::Min(a.value, b.value)};
}
HWY_INLINE Point4 max(const Point4& a, const Point4& b) {
    return {hn::Max(a.value, b.value)};
}
HWY_INLINE void store_cells(const CellGrid& grid, const Point4& point, int32_t* out) {
    const D4 d4;
    const auto cells = hn::Mul(hn::Sub(point.value, hn::Load(d4, grid.low)), hn::Load(d4, grid.inverse));
    const hn::FixedTag<int32_t, 4> di4;
    hn::Store(hn::ConvertTo(di4, hn::Min(hn::Max(cells, hn::Zero(d4)), hn::Load(d4, grid.last))), di4, out);
}
#endif

HWY_INLINE uint64_t bits_of(hn::Mask<hn::ScalableTag<float>> mask) {
    uint64_t bits = 0;
    uint8_t bytes[8] = {};
    hn::StoreMaskBits(hn::ScalableTag<float>(), mask, bytes);
    for (unsigned i = 0; i < 8; ++i) bits |= uint64_t{bytes[i]} << (8 * i);
    return bits;
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

// Calls visit(begin, end, tag) for runs of items that together hold every item in the box once, and others.
// If `hashed`, only items that carry the tag belong to a run, unless the tag is any_tag. False: the box is
// oversized, covering more cells than it is worth to look up; one run of all items was visited instead.
constexpr uint32_t any_tag = UINT32_MAX;

template <bool hashed, class Visit>
HWY_INLINE bool visit_cells(const Cells& cells, const Point4& low, const Point4& high, Visit&& visit) {
    alignas(16) int32_t first[4];
    alignas(16) int32_t last[4];
    store_cells(cells.grid, low, first);
    store_cells(cells.grid, high, last);
    const auto x0 = static_cast<uint32_t>(first[0]);
    const auto y0 = static_cast<uint32_t>(first[1]);
    const auto z0 = static_cast<uint32_t>(first[2]);
    const auto x1 = static_cast<uint32_t>(last[0]);
    const auto y1 = static_cast<uint32_t>(last[1]);
    const auto z1 = static_cast<uint32_t>(last[2]);
    if constexpr (!hashed) {
        const uint32_t width = cells.grid.count[0];
        const uint32_t depth = cells.grid.count[1];
        // Oversized: where looking up rows costs more than reading all items, read them.
        if (uint64_t{y1 - y0 + 1} * (z1 - z0 + 1) > cells.item_count / 4 + 64) {
            visit(0U, cells.item_count, any_tag);
            return false;
        }
        for (uint32_t z = z0; z <= z1; ++z) {
            const uint32_t* row = cells.starts + (z * depth + y0) * width;
            for (uint32_t y = y0; y <= y1; ++y, row += width) {
                const uint32_t begin = row[x0];
                const uint32_t end = row[x1 + 1];
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
