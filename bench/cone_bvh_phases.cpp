// SPDX-License-Identifier: MIT
// Where a frame of cone-bvh spends its time, scene by scene: reading positions, local coordinates, refit,
// search (regions, boxes and exact tests) and order; and how much of each there was.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "harness/workload.hpp"
#include "scenes/registry.hpp"

namespace {

using Clock = std::chrono::steady_clock;

void check(defcol_status status) {
    if (status >= 0) return;
    std::fprintf(stderr, "%s\n", defcol_last_error_message());
    std::exit(1);
}

struct Phases {
    double read = 0;
    double prepare = 0;
    double refit = 0;
    double search = 0;
    double order = 0;

    void keep_lower(const Phases& other) {
        read = std::min(read, other.read);
        prepare = std::min(prepare, other.prepare);
        refit = std::min(refit, other.refit);
        search = std::min(search, other.search);
        order = std::min(order, other.order);
    }
};

class Host {
  public:
    Host(const bench::Workload& workload, uint32_t threads) : workload_(workload) {
        defcol_context_desc context_desc;
        check(defcol_context_desc_init(&context_desc, sizeof context_desc));
        context_desc.worker_count = threads;
        check(defcol_context_create(&context_desc, &context_));
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = DEFCOL_BACKEND_CONE_BVH;
        check(defcol_detector_create(context_, &desc, &detector_));
        for (std::size_t i = 0; i < workload.meshes.size(); ++i) {
            defcol_mesh_desc mesh_desc;
            check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
            mesh_desc.vertex_count = workload.meshes[i].vertex_count();
            mesh_desc.positions = workload.frames[0].meshes[i].data();
            mesh_desc.position_scalar = DEFCOL_SCALAR_FLOAT32;
            mesh_desc.triangle_count = workload.meshes[i].triangle_count();
            mesh_desc.triangles = workload.meshes[i].triangles.data();
            defcol_mesh mesh;
            check(defcol_mesh_create(context_, &mesh_desc, &mesh));
            check(defcol_detector_add_mesh(detector_, mesh, workload.self ? DEFCOL_MESH_SELF_COLLISION : 0));
            meshes_.push_back(mesh);
        }
    }
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    ~Host() { defcol_context_destroy(context_); }

    Phases run(std::size_t frame) {
        const auto start = Clock::now();
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            const auto& positions = workload_.frames[frame].meshes[i];
            check(defcol_mesh_set_positions(meshes_[i], positions.data(), positions.size() / 3, 0,
                                            DEFCOL_SCALAR_FLOAT32));
        }
        const std::chrono::duration<double> read = Clock::now() - start;
        check(defcol_detector_detect(detector_, nullptr));
        check(defcol_statistics_init(&statistics, sizeof statistics));
        check(defcol_detector_get_statistics(detector_, &statistics));
        return {read.count(), statistics.prepare_seconds + statistics.broadphase_seconds,
                statistics.update_seconds, statistics.search_seconds, statistics.order_seconds};
    }

    defcol_statistics statistics{};

  private:
    const bench::Workload& workload_;
    defcol_context context_{};
    defcol_detector detector_{};
    std::vector<defcol_mesh> meshes_;
};

void measure(const std::string& name, uint32_t threads, uint32_t rounds) {
    std::optional<scenes::Scene> scene = scenes::make(name);
    if (!scene) {
        std::printf("%-16s not here (see defcol_bench --list; some need DEFCOL_DATA_DIR)\n", name.c_str());
        return;
    }
    const bench::Workload workload = bench::make_workload(std::move(*scene), 8);
    Host host(workload, threads);
    Phases sum;
    std::vector<Phases> best(workload.frames.size());
    for (uint32_t round = 0; round < rounds; ++round) {
        for (std::size_t frame = 0; frame < workload.frames.size(); ++frame) {
            const Phases phases = host.run(frame);
            if (round == 1) best[frame] = phases;
            if (round > 1) best[frame].keep_lower(phases);
        }
    }
    for (const Phases& phases : best) {
        sum.read += phases.read;
        sum.prepare += phases.prepare;
        sum.refit += phases.refit;
        sum.search += phases.search;
        sum.order += phases.order;
    }
    const double scale = 1e3 / static_cast<double>(best.size());
    const defcol_statistics& counts = host.statistics;
    std::printf("%-16s %u %8.3f %8.3f %8.3f %8.3f %8.3f %8.3f | %9llu %10llu %8llu %8llu %9llu %8llu %8llu\n",
                name.c_str(), threads, scale * sum.read, scale * sum.prepare, scale * sum.refit,
                scale * sum.search, scale * sum.order,
                scale * (sum.read + sum.prepare + sum.refit + sum.search + sum.order),
                static_cast<unsigned long long>(counts.region_call_count),
                static_cast<unsigned long long>(counts.box_test_count),
                static_cast<unsigned long long>(counts.contour_test_count),
                static_cast<unsigned long long>(counts.cone_cull_count),
                static_cast<unsigned long long>(counts.candidate_count),
                static_cast<unsigned long long>(counts.exact_test_count),
                static_cast<unsigned long long>(counts.contact_count));
}

}  // namespace

// cone_bvh_phases [--threads N] [--rounds N] [SCENE...]
int main(int argc, char** argv) {
    std::vector<std::string> names;
    uint32_t threads = 1;
    uint32_t rounds = 12;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--threads" && i + 1 < argc) {
            threads = static_cast<uint32_t>(std::atoi(argv[++i]));
        } else if (argument == "--rounds" && i + 1 < argc) {
            rounds = std::max(2U, static_cast<uint32_t>(std::atoi(argv[++i])));
        } else {
            names.push_back(argument);
        }
    }
    if (names.empty()) {
        names = {"cloth_ball", "fold_self",       "loop_self", "armadillo_self",
                 "cow_self",   "sphere_self_82k", "cow_pair",  "armadillo_pair"};
    }
    std::printf("milliseconds per frame (minima) and counts of the last frame; T: threads\n");
    std::printf("%-16s T %8s %8s %8s %8s %8s %8s | %9s %10s %8s %8s %9s %8s %8s\n", "scene", "read", "local",
                "refit", "search", "order", "sum", "calls", "boxes", "contours", "culls", "elem.", "exact",
                "contacts");
    for (const std::string& name : names) measure(name, threads, rounds);
    return 0;
}
