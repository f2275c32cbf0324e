// SPDX-License-Identifier: MIT
#include "oracle/oracle.hpp"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Exact_rational.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/intersections.h>

#include <algorithm>

namespace oracle {

namespace {

using Predicates = CGAL::Exact_predicates_inexact_constructions_kernel;
using Rational = CGAL::Simple_cartesian<CGAL::Exact_rational>;

template <typename Kernel>
typename Kernel::Point_3 point(const double* p) {
    return {p[0], p[1], p[2]};
}

template <typename Kernel>
typename Kernel::Triangle_3 triangle(const double* p) {
    return {point<Kernel>(p), point<Kernel>(p + 3), point<Kernel>(p + 6)};
}

template <typename Kernel>
typename Kernel::Segment_3 segment_of(const typename Kernel::Triangle_3& flat) {
    const auto ends = std::minmax({flat[0], flat[1], flat[2]}, typename Kernel::Less_xyz_3());
    return {ends.first, ends.second};
}

// Calls use(x) with x a triangle, segment or point, whichever the vertices span.
template <typename Kernel, typename Use>
bool with_simplex(const typename Kernel::Triangle_3& t, Use use) {
    if (!t.is_degenerate()) return use(t);
    const typename Kernel::Segment_3 s = segment_of<Kernel>(t);
    if (!s.is_degenerate()) return use(s);
    return use(s.source());
}

using Point = Predicates::Point_3;
using Segment = Predicates::Segment_3;
using Triangle = Predicates::Triangle_3;

bool meet(const Triangle& a, const Triangle& b) {
    return CGAL::do_intersect(a, b);
}
bool meet(const Triangle& a, const Segment& b) {
    return CGAL::do_intersect(a, b);
}
bool meet(const Segment& a, const Triangle& b) {
    return CGAL::do_intersect(a, b);
}
bool meet(const Segment& a, const Segment& b) {
    return CGAL::do_intersect(a, b);
}
bool meet(const Point& a, const Triangle& b) {
    return b.has_on(a);
}
bool meet(const Triangle& a, const Point& b) {
    return a.has_on(b);
}
bool meet(const Point& a, const Segment& b) {
    return b.has_on(a);
}
bool meet(const Segment& a, const Point& b) {
    return a.has_on(b);
}
bool meet(const Point& a, const Point& b) {
    return a == b;
}

using RationalPoint = Rational::Point_3;
using RationalSegment = Rational::Segment_3;
using RationalTriangle = Rational::Triangle_3;
using Corners = std::vector<RationalPoint>;

// Lists the corners of an intersection, whatever kind it is.
struct CornerLister {
    using result_type = void;
    Corners& corners;
    void operator()(const RationalPoint& p) const { corners.push_back(p); }
    void operator()(const RationalSegment& s) const {
        corners.push_back(s.source());
        corners.push_back(s.target());
    }
    void operator()(const RationalTriangle& t) const {
        for (int i = 0; i < 3; ++i) corners.push_back(t[i]);
    }
    void operator()(const Corners& polygon) const {
        corners.insert(corners.end(), polygon.begin(), polygon.end());
    }
};

template <typename A, typename B>
Corners intersection_corners(const A& a, const B& b) {
    Corners corners;
    if (const auto result = CGAL::intersection(a, b)) boost::apply_visitor(CornerLister{corners}, *result);
    return corners;
}
template <typename B>
Corners intersection_corners(const RationalPoint& a, const B& b) {
    return b.has_on(a) ? Corners{a} : Corners{};
}
template <typename A>
Corners intersection_corners(const A& a, const RationalPoint& b) {
    return a.has_on(b) ? Corners{b} : Corners{};
}
Corners intersection_corners(const RationalPoint& a, const RationalPoint& b) {
    return a == b ? Corners{a} : Corners{};
}

}  // namespace

int orient3d(const double a[3], const double b[3], const double c[3], const double d[3]) {
    return static_cast<int>(CGAL::orientation(point<Predicates>(a), point<Predicates>(b),
                                              point<Predicates>(c), point<Predicates>(d)));
}

int orient2d(const double a[2], const double b[2], const double c[2]) {
    using Point2 = Predicates::Point_2;
    return static_cast<int>(CGAL::orientation(Point2(a[0], a[1]), Point2(b[0], b[1]), Point2(c[0], c[1])));
}

bool triangles_intersect(const double a[9], const double b[9]) {
    const Triangle second = triangle<Predicates>(b);
    return with_simplex<Predicates>(triangle<Predicates>(a), [&](const auto& x) {
        return with_simplex<Predicates>(second, [&](const auto& y) { return meet(x, y); });
    });
}

bool triangles_intersect_beyond_shared(const double a[9], const double b[9],
                                       std::span<const std::pair<int, int>> shared) {
    if (shared.empty()) return triangles_intersect(a, b);
    if (shared.size() > 2) return false;
    const RationalTriangle first = triangle<Rational>(a);
    const RationalTriangle second = triangle<Rational>(b);
    const RationalPoint u = first[shared[0].first];
    const RationalPoint v = first[shared[shared.size() - 1].first];
    const auto beyond = [&](const RationalPoint& p) {
        return u == v ? p != u : !RationalSegment(u, v).has_on(p);
    };
    return with_simplex<Rational>(first, [&](const auto& x) {
        return with_simplex<Rational>(second, [&](const auto& y) {
            const Corners corners = intersection_corners(x, y);
            return std::any_of(corners.begin(), corners.end(), beyond);
        });
    });
}

bool tetrahedron_is_flat(const double t[12]) {
    return CGAL::coplanar(point<Predicates>(t), point<Predicates>(t + 3), point<Predicates>(t + 6),
                          point<Predicates>(t + 9));
}

bool tetrahedron_contains(const double t[12], const double p[3]) {
    const Predicates::Tetrahedron_3 tetrahedron(point<Predicates>(t), point<Predicates>(t + 3),
                                                point<Predicates>(t + 6), point<Predicates>(t + 9));
    return !tetrahedron.is_degenerate() && !tetrahedron.has_on_unbounded_side(point<Predicates>(p));
}

struct TrianglePairSet::Triangles {
    std::vector<std::pair<Triangle, Triangle>> pairs;
};

TrianglePairSet::TrianglePairSet(std::span<const double> pairs) : triangles_(std::make_unique<Triangles>()) {
    for (std::size_t i = 0; i + 18 <= pairs.size(); i += 18) {
        triangles_->pairs.emplace_back(triangle<Predicates>(&pairs[i]), triangle<Predicates>(&pairs[i + 9]));
    }
}

TrianglePairSet::~TrianglePairSet() = default;

std::size_t TrianglePairSet::count_intersecting() const {
    return static_cast<std::size_t>(
        std::count_if(triangles_->pairs.begin(), triangles_->pairs.end(),
                      [](const auto& pair) { return CGAL::do_intersect(pair.first, pair.second); }));
}

}  // namespace oracle
