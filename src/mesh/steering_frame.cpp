// SPDX-License-Identifier: MIT
#include "mesh/steering_frame.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

namespace defcol {
namespace {

struct Axes {
    Vec3 axis[3];
};

// Below this sine of the angle at the first vertex the three count as lying on a line. Above it the axes are
// orthonormal to within 2^-30.
constexpr double least_sine = 0x1p-20;

// Lengths are taken of one edge at a time and products of unit vectors: nothing here overflows or underflows
// for coordinates the library takes, and scaling by a power of two changes no bit of an axis.
bool find_axes(const Vec3& u, const Vec3& v, Axes& axes) {
    const double length = std::sqrt(glm::dot(u, u));
    if (!(length > 0)) return false;
    const Vec3 along = u / length;
    const Vec3 across = glm::cross(along, v);
    const double squared = glm::dot(across, across);
    if (!(squared > least_sine * least_sine * glm::dot(v, v))) return false;
    const Vec3 normal = across / std::sqrt(squared);
    axes = {{normal, -along, glm::cross(along, normal)}};
    return true;
}

Vec3 any_perpendicular(const Vec3& unit) {
    const Vec3 size = glm::abs(unit);
    const Vec3 least = size.x <= size.y && size.x <= size.z ? Vec3(1, 0, 0)
                       : size.y <= size.z                   ? Vec3(0, 1, 0)
                                                            : Vec3(0, 0, 1);
    const Vec3 perpendicular = glm::cross(unit, least);
    return perpendicular / std::sqrt(glm::dot(perpendicular, perpendicular));
}

Vec3 unit_or_zero(const Vec3& vector) {
    const double squared = glm::dot(vector, vector);
    return squared > 0 ? vector / std::sqrt(squared) : Vec3(0.0);
}

// The rotation by the smallest angle that takes one unit vector to another (Rodrigues).
Vec3 turned(const Vec3& x, const Vec3& from, const Vec3& to) {
    const double cosine = glm::dot(from, to);
    if (cosine < -0.9999) {
        // Nearly opposite: half a turn about a perpendicular takes `from` to -from, the rest is a small turn.
        const Vec3 axis = any_perpendicular(from);
        const Vec3 half = 2 * glm::dot(axis, x) * axis - x;
        return turned(half, -from, to);
    }
    const Vec3 axis = glm::cross(from, to);
    const Vec3 once = glm::cross(axis, x);
    return x + once + glm::cross(axis, once) / (1 + cosine);
}

Axes turned_rest_axes(const SteeringTriple& triple, const Vec3& u, const Vec3& v) {
    const Vec3 now[2] = {u, v};
    for (int edge = 0; edge < 2; ++edge) {
        const Vec3 from = unit_or_zero(triple.rest_edge[edge]);
        const Vec3 to = unit_or_zero(now[edge]);
        if (from == Vec3(0.0) || to == Vec3(0.0)) continue;
        return {{turned(triple.rest_axis[0], from, to), turned(triple.rest_axis[1], from, to),
                 turned(triple.rest_axis[2], from, to)}};
    }
    return {{triple.rest_axis[0], triple.rest_axis[1], triple.rest_axis[2]}};
}

void set_row(double (&row)[4], const Vec3& value) {
    row[0] = value.x;
    row[1] = value.y;
    row[2] = value.z;
    row[3] = 0;
}

}  // namespace

bool is_well_shaped(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 u = b - a;
    const Vec3 v = c - a;
    const Vec3 w = c - b;
    const double longest = std::max({glm::dot(u, u), glm::dot(v, v), glm::dot(w, w)});
    if (!(longest > 0)) return false;
    // Divided first: a product of four small edges could underflow.
    const double scale = 1 / std::sqrt(longest);
    const Vec3 normal = glm::cross(u * scale, v * scale);
    return glm::dot(normal, normal) >= 0x1p-10;
}

void set_rest_state(SteeringTriple& triple, const Vec3& a, const Vec3& b, const Vec3& c) {
    triple.rest_edge[0] = b - a;
    triple.rest_edge[1] = c - a;
    Axes axes;
    triple.is_degenerate = find_axes(triple.rest_edge[0], triple.rest_edge[1], axes) ? 0 : 1;
    if (triple.is_degenerate != 0) {
        Vec3 along = unit_or_zero(triple.rest_edge[0]);
        if (along == Vec3(0.0)) along = unit_or_zero(triple.rest_edge[1]);
        if (along == Vec3(0.0)) along = Vec3(1, 0, 0);
        const Vec3 normal = any_perpendicular(along);
        axes = {{normal, -along, glm::cross(along, normal)}};
    }
    for (int i = 0; i < 3; ++i) triple.rest_axis[i] = axes.axis[i];
}

SteeringFrame frame_of(const SteeringTriple& triple, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 u = b - a;
    const Vec3 v = c - a;
    Axes axes;
    if (triple.is_degenerate != 0 || !find_axes(u, v, axes)) axes = turned_rest_axes(triple, u, v);
    SteeringFrame frame;
    set_row(frame.row[0], a);
    set_row(frame.row[1], u);
    set_row(frame.row[2], v);
    for (int i = 0; i < 3; ++i) set_row(frame.row[3 + i], axes.axis[i]);
    return frame;
}

}  // namespace defcol
