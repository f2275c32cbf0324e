// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/list_recursion.hpp"

#include "backends/gjk_cut/leaf_overlaps.hpp"

namespace defcol {

namespace {

Box box_of(const TriangleList& list, uint32_t index) {
    Box box;
    for (std::size_t corner = 0; corner < 3; ++corner) box.grow(list.corner(index, corner));
    return box;
}

}  // namespace

void ListRecursion::check_pair(const TriangleList& a, const TriangleList& b) {
    if (sink_.poll()) return;
    const ColumnArena::Mark mark = arena_.mark();
    CutPair pair;
    if (cut_pair(settings_, a, b, arena_, pair)) check_cut_pair(pair);
    arena_.release(mark);
}

void ListRecursion::check_cut_pair(const CutPair& pair) {
    if (is_leaf(settings_, pair.a, pair.b)) {
        propose_pairs(pair.a, pair.b);
        return;
    }
    const ColumnArena::Mark mark = arena_.mark();
    const SplitPlane plane = choose_split(settings_, pair);
    const Halves a = split_against(pair.a, pair.b, plane);
    const Halves b = split_against(pair.b, pair.a, plane);
    for (const TriangleList& part_b : b.part) {
        for (const TriangleList& part_a : a.part) check_pair(part_a, part_b);
    }
    arena_.release(mark);
}

Halves ListRecursion::split_against(const TriangleList& list, const TriangleList& other,
                                    const SplitPlane& plane) {
    Halves halves;
    if (is_split_against(list, other)) {
        halves = take_halves(list.count, arena_);
        split_list(settings_, list, plane, arena_, halves);
    } else {
        halves.part[0] = list;
    }
    return halves;
}

void ListRecursion::check_self(const TriangleList& list) {
    if (sink_.poll() || list.count < 2) return;
    if (uint64_t{list.count} * list.count <= settings_.leaf_pairs || list.count == 2) {
        propose_self(list);
        return;
    }
    const ColumnArena::Mark mark = arena_.mark();
    Halves halves = take_halves(list.count, arena_);
    split_list(settings_, list, choose_split(list), arena_, halves);
    check_self(halves.part[0]);
    check_self(halves.part[1]);
    check_pair(halves.part[0], halves.part[1]);
    arena_.release(mark);
}

void ListRecursion::propose_pairs(const TriangleList& a, const TriangleList& b) {
    // The longer list is the one that lies in vectors.
    const TriangleList& rows = a.count <= b.count ? a : b;
    const TriangleList& columns = a.count <= b.count ? b : a;
    const ColumnArena::Mark mark = arena_.mark();
    float* boxes = arena_.take(6 * columns.stride);
    auto* found = arena_.take_array<uint32_t>(columns.stride);
    write_widened_boxes(settings_.target, columns, boxes);
    for (uint32_t row = 0; row < rows.count; ++row) {
        const uint32_t count = find_overlaps(settings_.target, boxes, columns.stride, 0, columns.count,
                                             box_of(rows, row), found);
        for (uint32_t i = 0; i < count; ++i) {
            sink_.propose_triangles(rows.id(row), columns.id(found[i]));
        }
    }
    arena_.release(mark);
}

void ListRecursion::propose_self(const TriangleList& list) {
    const ColumnArena::Mark mark = arena_.mark();
    float* boxes = arena_.take(6 * list.stride);
    auto* found = arena_.take_array<uint32_t>(list.stride);
    write_widened_boxes(settings_.target, list, boxes);
    for (uint32_t row = 0; row + 1 < list.count; ++row) {
        const uint32_t count = find_overlaps(settings_.target, boxes, list.stride, row + 1, list.count,
                                             box_of(list, row), found);
        for (uint32_t i = 0; i < count; ++i) sink_.propose_triangles(list.id(row), list.id(found[i]));
    }
    arena_.release(mark);
}

}  // namespace defcol
