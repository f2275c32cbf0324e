// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "scenes/scene.hpp"

// The same scene said differently. Which primitives meet must not depend on it.
namespace scenes {

// new_scene's primitive i of mesh m is the original's triangle_of[m][i] (tetrahedron_of, vertex_of likewise).
struct Permuted {
    Scene scene;
    std::vector<std::vector<uint32_t>> vertex_of;
    std::vector<std::vector<uint32_t>> triangle_of;
    std::vector<std::vector<uint32_t>> tetrahedron_of;
};
// Shuffles vertices and elements; the corners of each element are shuffled too, which turns half of them
// over.
Permuted permuted(const Scene& scene, uint64_t seed);

// The 48 ways to exchange and mirror the axes, numbered from 0 (which changes nothing).
constexpr uint32_t axis_symmetry_count = 48;
Scene axis_symmetric(const Scene& scene, uint32_t symmetry);

// Every coordinate times 2^exponent.
Scene scaled(const Scene& scene, int exponent);

// The meshes in reverse order.
Scene reversed(const Scene& scene);

}  // namespace scenes
