// SPDX-License-Identifier: MIT
// Embree: a tree of boxes per mesh, refitted or rebuilt each frame, rtcCollide for candidates, and an exact
// test after it.
#include "peers/contestants.hpp"
#include "peers/embree_device.hpp"

namespace bench {

namespace {

bool boxes_overlap(const RTCBounds& a, const RTCBounds& b) {
    return (a.lower_x <= b.upper_x) & (b.lower_x <= a.upper_x) & (a.lower_y <= b.upper_y) &
           (b.lower_y <= a.upper_y) & (a.lower_z <= b.upper_z) & (b.lower_z <= a.upper_z);
}

class EmbreeCollide final : public EmbreeContestant {
  public:
    explicit EmbreeCollide(RTCBuildQuality quality) : quality_(quality) {}

    void prepare(const Workload& workload, uint32_t threads) override {
        workload_ = &workload;
        open(threads);
        const auto mesh_count = static_cast<uint32_t>(workload.meshes.size());
        views_.resize(mesh_count);
        // Two meshes that are only tested against each other are two scenes: colliding one scene with itself
        // would visit each mesh against itself as well.
        has_two_scenes_ = mesh_count == 2 && !workload.self;
        for (uint32_t mesh = 0; mesh < mesh_count; ++mesh) {
            RTCScene scene = mesh == 0 || has_two_scenes_ ? add_scene() : scenes_[0];
            boxes_.emplace_back(workload.meshes[mesh].triangle_count());
            views_[mesh].positions = workload.frames[0].meshes[mesh].data();
            views_[mesh].elements = workload.meshes[mesh].triangles.data();
            views_[mesh].boxes = boxes_[mesh].data();
            add_geometry(scene, mesh, workload.meshes[mesh].triangle_count(), &views_[mesh], embree_bounds<3>,
                         quality_);
        }
        commit();
    }

    void update(const FramePositions& positions) override {
        for (std::size_t mesh = 0; mesh < views_.size(); ++mesh) {
            views_[mesh].positions = positions.meshes[mesh].data();
        }
        commit();
    }

    void detect() override {
        arena_.execute([&] { rtcCollide(scenes_.front(), scenes_.back(), on_collisions, this); });
        collect_pairs();
    }

  private:
    // Called by several threads. One scene with itself yields every pair in both orders.
    static void on_collisions(void* user, RTCCollision* collisions, unsigned count) {
        auto& self = *static_cast<EmbreeCollide*>(user);
        const Workload& workload = *self.workload_;
        std::vector<uint64_t>& found = self.found_by_this_thread();
        for (unsigned i = 0; i < count; ++i) {
            const RTCCollision& c = collisions[i];
            const uint32_t a = workload.triangle_base[c.geomID0] + c.primID0;
            const uint32_t b = workload.triangle_base[c.geomID1] + c.primID1;
            if (a >= b) continue;
            const EmbreeMesh& mesh_a = self.views_[c.geomID0];
            const EmbreeMesh& mesh_b = self.views_[c.geomID1];
            // Embree offers all pairs of two leaves, most of them apart.
            if (!boxes_overlap(mesh_a.boxes[c.primID0], mesh_b.boxes[c.primID1])) continue;
            if (c.geomID0 == c.geomID1 &&
                (!workload.self || share_vertex(mesh_a.elements + 3 * std::size_t{c.primID0},
                                                mesh_b.elements + 3 * std::size_t{c.primID1}))) {
                continue;
            }
            if (triangles_meet(mesh_a, c.primID0, mesh_b, c.primID1)) found.push_back(pair_key(a, b));
        }
    }

    RTCBuildQuality quality_;
    const Workload* workload_ = nullptr;
    bool has_two_scenes_ = false;
    std::vector<std::vector<RTCBounds>> boxes_;
};

ContestantInfo info(std::string name, RTCBuildQuality quality) {
    ContestantInfo result;
    result.name = std::move(name);
    result.is_threaded = true;
    result.accepts = asks_for_triangle_pairs;
    result.make = [quality] { return std::make_unique<EmbreeCollide>(quality); };
    return result;
}

}  // namespace

void add_embree(Contestants& contestants) {
    contestants.push_back(info("embree-refit", RTC_BUILD_QUALITY_REFIT));
    // What its users pay when triangles come and go.
    contestants.push_back(info("embree-rebuild", RTC_BUILD_QUALITY_LOW));
}

}  // namespace bench
