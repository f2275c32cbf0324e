// SPDX-License-Identifier: MIT
// Embree: boxes of tetrahedra, refitted each frame, and a point query for every vertex, with an exact test.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include "peers/contestants.hpp"
#include "peers/embree_device.hpp"

namespace bench {

namespace {

struct PointQuery {
    const Workload* workload;
    const EmbreeMesh* views;
    std::vector<uint64_t>* found;
    uint32_t mesh;
    uint32_t vertex;
    defcol::Vec3 point;
};

bool on_tetrahedron(RTCPointQueryFunctionArguments* arguments) {
    const auto& query = *static_cast<const PointQuery*>(arguments->userPtr);
    const uint32_t mesh = arguments->geomID;
    const uint32_t index = arguments->primID;
    const MeshView& view = query.views[mesh];
    const uint32_t* corners = view.elements + 4 * std::size_t{index};
    if (mesh == query.mesh &&
        (!query.workload->self || corners[0] == query.vertex || corners[1] == query.vertex ||
         corners[2] == query.vertex || corners[3] == query.vertex)) {
        return false;
    }
    // A point query offers whole leaves of the tree: the box of the tetrahedron comes first.
    for (int axis = 0; axis < 3; ++axis) {
        const float p[4] = {view.positions[3 * std::size_t{corners[0]} + static_cast<std::size_t>(axis)],
                            view.positions[3 * std::size_t{corners[1]} + static_cast<std::size_t>(axis)],
                            view.positions[3 * std::size_t{corners[2]} + static_cast<std::size_t>(axis)],
                            view.positions[3 * std::size_t{corners[3]} + static_cast<std::size_t>(axis)]};
        const float low = std::fmin(std::fmin(p[0], p[1]), std::fmin(p[2], p[3]));
        const float high = std::fmax(std::fmax(p[0], p[1]), std::fmax(p[2], p[3]));
        const double value = query.point[axis];
        if (value < low || value > high) return false;
    }
    const defcol::Vec3 exact[4] = {
        corner_of(view.positions, corners[0]), corner_of(view.positions, corners[1]),
        corner_of(view.positions, corners[2]), corner_of(view.positions, corners[3])};
    if (defcol::tetrahedron_contains(exact, query.point)) {
        query.found->push_back(pair_key(query.workload->vertex_base[query.mesh] + query.vertex,
                                        query.workload->tetrahedron_base[mesh] + index));
    }
    return false;
}

class EmbreeTetrahedra final : public EmbreeContestant {
  public:
    void prepare(const Workload& workload, uint32_t threads) override {
        workload_ = &workload;
        open(threads);
        RTCScene scene = add_scene();
        const auto mesh_count = static_cast<uint32_t>(workload.meshes.size());
        views_.resize(mesh_count);
        for (uint32_t mesh = 0; mesh < mesh_count; ++mesh) {
            views_[mesh].positions = workload.frames[0].meshes[mesh].data();
            views_[mesh].elements = workload.meshes[mesh].tetrahedra.data();
            RTCGeometry geometry = add_geometry(scene, mesh, workload.meshes[mesh].tetrahedron_count(),
                                                &views_[mesh], embree_bounds<4>, RTC_BUILD_QUALITY_REFIT);
            rtcSetGeometryPointQueryFunction(geometry, on_tetrahedron);
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
        arena_.execute([&] {
            for (uint32_t mesh = 0; mesh < views_.size(); ++mesh) {
                const auto count = static_cast<uint32_t>(workload_->meshes[mesh].vertex_count());
                if (threads_ == 1) {
                    query_vertices(mesh, 0, count);
                } else {
                    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, 64), [&](const auto& range) {
                        query_vertices(mesh, range.begin(), range.end());
                    });
                }
            }
        });
        collect_pairs();
    }

  private:
    void query_vertices(uint32_t mesh, uint32_t begin, uint32_t end) {
        PointQuery query{workload_, views_.data(), &found_by_this_thread(), mesh, 0, {}};
        for (uint32_t vertex = begin; vertex < end; ++vertex) {
            const float* p = views_[mesh].positions + 3 * std::size_t{vertex};
            query.vertex = vertex;
            query.point = {p[0], p[1], p[2]};
            RTCPointQuery point{p[0], p[1], p[2], 0.0F, 0.0F};
            RTCPointQueryContext context;
            rtcInitPointQueryContext(&context);
            rtcPointQuery(scenes_[0], &point, &context, nullptr, &query);
        }
    }

    const Workload* workload_ = nullptr;
};

}  // namespace

void add_embree_tetrahedra(Contestants& contestants) {
    ContestantInfo info;
    info.name = "embree-point-query";
    info.is_threaded = true;
    info.accepts = asks_for_vertices_in_tetrahedra;
    info.make = [] { return std::make_unique<EmbreeTetrahedra>(); };
    contestants.push_back(std::move(info));
}

}  // namespace bench
