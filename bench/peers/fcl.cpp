// SPDX-License-Identifier: MIT
// FCL: a tree of boxes per mesh, refitted each frame. Its public call copies both models every time and takes
// ten times as long for a model with itself, so the traversal below it is used, as its own broad phases do.
// First: the model calls fit() from here without including it.
#include <fcl/math/bv/utility.h>
//
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/AABB.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include "peers/contestants.hpp"
#include "peers/exact_test.hpp"

namespace bench {

namespace {

enum class LeafTest { own, exact };

// Where FCL would store a contact with points and normals, this stores ids only, and leaves out neighbours,
// which FCL takes for contacts.
template <class S, LeafTest leaf_test>
class PairNode final : public fcl::detail::MeshCollisionTraversalNode<fcl::AABB<S>> {
  public:
    void leafTesting(int b1, int b2) const override {
        const int a = this->model1->getBV(b1).primitiveId();
        const int b = this->model2->getBV(b2).primitiveId();
        const fcl::Triangle& first = this->tri_indices1[a];
        const fcl::Triangle& second = this->tri_indices2[b];
        if (is_self && share_corner(first, second)) return;
        bool meets = false;
        if constexpr (leaf_test == LeafTest::own) {
            meets = fcl::detail::Intersect<S>::intersect_Triangle(
                this->vertices1[first[0]], this->vertices1[first[1]], this->vertices1[first[2]],
                this->vertices2[second[0]], this->vertices2[second[1]], this->vertices2[second[2]]);
        } else {
            meets = triangles_meet(view1, static_cast<uint32_t>(a), view2, static_cast<uint32_t>(b));
        }
        if (!meets) return;
        const uint32_t global_a = base1 + static_cast<uint32_t>(a);
        const uint32_t global_b = base2 + static_cast<uint32_t>(b);
        found->push_back(global_a < global_b ? pair_key(global_a, global_b) : pair_key(global_b, global_a));
    }
    bool canStop() const override { return false; }

    std::vector<uint64_t>* found = nullptr;
    MeshView view1;
    MeshView view2;
    uint32_t base1 = 0;
    uint32_t base2 = 0;
    bool is_self = false;

  private:
    static bool share_corner(const fcl::Triangle& a, const fcl::Triangle& b) {
        for (int i = 0; i < 3; ++i) {
            if (a[i] == b[0] || a[i] == b[1] || a[i] == b[2]) return true;
        }
        return false;
    }
};

template <class S, LeafTest leaf_test>
class FclContestant final : public Contestant {
  public:
    void prepare(const Workload& workload, uint32_t) override {
        workload_ = &workload;
        for (std::size_t m = 0; m < workload.meshes.size(); ++m) {
            std::vector<fcl::Vector3<S>> points;
            const std::vector<float>& positions = workload.frames[0].meshes[m];
            for (std::size_t i = 0; i < positions.size(); i += 3) points.push_back(point_at(positions, i));
            std::vector<fcl::Triangle> triangles;
            const std::vector<uint32_t>& corners = workload.meshes[m].triangles;
            for (std::size_t i = 0; i < corners.size(); i += 3) {
                triangles.emplace_back(corners[i], corners[i + 1], corners[i + 2]);
            }
            Model& model = *models_.emplace_back(std::make_unique<Model>());
            model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(points.size()));
            model.addSubModel(points, triangles);
            model.endModel();
        }
        views_.resize(models_.size());
    }

    // "Replace", not "update": the latter makes boxes over the movement from the frame before.
    void update(const FramePositions& positions) override {
        for (std::size_t m = 0; m < models_.size(); ++m) {
            views_[m] = {positions.meshes[m].data(), workload_->meshes[m].triangles.data()};
            models_[m]->beginReplaceModel();
            for (std::size_t i = 0; i < positions.meshes[m].size(); i += 3) {
                models_[m]->replaceVertex(point_at(positions.meshes[m], i));
            }
            models_[m]->endReplaceModel(true, true);
        }
    }

    void detect() override {
        pairs_.clear();
        for (std::size_t a = 0; a < models_.size(); ++a) {
            if (workload_->self) search(a, a);
            for (std::size_t b = a + 1; b < models_.size(); ++b) search(a, b);
        }
    }

    std::span<const uint64_t> pairs() const override { return pairs_; }

  private:
    using Model = fcl::BVHModel<fcl::AABB<S>>;

    static fcl::Vector3<S> point_at(const std::vector<float>& positions, std::size_t i) {
        return {static_cast<S>(positions[i]), static_cast<S>(positions[i + 1]),
                static_cast<S>(positions[i + 2])};
    }

    void search(std::size_t a, std::size_t b) {
        PairNode<S, leaf_test> node;
        fcl::Transform3<S> first = fcl::Transform3<S>::Identity();
        fcl::Transform3<S> second = first;
        fcl::CollisionRequest<S> request;
        fcl::CollisionResult<S> result;
        fcl::detail::initialize(node, *models_[a], first, *models_[b], second, request, result);
        node.found = &pairs_;
        node.view1 = views_[a];
        node.view2 = views_[b];
        node.base1 = workload_->triangle_base[a];
        node.base2 = workload_->triangle_base[b];
        node.is_self = a == b;
        if (a == b) {
            fcl::detail::selfCollide<S>(&node);
        } else {
            fcl::detail::collide<S>(&node);
        }
    }

    const Workload* workload_ = nullptr;
    std::vector<std::unique_ptr<Model>> models_;
    std::vector<MeshView> views_;
    std::vector<uint64_t> pairs_;
};

// Every pair of models is visited: no contest for scenes of many objects.
bool has_few_meshes(const Workload& workload) {
    return asks_for_triangle_pairs(workload) && workload.meshes.size() <= 8;
}

template <class S, LeafTest leaf_test>
void add(Contestants& contestants, const char* name) {
    ContestantInfo info;
    info.name = name;
    info.accepts = has_few_meshes;
    info.make = [] { return std::make_unique<FclContestant<S, leaf_test>>(); };
    contestants.push_back(std::move(info));
}

}  // namespace

void add_fcl(Contestants& contestants) {
    // Doubles come compiled with the package, floats are compiled here for this machine.
    add<double, LeafTest::own>(contestants, "fcl-aabb");
    add<double, LeafTest::exact>(contestants, "fcl-aabb-exact");
    add<float, LeafTest::exact>(contestants, "fcl-aabb-float-exact");
}

}  // namespace bench
