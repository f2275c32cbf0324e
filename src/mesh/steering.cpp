// SPDX-License-Identifier: MIT
#include "mesh/steering.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/mesh.hpp"

namespace defcol {
namespace {

constexpr uint64_t triples_per_range = 512;

}  // namespace

// Frames first, each triple once: a coarse vertex steers many dense ones.
void Steering::stage(std::span<const Vec3> coarse_positions, std::span<const uint8_t> usable,
                     Workers& workers) {
    const auto position = [&](uint32_t vertex) {
        const bool is_there = usable.empty() || usable[vertex] != 0;
        return is_there ? coarse_positions[vertex] : Vec3(std::numeric_limits<double>::quiet_NaN());
    };
    parallel_ranges(workers, triples_.size(), triples_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
        for (uint64_t i = begin; i < end; ++i) {
            const SteeringTriple& triple = triples_[i];
            staged_frames_[i] = frame_of(triple, position(triple.vertex[0]), position(triple.vertex[1]),
                                         position(triple.vertex[2]));
        }
    });
}

// Sums of products in one fixed order, four lanes at a time: the same bits whatever the vectors of the
// machine.
void Steering::compute_staged(uint64_t begin, uint64_t end, double* out) const noexcept {
    for (uint64_t v = begin; v < end; ++v, out += 3) {
        const Anchor& anchor = anchors_[v];
        const SteeringFrame& frame = staged_frames_[anchor.triple];
        double offset[4] = {0, 0, 0, 0};
        for (int term = 0; term < 5; ++term) {
            for (int lane = 0; lane < 4; ++lane) {
                offset[lane] += anchor.coefficient[term] * frame.row[1 + term][lane];
            }
        }
        for (int axis = 0; axis < 3; ++axis) out[axis] = frame.row[0][axis] + offset[axis];
    }
}

void Steering::map_to_coarse(const uint32_t* features, const double* weights, uint32_t* out_features,
                             double* out_weights) const noexcept {
    int count = 0;
    for (int i = 0; i < most_features; ++i) {
        if (features[i] == no_index) continue;
        for (int corner = 0; corner < 3; ++corner) {
            const uint32_t vertex = coarse_vertices_[features[i]][static_cast<std::size_t>(corner)];
            const double weight = weights[i] * weights_[features[i]][static_cast<std::size_t>(corner)];
            const auto* const place = std::find(out_features, out_features + count, vertex);
            const auto index = place - out_features;
            if (index == count) {
                out_features[count] = vertex;
                out_weights[count] = 0;
                ++count;
            }
            out_weights[index] += weight;
        }
    }
    std::fill(out_features + count, out_features + most_coarse_features, no_index);
    std::fill(out_weights + count, out_weights + most_coarse_features, 0.0);
}

}  // namespace defcol
