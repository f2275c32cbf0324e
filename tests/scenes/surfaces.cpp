// SPDX-License-Identifier: MIT
#include "scenes/surfaces.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"

namespace scenes {
namespace {

constexpr double pi = std::numbers::pi;

// A smooth random displacement: a few waves.
class Waves {
  public:
    Waves(uint64_t seed, double amplitude) {
        Random random(seed);
        for (Wave& wave : waves_) {
            wave.number = {random.between(-4, 4), random.between(-4, 4), random.between(-4, 4)};
            wave.shift =
                amplitude / 3 * Point{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
            wave.speed = random.between(0.1, 0.4);
            wave.phase = random.between(0, 2 * pi);
        }
    }
    Point operator()(uint32_t frame, Point p) const {
        Point result = p;
        for (const Wave& wave : waves_) {
            result = result + std::sin(dot(wave.number, p) + wave.phase + wave.speed * frame) * wave.shift;
        }
        return result;
    }

  private:
    struct Wave {
        Point number;
        Point shift;
        double speed;
        double phase;
    };
    Wave waves_[3];
};

// Closes a patch: `partner(v)` is the vertex to use instead of vertex v.
template <class Partner>
void glue(Mesh& mesh, Partner partner) {
    for (uint32_t& vertex : mesh.triangles) vertex = partner(vertex);
}

// Only u and v of the flat patch are kept as rest position; `shape(frame, u, v)` bends it.
template <class Shape>
Scene bent(const char* name, Mesh flat, uint64_t seed, double waviness, Shape shape) {
    return moved_from_rest(name, {std::move(flat)}, true,
                           [shape, waves = Waves(seed, waviness)](uint32_t frame, uint32_t, Point p) {
                               return waves(frame, shape(frame, p));
                           });
}

Mesh flat_patch(uint32_t columns, uint32_t rows) {
    return grid(columns, rows, [](double u, double v) { return Point{u, v, 0}; });
}

double swing(uint32_t frame, uint64_t seed) {
    return std::sin(0.8 * frame + static_cast<double>(seed % 16));
}

// Removes the quads for which `is_hole(i, j)`; unused vertices go too.
template <class Hole>
Mesh patch_with_holes(uint32_t columns, uint32_t rows, Hole is_hole) {
    Mesh mesh = flat_patch(columns, rows);
    std::vector<uint32_t> kept;
    for (uint32_t quad = 0; quad < columns * rows; ++quad) {
        if (is_hole(quad % columns, quad / columns)) continue;
        kept.insert(kept.end(), mesh.triangles.begin() + 6 * quad, mesh.triangles.begin() + 6 * quad + 6);
    }
    mesh.triangles = std::move(kept);
    return welded(mesh);
}

}  // namespace

Scene moebius_strip(uint32_t detail, uint64_t seed) {
    const uint32_t columns = 4 * detail;
    Mesh mesh = flat_patch(columns, detail);
    glue(mesh, [=](uint32_t vertex) {
        const uint32_t row = vertex / (columns + 1);
        return vertex % (columns + 1) == columns ? (detail - row) * (columns + 1) : vertex;
    });
    return bent("moebius_strip", welded(mesh), seed, 1.5, [](uint32_t, Point p) {
        const double angle = 2 * pi * p.x;
        const double across = 0.8 * (p.y - 0.5);
        const double out = 1 + across * std::cos(angle / 2);
        return Point{out * std::cos(angle), out * std::sin(angle), across * std::sin(angle / 2)};
    });
}

Scene comb(uint32_t detail, uint64_t seed) {
    const uint32_t columns = 4 * detail + 1;
    // Teeth two quads wide with slits of one quad between them, on a back of three rows.
    return bent(
        "comb",
        patch_with_holes(columns, 2 * detail, [](uint32_t i, uint32_t j) { return j >= 3 && i % 3 == 2; }),
        seed, 0.1, [seed, columns](uint32_t frame, Point p) {
            const auto tooth = std::floor(p.x * columns / 3 + 1e-3);
            const double bend = (std::fmod(tooth, 2) == 0 ? 1 : -1) * swing(frame, seed);
            return Point{p.x + 1.2 / columns * bend * p.y * p.y, p.y, 0};
        });
}

Scene spiral(uint32_t detail, uint64_t seed) {
    return bent("spiral", flat_patch(12 * detail, std::max(detail / 2, 1U)), seed, 0.05,
                [seed](uint32_t frame, Point p) {
                    const double angle = 6 * pi * p.x;
                    // The pitch shrinks below the width: turns overlap in the plane.
                    const double pitch = 0.075 + 0.03 * swing(frame, seed);
                    const double out = 0.3 + pitch * angle / 2 + 0.2 * (p.y - 0.5);
                    return Point{out * std::cos(angle), out * std::sin(angle), 0};
                });
}

Scene inlet_disc(uint32_t detail, uint64_t seed) {
    const uint32_t columns = 8 * detail;
    return bent("inlet_disc", flat_patch(columns, 2 * detail), seed, 0.05, [seed](uint32_t frame, Point p) {
        // All but a sliver of the full angle; the inlet closes and crosses over when it goes beyond.
        const double angle = (2 * pi - 0.05 + 0.1 * swing(frame, seed)) * p.x;
        const double out = 0.05 + p.y;
        return Point{out * std::cos(angle), out * std::sin(angle), 0};
    });
}

Scene tube(uint32_t detail, uint64_t seed) {
    const uint32_t columns = 3 * detail;
    Mesh mesh = flat_patch(columns, 4 * detail);
    glue(mesh,
         [=](uint32_t vertex) { return vertex % (columns + 1) == columns ? vertex - columns : vertex; });
    return bent("tube", welded(mesh), seed, 0.15, [seed](uint32_t frame, Point p) {
        constexpr double thickness = 0.3;
        const double angle = 2 * pi * p.x;
        const double bend = 1.6 * pi + 0.8 * pi * swing(frame, seed);
        // Bent more sharply than the tube is thick, its inner wall runs through itself.
        const double radius = std::max(2 / bend, 0.25);
        const double turned = bend * (p.y - 0.5);
        const double out = radius + thickness * std::cos(angle);
        return Point{out * std::cos(turned), out * std::sin(turned), thickness * std::sin(angle)};
    });
}

Scene knot(uint32_t detail, uint64_t seed) {
    const uint32_t columns = detail;
    const uint32_t rows = 10 * detail;
    Mesh mesh = flat_patch(columns, rows);
    glue(mesh, [=](uint32_t vertex) {
        uint32_t i = vertex % (columns + 1);
        uint32_t j = vertex / (columns + 1);
        return (j == rows ? 0 : j) * (columns + 1) + (i == columns ? 0 : i);
    });
    return bent("knot", welded(mesh), seed, 0.1, [seed](uint32_t frame, Point p) {
        // A (2, 3) torus knot; the tube swells until its strands meet.
        const auto centre = [](double t) {
            const double out = 1 + 0.4 * std::cos(3 * t);
            return Point{out * std::cos(2 * t), out * std::sin(2 * t), 0.4 * std::sin(3 * t)};
        };
        const double t = 2 * pi * p.y;
        const Point along = unit(centre(t + 1e-4) - centre(t - 1e-4));
        const Point outward = unit(cross(along, Point{0, 0, 1}));
        const Point upward = cross(outward, along);
        const double thickness = 0.34 + 0.1 * swing(frame, seed);
        const double angle = 2 * pi * p.x;
        return centre(t) + (thickness * std::cos(angle)) * outward + (thickness * std::sin(angle)) * upward;
    });
}

Scene book(uint32_t detail, uint64_t seed) {
    constexpr uint32_t page_count = 5;
    Mesh loose;
    for (uint32_t page = 0; page < page_count; ++page) {
        // The page number rides in z; at the spine all pages meet.
        append(loose, grid(detail, detail, [page](double u, double v) {
                   return Point{u, v, u > 0 ? page : 0.0};
               }));
    }
    return bent("book", welded(loose), seed, 0.1, [seed](uint32_t frame, Point p) {
        const double closing = 0.25 + 0.2 * swing(frame, seed);
        const double angle = closing * p.z + 0.5 * std::sin(3 * p.x + p.z + 2 * p.y);
        return Point{p.x * std::cos(angle), p.y, p.x * std::sin(angle)};
    });
}

Scene flipped_sheet(uint32_t detail, uint64_t seed) {
    Mesh mesh = flat_patch(3 * detail, detail);
    for (size_t triangle = 0; triangle < mesh.triangle_count(); triangle += 7) {
        std::swap(mesh.triangles[3 * triangle], mesh.triangles[3 * triangle + 1]);
    }
    return bent("flipped_sheet", std::move(mesh), seed, 0.15, [seed](uint32_t frame, Point p) {
        // Rolled up to once around and a bit: the ends run into each other.
        const double angle = 2 * pi * (1.05 + 0.1 * swing(frame, seed)) * p.x;
        const double out = 0.5 + 0.06 * (p.x - 0.5) * (p.y - 0.4);
        return Point{out * std::cos(angle), p.y, out * std::sin(angle)};
    });
}

}  // namespace scenes
