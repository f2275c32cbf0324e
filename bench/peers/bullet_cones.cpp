// SPDX-License-Identifier: MIT
// Bullet's soft bodies: a tree of faces with normal cones, and no contour test: a patch whose normals agree
// is taken to be free of self-collisions. With the exact test after it, so that what is missing is missing
// because of the cones.
#include <BulletSoftBody/btSoftBody.h>

#include "peers/contestants.hpp"
#include "peers/exact_test.hpp"

namespace bench {

namespace {

// Bullet keeps this function to itself (btSoftBody.cpp): the cone of a node is that of its children, opened
// by half the angle between them.
void update_cones(btDbvntNode* node) {
    if (node->isleaf()) {
        const auto* face = static_cast<btSoftBody::Face*>(node->data);
        const btVector3& corner = face->m_n[0]->m_x;
        node->normal = (face->m_n[1]->m_x - corner).cross(face->m_n[2]->m_x - corner).safeNormalize();
        node->angle = 0;
        return;
    }
    update_cones(node->childs[0]);
    update_cones(node->childs[1]);
    const btVector3& first = node->childs[0]->normal;
    const btVector3& second = node->childs[1]->normal;
    node->normal = (first + second).safeNormalize();
    node->angle = btMax(node->childs[0]->angle, node->childs[1]->angle) + btAngle(first, second) * 0.5F;
}

btDbvntNode* copy_with_cones(const btDbvtNode* node) {
    auto* copy = new btDbvntNode(node);
    if (node->isinternal()) {
        copy->childs[0] = copy_with_cones(node->childs[0]);
        copy->childs[1] = copy_with_cones(node->childs[1]);
    }
    return copy;
}

class BulletCones final : public Contestant, btDbvt::ICollide {
  public:
    void prepare(const Workload& workload, uint32_t) override {
        workload_ = &workload;
        const scenes::Mesh& mesh = workload.meshes[0];
        const std::vector<float>& positions = workload.frames[0].meshes[0];
        std::vector<btVector3> points;
        for (std::size_t i = 0; i < positions.size(); i += 3) {
            points.emplace_back(positions[i], positions[i + 1], positions[i + 2]);
        }
        world_.m_sparsesdf.Initialize();
        body_ =
            std::make_unique<btSoftBody>(&world_, static_cast<int>(points.size()), points.data(), nullptr);
        for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
            body_->appendFace(static_cast<int>(mesh.triangles[i]), static_cast<int>(mesh.triangles[i + 1]),
                              static_cast<int>(mesh.triangles[i + 2]));
        }
        // Its own initializeFaceTree compares every face with every other: minutes for a cloth.
        for (int i = 0; i < body_->m_faces.size(); ++i) {
            btSoftBody::Face& face = body_->m_faces[i];
            btVector3 corners[3] = {face.m_n[0]->m_x, face.m_n[1]->m_x, face.m_n[2]->m_x};
            face.m_leaf = body_->m_fdbvt.insert(btDbvtVolume::FromPoints(corners, 3), &face);
        }
        body_->m_fdbvt.optimizeTopDown();
        body_->m_fdbvnt = copy_with_cones(body_->m_fdbvt.m_root);
    }

    void update(const FramePositions& positions) override {
        view_ = {positions.meshes[0].data(), workload_->meshes[0].triangles.data()};
        for (int i = 0; i < body_->m_nodes.size(); ++i) {
            const float* p = view_.positions + 3 * i;
            body_->m_nodes[i].m_x.setValue(p[0], p[1], p[2]);
        }
        // Of updateFaceTree and updateNormals only what the search reads: the tree with cones, and normals of
        // faces.
        body_->updateFace(body_->m_fdbvnt, false, false);
        update_cones(body_->m_fdbvnt);
    }

    void detect() override {
        pairs_.clear();
        body_->m_fdbvt.selfCollideT(body_->m_fdbvnt, *this);
    }

    std::span<const uint64_t> pairs() const override { return pairs_; }

    void Process(const btDbvntNode* first, const btDbvntNode* second) override {
        const uint32_t a = number_of(first);
        const uint32_t b = number_of(second);
        if (share_vertex(view_.elements + 3 * std::size_t{a}, view_.elements + 3 * std::size_t{b})) return;
        if (triangles_meet(view_, a, view_, b)) pairs_.push_back(a < b ? pair_key(a, b) : pair_key(b, a));
    }

  private:
    uint32_t number_of(const btDbvntNode* leaf) const {
        return static_cast<uint32_t>(static_cast<const btSoftBody::Face*>(leaf->data) - &body_->m_faces[0]);
    }

    const Workload* workload_ = nullptr;
    btSoftBodyWorldInfo world_;
    std::unique_ptr<btSoftBody> body_;
    MeshView view_;
    std::vector<uint64_t> pairs_;
};

bool is_one_mesh_with_itself(const Workload& workload) {
    return asks_for_triangle_pairs(workload) && workload.self && workload.meshes.size() == 1;
}

}  // namespace

void add_bullet_cones(Contestants& contestants) {
    ContestantInfo info;
    info.name = "bullet-cones";
    info.accepts = is_one_mesh_with_itself;
    info.make = [] { return std::make_unique<BulletCones>(); };
    contestants.push_back(std::move(info));
}

}  // namespace bench
