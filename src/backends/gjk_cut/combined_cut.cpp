// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/combined_cut.hpp"

#include <algorithm>
#include <cmath>

#include "backends/gjk_cut/cut_kernels.hpp"

namespace defcol {

namespace {

float greatest_magnitude(const Box& box) {
    float result = 0;
    for (int axis = 0; axis < 3; ++axis) {
        result = std::max({result, std::fabs(box.min[axis]), std::fabs(box.max[axis])});
    }
    return result;
}

// What two projections of disjoint triangles may overlap by, and two of touching ones be apart by. With u =
// 2^-24, M the largest coordinate and |d| the sum of the direction's components: a projection errs by u M |d|
// from the coordinates, by 3.01 u M |d| from a product and two sums, and by 2^-124 where it underflows; two
// of them by 8.1 u M |d|, and the sum of limit and margin by another 1.1 u M |d|.
float projection_margin(const Vec3f& direction, float magnitude) {
    const float length = std::fabs(direction.x) + std::fabs(direction.y) + std::fabs(direction.z);
    return 12 * 0x1p-24F * length * magnitude + 0x1p-120F;
}

float dot_in_order(const Vec3f& a, const Vec3f& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// Zero where there is no direction.
Vec3f unit(const Vec3f& v) {
    const float largest = std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
    if (!(largest > 0x1p-100F)) return Vec3f(0.0F);
    const Vec3f scaled = v / largest;
    return scaled / std::sqrt(dot_in_order(scaled, scaled));
}

bool is_zero(const Vec3f& v) {
    return v.x == 0 && v.y == 0 && v.z == 0;
}

// The corner of the list whose projection is the value: the support vertex.
Vec3f corner_with_projection(int64_t target, const TriangleList& list, const float* extremes, float value,
                             const Vec3f& direction) {
    const uint32_t index = std::min(find_value(target, extremes, list.count, value), list.count - 1);
    for (std::size_t corner = 0; corner < 2; ++corner) {
        const Vec3f position = list.corner(index, corner);
        if (dot_in_order(position, direction) == value) return position;
    }
    return list.corner(index, 2);
}

// One list with its projections.
struct Projected {
    TriangleList& list;
    float* low;
    float* high;
    Interval extent{};

    Projected(TriangleList& source, ColumnArena& arena)
        : list(source), low(arena.take(source.stride)), high(arena.take(source.stride)) {}

    void project(int64_t target, const Vec3f& direction) {
        extent = project_list(target, list, direction, low, high);
    }

    // Removes what lies beyond the other's extent, and says how many.
    uint32_t cut(const CutSettings& settings, const Interval& other, float margin) {
        const float common = std::min(extent.high, other.high) - std::max(extent.low, other.low);
        if (common > settings.cut_threshold * (extent.high - extent.low)) return 0;
        if (extent.low >= other.low && extent.high <= other.high) return 0;
        const uint32_t before = list.count;
        cut_by_interval(settings.target, list, low, high, {other.low - margin, other.high + margin}, list);
        return before - list.count;
    }
};

// Algorithm 4.1 along x, y and z at once, each list by the other's box, until that stops paying.
bool cut_along_axes(const CutSettings& settings, const TriangleList& a, const TriangleList& b,
                    CutPair& result) {
    cut_by_box(settings.target, a, widened_for_raw(b.box), result.a);
    if (result.a.count == 0) return false;
    cut_by_box(settings.target, b, widened_for_raw(result.a.box), result.b);
    uint32_t removed = b.count - result.b.count;
    TriangleList* next = &result.a;
    TriangleList* other = &result.b;
    while (other->count > 0 && !is_leaf(settings, result.a, result.b) &&
           removed > (other->count + removed) / 4) {
        const uint32_t before = next->count;
        cut_by_box(settings.target, *next, widened_for_raw(other->box), *next);
        removed = before - next->count;
        std::swap(next, other);
    }
    return other->count > 0;
}

}  // namespace

bool cut_pair(const CutSettings& settings, const TriangleList& a, const TriangleList& b, ColumnArena& arena,
              CutPair& result) {
    if (a.count == 0 || b.count == 0 || !overlap(a.box, widened_for_raw(b.box))) return false;
    result.a = arena.take_list(a.count);
    result.b = arena.take_list(b.count);
    result.direction = Vec3f(0.0F);
    if (!cut_along_axes(settings, a, b, result)) return false;
    if (is_leaf(settings, result.a, result.b)) return true;

    const ColumnArena::Mark scratch = arena.mark();
    Projected first(result.a, arena);
    Projected second(result.b, arena);
    const float magnitude = std::max(greatest_magnitude(result.a.box), greatest_magnitude(result.b.box));
    Vec3f direction = unit((result.b.box.min + result.b.box.max) - (result.a.box.min + result.a.box.max));
    bool remains = true;
    for (uint32_t cut = 0; cut < settings.most_cuts && !is_zero(direction); ++cut) {
        const int64_t target = settings.target;
        first.project(target, direction);
        second.project(target, direction);
        result.direction = direction;
        const float margin = projection_margin(direction, magnitude);
        const Vec3f support_a =
            corner_with_projection(target, first.list, first.high, first.extent.high, direction);
        const Vec3f support_b =
            corner_with_projection(target, second.list, second.low, second.extent.low, direction);

        const uint32_t before = first.list.count + second.list.count;
        const uint32_t removed =
            first.cut(settings, second.extent, margin) + second.cut(settings, first.extent, margin);
        remains = first.list.count > 0 && second.list.count > 0;
        if (!remains || is_leaf(settings, first.list, second.list)) break;
        if (removed == 0 ||
            static_cast<float>(removed) <= settings.stop_fraction * static_cast<float>(before))
            break;

        // Line 15 (Chung and Wang 1996). Support vertices that coincide give no direction.
        const Vec3f between = unit(support_a - support_b);
        if (is_zero(between)) break;
        direction = unit(direction - 2 * dot_in_order(between, direction) * between);
    }
    arena.release(scratch);
    return remains;
}

}  // namespace defcol
