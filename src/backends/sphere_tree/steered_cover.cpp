// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/steered_cover.hpp"

#include <algorithm>
#include <cmath>

namespace defcol {

namespace {

// An entry takes as long as this many vertices.
constexpr std::size_t vertices_per_entry = 4;

// Frames are rounded in a few places, each below 2^-50 of what is added up.
constexpr double outward_factor = 1 + 0x1p-44;
constexpr double rounding = 0x1p-44;

Vec3 row_of(const SteeringFrame& frame, int row) {
    return {frame.row[row][0], frame.row[row][1], frame.row[row][2]};
}

struct CoefficientBox {
    double low[5];
    double high[5];
};

}  // namespace

void SteeredCover::build(const SphereTree& tree, const Steering& steering,
                         std::pmr::memory_resource& memory) {
    begin_.clear();
    entries_.clear();
    edge_lengths_.resize_uninitialized(2 * steering.triples().size());
    Buffer<uint32_t> place_of_triple(memory);  // among the boxes of the sphere at hand
    place_of_triple.assign(steering.triples().size(), no_index);
    Buffer<uint32_t> triples(memory);
    Buffer<CoefficientBox> boxes(memory);
    for (const SphereNode& node : tree.nodes) {
        begin_.push_back(static_cast<uint32_t>(entries_.size()));
        if (node.has_split_points != 0) continue;
        triples.clear();
        boxes.clear();
        for (uint32_t i = node.point_begin; i < node.point_end; ++i) {
            const Steering::Anchor& anchor = steering.anchors()[tree.points[i]];
            uint32_t& place = place_of_triple[anchor.triple];
            if (place == no_index) {
                place = static_cast<uint32_t>(triples.size());
                triples.push_back(anchor.triple);
                CoefficientBox box{};
                std::copy_n(anchor.coefficient, 5, box.low);
                std::copy_n(anchor.coefficient, 5, box.high);
                boxes.push_back(box);
            }
            CoefficientBox& box = boxes[place];
            for (int k = 0; k < 5; ++k) {
                box.low[k] = std::min(box.low[k], anchor.coefficient[k]);
                box.high[k] = std::max(box.high[k], anchor.coefficient[k]);
            }
        }
        for (const uint32_t triple : triples) place_of_triple[triple] = no_index;
        if (triples.size() * vertices_per_entry > node.point_end - node.point_begin) continue;
        for (std::size_t t = 0; t < triples.size(); ++t) {
            Entry entry{};
            double half[5];
            for (int k = 0; k < 5; ++k) {
                entry.middle[k] = 0.5 * boxes[t].low[k] + 0.5 * boxes[t].high[k];
                half[k] = std::max(boxes[t].high[k] - entry.middle[k], entry.middle[k] - boxes[t].low[k]);
            }
            entry.half_edge[0] = half[0];
            entry.half_edge[1] = half[1];
            entry.half_link = std::sqrt(half[2] * half[2] + half[3] * half[3] + half[4] * half[4]);
            entry.triple = triples[t];
            entries_.push_back(entry);
        }
    }
    begin_.push_back(static_cast<uint32_t>(entries_.size()));
}

void SteeredCover::follow(const Steering& steering) {
    const auto frames = steering.frames();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        edge_lengths_[2 * i] = glm::length(row_of(frames[i], 1));
        edge_lengths_[2 * i + 1] = glm::length(row_of(frames[i], 2));
    }
}

double SteeredCover::radius(uint32_t sphere, const Vec3& centre, const Steering& steering) const noexcept {
    double radius = 0;
    double largest = 0;  // of the numbers added up
    for (uint32_t i = begin_[sphere]; i < begin_[sphere + 1]; ++i) {
        const Entry& entry = entries_[i];
        const SteeringFrame& frame = steering.frames()[entry.triple];
        const double* const lengths = &edge_lengths_[std::size_t{2} * entry.triple];
        const Vec3 origin = row_of(frame, 0);
        Vec3 middle = origin;
        for (int k = 0; k < 5; ++k) middle += entry.middle[k] * row_of(frame, k + 1);
        const double spread =
            entry.half_edge[0] * lengths[0] + entry.half_edge[1] * lengths[1] + entry.half_link;
        radius = std::max(radius, glm::length(middle - centre) + spread);
        const double links =
            std::fabs(entry.middle[2]) + std::fabs(entry.middle[3]) + std::fabs(entry.middle[4]);
        largest = std::max({largest, std::fabs(origin.x), std::fabs(origin.y), std::fabs(origin.z),
                            lengths[0] + lengths[1] + links});
    }
    return radius * outward_factor + rounding * largest;
}

}  // namespace defcol
