// SPDX-License-Identifier: MIT
#pragma once

// On which sides of a plane the three vertices of a triangle lie, and the turned order of vertices that the
// interval test of Guigue and Devillers (see triangle_triangle.cpp) starts from.

#include <array>
#include <cstdint>
#include <utility>

#include "geometry/orientation.hpp"
#include "geometry/vector.hpp"

namespace defcol {

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

inline constexpr std::array<Turn, 27> turns = make_turns();

struct Sides {
    int s[3];

    bool strictly_same() const { return s[0] == s[1] && s[1] == s[2] && (s[0] == 1 || s[0] == -1); }
    bool any_unknown() const { return s[0] == unknown_sign || s[1] == unknown_sign || s[2] == unknown_sign; }
    bool any_zero() const { return s[0] == 0 || s[1] == 0 || s[2] == 0; }
    bool all_zero() const { return (s[0] | s[1] | s[2]) == 0; }
    Turn turn() const { return turns[static_cast<unsigned>(sign_index(s[0], s[1], s[2]))]; }
};

inline Sides filtered_sides(const PlaneSide& plane, const Vec3 (&triangle)[3]) {
    return {{plane.filtered_side(triangle[0]), plane.filtered_side(triangle[1]),
             plane.filtered_side(triangle[2])}};
}

inline void resolve(Sides& sides, const PlaneSide& plane, const Vec3 (&triangle)[3]) {
    for (int i = 0; i < 3; ++i) {
        if (sides.s[i] == unknown_sign) sides.s[i] = plane.exact_side(triangle[i]);
    }
}

// Two triangles with different planes, both cut by the other's plane. On the line L of the planes triangle a
// covers the interval from the crossing of edge pa-qa to that of pa-ra, triangle b from that of pb-rb to that
// of pb-qb. The crossing of an edge from pa comes before or at that of an edge from pb exactly if
// orient3d(pa, its other end, pb, its other end) <= 0. (Numbers are corners of the triangles as given.)
struct TurnedPair {
    int pa, qa, ra;
    int pb, qb, rb;

    TurnedPair(const Sides& sides_a, const Sides& sides_b) {
        const Turn turn_a = sides_a.turn();
        const Turn turn_b = sides_b.turn();
        pa = turn_a.first;
        qa = (pa + 1) % 3;
        ra = (pa + 2) % 3;
        pb = turn_b.first;
        qb = (pb + 1) % 3;
        rb = (pb + 2) % 3;
        // Reversing a plane is exchanging two vertices of the triangle that spans it.
        if (turn_a.flipped) std::swap(qb, rb);
        if (turn_b.flipped) std::swap(qa, ra);
    }
};

}  // namespace defcol
