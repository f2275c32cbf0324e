// SPDX-License-Identifier: MIT
#include "scenes/tetrahedra.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"

namespace scenes {
namespace {

constexpr double pi = std::numbers::pi;

// Corner number = x + 2 y + 4 z. One cube keeps the corners of even parity in the middle tetrahedron, its
// neighbours those of odd parity: that makes the diagonals of shared faces agree.
constexpr uint32_t even_cut[5][4] = {{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 3, 0, 6}, {4, 0, 5, 6}, {7, 3, 6, 5}};
constexpr uint32_t odd_cut[5][4] = {{1, 2, 4, 7}, {0, 1, 2, 4}, {3, 1, 7, 2}, {5, 1, 4, 7}, {6, 2, 7, 4}};

void orient(Mesh& mesh) {
    for (size_t i = 0; i < mesh.tetrahedra.size(); i += 4) {
        uint32_t* t = mesh.tetrahedra.data() + i;
        const Point origin = position(mesh, t[0]);
        const Point a = position(mesh, t[1]) - origin;
        const Point b = position(mesh, t[2]) - origin;
        if (dot(cross(a, b), position(mesh, t[3]) - origin) < 0) std::swap(t[2], t[3]);
    }
}

// Cubes of edge 1 on the integer lattice, sharing corners.
class CubeMesh {
  public:
    void add_cube(uint32_t i, uint32_t j, uint32_t k) {
        uint32_t corner[8];
        for (uint32_t c = 0; c < 8; ++c) {
            const double x = i + (c & 1U);
            const double y = j + (c >> 1 & 1U);
            corner[c] = add_vertex(loose_, {x, y, double(k + (c >> 2))});
        }
        for (const auto& cut : (i + j + k) % 2 == 0 ? even_cut : odd_cut) {
            add_tetrahedron(loose_, corner[cut[0]], corner[cut[1]], corner[cut[2]], corner[cut[3]]);
        }
    }
    void add_block(uint32_t columns, uint32_t rows, uint32_t layers) {
        for (uint32_t k = 0; k < layers; ++k) {
            for (uint32_t j = 0; j < rows; ++j) {
                for (uint32_t i = 0; i < columns; ++i) add_cube(i, j, k);
            }
        }
    }
    // Two tetrahedra with a common apex over the upper face of cube (i, j, k).
    void add_roof(uint32_t i, uint32_t j, uint32_t k) {
        const double x = i;
        const double y = j;
        const double z = k + 1;
        const uint32_t a = add_vertex(loose_, {x, y, z});
        const uint32_t b = add_vertex(loose_, {x + 1, y, z});
        const uint32_t c = add_vertex(loose_, {x, y + 1, z});
        const uint32_t d = add_vertex(loose_, {x + 1, y + 1, z});
        const uint32_t apex = add_vertex(loose_, {x + 0.5, y + 0.5, z + 0.75});
        // The diagonal of the cut below: between the corners of even parity seen from the whole lattice.
        if ((i + j + k + 1) % 2 == 0) {
            add_tetrahedron(loose_, a, b, d, apex);
            add_tetrahedron(loose_, a, c, d, apex);
        } else {
            add_tetrahedron(loose_, a, b, c, apex);
            add_tetrahedron(loose_, b, c, d, apex);
        }
    }
    Mesh finish() const {
        Mesh mesh = welded(loose_);
        Point low{1e30, 1e30, 1e30};
        Point high{-1e30, -1e30, -1e30};
        for (uint64_t v = 0; v < mesh.vertex_count(); ++v) {
            const Point p = position(mesh, v);
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
        map_vertices(mesh, [&](Point p) { return p - 0.5 * (low + high); });
        orient(mesh);
        return mesh;
    }

  private:
    Mesh loose_;
};

// 10,257 tetrahedra and 2,949 vertices: half of setup D. 3 x 24 x 28 cubes, a terrace of 5 x 7 on top, a
// roof.
Mesh body_of_setup_d() {
    CubeMesh cubes;
    cubes.add_block(24, 28, 3);
    for (uint32_t j = 0; j < 7; ++j) {
        for (uint32_t i = 0; i < 5; ++i) cubes.add_cube(8 + i, 10 + j, 3);
    }
    cubes.add_roof(10, 13, 3);
    return cubes.finish();
}

// Copies of a body, jittered and turned, on a cubic lattice of the given spacing (in edges of a cube),
// waving. The edge of a cube is 1 / 16.
Scene crowd(std::string name, const Mesh& body, uint32_t objects, double spacing, uint64_t seed) {
    constexpr double h = 0.0625;
    Random random(seed);
    const auto side = static_cast<uint32_t>(std::ceil(std::cbrt(objects) - 1e-9));
    std::vector<Mesh> meshes;
    for (uint32_t index = 0; index < objects; ++index) {
        const double x_angle = random.between(0, 2 * pi);
        const double z_angle = random.between(0, 2 * pi);
        const Point centre =
            spacing * Point{double(index % side), double(index / side % side), double(index / side / side)};
        Mesh mesh = body;
        map_vertices(mesh, [&](Point p) {
            const double jx = random.between(-0.1, 0.1);
            const double jy = random.between(-0.1, 0.1);
            const Point jittered = p + Point{jx, jy, random.between(-0.1, 0.1)};
            return h * (centre + turned_about_z(turned_about_x(jittered, x_angle), z_angle));
        });
        meshes.push_back(std::move(mesh));
    }
    return moved_from_rest(
        std::move(name), std::move(meshes), true, [](uint32_t frame, uint32_t mesh, Point p) {
            // Long waves, so that nothing turns inside out; each object has its own phase.
            const double phase = 0.2 * frame + 1.3 * mesh;
            return p + (0.15 * h) * Point{std::sin(3 * p.y + phase), std::sin(3 * p.z + 1.1 * phase),
                                          std::sin(3 * p.x + 0.9 * phase)};
        });
}

}  // namespace

Mesh tetrahedral_block(uint32_t columns, uint32_t rows, uint32_t layers) {
    CubeMesh cubes;
    cubes.add_block(columns, rows, layers);
    return cubes.finish();
}

Scene teschner(char setup) {
    switch (setup) {
        case 'A':
            return crowd("teschner_a", tetrahedral_block(2, 1, 1), 100, 1.5, 1);
        case 'B':
            return crowd("teschner_b", tetrahedral_block(10, 10, 1), 8, 8, 2);
        case 'C':
            return crowd("teschner_c", tetrahedral_block(10, 10, 1), 20, 8, 3);
        case 'D':
            return crowd("teschner_d", body_of_setup_d(), 2, 12, 4);
        case 'E':
            return crowd("teschner_e", tetrahedral_block(10, 10, 1), 100, 8, 5);
        default:
            throw std::invalid_argument("setups are A to E");
    }
}

Scene tetrahedral_crowd(uint32_t objects, uint32_t layers, uint64_t seed) {
    return crowd("tetrahedral_crowd", tetrahedral_block(2, 2, layers), objects, 0.5 * layers + 1.5, seed);
}

Scene tetrahedral_cubes(uint32_t objects, uint32_t cells, uint64_t seed) {
    return crowd("tetrahedral_cubes", tetrahedral_block(cells, cells, cells), objects, 1.25 * cells, seed);
}

Scene squeezed_blocks(uint32_t cells) {
    const Mesh block = tetrahedral_block(cells, cells, cells);
    const double half = 0.5 * cells;
    return moved_from_rest("squeezed_blocks", {block, block}, true,
                           [half](uint32_t frame, uint32_t mesh, Point p) {
                               const double press = 0.1 + 0.05 * forth_and_back(frame);
                               const double side = mesh == 0 ? -1 : 1;
                               // Near the contact the block is flattened and gets broader.
                               const double nearness = 0.5 * (1 - side * p.z / half);
                               const double broad = 1 + 0.3 * press * nearness * nearness;
                               const double shift = mesh == 0 ? 0 : 0.31;
                               return Point{broad * p.x / half + shift, broad * p.y / half + 0.7 * shift,
                                            side * (1 - press * nearness) + p.z / half * (1 - 0.5 * press)};
                           });
}

}  // namespace scenes
