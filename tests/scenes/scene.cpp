// SPDX-License-Identifier: MIT
#include "scenes/scene.hpp"

#include <bit>
#include <cstddef>

namespace scenes {
namespace {

template <class Count>
uint64_t sum(const Scene& scene, Count count) {
    uint64_t total = 0;
    for (const Mesh& mesh : scene.meshes) total += (mesh.*count)();
    return total;
}

// FNV-1a over 64-bit words.
struct Hash {
    uint64_t state = 0xcbf29ce484222325U;
    void add(uint64_t word) { state = (state ^ word) * 0x100000001b3U ^ (state >> 32); }
};

}  // namespace

uint64_t Scene::vertex_count() const {
    return sum(*this, &Mesh::vertex_count);
}
uint64_t Scene::triangle_count() const {
    return sum(*this, &Mesh::triangle_count);
}
uint64_t Scene::tetrahedron_count() const {
    return sum(*this, &Mesh::tetrahedron_count);
}

uint64_t hash_of(const Scene& scene) {
    Hash hash;
    for (const Mesh& mesh : scene.meshes) {
        hash.add(mesh.positions.size());
        for (const double value : mesh.positions) hash.add(std::bit_cast<uint64_t>(value));
        hash.add(mesh.triangles.size());
        for (const uint32_t index : mesh.triangles) hash.add(index);
        hash.add(mesh.tetrahedra.size());
        for (const uint32_t index : mesh.tetrahedra) hash.add(index);
    }
    return hash.state;
}

}  // namespace scenes
