// SPDX-License-Identifier: MIT
#include "polygon.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace cli {
namespace {

struct Flat {
    double x;
    double y;
};

double turn(Flat a, Flat b, Flat c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The corners seen along the polygon's own normal (Newell's sum), anticlockwise.
std::vector<Flat> flattened(std::span<const uint32_t> corners, std::span<const double> positions) {
    std::array<double, 3> normal{};
    const auto at = [&](std::size_t i) { return positions.data() + 3 * std::size_t{corners[i]}; };
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const double* p = at(i);
        const double* q = at((i + 1) % corners.size());
        for (std::size_t k = 0; k < 3; ++k) {
            normal[k] += (p[(k + 1) % 3] - q[(k + 1) % 3]) * (p[(k + 2) % 3] + q[(k + 2) % 3]);
        }
    }
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (std::abs(normal[k]) > std::abs(normal[axis])) axis = k;
    }
    std::vector<Flat> flat(corners.size());
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const double* p = at(i);
        flat[i] = {p[(axis + 1) % 3], p[(axis + 2) % 3]};
        if (normal[axis] < 0) std::swap(flat[i].x, flat[i].y);
    }
    return flat;
}

bool is_ear(const std::vector<Flat>& flat, const std::vector<uint32_t>& ring, std::size_t tip) {
    const std::size_t n = ring.size();
    const Flat a = flat[ring[(tip + n - 1) % n]];
    const Flat b = flat[ring[tip]];
    const Flat c = flat[ring[(tip + 1) % n]];
    if (!(turn(a, b, c) > 0)) return false;
    for (std::size_t i = 0; i + 3 < n; ++i) {
        const Flat p = flat[ring[(tip + 2 + i) % n]];
        if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return false;
    }
    return true;
}

}  // namespace

void append_polygon(std::span<const uint32_t> corners, std::span<const double> positions,
                    std::vector<uint32_t>& triangles) {
    // The search for ears is quadratic for shapes that occur; both numbers bound it for those that do not.
    constexpr std::size_t most_corners_to_clip = 512;
    std::size_t looks_left = 8 * corners.size();
    if (corners.size() < 3) return;
    if (corners.size() == 3) {
        triangles.insert(triangles.end(), corners.begin(), corners.end());
        return;
    }
    std::vector<uint32_t> ring(corners.size());
    for (std::size_t i = 0; i < ring.size(); ++i) ring[i] = static_cast<uint32_t>(i);
    if (corners.size() <= most_corners_to_clip) {
        const std::vector<Flat> flat = flattened(corners, positions);
        std::size_t start = 0;
        while (ring.size() > 3) {
            const std::size_t n = ring.size();
            std::size_t tip = n;
            for (std::size_t i = 0; i < n && tip == n && looks_left > 0; ++i, --looks_left) {
                if (is_ear(flat, ring, (start + i) % n)) tip = (start + i) % n;
            }
            if (tip == n) break;  // not a simple polygon: the rest becomes a fan
            triangles.insert(triangles.end(), {corners[ring[(tip + n - 1) % n]], corners[ring[tip]],
                                               corners[ring[(tip + 1) % n]]});
            ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(tip));
            start = tip % ring.size();
        }
    }
    for (std::size_t i = 1; i + 1 < ring.size(); ++i) {
        triangles.insert(triangles.end(), {corners[ring[0]], corners[ring[i]], corners[ring[i + 1]]});
    }
}

}  // namespace cli
