// SPDX-License-Identifier: MIT
#include "geometry/adversarial_cases.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace defcol::test {

namespace {

Vec3 grid_point(Random& random, int range) {
    return {random.between(0, range), random.between(0, range), random.between(0, range)};
}

Vec3 unit_point(Random& random) {
    return {random.unit(), random.unit(), random.unit()};
}

Vec3 as_float(const Vec3& p) {
    return Vec3(Vec3f(p));
}

// Halves, quarters and thirds: the first two stay exact on grids, the last never does.
double simple_fraction(Random& random) {
    constexpr double fractions[] = {0.0, 0.25, 0.5, 0.75, 1.0, 1.0 / 3.0, 2.0, -1.0};
    return random.one_in(3) ? random.unit() : fractions[random.below(8)];
}

// A point of the plane of three others, or of the line of two, often on an edge or corner.
Vec3 combination(Random& random, const Vec3& a, const Vec3& b, const Vec3& c) {
    const double s = simple_fraction(random);
    const double t = random.one_in(2) ? 0.0 : simple_fraction(random);
    return a + s * (b - a) + t * (c - a);
}

void nudge(Random& random, Vec3& p) {
    const int axis = random.below(3);
    const double target = (random.one_in(2) ? 1 : -1) * std::numeric_limits<double>::infinity();
    for (int steps = random.between(1, 2); steps > 0; --steps) p[axis] = std::nextafter(p[axis], target);
}

void fill(Random& random, Vec3* points, int count) {
    const int kind = random.below(8);
    const int range = random.between(1, 5);
    const Vec3 slope = grid_point(random, 3);
    const Vec3 origin = unit_point(random);
    const Vec3 direction = unit_point(random) - 0.5;
    const Vec3 across = unit_point(random) - 0.5;
    for (int i = 0; i < count; ++i) {
        Vec3& p = points[i];
        switch (kind) {
            case 0:
            case 1:
                p = grid_point(random, range);
                break;
            case 2:
                p = unit_point(random);
                break;
            case 3:
                p = as_float(unit_point(random));
                break;
            case 4:  // exactly coplanar
                p = grid_point(random, 2 * range);
                p.z = slope.x * p.x + slope.y * p.y + slope.z;
                break;
            case 5:  // coplanar but for rounding
                p = origin + random.real(-1, 1) * direction + random.real(-1, 1) * across;
                break;
            case 6:  // collinear but for rounding: slivers
                p = origin + random.real(-1, 1) * direction;
                if (random.one_in(3)) p += across * std::ldexp(1.0, -random.between(10, 50));
                break;
            default:  // exactly collinear
                p = slope * static_cast<double>(random.between(-range, range));
                break;
        }
    }
}

// Coordinates large, small, far from the origin (differences round) or of unlike magnitude per axis or point.
void place(Random& random, Vec3* points, int count) {
    if (random.one_in(3)) {
        const Vec3 offset = as_float(unit_point(random)) * std::ldexp(1.0, random.between(-3, 20));
        for (int i = 0; i < count; ++i) points[i] += offset;
    }
    if (random.one_in(6)) {
        for (int axis = 0; axis < 3; ++axis) {
            const double scale = std::ldexp(1.0, random.between(-40, 40));
            for (int i = 0; i < count; ++i) points[i][axis] *= scale;
        }
    }
    if (random.one_in(12)) {
        for (int i = 0; i < count; ++i) points[i] *= std::ldexp(1.0, random.between(-60, 30));
    }
    if (random.one_in(3)) {
        constexpr int exponents[] = {57, 40, -40, -150, -200, -250, -280};
        const double scale = std::ldexp(1.0, exponents[random.below(7)]);
        for (int i = 0; i < count; ++i) points[i] *= scale;
    }
    const int permutation = random.below(6);
    for (int i = 0; i < count; ++i) {
        Vec3& p = points[i];
        const Vec3 q = p;
        const int first = permutation % 3;
        p = {q[first], q[(first + 1) % 3], q[(first + 2) % 3]};
        if (permutation >= 3) std::swap(p.x, p.y);
    }
    if (random.one_in(3)) {
        for (int k = random.between(1, 3); k > 0; --k) nudge(random, points[random.below(count)]);
    }
    for (int i = 0; i < count; ++i) bring_into_range(points[i]);
}

}  // namespace

void bring_into_range(Vec3& point) {
    for (int i = 0; i < 3; ++i) {
        if (std::fabs(point[i]) < 0x1p-300) point[i] = 0;
        if (std::fabs(point[i]) > 0x1p60) point[i] = std::copysign(0x1p60, point[i]);
    }
}

Points<5> adversarial_points(Random& random) {
    Points<5> points;
    fill(random, points.data(), 5);
    if (random.one_in(2)) points[4] = combination(random, points[0], points[1], points[2]);
    if (random.one_in(4)) points[3] = combination(random, points[0], points[1], points[2]);
    if (random.one_in(6)) points[static_cast<std::size_t>(random.below(5))] = points[0];
    if (random.one_in(3)) {  // somewhere inside
        points[4] = 0.25 * (points[0] + points[1] + points[2] + points[3]);
    }
    place(random, points.data(), 5);
    return points;
}

Points<6> adversarial_triangles(Random& random) {
    Points<6> p;
    if (random.one_in(3)) {
        fill(random, p.data(), 3);
        fill(random, p.data() + 3, 3);
    } else {
        fill(random, p.data(), 6);
    }
    switch (random.below(8)) {
        case 0:  // shared corners by position
            for (int k = random.between(1, 3); k > 0; --k) {
                p[static_cast<std::size_t>(random.between(3, 5))] =
                    p[static_cast<std::size_t>(random.below(3))];
            }
            break;
        case 1:  // a corner on the other's plane, edge or corner
            p[3] = combination(random, p[0], p[1], p[2]);
            break;
        case 2:  // an edge in the other's plane
            p[3] = combination(random, p[0], p[1], p[2]);
            p[4] = combination(random, p[0], p[1], p[2]);
            break;
        case 3:  // all in one plane
            for (std::size_t i = 3; i < 6; ++i) p[i] = combination(random, p[0], p[1], p[2]);
            break;
        case 4: {  // an edge through a point of the other, mostly of its boundary
            const Vec3 through = combination(random, p[0], p[1], p[2]);
            p[4] = through + (through - p[3]) * (random.one_in(2) ? 1.0 : simple_fraction(random));
            break;
        }
        case 5:  // zero area
            p[2] = random.one_in(3) ? p[0] : combination(random, p[0], p[1], p[1]);
            if (random.one_in(2)) p[5] = random.one_in(3) ? p[4] : combination(random, p[3], p[4], p[4]);
            break;
        default:
            break;
    }
    place(random, p.data(), 6);
    return p;
}

std::string to_hex(const Vec3* points, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        char line[128];
        std::snprintf(line, sizeof line, "{%a, %a, %a},\n", points[i].x, points[i].y, points[i].z);
        text += line;
    }
    return text;
}

}  // namespace defcol::test
