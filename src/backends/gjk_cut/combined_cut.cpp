// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/combined_cut.hpp"

#include <algorithm>
#include <cmath>
#include <glm/vector_relational.hpp>

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

bool contains(const Box& outer, const Box& inner) {
    return glm::all(glm::lessThanEqual(outer.min, inner.min)) &&
           glm::all(glm::lessThanEqual(inner.max, outer.max));
}

// A list while it is cut. The one given is shared with other pairs: the first cut that can remove anything
// copies what it keeps, later ones work in place.
class CutList {
  public:
    CutList(const TriangleList& source, ColumnArena& arena)
        : list_(source), room_(arena.take_list(source.count)) {}

    const TriangleList& list() const { return list_; }
    const Interval& extent() const { return extent_; }
    uint32_t count() const { return list_.count; }

    // Algorithm 4.1 along x, y and z at once. Returns how many were removed.
    uint32_t cut_by(const CutSettings& settings, const Box& other) {
        const Box region = widened_for_raw(other);
        if (contains(region, list_.box)) return 0;
        const uint32_t before = list_.count;
        cut_by_box(settings.target, list_, region, room_);
        list_ = room_;
        return before - list_.count;
    }

    // Room for the projections of what is left.
    void take_scratch(ColumnArena& arena) {
        low_ = arena.take(list_.stride);
        high_ = arena.take(list_.stride);
    }

    void project(int64_t target, const Vec3f& direction) {
        extent_ = project_list(target, list_, direction, low_, high_);
    }

    // Algorithm 4.1 along the direction of the last projection.
    uint32_t cut_by(const CutSettings& settings, const Interval& other, float margin) {
        const float common = std::min(extent_.high, other.high) - std::max(extent_.low, other.low);
        if (common > settings.cut_threshold * (extent_.high - extent_.low)) return 0;
        if (extent_.low >= other.low && extent_.high <= other.high) return 0;
        const uint32_t before = list_.count;
        cut_by_interval(settings.target, list_, low_, high_, {other.low - margin, other.high + margin},
                        room_);
        list_ = room_;
        return before - list_.count;
    }

    Vec3f support_along(int64_t target, const Vec3f& direction) const {
        return corner_with_projection(target, list_, high_, extent_.high, direction);
    }
    Vec3f support_against(int64_t target, const Vec3f& direction) const {
        return corner_with_projection(target, list_, low_, extent_.low, direction);
    }

  private:
    TriangleList list_;
    TriangleList room_;
    float* low_ = nullptr;
    float* high_ = nullptr;
    Interval extent_{};
};

// Each list by the other's box, until that stops paying. False if one is empty.
bool cut_along_axes(const CutSettings& settings, CutList& a, CutList& b) {
    a.cut_by(settings, b.list().box);
    CutList* next = &b;
    CutList* other = &a;
    while (other->count() > 0) {
        const uint32_t removed = next->cut_by(settings, other->list().box);
        if (next->count() == 0) return false;
        if (removed <= (next->count() + removed) / 4 || is_leaf(settings, a.list(), b.list())) return true;
        std::swap(next, other);
    }
    return false;
}

}  // namespace

bool cut_pair(const CutSettings& settings, const TriangleList& a, const TriangleList& b, ColumnArena& arena,
              CutPair& result) {
    if (a.count == 0 || b.count == 0 || !overlap(a.box, widened_for_raw(b.box))) return false;
    CutList first(a, arena);
    CutList second(b, arena);
    result.direction = Vec3f(0.0F);
    bool remains = cut_along_axes(settings, first, second);
    result.a = first.list();
    result.b = second.list();
    if (!remains || is_leaf(settings, result.a, result.b)) return remains;

    const ColumnArena::Mark scratch = arena.mark();
    first.take_scratch(arena);
    second.take_scratch(arena);
    const float magnitude = std::max(greatest_magnitude(result.a.box), greatest_magnitude(result.b.box));
    Vec3f direction = unit((result.b.box.min + result.b.box.max) - (result.a.box.min + result.a.box.max));
    for (uint32_t cut = 0; cut < settings.most_cuts && !is_zero(direction); ++cut) {
        first.project(settings.target, direction);
        second.project(settings.target, direction);
        result.direction = direction;
        const float margin = projection_margin(direction, magnitude);
        const Vec3f support_a = first.support_along(settings.target, direction);
        const Vec3f support_b = second.support_against(settings.target, direction);

        const uint32_t before = first.count() + second.count();
        const uint32_t removed =
            first.cut_by(settings, second.extent(), margin) + second.cut_by(settings, first.extent(), margin);
        remains = first.count() > 0 && second.count() > 0;
        if (!remains || is_leaf(settings, first.list(), second.list())) break;
        if (removed == 0 ||
            static_cast<float>(removed) <= settings.stop_fraction * static_cast<float>(before)) {
            break;
        }

        // Line 15 (Chung and Wang 1996). Support vertices that coincide give no direction.
        const Vec3f between = unit(support_a - support_b);
        if (is_zero(between)) break;
        direction = unit(direction - 2 * dot_in_order(between, direction) * between);
    }
    result.a = first.list();
    result.b = second.list();
    arena.release(scratch);
    return remains;
}

}  // namespace defcol
