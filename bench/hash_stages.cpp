// SPDX-License-Identifier: MIT
// Where the time of a frame goes on setups A to E of Teschner et al. 2003, and what the geometry of the
// contacts costs beside it: points, normals, distances and weights, plainly and with consistent depths.
// Usage: hash_stages [frames]
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "harness/workload.hpp"
#include "scenes/tetrahedra.hpp"

namespace {

using bench::FramePositions;
using bench::Workload;

void check(defcol_status status) {
    if (status < 0) throw std::runtime_error(defcol_last_error_message());
}

enum Stage { set_positions, prepare, broadphase, update, search, order, geometry, consistent, stage_count };
constexpr const char* stage_names[] = {"set",    "prepare", "broad",    "cells",
                                       "search", "order",   "geometry", "consistent"};

class Session {
  public:
    Session(const Workload& workload, uint32_t threads, bool with_geometry, bool with_consistent_depth)
        : workload_(workload) {
        defcol_context_desc context_desc;
        check(defcol_context_desc_init(&context_desc, sizeof context_desc));
        context_desc.worker_count = threads;
        check(defcol_context_create(&context_desc, &context_));
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = DEFCOL_BACKEND_HASH;
        if (with_geometry) desc.fields = DEFCOL_FIELD_FEATURES | DEFCOL_FIELD_POINTS | DEFCOL_FIELD_NORMALS;
        check(defcol_detector_create(context_, &desc, &detector_));
        check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_HASH_CONSISTENT_DEPTH,
                                             with_consistent_depth ? 1 : 0));
        for (std::size_t i = 0; i < workload.meshes.size(); ++i) {
            defcol_mesh_desc mesh_desc;
            check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
            mesh_desc.vertex_count = workload.meshes[i].vertex_count();
            mesh_desc.positions = workload.frames[0].meshes[i].data();
            mesh_desc.position_scalar = DEFCOL_SCALAR_FLOAT32;
            mesh_desc.tetrahedron_count = workload.meshes[i].tetrahedron_count();
            mesh_desc.tetrahedra = workload.meshes[i].tetrahedra.data();
            meshes_.emplace_back();
            check(defcol_mesh_create(context_, &mesh_desc, &meshes_.back()));
            check(defcol_detector_add_mesh(detector_, meshes_.back(),
                                           workload.self ? DEFCOL_MESH_SELF_COLLISION : 0));
        }
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() { defcol_context_destroy(context_); }

    // Milliseconds of each stage.
    std::array<double, stage_count> run(const FramePositions& positions) {
        const auto start = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            check(defcol_mesh_set_positions(meshes_[i], positions.meshes[i].data(),
                                            positions.meshes[i].size() / 3, 0, DEFCOL_SCALAR_FLOAT32));
        }
        const std::chrono::duration<double, std::milli> set = std::chrono::steady_clock::now() - start;
        check(defcol_detector_detect(detector_, nullptr));
        check(defcol_statistics_init(&statistics_, sizeof statistics_));
        check(defcol_detector_get_statistics(detector_, &statistics_));
        const defcol_statistics& s = statistics_;
        return {set.count(),
                1e3 * s.prepare_seconds,
                1e3 * s.broadphase_seconds,
                1e3 * s.update_seconds,
                1e3 * s.search_seconds,
                1e3 * s.order_seconds,
                1e3 * s.geometry_seconds,
                1e3 * s.geometry_seconds};
    }
    const defcol_statistics& statistics() const { return statistics_; }

  private:
    const Workload& workload_;
    defcol_context context_{};
    defcol_detector detector_{};
    std::vector<defcol_mesh> meshes_;
    defcol_statistics statistics_{};
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void run_setup(char letter, uint32_t threads, uint32_t frames) {
    const Workload workload = bench::make_workload(scenes::teschner(letter), 32);
    Session ids(workload, threads, false, false);
    Session plain(workload, threads, true, false);
    Session consistent_depth(workload, threads, true, true);
    std::array<std::vector<double>, stage_count> times;
    for (uint32_t frame = 0; frame < frames; ++frame) {
        const FramePositions& positions = workload.frames[frame % workload.frames.size()];
        std::array<double, stage_count> of_frame = ids.run(positions);
        of_frame[geometry] = plain.run(positions)[geometry];
        of_frame[consistent] = consistent_depth.run(positions)[consistent];
        for (std::size_t i = 0; i < stage_count; ++i) times[i].push_back(of_frame[i]);
    }
    std::printf("%c %u", letter, threads);
    for (const std::vector<double>& of_stage : times) std::printf(" %10.4f", median(of_stage));
    const defcol_statistics& s = ids.statistics();
    std::printf(" %10llu %10llu %9llu\n", static_cast<unsigned long long>(s.candidate_count),
                static_cast<unsigned long long>(s.exact_test_count),
                static_cast<unsigned long long>(s.contact_count));
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const uint32_t frames = argc > 1 ? static_cast<uint32_t>(std::strtoul(argv[1], nullptr, 10)) : 300;
        const std::string letters = argc > 2 ? argv[2] : "ABCDE";
        std::printf(
            "ms per frame, medians of %u frames; geometry and consistent are extra, if asked for\n  T",
            std::max(frames, 1U));
        for (const char* name : stage_names) std::printf(" %10s", name);
        std::printf(" %10s %10s %9s\n", "candidates", "exact", "contacts");
        for (const char letter : letters) {
            for (const uint32_t threads : {1U, 2U}) run_setup(letter, threads, std::max(frames, 1U));
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hash_stages: %s\n", error.what());
        return 1;
    }
}
