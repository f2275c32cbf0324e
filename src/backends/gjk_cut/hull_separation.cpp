// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/hull_separation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "backends/gjk_cut/nearest_simplex.hpp"

namespace defcol {

namespace {

constexpr int most_steps = 128;
constexpr int most_reflections = 32;
// Of the distance squared: when a step cannot bring more, it was the last.
constexpr double relative_gain = 1e-14;

// The corners of a mesh's triangles that count, moved and scaled so that both meshes are of size one: by a
// power of two, so that the scale of a scene changes no answer.
struct Corners {
    const Mesh& mesh;
    Vec3 origin;
    double scale;

    template <class Visit>
    void for_each(Visit&& visit) const {
        const auto visit_triangle = [&](const Triangle& triangle) {
            for (const uint32_t v : triangle.vertex) visit((mesh.positions()[v] - origin) * scale);
        };
        if (mesh.all_triangles_usable()) {
            for (const Triangle& triangle : mesh.triangles()) visit_triangle(triangle);
        } else {
            for (const uint32_t id : mesh.usable_triangles()) visit_triangle(mesh.triangles()[id]);
        }
    }

    Vec3 first() const {
        const uint32_t id = mesh.all_triangles_usable() ? 0 : mesh.usable_triangles()[0];
        return (mesh.positions()[mesh.triangles()[id].vertex[0]] - origin) * scale;
    }
};

// The support vertices of a hull along a direction and against it.
struct Support {
    Vec3 low, high;
    double least = std::numeric_limits<double>::infinity();
    double greatest = -std::numeric_limits<double>::infinity();
};

Support support_of(const Corners& corners, const Vec3& direction) {
    Support support{};
    corners.for_each([&](const Vec3& position) {
        const double value = glm::dot(position, direction);
        if (value < support.least) {
            support.least = value;
            support.low = position;
        }
        if (value > support.greatest) {
            support.greatest = value;
            support.high = position;
        }
    });
    return support;
}

double largest_component(const Vec3& v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

// Zero where there is no direction.
Vec3 unit(const Vec3& v) {
    const double largest = largest_component(v);
    if (!(largest > 0)) return Vec3(0.0);
    const Vec3 scaled = v / largest;
    return scaled / std::sqrt(glm::dot(scaled, scaled));
}

class SeparationSearch {
  public:
    SeparationSearch(const Corners& a, const Corners& b) : a_(a), b_(b) {}

    // True if the hulls are apart; the simplex is then what is nearest.
    bool search() {
        simplex_ = reduce_to_nearest(&start_, 1);
        for (int step = 0; step < most_steps; ++step) {
            const Vec3 nearest = simplex_.point();
            const double squared = glm::dot(nearest, nearest);
            // Nothing beyond rounding separates them.
            if (simplex_.count == 4 || squared <= rounding_squared()) return false;
            const HullDifference next = difference_towards(-nearest / std::sqrt(squared));
            const double bound = glm::dot(next.difference, nearest);
            lower_bound_ = std::max(lower_bound_, bound / std::sqrt(squared));
            if (squared - bound <= relative_gain * squared || has_corner(next)) return true;
            HullDifference corners[4];
            std::copy_n(simplex_.corner, simplex_.count, corners);
            corners[simplex_.count] = next;
            const NearestSimplex reduced = reduce_to_nearest(corners, simplex_.count + 1);
            const Vec3 point = reduced.point();
            // Rounding ends the descent: what was there is as good as it gets.
            if (reduced.count < 4 && glm::dot(point, point) >= squared) return lower_bound_ > 0;
            simplex_ = reduced;
        }
        return lower_bound_ > 0;
    }

    // The least overlap over axes and over directions reflected as in the cuts.
    void bound_penetration() {
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 direction(0.0);
            direction[axis] = 1;
            measure(direction);
        }
        Vec3 direction = depth_direction_;
        for (int i = 0; i < most_reflections && largest_component(direction) > 0; ++i) {
            const Vec3 between = unit(measure(direction));
            direction = unit(direction - 2 * glm::dot(between, direction) * between);
            if (largest_component(between) == 0) break;
        }
    }

    const NearestSimplex& simplex() const { return simplex_; }
    double lower_bound() const { return std::max(0.0, lower_bound_); }
    double depth() const { return std::max(0.0, depth_); }
    const Vec3& depth_direction() const { return depth_direction_; }

  private:
    // Keeps the least overlap both ways; returns the support vertex of a minus that of b.
    Vec3 measure(const Vec3& direction) {
        const Support a = support_of(a_, direction);
        const Support b = support_of(b_, direction);
        if (a.greatest - b.least < depth_) {
            depth_ = a.greatest - b.least;
            depth_direction_ = direction;
        }
        if (b.greatest - a.least < depth_) {
            depth_ = b.greatest - a.least;
            depth_direction_ = -direction;
        }
        return a.high - b.low;
    }

    HullDifference difference_towards(const Vec3& direction) {
        const Support a = support_of(a_, direction);
        const Support b = support_of(b_, direction);
        if (a.greatest - b.least < depth_) {
            depth_ = a.greatest - b.least;
            depth_direction_ = direction;
        }
        return {a.high - b.low, a.high, b.low};
    }

    bool has_corner(const HullDifference& next) const {
        for (uint32_t i = 0; i < simplex_.count; ++i) {
            if (simplex_.corner[i].difference == next.difference) return true;
        }
        return false;
    }

    double rounding_squared() const {
        double largest = 0;
        for (uint32_t i = 0; i < simplex_.count; ++i) {
            largest = std::max(largest, largest_component(simplex_.corner[i].difference));
        }
        const double rounding = 0x1p-48 * largest;
        return rounding * rounding;
    }

    const Corners& a_;
    const Corners& b_;
    HullDifference start_{a_.first() - b_.first(), a_.first(), b_.first()};
    NearestSimplex simplex_;
    double lower_bound_ = -std::numeric_limits<double>::infinity();
    double depth_ = std::numeric_limits<double>::infinity();
    Vec3 depth_direction_{0.0};
};

}  // namespace

HullSeparation find_hull_separation(const Mesh& a, const Mesh& b) {
    Vec3 low;
    Vec3 high;
    for (int axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(a.box_min()[axis], b.box_min()[axis]);
        high[axis] = std::max(a.box_max()[axis], b.box_max()[axis]);
    }
    const double extent = largest_component(high - low);
    const double scale = extent > 0 ? std::ldexp(1.0, -std::ilogb(extent)) : 1.0;
    const Corners corners_a{a, low, scale};
    const Corners corners_b{b, low, scale};
    SeparationSearch search(corners_a, corners_b);
    HullSeparation result;
    if (search.search()) {
        const Vec3 nearest = search.simplex().point();
        result.distance = std::sqrt(glm::dot(nearest, nearest)) / scale;
        result.distance_lower_bound = std::min(search.lower_bound() / scale, result.distance);
        result.point_a = search.simplex().point_on_a() / scale + low;
        result.point_b = search.simplex().point_on_b() / scale + low;
        result.direction = unit(-nearest);
        return result;
    }
    search.bound_penetration();
    result.overlaps = true;
    result.penetration_bound = search.depth() / scale;
    result.direction = search.depth_direction();
    return result;
}

}  // namespace defcol
