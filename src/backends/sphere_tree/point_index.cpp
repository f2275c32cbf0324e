// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/point_index.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

constexpr std::size_t small_range = 8;
constexpr uint32_t most_visits = 256;  // of small ranges

}  // namespace

void PointIndex::build(std::span<const Vec3> points, std::span<const uint32_t> ids) {
    points_.clear();
    for (const uint32_t id : ids) points_.push_back({points[id], id, 0});
    axes_.assign(ids.size(), 0);
    build(0, ids.size());
}

void PointIndex::build(std::size_t begin, std::size_t end) {
    if (end - begin <= small_range) return;
    Vec3 low(HUGE_VAL);
    Vec3 high(-HUGE_VAL);
    for (std::size_t i = begin; i < end; ++i) {
        low = glm::min(low, points_[i].position);
        high = glm::max(high, points_[i].position);
    }
    const Vec3 size = high - low;
    int axis = size.x >= size.y ? 0 : 1;
    if (size.z > size[axis]) axis = 2;
    const std::size_t middle = begin + (end - begin) / 2;
    std::nth_element(points_.begin() + begin, points_.begin() + middle, points_.begin() + end,
                     [axis](const Entry& a, const Entry& b) {
                         return a.position[axis] != b.position[axis] ? a.position[axis] < b.position[axis]
                                                                     : a.point < b.point;
                     });
    axes_[middle] = static_cast<uint8_t>(axis);
    build(begin, middle);
    build(middle + 1, end);
}

PointIndex::Nearest PointIndex::find(const Vec3& to) const {
    Search search{{0, HUGE_VAL}, most_visits};
    find(to, 0, points_.size(), search);
    return search.best;
}

void PointIndex::find(const Vec3& to, std::size_t begin, std::size_t end, Search& search) const {
    const auto look_at = [&](const Entry& entry) {
        const Vec3 apart = entry.position - to;
        const double squared = glm::dot(apart, apart);
        if (squared < search.best.squared_distance ||
            (squared == search.best.squared_distance && entry.point < search.best.point)) {
            search.best = {entry.point, squared};
        }
    };
    while (end - begin > small_range) {
        const std::size_t middle = begin + (end - begin) / 2;
        const Entry& divider = points_[middle];
        const int axis = axes_[middle];
        const double beyond = to[axis] - divider.position[axis];
        look_at(divider);
        if (beyond < 0) {
            find(to, begin, middle, search);
        } else {
            find(to, middle + 1, end, search);
        }
        if (beyond * beyond > search.best.squared_distance || search.visits_left == 0) return;
        if (beyond < 0) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    for (std::size_t i = begin; i < end; ++i) look_at(points_[i]);
    if (search.visits_left > 0) --search.visits_left;
}

}  // namespace defcol
