// SPDX-License-Identifier: MIT
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "backends/detector_session.hpp"
#include "defcol/defcol.h"

// A session with backend ldi, for tests of volumes.
namespace suite {

inline scenes::Scene volume_scene(std::vector<scenes::Mesh> meshes, bool self = false) {
    scenes::Scene scene;
    scene.name = "volume";
    scene.meshes = std::move(meshes);
    scene.self = self;
    return scene;
}

constexpr uint32_t volume_queries = DEFCOL_QUERY_INTERSECTION_VOLUME | DEFCOL_QUERY_VERTEX_IN_VOLUME;

class LdiSession : public DetectorSession {
  public:
    explicit LdiSession(const scenes::Scene& scene, uint32_t queries = DEFCOL_QUERY_INTERSECTION_VOLUME,
                        uint32_t workers = 1, uint32_t fields = 0, int64_t simd_level = 0)
        : DetectorSession(scene, {.backend = DEFCOL_BACKEND_LDI,
                                  .queries = queries,
                                  .fields = fields,
                                  .workers = workers,
                                  .simd_level = simd_level}) {}

    void set(int32_t option, int64_t value) {
        check(defcol_detector_set_option_i64(detector(), option, value));
    }

    defcol_volumes volumes() const {
        defcol_volumes view;
        check(defcol_volumes_init(&view, sizeof view));
        check(defcol_detector_volumes(detector(), &view));
        return view;
    }
    defcol_statistics statistics() const {
        defcol_statistics statistics;
        check(defcol_statistics_init(&statistics, sizeof statistics));
        check(defcol_detector_get_statistics(detector(), &statistics));
        return statistics;
    }
    uint64_t allocation_count() const {
        defcol_context_statistics statistics;
        check(defcol_context_statistics_init(&statistics, sizeof statistics));
        check(defcol_context_get_statistics(context(), &statistics));
        return statistics.allocation_count;
    }
    // The one overlap's volume; 0 if there is none.
    double volume() {
        check(detect());
        const defcol_volumes view = volumes();
        return view.count == 0 ? 0 : view.volume[0];
    }

    // Every array of both views, bit by bit.
    uint64_t hash_of_all() const {
        uint64_t hash = this->hash();
        const auto add = [&hash](const auto* values, uint64_t count) {
            if (values == nullptr) return;
            const auto* bytes = reinterpret_cast<const unsigned char*>(values);
            for (uint64_t i = 0; i < count * sizeof *values; ++i) hash = (hash ^ bytes[i]) * 1099511628211U;
        };
        const defcol_volumes view = volumes();
        add(&view.count, 1);
        add(view.mesh_a, view.count);
        add(view.mesh_b, view.count);
        add(view.volume, view.count);
        add(view.error_bound, view.count);
        add(view.centroid, 3 * view.count);
        add(view.box_min, 3 * view.count);
        add(view.box_max, 3 * view.count);
        add(view.direction, 3 * view.count);
        add(view.depth, view.count);
        add(view.span_x, view.span_count);
        add(view.span_y, view.span_count);
        add(view.span_entry, view.span_count);
        add(view.span_leave, view.span_count);
        add(view.gradient_mesh, view.gradient_count);
        add(view.gradient_vertex, view.gradient_count);
        add(view.gradient, 3 * view.gradient_count);
        return hash;
    }
};

}  // namespace suite
