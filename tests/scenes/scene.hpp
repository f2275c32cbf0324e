// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// What tests, benchmarks and the demo collide with each other. Plain data: nothing here knows the library, so
// the same scene can be given to the library, to the oracle and to a peer.
namespace scenes {

struct Mesh {
    std::vector<double> positions;     // x, y, z per vertex
    std::vector<uint32_t> triangles;   // three vertices each
    std::vector<uint32_t> tetrahedra;  // four vertices each

    uint64_t vertex_count() const { return positions.size() / 3; }
    uint64_t triangle_count() const { return triangles.size() / 3; }
    uint64_t tetrahedron_count() const { return tetrahedra.size() / 4; }
};

struct Scene {
    // Writes the positions of one frame into the meshes. A pure function of the frame: it never reads the
    // positions that are there, so frames may be visited in any order and more than once.
    using Move = std::function<void(uint32_t frame, Scene& scene)>;

    std::string name;
    std::vector<Mesh> meshes;
    bool self = false;  // collisions inside a mesh are asked for
    Move move;          // empty: nothing moves

    void advance(uint32_t frame) {
        if (move) move(frame, *this);
    }
    uint64_t vertex_count() const;
    uint64_t triangle_count() const;
    uint64_t tetrahedron_count() const;
};

// A hash of all positions and indices, to compare scenes and frames.
uint64_t hash_of(const Scene& scene);

// 0 1 2 3 4 3 2 1, and again: the eight frames of the peers' measurements.
inline double forth_and_back(uint32_t frame) {
    const uint32_t step = frame % 8;
    return step <= 4 ? step : 8 - step;
}

}  // namespace scenes
