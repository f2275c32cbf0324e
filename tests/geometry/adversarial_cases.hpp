// SPDX-License-Identifier: MIT
#pragma once

// Inputs on which rounded arithmetic decides wrongly: coincidences on small grids, coplanar and collinear
// points, points placed on faces, edges and corners, all of these moved by one unit in the last place,
// slivers, and coordinates of every magnitude the library accepts. The same seed gives the same cases
// everywhere.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "geometry/vector.hpp"
#include "scenes/random_numbers.hpp"

namespace defcol::test {

// The scenes' generator with the integers these cases are made of.
class Random {
  public:
    explicit Random(std::uint64_t seed) : source_(seed * 0x9E3779B97F4A7C15u + 1) {}
    std::uint64_t next() { return source_.next(); }
    int below(int count) { return static_cast<int>(next() % static_cast<std::uint64_t>(count)); }
    int between(int low, int high) { return low + below(high - low + 1); }
    bool one_in(int count) { return below(count) == 0; }
    double unit() { return source_.unit(); }
    double real(double low, double high) { return source_.between(low, high); }

  private:
    scenes::Random source_;
};

template <std::size_t Count>
using Points = std::array<Vec3, Count>;

// Five points for orientation, or four of a tetrahedron and one to be located.
Points<5> adversarial_points(Random& random);
// Two triangles.
Points<6> adversarial_triangles(Random& random);

// Clears what the library would have cleared or refused: magnitudes below 2^-300 and above 2^60.
void bring_into_range(Vec3& point);

// The coordinates as hexadecimal floats, ready to be pasted into a test.
std::string to_hex(const Vec3* points, std::size_t count);
template <std::size_t Count>
std::string to_hex(const Points<Count>& points) {
    return to_hex(points.data(), Count);
}

}  // namespace defcol::test
