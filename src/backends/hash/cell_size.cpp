// SPDX-License-Identifier: MIT
#include "backends/hash/cell_size.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

constexpr uint32_t most_samples = 128;
constexpr float most_cells_along_axis = 4.0F;  // 64 in space

struct Samples {
    float mean_edge[most_samples];
    uint32_t count = 0;

    template <std::size_t corner_count>
    void add(const Frame& frame, const uint32_t (&corners)[corner_count]) {
        float sum = 0;
        for (std::size_t i = 0; i < corner_count; ++i) {
            for (std::size_t j = i + 1; j < corner_count; ++j) {
                const Vec3f edge =
                    frame.vertices[corners[i]].position() - frame.vertices[corners[j]].position();
                sum += std::sqrt(edge.x * edge.x + edge.y * edge.y + edge.z * edge.z);
            }
        }
        constexpr std::size_t edge_count = corner_count * (corner_count - 1) / 2;
        mean_edge[count++] = sum / static_cast<float>(edge_count);
    }
};

void take_samples(const Frame& frame, CellsFor what, Samples& samples) {
    const uint64_t count = what == CellsFor::tetrahedra ? frame.tetrahedra.size() : frame.triangles.size();
    const uint64_t step = count / most_samples + 1;
    for (uint64_t i = step / 2; i < count; i += step) {
        const auto index = static_cast<uint32_t>(i);
        if (what == CellsFor::tetrahedra) {
            if (frame.tetrahedron_is_usable(index)) samples.add(frame, frame.tetrahedra[index].vertex);
        } else if (frame.triangle_is_usable(index)) {
            samples.add(frame, frame.triangles[index].vertex);
        }
    }
}

}  // namespace

CellSize choose_cell_size(const Frame& frame, CellsFor what, float wanted, float factor) {
    Samples samples;
    take_samples(frame, what, samples);
    float sum = 0;
    uint32_t used = 0;
    if (samples.count != 0) {
        float* const median = samples.mean_edge + samples.count / 2;
        std::nth_element(samples.mean_edge, median, samples.mean_edge + samples.count);
        const float limit = 4 * *median;
        for (uint32_t i = 0; i < samples.count; ++i) {
            if (samples.mean_edge[i] > limit) continue;
            sum += samples.mean_edge[i];
            ++used;
        }
    }
    CellSize result{1.0F, used != 0 ? sum / static_cast<float>(used) : 0.0F, false};
    const float least = std::max(result.mean_edge / most_cells_along_axis, 0x1p-100F);
    if (wanted > 0) {
        result.fell_back = wanted < least;
        result.size = std::max(wanted, least);
    } else if (result.mean_edge > 0) {
        result.size = std::max(factor * result.mean_edge, least);
    }
    return result;
}

}  // namespace defcol
