// SPDX-License-Identifier: MIT
// Bullet's GImpact meshes: a tree of quantized boxes per mesh, refitted; its own triangle test, or the exact
// one.
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <BulletCollision/Gimpact/btTriangleShapeEx.h>

#include "peers/contestants.hpp"
#include "peers/exact_test.hpp"

namespace bench {

namespace {

enum class PairTest { own, exact };

// Bullet reads the vertices where they are.
struct GimpactMesh {
    btTriangleIndexVertexArray arrays;
    std::unique_ptr<btGImpactMeshShape> shape;

    const btGImpactBoxSet* box_set() const { return part()->getBoxSet(); }
    btGImpactMeshShapePart* part() const { return shape->getMeshPart(0); }
    void move_to(const std::vector<float>& positions) {
        arrays.getIndexedMeshArray()[0].m_vertexBase =
            reinterpret_cast<const unsigned char*>(positions.data());
        shape->postUpdate();
        shape->updateBound();
    }
};

class GimpactContestant final : public Contestant {
  public:
    explicit GimpactContestant(PairTest test) : test_(test) {}

    void prepare(const Workload& workload, uint32_t) override {
        workload_ = &workload;
        for (std::size_t m = 0; m < workload.meshes.size(); ++m) {
            GimpactMesh& mesh = *meshes_.emplace_back(std::make_unique<GimpactMesh>());
            const scenes::Mesh& source = workload.meshes[m];
            btIndexedMesh indexed;
            indexed.m_numTriangles = static_cast<int>(source.triangle_count());
            indexed.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(source.triangles.data());
            indexed.m_triangleIndexStride = 3 * sizeof(uint32_t);
            indexed.m_numVertices = static_cast<int>(source.vertex_count());
            indexed.m_vertexBase =
                reinterpret_cast<const unsigned char*>(workload.frames[0].meshes[m].data());
            indexed.m_vertexStride = 3 * sizeof(float);
            indexed.m_vertexType = PHY_FLOAT;
            mesh.arrays.addIndexedMesh(indexed, PHY_INTEGER);
            mesh.shape = std::make_unique<btGImpactMeshShape>(&mesh.arrays);
            mesh.shape->setMargin(0);
            mesh.shape->updateBound();
        }
        views_.resize(meshes_.size());
    }

    void update(const FramePositions& positions) override {
        for (std::size_t m = 0; m < meshes_.size(); ++m) {
            views_[m] = {positions.meshes[m].data(), workload_->meshes[m].triangles.data()};
            meshes_[m]->move_to(positions.meshes[m]);
        }
    }

    void detect() override {
        pairs_.clear();
        for (std::size_t a = 0; a < meshes_.size(); ++a) {
            for (std::size_t b = a + 1; b < meshes_.size(); ++b) search(a, b);
        }
    }

    std::span<const uint64_t> pairs() const override { return pairs_; }

  private:
    void search(std::size_t a, std::size_t b) {
        candidates_.resize(0);
        btGImpactBoxSet::find_collision(meshes_[a]->box_set(), btTransform::getIdentity(),
                                        meshes_[b]->box_set(), btTransform::getIdentity(), candidates_);
        const btGImpactMeshShapePart* part_a = meshes_[a]->part();
        const btGImpactMeshShapePart* part_b = meshes_[b]->part();
        part_a->lockChildShapes();
        part_b->lockChildShapes();
        for (int i = 0; i < candidates_.size(); ++i) {
            const int first = candidates_[i].m_index1;
            const int second = candidates_[i].m_index2;
            const bool meets = test_ == PairTest::own
                                   ? meets_in_its_own_view(part_a, first, part_b, second)
                                   : triangles_meet(views_[a], static_cast<uint32_t>(first), views_[b],
                                                    static_cast<uint32_t>(second));
            if (meets) {
                pairs_.push_back(pair_key(workload_->triangle_base[a] + static_cast<uint32_t>(first),
                                          workload_->triangle_base[b] + static_cast<uint32_t>(second)));
            }
        }
        part_a->unlockChildShapes();
        part_b->unlockChildShapes();
    }

    // As btGImpactCollisionAlgorithm does for triangles.
    static bool meets_in_its_own_view(const btGImpactMeshShapePart* part_a, int a,
                                      const btGImpactMeshShapePart* part_b, int b) {
        btPrimitiveTriangle first;
        btPrimitiveTriangle second;
        part_a->getPrimitiveTriangle(a, first);
        part_b->getPrimitiveTriangle(b, second);
        first.m_margin = 0;
        second.m_margin = 0;
        first.buildTriPlane();
        second.buildTriPlane();
        GIM_TRIANGLE_CONTACT contact;
        return first.overlap_test_conservative(second) &&
               first.find_triangle_collision_clip_method(second, contact);
    }

    PairTest test_;
    const Workload* workload_ = nullptr;
    std::vector<std::unique_ptr<GimpactMesh>> meshes_;
    std::vector<MeshView> views_;
    btPairSet candidates_;
    std::vector<uint64_t> pairs_;
};

// GImpact knows no mesh against itself, and every pair of meshes is visited.
bool has_few_separate_meshes(const Workload& workload) {
    return asks_for_triangle_pairs(workload) && !workload.self && workload.meshes.size() <= 8;
}

void add(Contestants& contestants, const char* name, PairTest test) {
    ContestantInfo info;
    info.name = name;
    info.accepts = has_few_separate_meshes;
    info.make = [test] { return std::make_unique<GimpactContestant>(test); };
    contestants.push_back(std::move(info));
}

}  // namespace

void add_bullet_gimpact(Contestants& contestants) {
    add(contestants, "bullet-gimpact", PairTest::own);
    add(contestants, "bullet-gimpact-exact", PairTest::exact);
}

}  // namespace bench
