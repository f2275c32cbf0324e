// SPDX-License-Identifier: MIT
// CGAL with its exact-predicates kernel: self_intersections of a surface mesh, and box_intersection_d with
// do_intersect between meshes.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "peers/contestants.hpp"

namespace bench {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using SurfaceMesh = CGAL::Surface_mesh<Kernel::Point_3>;
using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, uint32_t>;

Kernel::Point_3 point_at(const std::vector<float>& positions, uint32_t vertex) {
    const float* p = &positions[3 * std::size_t{vertex}];
    return {p[0], p[1], p[2]};
}

class CgalSelf final : public Contestant {
  public:
    void prepare(const Workload& workload, uint32_t) override {
        corners_ = workload.meshes[0].triangles.data();
        const std::vector<float>& positions = workload.frames[0].meshes[0];
        for (uint32_t v = 0; v < positions.size() / 3; ++v) mesh_.add_vertex(point_at(positions, v));
        for (std::size_t i = 0; i < workload.meshes[0].triangles.size(); i += 3) {
            const auto face = mesh_.add_face(SurfaceMesh::Vertex_index(corners_[i]),
                                             SurfaceMesh::Vertex_index(corners_[i + 1]),
                                             SurfaceMesh::Vertex_index(corners_[i + 2]));
            if (face == SurfaceMesh::null_face()) throw std::runtime_error("not a manifold: CGAL refuses it");
        }
    }
    void update(const FramePositions& positions) override {
        for (const SurfaceMesh::Vertex_index v : mesh_.vertices()) {
            mesh_.point(v) = point_at(positions.meshes[0], v);
        }
    }
    void detect() override {
        found_.clear();
        CGAL::Polygon_mesh_processing::self_intersections(mesh_, std::back_inserter(found_));
        pairs_.clear();
        for (const auto& [first, second] : found_) {
            const auto a = std::min<uint32_t>(first, second);
            const auto b = std::max<uint32_t>(first, second);
            // It reports neighbours that meet in more than what they share, too.
            const uint32_t* va = corners_ + 3 * std::size_t{a};
            const uint32_t* vb = corners_ + 3 * std::size_t{b};
            if (std::find_first_of(va, va + 3, vb, vb + 3) == va + 3) pairs_.push_back(pair_key(a, b));
        }
    }
    std::span<const uint64_t> pairs() const override { return pairs_; }

  private:
    SurfaceMesh mesh_;
    const uint32_t* corners_ = nullptr;
    std::vector<std::pair<SurfaceMesh::Face_index, SurfaceMesh::Face_index>> found_;
    std::vector<uint64_t> pairs_;
};

class CgalBoxes final : public Contestant {
  public:
    void prepare(const Workload& workload, uint32_t) override { workload_ = &workload; }

    void update(const FramePositions& positions) override {
        triangles_.resize(2);
        boxes_.resize(2);
        for (std::size_t m = 0; m < 2; ++m) {
            triangles_[m].clear();
            boxes_[m].clear();
            const std::vector<uint32_t>& corners = workload_->meshes[m].triangles;
            for (std::size_t i = 0; i < corners.size(); i += 3) {
                triangles_[m].emplace_back(point_at(positions.meshes[m], corners[i]),
                                           point_at(positions.meshes[m], corners[i + 1]),
                                           point_at(positions.meshes[m], corners[i + 2]));
                boxes_[m].emplace_back(triangles_[m].back().bbox(), static_cast<uint32_t>(i / 3));
            }
        }
    }
    void detect() override {
        pairs_.clear();
        CGAL::box_intersection_d(
            boxes_[0].begin(), boxes_[0].end(), boxes_[1].begin(), boxes_[1].end(),
            [&](const Box& a, const Box& b) {
                if (CGAL::do_intersect(triangles_[0][a.info()], triangles_[1][b.info()])) {
                    pairs_.push_back(pair_key(a.info(), workload_->triangle_base[1] + b.info()));
                }
            });
    }
    std::span<const uint64_t> pairs() const override { return pairs_; }

  private:
    const Workload* workload_ = nullptr;
    std::vector<std::vector<Kernel::Triangle_3>> triangles_;
    std::vector<std::vector<Box>> boxes_;
    std::vector<uint64_t> pairs_;
};

}  // namespace

void add_cgal(Contestants& contestants) {
    ContestantInfo self;
    self.name = "cgal-self-intersections";
    self.accepts = [](const Workload& workload) {
        return asks_for_triangle_pairs(workload) && workload.self && workload.meshes.size() == 1;
    };
    self.make = [] { return std::make_unique<CgalSelf>(); };
    contestants.push_back(std::move(self));

    ContestantInfo boxes;
    boxes.name = "cgal-box-intersection";
    boxes.accepts = [](const Workload& workload) {
        return asks_for_triangle_pairs(workload) && !workload.self && workload.meshes.size() == 2;
    };
    boxes.make = [] { return std::make_unique<CgalBoxes>(); };
    contestants.push_back(std::move(boxes));
}

}  // namespace bench
