// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/contour_test.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

constexpr uint32_t most_parts = 16;
constexpr uint32_t most_edges_at_pinch = 8;

struct Arm {
    float x, y;  // from the vertex along the edge
};

float cross(const Arm& a, const Arm& b) {
    return a.x * b.y - a.y * b.x;
}

enum class Answer { no, yes, unsure };

// Whether `arm` lies in the sector from `from` counter-clockwise to `to`, none of the three being the same
// direction.
Answer is_between(const Arm& from, const Arm& arm, const Arm& to, float error) {
    const float turn = cross(from, to);
    const auto in_half_turn = [error](const Arm& first, const Arm& middle, const Arm& last) {
        const float after_first = cross(first, middle);
        const float before_last = cross(middle, last);
        if (after_first > error && before_last > error) return Answer::yes;
        if (after_first < -error || before_last < -error) return Answer::no;
        return Answer::unsure;
    };
    if (turn > error) return in_half_turn(from, arm, to);
    if (turn < -error) {
        const Answer outside = in_half_turn(to, arm, from);
        return outside == Answer::unsure ? outside : outside == Answer::yes ? Answer::no : Answer::yes;
    }
    // Opposite to each other within rounding.
    if (!(from.x * to.x + from.y * to.y < -error)) return Answer::unsure;
    const float after_first = cross(from, arm);
    const float before_last = cross(arm, to);
    if (after_first > error && before_last > error) return Answer::yes;
    if (after_first < -error && before_last < -error) return Answer::no;
    return Answer::unsure;
}

}  // namespace

bool ContourTest::proves_free(const RegionTree& tree, uint32_t a, uint32_t b, uint32_t direction,
                              const LocalVertex* vertices, int64_t simd_target) {
    if (!contour_.project(tree, a, b, direction, vertices, most_runs, simd_target)) return false;
    pinch_count_ = 0;
    if (!edges_meet_only_at_vertices(simd_target, contour_, pinches_, most_pinches, pinch_count_))
        return false;
    if (contour_.run_count() == 1 && pinch_count_ == 0) return true;
    if (pinch_count_ > 0 && !edges_alternate_at_pinches()) return false;
    connect_runs();
    if (part_count_ == 1) return true;
    if (part_count_ > most_parts) return false;
    for (uint32_t run = 0; run < contour_.run_count(); ++run) {
        if (root_of(run) == run && !right_side_is_outside(run)) return false;
    }
    return true;
}

uint32_t ContourTest::root_of(uint32_t run) const {
    while (run_parent_[run] != run) run = run_parent_[run];
    return run;
}

void ContourTest::join(uint32_t run_a, uint32_t run_b) {
    const uint32_t a = root_of(run_a);
    const uint32_t b = root_of(run_b);
    if (a == b) return;
    run_parent_[b] = a;
    --part_count_;
}

void ContourTest::connect_runs() {
    const uint32_t runs = contour_.run_count();
    part_count_ = runs;
    for (uint32_t run = 0; run < runs; ++run) run_parent_[run] = run;
    for (uint32_t run = 0; run < runs; ++run) {
        const uint32_t end = run + 1 < runs ? contour_.run_begin[run + 1] : contour_.count;
        const uint32_t last_vertex = contour_.head[end - 1];
        for (uint32_t other = 0; other < runs; ++other) {
            if (contour_.tail[contour_.run_begin[other]] == last_vertex) join(run, other);
        }
    }
    for (uint32_t i = 0; i < pinch_count_; ++i) {
        join(contour_.run_of(pinches_[i].a), contour_.run_of(pinches_[i].b));
    }
}

bool ContourTest::edges_alternate_at_pinches() const {
    for (uint32_t i = 0; i < pinch_count_; ++i) {
        const auto [a, b] = pinches_[i];
        const bool leaving = contour_.tail[a] == contour_.tail[b];
        if (!edges_alternate_at(leaving ? contour_.tail[a] : contour_.head[a])) return false;
    }
    return true;
}

// Counter-clockwise around the vertex, between any two edges that leave one more must arrive than leave.
bool ContourTest::edges_alternate_at(uint32_t vertex) const {
    uint32_t leaving[most_edges_at_pinch];
    uint32_t arriving[most_edges_at_pinch];
    uint32_t leaving_count = 0;
    uint32_t arriving_count = 0;
    for (uint32_t i = 0; i < pinch_count_; ++i) {
        for (const uint32_t edge : {pinches_[i].a, pinches_[i].b}) {
            const bool leaves = contour_.tail[edge] == vertex;
            if (!leaves && contour_.head[edge] != vertex) continue;
            uint32_t* const list = leaves ? leaving : arriving;
            uint32_t& count = leaves ? leaving_count : arriving_count;
            if (std::find(list, list + count, edge) != list + count) continue;
            if (count == most_edges_at_pinch) return false;
            list[count++] = edge;
        }
    }
    if (leaving_count != arriving_count) return false;
    Arm out[most_edges_at_pinch];
    Arm in[most_edges_at_pinch];
    float extent = 0;
    for (uint32_t i = 0; i < leaving_count; ++i) {
        const uint32_t o = leaving[i];
        out[i] = {contour_.head_x[o] - contour_.tail_x[o], contour_.head_y[o] - contour_.tail_y[o]};
        const uint32_t n = arriving[i];
        in[i] = {contour_.tail_x[n] - contour_.head_x[n], contour_.tail_y[n] - contour_.head_y[n]};
        for (const float side : {out[i].x, out[i].y, in[i].x, in[i].y}) {
            extent = std::max(extent, std::fabs(side));
        }
    }
    const float error = area_error(contour_.coordinate_error, extent);
    for (uint32_t i = 0; i < leaving_count; ++i) {
        for (uint32_t j = 0; j < leaving_count; ++j) {
            if (i == j) continue;
            int surplus = 0;
            for (uint32_t k = 0; k < leaving_count; ++k) {
                const Answer arrives = is_between(out[i], in[k], out[j], error);
                const Answer leaves =
                    k == i || k == j ? Answer::no : is_between(out[i], out[k], out[j], error);
                if (arrives == Answer::unsure || leaves == Answer::unsure) return false;
                surplus += (arrives == Answer::yes ? 1 : 0) - (leaves == Answer::yes ? 1 : 0);
            }
            if (surplus != 1) return false;
        }
    }
    return true;
}

// A ray from the middle of the part's steepest edge, to its right, must cross as much upward as downward.
bool ContourTest::right_side_is_outside(uint32_t part) const {
    const ProjectedContour& c = contour_;
    uint32_t steepest = no_index;
    float height = 0;
    for (uint32_t run = 0; run < c.run_count(); ++run) {
        if (root_of(run) != part) continue;
        const uint32_t end = run + 1 < c.run_count() ? c.run_begin[run + 1] : c.count;
        for (uint32_t i = c.run_begin[run]; i < end; ++i) {
            const float rise = std::fabs(c.head_y[i] - c.tail_y[i]);
            if (rise > height) {
                height = rise;
                steepest = i;
            }
        }
    }
    if (steepest == no_index) return false;
    const float x = 0.5F * (c.tail_x[steepest] + c.head_x[steepest]);
    const float y = 0.5F * (c.tail_y[steepest] + c.head_y[steepest]);
    const bool to_the_right = c.head_y[steepest] > c.tail_y[steepest];
    const float margin = 8 * c.coordinate_error;
    int crossings = 0;
    for (uint32_t i = 0; i < c.count; ++i) {
        if (i == steepest) continue;
        const float tail = c.tail_y[i] - y;
        const float head = c.head_y[i] - y;
        if ((tail > margin && head > margin) || (tail < -margin && head < -margin)) continue;
        if (!(std::fabs(tail) > margin && std::fabs(head) > margin)) return false;
        const float dx = c.head_x[i] - c.tail_x[i];
        const float dy = c.head_y[i] - c.tail_y[i];
        const float px = x - c.tail_x[i];
        const float py = y - c.tail_y[i];
        const float side = dx * py - dy * px;  // above zero: the point is on the left
        const float extent = std::max({std::fabs(dx), std::fabs(dy), std::fabs(px), std::fabs(py)});
        const float error = 2 * area_error(c.coordinate_error, extent);
        if (!(std::fabs(side) > error)) return false;
        const bool upward = head > 0;
        const bool is_right_of_point = upward == (side > 0);
        if (is_right_of_point != to_the_right) continue;
        crossings += upward == to_the_right ? 1 : -1;
    }
    return crossings == 0;
}

}  // namespace defcol
