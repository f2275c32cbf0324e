// SPDX-License-Identifier: MIT
#include "scenes/transforms.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

#include "scenes/random_numbers.hpp"

namespace scenes {
namespace {

// A scene that follows another: `copy(original, follower)` brings the positions over, each frame.
template <class Copy>
Scene follower(const Scene& original, Scene start, Copy copy) {
    copy(original, start);
    if (original.move) {
        start.move = [base = Scene(original), copy](uint32_t frame, Scene& moved) mutable {
            base.advance(frame);
            copy(base, moved);
        };
    }
    return start;
}

template <class Value>
void shuffle(std::span<Value> values, Random& random) {
    for (size_t i = values.size(); i > 1; --i) {
        std::swap(values[i - 1], values[random.below(static_cast<uint32_t>(i))]);
    }
}

std::vector<uint32_t> shuffled_order(uint64_t count, Random& random) {
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0U);
    shuffle(std::span(order), random);
    return order;
}

std::vector<uint32_t> reordered(const std::vector<uint32_t>& elements, uint32_t corners,
                                const std::vector<uint32_t>& order, const std::vector<uint32_t>& new_vertex,
                                Random& random) {
    std::vector<uint32_t> result;
    result.reserve(elements.size());
    for (const uint32_t old : order) {
        for (uint32_t corner = 0; corner < corners; ++corner) {
            result.push_back(new_vertex[elements[size_t{corners} * old + corner]]);
        }
        shuffle(std::span(result).last(corners), random);
    }
    return result;
}

}  // namespace

Permuted permuted(const Scene& scene, uint64_t seed) {
    Random random(seed);
    Permuted result;
    Scene start = scene;
    for (Mesh& mesh : start.meshes) {
        const std::vector<uint32_t>& vertex_of =
            result.vertex_of.emplace_back(shuffled_order(mesh.vertex_count(), random));
        std::vector<uint32_t> new_vertex(vertex_of.size());
        for (uint32_t v = 0; v < vertex_of.size(); ++v) new_vertex[vertex_of[v]] = v;
        result.triangle_of.push_back(shuffled_order(mesh.triangle_count(), random));
        result.tetrahedron_of.push_back(shuffled_order(mesh.tetrahedron_count(), random));
        mesh.triangles = reordered(mesh.triangles, 3, result.triangle_of.back(), new_vertex, random);
        mesh.tetrahedra = reordered(mesh.tetrahedra, 4, result.tetrahedron_of.back(), new_vertex, random);
    }
    result.scene =
        follower(scene, std::move(start), [vertex_of = result.vertex_of](const Scene& from, Scene& to) {
            for (size_t m = 0; m < from.meshes.size(); ++m) {
                const std::vector<double>& source = from.meshes[m].positions;
                for (size_t v = 0; v < vertex_of[m].size(); ++v) {
                    std::copy_n(source.begin() + std::ptrdiff_t{3} * vertex_of[m][v], 3,
                                to.meshes[m].positions.begin() + std::ptrdiff_t(3 * v));
                }
            }
        });
    return result;
}

Scene axis_symmetric(const Scene& scene, uint32_t symmetry) {
    static constexpr uint32_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                              {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const uint32_t order = symmetry / 8 % 6;
    const uint32_t mirrored = symmetry % 8;
    return follower(scene, scene, [order, mirrored](const Scene& from, Scene& to) {
        for (size_t m = 0; m < from.meshes.size(); ++m) {
            const std::vector<double>& source = from.meshes[m].positions;
            for (size_t v = 0; v < source.size(); v += 3) {
                for (uint32_t axis = 0; axis < 3; ++axis) {
                    const double value = source[v + orders[order][axis]];
                    to.meshes[m].positions[v + axis] = (mirrored >> axis & 1U) != 0 ? -value : value;
                }
            }
        }
    });
}

Scene scaled(const Scene& scene, int exponent) {
    return follower(scene, scene, [factor = std::ldexp(1.0, exponent)](const Scene& from, Scene& to) {
        for (size_t m = 0; m < from.meshes.size(); ++m) {
            std::transform(from.meshes[m].positions.begin(), from.meshes[m].positions.end(),
                           to.meshes[m].positions.begin(), [factor](double value) { return factor * value; });
        }
    });
}

Scene reversed(const Scene& scene) {
    Scene start = scene;
    std::reverse(start.meshes.begin(), start.meshes.end());
    return follower(scene, std::move(start), [](const Scene& from, Scene& to) {
        const size_t count = from.meshes.size();
        for (size_t m = 0; m < count; ++m) to.meshes[count - 1 - m].positions = from.meshes[m].positions;
    });
}

}  // namespace scenes
