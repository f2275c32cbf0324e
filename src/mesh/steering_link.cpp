// SPDX-License-Identifier: MIT
// Linking the coarse and the dense mesh, done once: Mendoza & O'Sullivan 2005, section 3.1.
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/status.hpp"
#include "mesh/mesh.hpp"
#include "mesh/nearest_vertices.hpp"
#include "mesh/steering.hpp"

namespace defcol {
namespace {

constexpr uint64_t vertices_per_range = 1024;
constexpr std::size_t neighbour_count = 16;

// The axes are orthonormal to within 2^-30 (steering_frame.cpp).
constexpr double length_margin = 1 + 0x1p-28;

using Neighbours = std::span<const NearestVertices::Neighbour>;

void check_vertices_are_finite(const Mesh& mesh, const char* which) {
    if (mesh.all_vertices_usable()) return;
    const auto usable = mesh.vertex_usable();
    const auto first = std::ranges::find(usable, uint8_t{0}) - usable.begin();
    throw Error(status::non_finite, "vertex %lld of the %s mesh is not finite; link while all are",
                static_cast<long long>(first), which);
}

// The vertices of the tetrahedral surface, ascending.
Buffer<uint32_t> surface_vertices_of(const Mesh& coarse, Memory& memory) {
    if (coarse.tetrahedra().empty()) {
        throw Error(status::invalid_argument,
                    "the coarse mesh has no tetrahedra; defcol_mesh_create_cage makes such a mesh");
    }
    Buffer<uint8_t> is_used(memory);
    is_used.assign(coarse.positions().size(), 0);
    for (const Triangle& triangle : coarse.triangles()) {
        for (const uint32_t vertex : triangle.vertex) is_used[vertex] = 1;
    }
    Buffer<uint32_t> vertices(memory);
    for (uint64_t v = 0; v < is_used.size(); ++v) {
        if (is_used[v] != 0) vertices.push_back(static_cast<uint32_t>(v));
    }
    if (vertices.size() < 3) {
        throw Error(status::invalid_argument,
                    "the tetrahedra of the coarse mesh have a surface of %llu vertices; 3 are needed",
                    static_cast<unsigned long long>(vertices.size()));
    }
    return vertices;
}

double diagonal_of(std::span<const Vec3> positions, std::span<const uint32_t> vertices) {
    Vec3 low = positions[vertices[0]];
    Vec3 high = low;
    for (const uint32_t vertex : vertices) {
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], positions[vertex][axis]);
            high[axis] = std::max(high[axis], positions[vertex][axis]);
        }
    }
    return std::sqrt(glm::dot(high - low, high - low));
}

double read_max_distance(const SteeringSettings& settings, std::span<const Vec3> positions,
                         std::span<const uint32_t> vertices) {
    if (!(settings.max_distance >= 0)) {
        throw Error(status::invalid_argument, "max_distance is %g, not zero or above", settings.max_distance);
    }
    return settings.max_distance == 0 ? diagonal_of(positions, vertices) : settings.max_distance;
}

// Among neighbours, nearest first: the first triple that is well shaped, in order of its farthest one.
bool choose_near_triple(Neighbours near, std::span<const Vec3> positions, std::array<uint32_t, 3>& triple) {
    for (std::size_t k = 2; k < near.size(); ++k) {
        for (std::size_t j = 1; j < k; ++j) {
            for (std::size_t i = 0; i < j; ++i) {
                triple = {near[i].id, near[j].id, near[k].id};
                if (is_well_shaped(positions[triple[0]], positions[triple[1]], positions[triple[2]])) {
                    return true;
                }
            }
        }
    }
    return false;
}

// Where all neighbours lie on a line: the nearest, the one farthest from it, and the one farthest from their
// line. If that is on the line too, so is the whole coarse surface, and the triple is degenerate.
void choose_wide_triple(uint32_t nearest, std::span<const Vec3> positions, std::span<const uint32_t> vertices,
                        std::array<uint32_t, 3>& triple) {
    const auto farthest = [&](auto&& measure) {
        uint32_t best = vertices[0];
        double most = -1;
        for (const uint32_t vertex : vertices) {
            const double value = measure(positions[vertex] - positions[nearest]);
            if (value > most) {
                most = value;
                best = vertex;
            }
        }
        return best;
    };
    triple[0] = nearest;
    triple[1] = farthest([](const Vec3& offset) { return glm::dot(offset, offset); });
    const Vec3 edge = positions[triple[1]] - positions[nearest];
    const double length = std::sqrt(glm::dot(edge, edge));
    const Vec3 along = length > 0 ? edge / length : Vec3(0.0);
    triple[2] = farthest([&](const Vec3& offset) {
        const Vec3 across = glm::cross(along, offset);
        return glm::dot(across, across);
    });
}

}  // namespace

Steering::Steering(const Mesh& dense, const Mesh& coarse, const SteeringSettings& settings, Memory& memory,
                   Workers& workers)
    : coarse_(coarse),
      coarse_vertices_(memory),
      weights_(memory),
      link_lengths_(memory),
      anchors_(memory),
      triples_(memory),
      frames_(memory),
      staged_frames_(memory) {
    check_vertices_are_finite(dense, "dense");
    check_vertices_are_finite(coarse, "coarse");
    const Buffer<uint32_t> vertices = surface_vertices_of(coarse, memory);
    const uint64_t count = dense.positions().size();
    coarse_vertices_.resize_uninitialized(count);
    weights_.resize_uninitialized(count);
    link_lengths_.resize_uninitialized(count);
    anchors_.resize_uninitialized(count);
    find_triples(dense, vertices.span(), read_max_distance(settings, coarse.positions(), vertices.span()),
                 memory, workers);
    share_triples(memory);
    frames_.resize_uninitialized(triples_.size());
    staged_frames_.resize_uninitialized(triples_.size());
    stage(coarse.positions(), {}, workers);
    commit();
    attach_vertices(dense.positions(), workers);
}

void Steering::find_triples(const Mesh& dense, std::span<const uint32_t> surface_vertices,
                            double max_distance, Memory& memory, Workers& workers) {
    const std::span<const Vec3> positions = coarse_.positions();
    const NearestVertices tree(positions, surface_vertices, memory);
    parallel_ranges(
        workers, dense.positions().size(), vertices_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
            for (uint64_t v = begin; v < end; ++v) {
                NearestVertices::Neighbour found[neighbour_count];
                const Neighbours near(found, tree.find(dense.positions()[v], found));
                const double distance = std::sqrt(near[0].squared_distance);
                if (distance > max_distance) {
                    throw Error(status::invalid_argument,
                                "vertex %llu of the dense mesh is %g away from the coarse surface, which is "
                                "more than %g; do both use the same unit and place?",
                                static_cast<unsigned long long>(v), distance, max_distance);
                }
                std::array<uint32_t, 3>& triple = coarse_vertices_[v];
                if (!choose_near_triple(near, positions, triple)) {
                    choose_wide_triple(near[0].id, positions, surface_vertices, triple);
                }
                std::ranges::sort(triple);
            }
        });
}

// Gives each different triple a number, in ascending order.
void Steering::share_triples(Memory& memory) {
    Buffer<uint32_t> order(memory);
    order.resize_uninitialized(coarse_vertices_.size());
    for (uint64_t v = 0; v < order.size(); ++v) order[v] = static_cast<uint32_t>(v);
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return coarse_vertices_[a] != coarse_vertices_[b] ? coarse_vertices_[a] < coarse_vertices_[b] : a < b;
    });
    const std::span<const Vec3> positions = coarse_.positions();
    const std::array<uint32_t, 3>* last = nullptr;
    for (const uint32_t v : order) {
        const std::array<uint32_t, 3>& ids = coarse_vertices_[v];
        if (last == nullptr || *last != ids) {
            SteeringTriple triple{};
            std::ranges::copy(ids, triple.vertex);
            set_rest_state(triple, positions[ids[0]], positions[ids[1]], positions[ids[2]]);
            triples_.push_back(triple);
            last = &ids;
        }
        anchors_[v].triple = static_cast<uint32_t>(triples_.size() - 1);
    }
}

void Steering::attach_vertices(std::span<const Vec3> dense_positions, Workers& workers) {
    const std::span<const Vec3> positions = coarse_.positions();
    parallel_ranges(workers, dense_positions.size(), vertices_per_range,
                    [&](uint64_t begin, uint64_t end, uint32_t) {
                        for (uint64_t v = begin; v < end; ++v) {
                            const Vec3& p = dense_positions[v];
                            double distance[3];
                            double sum = 0;
                            for (std::size_t i = 0; i < 3; ++i) {
                                const Vec3 offset = positions[coarse_vertices_[v][i]] - p;
                                distance[i] = std::sqrt(glm::dot(offset, offset));
                                sum += distance[i];
                            }
                            // Equation 3 with half of what is printed, so that the weights sum to 1.
                            std::array<double, 3>& weight = weights_[v];
                            weight = {1.0 / 3, 1.0 / 3, 1.0 / 3};
                            if (sum > 0) {
                                weight = {(distance[1] + distance[2]) / (2 * sum),
                                          (distance[0] + distance[2]) / (2 * sum),
                                          (distance[0] + distance[1]) / (2 * sum)};
                            }
                            Anchor& anchor = anchors_[v];
                            const SteeringFrame& frame = frames_[anchor.triple];
                            const auto row = [&](int i) {
                                return Vec3(frame.row[i][0], frame.row[i][1], frame.row[i][2]);
                            };
                            const Vec3 link = (p - row(0)) - (weight[1] * row(1) + weight[2] * row(2));
                            anchor.coefficient[0] = weight[1];
                            anchor.coefficient[1] = weight[2];
                            for (int axis = 0; axis < 3; ++axis) {
                                anchor.coefficient[2 + axis] = glm::dot(link, row(3 + axis));
                            }
                            anchor.unused = 0;
                            link_lengths_[v] = std::sqrt(glm::dot(link, link)) * length_margin;
                        }
                    });
}

}  // namespace defcol
