// SPDX-License-Identifier: MIT
#pragma once

#include <embree3/rtcore.h>
#include <tbb/task_arena.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/contestant.hpp"
#include "peers/exact_test.hpp"

namespace bench {

struct EmbreeMesh : MeshView {
    RTCBounds* boxes = nullptr;  // where not null, the box function leaves a copy here
};

// What both Embree contestants share: a device, an arena of as many threads (rtcCollide runs in the arena of
// its caller, whatever the device was told), one user geometry per mesh, and pairs collected per thread.
class EmbreeContestant : public Contestant {
  public:
    EmbreeContestant() = default;
    EmbreeContestant(const EmbreeContestant&) = delete;
    EmbreeContestant& operator=(const EmbreeContestant&) = delete;
    ~EmbreeContestant() override {
        for (RTCGeometry geometry : geometries_) rtcReleaseGeometry(geometry);
        for (RTCScene scene : scenes_) rtcReleaseScene(scene);
        if (device_ != nullptr) rtcReleaseDevice(device_);
    }

    std::span<const uint64_t> pairs() const override { return pairs_; }

  protected:
    void open(uint32_t threads) {
        threads_ = threads;
        arena_.initialize(static_cast<int>(threads));
        device_ = rtcNewDevice(("threads=" + std::to_string(threads)).c_str());
        if (device_ == nullptr) throw std::runtime_error("Embree has no device");
    }

    RTCScene add_scene() {
        RTCScene scene = rtcNewScene(device_);
        rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
        scenes_.push_back(scene);
        return scene;
    }

    // The box functions read the caller's positions in place.
    RTCGeometry add_geometry(RTCScene scene, uint32_t id, uint64_t primitive_count, EmbreeMesh* view,
                             RTCBoundsFunction bounds, RTCBuildQuality quality) {
        RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(primitive_count));
        rtcSetGeometryUserData(geometry, view);
        rtcSetGeometryBoundsFunction(geometry, bounds, nullptr);
        rtcSetGeometryBuildQuality(geometry, quality);
        rtcAttachGeometryByID(scene, geometry, id);
        geometries_.push_back(geometry);
        return geometry;
    }

    void commit() {
        arena_.execute([&] {
            for (RTCGeometry geometry : geometries_) rtcCommitGeometry(geometry);
            for (RTCScene scene : scenes_) rtcCommitScene(scene);
        });
        const RTCError error = rtcGetDeviceError(device_);
        if (error != RTC_ERROR_NONE) throw std::runtime_error("Embree error " + std::to_string(error));
    }

    void collect_pairs() {
        pairs_.clear();
        for (Found& found : found_) {
            pairs_.insert(pairs_.end(), found.pairs.begin(), found.pairs.end());
            found.pairs.clear();
        }
    }

    // Of the calling thread. The arena has as many slots as threads; a lookup by thread id cost a tenth of
    // the time.
    std::vector<uint64_t>& found_by_this_thread() {
        const int slot = tbb::this_task_arena::current_thread_index();
        return found_[slot < 0 ? 0 : static_cast<std::size_t>(slot) % most_threads].pairs;
    }

    uint32_t threads_ = 1;
    tbb::task_arena arena_;
    RTCDevice device_ = nullptr;
    std::vector<RTCScene> scenes_;
    std::vector<RTCGeometry> geometries_;
    std::vector<EmbreeMesh> views_;
    static constexpr std::size_t most_threads = 64;
    struct alignas(64) Found {
        std::vector<uint64_t> pairs;
    };
    Found found_[most_threads];
    std::vector<uint64_t> pairs_;
};

template <uint32_t corner_count>
void embree_bounds(const RTCBoundsFunctionArguments* arguments) {
    const auto& view = *static_cast<const EmbreeMesh*>(arguments->geometryUserPtr);
    const uint32_t* vertices = view.elements + corner_count * std::size_t{arguments->primID};
    const float* p = view.positions + 3 * std::size_t{vertices[0]};
    RTCBounds& box = *arguments->bounds_o;
    box.lower_x = box.upper_x = p[0];
    box.lower_y = box.upper_y = p[1];
    box.lower_z = box.upper_z = p[2];
    for (uint32_t corner = 1; corner < corner_count; ++corner) {
        p = view.positions + 3 * std::size_t{vertices[corner]};
        box.lower_x = p[0] < box.lower_x ? p[0] : box.lower_x;
        box.lower_y = p[1] < box.lower_y ? p[1] : box.lower_y;
        box.lower_z = p[2] < box.lower_z ? p[2] : box.lower_z;
        box.upper_x = p[0] > box.upper_x ? p[0] : box.upper_x;
        box.upper_y = p[1] > box.upper_y ? p[1] : box.upper_y;
        box.upper_z = p[2] > box.upper_z ? p[2] : box.upper_z;
    }
    if (view.boxes != nullptr) view.boxes[arguments->primID] = box;
}

}  // namespace bench
