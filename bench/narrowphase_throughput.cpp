// SPDX-License-Identifier: MIT
// The narrow phase (vector filter, then exact tests) beside CGAL's do_intersect with its exact-predicates
// kernel, on the same candidate pairs in the same run: once where few candidates intersect, once on dense
// cloth. Both run on one thread, turn by turn, and the best of all turns counts: a busy machine only ever
// adds time.
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory_resource>
#include <optional>
#include <string>

#include "harness/reference_pairs.hpp"
#include "harness/workload.hpp"
#include "narrowphase/candidate_sink.hpp"
#include "narrowphase/simd_level.hpp"
#include "oracle/oracle.hpp"
#include "scenes/registry.hpp"

namespace {

using namespace defcol;

constexpr int turns = 25;

// How many times CGAL's throughput is wanted: where at most a tenth of the candidates intersect, and on dense
// cloth. Scenes between the two are printed for information.
constexpr double sparse_wanted = 5;
constexpr double dense_wanted = 3;

// A frame of the pipeline made from a workload by hand, so that nothing but the narrow phase runs.
class HandMadeFrame {
  public:
    HandMadeFrame(const bench::Workload& workload, uint32_t frame_number) {
        const bench::FramePositions& source = workload.frames[frame_number];
        double extent = 0;
        for (const auto& mesh : source.meshes) {
            std::vector<Vec3>& exact = exact_.emplace_back();
            for (std::size_t i = 0; i < mesh.size(); i += 3) {
                exact.push_back({mesh[i], mesh[i + 1], mesh[i + 2]});
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    extent = std::max(extent, std::fabs(static_cast<double>(mesh[i + axis])));
                }
            }
        }
        frame.scale = std::exp2(-std::ceil(std::log2(extent)));
        for (uint32_t m = 0; m < exact_.size(); ++m) {
            FrameMesh mesh{};
            mesh.positions = exact_[m].data();
            mesh.vertex_base = workload.vertex_base[m];
            mesh.vertex_count = static_cast<uint32_t>(exact_[m].size());
            mesh.triangle_base = workload.triangle_base[m];
            mesh.triangle_count = static_cast<uint32_t>(workload.meshes[m].triangle_count());
            meshes_.push_back(mesh);
            for (const Vec3& p : exact_[m]) {
                vertices_.push_back({static_cast<float>(p.x * frame.scale),
                                     static_cast<float>(p.y * frame.scale),
                                     static_cast<float>(p.z * frame.scale), m});
            }
            const std::vector<uint32_t>& corners = workload.meshes[m].triangles;
            for (std::size_t i = 0; i < corners.size(); i += 3) {
                triangles_.push_back({{mesh.vertex_base + corners[i], mesh.vertex_base + corners[i + 1],
                                       mesh.vertex_base + corners[i + 2]}});
            }
        }
        frame.meshes = meshes_;
        frame.vertices = vertices_;
        frame.triangles = triangles_;
    }

    Frame frame{};

  private:
    std::vector<std::vector<Vec3>> exact_;
    std::vector<FrameMesh> meshes_;
    std::vector<LocalVertex> vertices_;
    std::vector<Triangle> triangles_;
};

std::vector<double> prepare_for_oracle(const Frame& frame, const std::vector<uint64_t>& candidates) {
    std::vector<double> pairs;
    pairs.reserve(18 * candidates.size());
    for (const uint64_t key : candidates) {
        for (const uint32_t triangle : {key_a(key), key_b(key)}) {
            Vec3 corners[3];
            frame.exact_corners(frame.triangles[triangle], corners);
            for (const Vec3& p : corners) pairs.insert(pairs.end(), {p.x, p.y, p.z});
        }
    }
    return pairs;
}

// Of this thread's own running time: both sides are one thread, and a neighbour's turn is not theirs.
double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Run>
double seconds_of(Run&& run) {
    const double start = thread_seconds();
    run();
    return thread_seconds() - start;
}

// False if the two disagree.
bool measure(const std::string& name, double wanted) {
    std::optional<scenes::Scene> scene = scenes::make(name);
    if (!scene) {
        std::printf("%-18s not here (needs DEFCOL_DATA_DIR)\n", name.c_str());
        return true;
    }
    const bench::Workload workload = bench::make_workload(std::move(*scene), 4);
    const HandMadeFrame hand_made(workload, 3);
    const std::vector<uint64_t> candidates = bench::box_candidates(workload, 3);
    const oracle::TrianglePairSet prepared(prepare_for_oracle(hand_made.frame, candidates));

    CandidateSink sink(*std::pmr::new_delete_resource());
    const NarrowphaseOptions options{.simd_target = simd_target_of_level(0)};
    double ours = std::numeric_limits<double>::infinity();
    double theirs = ours;
    std::size_t contacts = 0;
    const auto run_ours = [&] {
        SearchControl control{SearchLimits{}};
        sink.start(hand_made.frame, control, options);
        for (const uint64_t key : candidates) sink.propose_triangles(key_a(key), key_b(key));
        sink.finish();
    };
    const auto run_theirs = [&] { contacts = prepared.count_intersecting(); };
    // Each twice in a row: in a frame the vertices have just been read, here the other side has evicted them.
    for (int turn = 0; turn < turns; ++turn) {
        for (int repeat = 0; repeat < 2; ++repeat) ours = std::min(ours, seconds_of(run_ours));
        for (int repeat = 0; repeat < 2; ++repeat) theirs = std::min(theirs, seconds_of(run_theirs));
    }
    const auto count = static_cast<double>(candidates.size());
    const NarrowphaseCounts& counts = sink.counts();
    const double ratio = theirs / ours;
    const double share = static_cast<double>(contacts) / count;
    if (wanted > dense_wanted && share > 0.1) wanted = 0;
    const char* verdict = wanted == 0 ? "-" : ratio >= wanted ? "reached" : "MISSED";
    std::printf("%-18s %10.0f %9.2f%% %9.1f %9.1f %8.2f %7.0f %7s %9.2f%% %11.4f%%\n", name.c_str(), count,
                100 * share, 1e9 * ours / count, 1e9 * theirs / count, ratio, wanted, verdict,
                100 * static_cast<double>(counts.exact_tests) / count,
                100 * static_cast<double>(counts.filter_failures) / count);
    if (sink.triangle_contacts().total() == contacts) return true;
    std::printf("    disagree: %llu contacts, CGAL %zu\n",
                static_cast<unsigned long long>(sink.triangle_contacts().total()), contacts);
    return false;
}

}  // namespace

int main() {
    std::printf("%-18s %10s %10s %9s %9s %8s %7s %7s %10s %12s\n", "scene", "candidates", "intersect",
                "ours ns", "CGAL ns", "ratio", "wanted", "", "past SIMD", "exact signs");
    bool agree = true;
    // At most 10 % of the candidates intersect.
    for (const char* name :
         {"sphere_pair_20k", "sphere_pair_82k", "loop_self", "cow_self", "armadillo_self", "soup"}) {
        agree = measure(name, sparse_wanted) && agree;
    }
    // Dense cloth.
    for (const char* name : {"fold_self", "cloth_ball", "drape_56k"})
        agree = measure(name, dense_wanted) && agree;
    std::printf(
        "past SIMD: candidates the vector filter kept for the exact test; exact signs: predicates per "
        "candidate where rounding decided nothing (the filter's failure rate)\n");
    return agree ? 0 : 1;
}
