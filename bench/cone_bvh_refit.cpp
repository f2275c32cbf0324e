// SPDX-License-Identifier: MIT
// The refit of cone-bvh beside streaming the boxes of all triangles once, interleaved in one run. With
// normals and bit-fields it should take at most 4 times as long, for boxes alone at most 2.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "peers/contestants.hpp"
#include "scenes/registry.hpp"

namespace {

using Clock = std::chrono::steady_clock;

void check(defcol_status status) {
    if (status >= 0) return;
    std::fprintf(stderr, "%s\n", defcol_last_error_message());
    std::exit(1);
}

// A self-collision detector of one mesh in one mode.
class Refit {
  public:
    Refit(const bench::Workload& workload, int64_t mode, uint32_t threads) {
        defcol_context_desc context_desc;
        check(defcol_context_desc_init(&context_desc, sizeof context_desc));
        context_desc.worker_count = threads;
        check(defcol_context_create(&context_desc, &context_));
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = DEFCOL_BACKEND_CONE_BVH;
        check(defcol_detector_create(context_, &desc, &detector_));
        check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_CONE_BVH_MODE, mode));
        defcol_mesh_desc mesh_desc;
        check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
        mesh_desc.vertex_count = workload.meshes[0].vertex_count();
        mesh_desc.positions = workload.frames[0].meshes[0].data();
        mesh_desc.position_scalar = DEFCOL_SCALAR_FLOAT32;
        mesh_desc.triangle_count = workload.meshes[0].triangle_count();
        mesh_desc.triangles = workload.meshes[0].triangles.data();
        check(defcol_mesh_create(context_, &mesh_desc, &mesh_));
        check(defcol_detector_add_mesh(detector_, mesh_, DEFCOL_MESH_SELF_COLLISION));
        check(defcol_detector_detect(detector_, nullptr));
        // Only the update is of interest: the search ends before its first test.
        check(defcol_detect_options_init(&options_, sizeof options_));
        options_.test_budget = 0;
    }
    Refit(const Refit&) = delete;
    Refit& operator=(const Refit&) = delete;
    ~Refit() { defcol_context_destroy(context_); }

    double milliseconds(const std::vector<float>& positions) {
        check(defcol_mesh_set_positions(mesh_, positions.data(), positions.size() / 3, 0,
                                        DEFCOL_SCALAR_FLOAT32));
        check(defcol_detector_detect(detector_, &options_));
        defcol_statistics statistics;
        check(defcol_statistics_init(&statistics, sizeof statistics));
        check(defcol_detector_get_statistics(detector_, &statistics));
        return 1e3 * statistics.update_seconds;
    }

  private:
    defcol_context context_{};
    defcol_detector detector_{};
    defcol_mesh mesh_{};
    defcol_detect_options options_{};
};

std::unique_ptr<bench::Contestant> streaming() {
    for (const bench::ContestantInfo& info : bench::all_contestants()) {
        if (info.name == "stream-boxes") return info.make();
    }
    std::exit(1);
}

void measure(const std::string& name, uint32_t threads, uint32_t rounds) {
    std::optional<scenes::Scene> scene = scenes::make(name);
    if (!scene) {
        std::printf("%-17s not here: needs DEFCOL_DATA_DIR\n", name.c_str());
        return;
    }
    const bench::Workload workload = bench::make_workload(std::move(*scene), 8);
    const std::unique_ptr<bench::Contestant> stream = streaming();
    stream->prepare(workload, threads);
    Refit normals(workload, DEFCOL_CONE_BVH_SOUND, threads);
    Refit boxes(workload, DEFCOL_CONE_BVH_BOXES, threads);
    double best[3] = {1e30, 1e30, 1e30};
    for (uint32_t round = 0; round < rounds; ++round) {
        for (const bench::FramePositions& frame : workload.frames) {
            best[1] = std::min(best[1], normals.milliseconds(frame.meshes[0]));
            best[2] = std::min(best[2], boxes.milliseconds(frame.meshes[0]));
            const auto start = Clock::now();
            stream->update(frame);
            stream->detect();
            const std::chrono::duration<double, std::milli> time = Clock::now() - start;
            best[0] = std::min(best[0], time.count());
        }
    }
    std::printf("%-17s %u %9llu %9.3f %12.3f %6.2f %-6s %9.3f %6.2f %s\n", name.c_str(), threads,
                static_cast<unsigned long long>(workload.triangle_count()), best[0], best[1],
                best[1] / best[0], best[1] <= 4 * best[0] ? "met" : "MISSED", best[2], best[2] / best[0],
                best[2] <= 2 * best[0] ? "met" : "MISSED");
}

}  // namespace

int main() {
    std::printf("minima of ms; x: of the time of streaming all boxes once with as many threads (T)\n");
    std::printf("%-17s T %9s %9s %12s %6s %-6s %9s %6s\n", "scene", "triangles", "stream", "with normals",
                "x <= 4", "", "boxes", "x <= 2");
    for (const char* name :
         {"cow_self", "cloth_ball", "fold_self", "armadillo_self", "sphere_self_82k", "sphere_self_328k"}) {
        for (const uint32_t threads : {1U, 2U}) measure(name, threads, 12);
    }
    return 0;
}
