// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <queue>
#include <utility>

#include "scenes/data_scenes.hpp"
#include "scenes/mesh_building.hpp"

namespace scenes {
namespace {

using Edge = std::pair<uint32_t, uint32_t>;

struct Candidate {
    double squared_length;
    Edge edge;
    // The longest first, then the lower vertices: the order is the same everywhere.
    bool operator<(const Candidate& other) const {
        return squared_length != other.squared_length ? squared_length < other.squared_length
                                                      : edge > other.edge;
    }
};

class Refinement {
  public:
    explicit Refinement(const Mesh& mesh) : mesh_(mesh) {
        for (uint32_t t = 0; t < mesh.triangle_count(); ++t) enter(t);
    }

    void cut_longest_edge() {
        while (triangles_at_.find(queue_.top().edge) == triangles_at_.end()) queue_.pop();
        const auto [a, b] = queue_.top().edge;
        queue_.pop();
        const std::vector<uint32_t> triangles = triangles_at_.at({a, b});
        const uint32_t middle = add_vertex(mesh_, 0.5 * (position(mesh_, a) + position(mesh_, b)));
        for (const uint32_t t : triangles) {
            leave(t);
            uint32_t half[3];
            std::copy_n(mesh_.triangles.data() + size_t{3} * t, 3, half);
            std::replace(half, half + 3, b, middle);
            std::replace(mesh_.triangles.begin() + std::ptrdiff_t{3} * t,
                         mesh_.triangles.begin() + std::ptrdiff_t{3} * t + 3, a, middle);
            add_triangle(mesh_, half[0], half[1], half[2]);
            enter(t);
            enter(static_cast<uint32_t>(mesh_.triangle_count() - 1));
        }
    }
    const Mesh& mesh() const { return mesh_; }

  private:
    template <class Action>
    void for_each_edge(uint32_t triangle, Action action) {
        for (uint32_t i = 0; i < 3; ++i) {
            const uint32_t a = mesh_.triangles[size_t{3} * triangle + i];
            const uint32_t b = mesh_.triangles[size_t{3} * triangle + (i + 1) % 3];
            action(Edge(std::minmax(a, b)));
        }
    }
    void enter(uint32_t triangle) {
        for_each_edge(triangle, [&](Edge edge) {
            std::vector<uint32_t>& at = triangles_at_[edge];
            if (at.empty()) {
                const Point along = position(mesh_, edge.second) - position(mesh_, edge.first);
                queue_.push({dot(along, along), edge});
            }
            at.push_back(triangle);
        });
    }
    void leave(uint32_t triangle) {
        for_each_edge(triangle, [&](Edge edge) {
            const auto place = triangles_at_.find(edge);
            std::erase(place->second, triangle);
            if (place->second.empty()) triangles_at_.erase(place);
        });
    }

    Mesh mesh_;
    std::map<Edge, std::vector<uint32_t>> triangles_at_;
    std::priority_queue<Candidate> queue_;
};

}  // namespace

Mesh refined_to(const Mesh& mesh, uint64_t triangle_count) {
    Refinement refinement(mesh);
    while (refinement.mesh().triangle_count() < triangle_count) refinement.cut_longest_edge();
    return refinement.mesh();
}

}  // namespace scenes
