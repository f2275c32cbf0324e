// SPDX-License-Identifier: MIT
#include "mesh/tetrahedral_surface.hpp"

#include <algorithm>
#include <utility>

#include "base/aligned_buffer.hpp"
#include "geometry/orientation.hpp"
#include "geometry/point_tetrahedron.hpp"

namespace defcol {
namespace {

// A face by its vertices in rising order; the lowest is the bucket it lies in.
struct FaceRecord {
    uint32_t middle;
    uint32_t highest;
    uint64_t face;  // 4 * tetrahedron + corner opposite
};

struct SortedFace {
    uint32_t lowest, middle, highest;
};

SortedFace sorted_face(const Tetrahedron& tetrahedron, uint32_t opposite) {
    uint32_t a = tetrahedron.vertex[tetrahedron_faces[opposite][0]];
    uint32_t b = tetrahedron.vertex[tetrahedron_faces[opposite][1]];
    uint32_t c = tetrahedron.vertex[tetrahedron_faces[opposite][2]];
    if (a > b) std::swap(a, b);
    if (b > c) std::swap(b, c);
    if (a > b) std::swap(a, b);
    return {a, b, c};
}

// Marks the faces no other face has the same vertices as, and returns how many there are.
uint64_t mark_single_faces(std::span<FaceRecord> bucket, Buffer<uint8_t>& is_single) {
    std::sort(bucket.begin(), bucket.end(), [](const FaceRecord& a, const FaceRecord& b) {
        if (a.middle != b.middle) return a.middle < b.middle;
        if (a.highest != b.highest) return a.highest < b.highest;
        return a.face < b.face;
    });
    uint64_t single_count = 0;
    for (std::size_t begin = 0; begin < bucket.size();) {
        std::size_t end = begin + 1;
        while (end < bucket.size() && bucket[end].middle == bucket[begin].middle &&
               bucket[end].highest == bucket[begin].highest) {
            ++end;
        }
        if (end == begin + 1) {
            is_single[bucket[begin].face] = 1;
            ++single_count;
        }
        begin = end;
    }
    return single_count;
}

uint64_t find_single_faces(std::span<const Tetrahedron> tetrahedra, uint64_t vertex_count, Memory& memory,
                           Buffer<uint8_t>& is_single) {
    const uint64_t face_count = 4 * tetrahedra.size();
    is_single.assign(face_count, 0);
    Buffer<uint64_t> bucket_end(memory);
    bucket_end.assign(vertex_count + 1, 0);
    for (const Tetrahedron& tetrahedron : tetrahedra) {
        for (uint32_t i = 0; i < 4; ++i) ++bucket_end[sorted_face(tetrahedron, i).lowest + 1];
    }
    for (uint64_t v = 0; v < vertex_count; ++v) bucket_end[v + 1] += bucket_end[v];
    // bucket_end[v] is where bucket v begins until it is filled, and then where it ends.
    Buffer<FaceRecord> records(memory);
    records.resize_uninitialized(face_count);
    for (uint64_t t = 0; t < tetrahedra.size(); ++t) {
        for (uint32_t i = 0; i < 4; ++i) {
            const SortedFace face = sorted_face(tetrahedra[t], i);
            records[bucket_end[face.lowest]++] = {face.middle, face.highest, 4 * t + i};
        }
    }
    uint64_t single_count = 0;
    uint64_t begin = 0;
    for (uint64_t v = 0; v < vertex_count; ++v) {
        single_count += mark_single_faces({records.data() + begin, bucket_end[v] - begin}, is_single);
        begin = bucket_end[v];
    }
    return single_count;
}

bool is_inverted(const Tetrahedron& tetrahedron, std::span<const Vec3> positions,
                 std::span<const uint8_t> usable) {
    for (const uint32_t vertex : tetrahedron.vertex) {
        if (!usable.empty() && usable[vertex] == 0) return false;
    }
    return orient3d(positions[tetrahedron.vertex[0]], positions[tetrahedron.vertex[1]],
                    positions[tetrahedron.vertex[2]], positions[tetrahedron.vertex[3]]) < 0;
}

}  // namespace

void find_tetrahedral_surface(std::span<const Vec3> positions, std::span<const uint8_t> usable,
                              Memory& memory, Topology& topology) {
    const std::span<const Tetrahedron> tetrahedra = std::as_const(topology).tetrahedra.span();
    Buffer<uint8_t> is_single(memory);
    const uint64_t single_count = find_single_faces(tetrahedra, positions.size(), memory, is_single);
    check_count(single_count, "surface triangles");
    topology.triangles.reserve(single_count);
    topology.triangles.clear();
    topology.triangle_tetrahedra.reserve(single_count);
    topology.triangle_tetrahedra.clear();
    topology.tetrahedron_surface.reserve(tetrahedra.size());
    topology.tetrahedron_surface.assign(tetrahedra.size(), {no_index, no_index, no_index, no_index});
    for (uint64_t t = 0; t < tetrahedra.size(); ++t) {
        const uint8_t* single = is_single.data() + 4 * t;
        if ((single[0] | single[1] | single[2] | single[3]) == 0) continue;
        const auto& vertex = tetrahedra[t].vertex;
        const bool inverted = is_inverted(tetrahedra[t], positions, usable);
        for (uint32_t i = 0; i < 4; ++i) {
            if (single[i] == 0) continue;
            // Seen from outside a positive tetrahedron its faces are listed clockwise.
            const auto& corner = tetrahedron_faces[i];
            topology.tetrahedron_surface[t][i] = static_cast<uint32_t>(topology.triangles.size());
            topology.triangles.push_back(
                {{vertex[corner[0]], vertex[corner[inverted ? 1 : 2]], vertex[corner[inverted ? 2 : 1]]}});
            topology.triangle_tetrahedra.push_back(static_cast<uint32_t>(t));
        }
    }
}

}  // namespace defcol
