// SPDX-License-Identifier: MIT
#include "geometry/triangle_triangle.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include "geometry/degenerate_triangles.hpp"
#include "geometry/orientation.hpp"

namespace defcol {

namespace {

// How a triangle that meets a plane is turned so that its vertex 0 is alone on the closed positive side, and
// vertices 1 and 2 on the closed negative side, not all three in the plane; `flipped`: after reversing the
// plane.
struct Turn {
    std::uint8_t first;
    bool flipped;
};

constexpr int sign_index(int s0, int s1, int s2) {
    return (s0 + 1) * 9 + (s1 + 1) * 3 + (s2 + 1);
}

constexpr std::array<Turn, 27> make_turns() {
    std::array<Turn, 27> turns{};
    for (int s0 = -1; s0 <= 1; ++s0) {
        for (int s1 = -1; s1 <= 1; ++s1) {
            for (int s2 = -1; s2 <= 1; ++s2) {
                const int s[3] = {s0, s1, s2};
                for (int first = 0; first < 3; ++first) {
                    for (int direction = 1; direction >= -1; direction -= 2) {
                        const int p = s[first] * direction;
                        const int q = s[(first + 1) % 3] * direction;
                        const int r = s[(first + 2) % 3] * direction;
                        // Vertex 0 must differ from both others, or its edges would not cross the plane.
                        if ((p > 0 && q <= 0 && r <= 0) || (p == 0 && q < 0 && r < 0)) {
                            turns[static_cast<unsigned>(sign_index(s0, s1, s2))] = {
                                static_cast<std::uint8_t>(first), direction < 0};
                        }
                    }
                }
            }
        }
    }
    return turns;
}

constexpr std::array<Turn, 27> turns = make_turns();

struct Sides {
    int s[3];

    bool strictly_same() const { return s[0] == s[1] && s[1] == s[2] && (s[0] == 1 || s[0] == -1); }
    bool any_unknown() const { return s[0] == unknown_sign || s[1] == unknown_sign || s[2] == unknown_sign; }
    bool all_zero() const { return (s[0] | s[1] | s[2]) == 0; }
    Turn turn() const { return turns[static_cast<unsigned>(sign_index(s[0], s[1], s[2]))]; }
};

inline Sides filtered_sides(const PlaneSide& plane, const Vec3 (&triangle)[3]) {
    return {{plane.filtered_side(triangle[0]), plane.filtered_side(triangle[1]),
             plane.filtered_side(triangle[2])}};
}

void resolve(Sides& sides, const PlaneSide& plane, const Vec3 (&triangle)[3]) {
    for (int i = 0; i < 3; ++i) {
        if (sides.s[i] == unknown_sign) sides.s[i] = plane.exact_side(triangle[i]);
    }
}

}  // namespace

// After P. Guigue and O. Devillers, "Fast and Robust Triangle-Triangle Overlap Test Using Orientation
// Predicates", Journal of Graphics Tools 8(1), 2003. Both triangles cut the line L of the two planes in
// intervals; which end comes first on L is the orientation of the two edges that make these ends.
bool triangles_intersect(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
    const PlaneSide plane_b(b[0], b[1], b[2]);
    Sides sides_a = filtered_sides(plane_b, a);
    if (sides_a.strictly_same()) return false;
    const PlaneSide plane_a(a[0], a[1], a[2]);
    Sides sides_b = filtered_sides(plane_a, b);
    if (sides_b.strictly_same()) return false;

    if (sides_a.any_unknown() || sides_b.any_unknown()) {
        // Neighbours in a flat region come here; their boxes settle most of them without exact arithmetic.
        if (!boxes_intersect(a, b)) return false;
        resolve(sides_a, plane_b, a);
        if (sides_a.strictly_same()) return false;
        resolve(sides_b, plane_a, b);
        if (sides_b.strictly_same()) return false;
    }

    // If neither is flat in the other's plane then neither has zero area and the planes differ.
    if (sides_a.all_zero() || sides_b.all_zero()) return degenerate_triangles_intersect(a, b);

    const Turn turn_a = sides_a.turn();
    const Turn turn_b = sides_b.turn();
    const Vec3& pa = a[turn_a.first];
    const Vec3* qa = &a[(turn_a.first + 1) % 3];
    const Vec3* ra = &a[(turn_a.first + 2) % 3];
    const Vec3& pb = b[turn_b.first];
    const Vec3* qb = &b[(turn_b.first + 1) % 3];
    const Vec3* rb = &b[(turn_b.first + 2) % 3];
    // Reversing a plane is exchanging two vertices of the triangle that spans it.
    if (turn_a.flipped) std::swap(qb, rb);
    if (turn_b.flipped) std::swap(qa, ra);
    return orient3d(pa, *qa, pb, *qb) <= 0 && orient3d(pa, *ra, *rb, pb) <= 0;
}

}  // namespace defcol
