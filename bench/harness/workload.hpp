// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenes/scene.hpp"

namespace bench {

enum class Query { triangle_pairs, vertices_in_tetrahedra };

// Per mesh x, y, z of each vertex. Floats, because that is what most hosts have and what all peers take. One
// float past the end of each array may be read, so that a vertex can be loaded as four.
struct FramePositions {
    std::vector<std::vector<float>> meshes;
};

// A scene as contestants get it: topology, and the positions of all frames made in advance.
struct Workload {
    std::string name;
    Query query = Query::triangle_pairs;
    bool self = false;
    std::vector<scenes::Mesh> meshes;  // with the positions of frame 0
    std::vector<FramePositions> frames;
    // Primitives are numbered through all meshes; these are the first of each mesh.
    std::vector<uint32_t> vertex_base;
    std::vector<uint32_t> triangle_base;
    std::vector<uint32_t> tetrahedron_base;

    uint64_t vertex_count() const;
    uint64_t triangle_count() const;
    uint64_t tetrahedron_count() const;
    uint64_t primitive_count() const {
        return query == Query::triangle_pairs ? triangle_count() : tetrahedron_count();
    }
};

// Tetrahedra, if the scene has any, are asked for the vertices in them, triangles for their pairs. Throws
// std::runtime_error if a position is no float: then contestants would not see the same scene.
Workload make_workload(scenes::Scene scene, uint32_t frame_count);

// Two triangles a < b, or vertex a in tetrahedron b, numbered through all meshes.
constexpr uint64_t pair_key(uint32_t a, uint32_t b) {
    return (uint64_t{a} << 32) | b;
}

}  // namespace bench
