// SPDX-License-Identifier: MIT
// Section 5 of Teschner et al. 2003: time per tetrahedron from 10^3 to 10^6 of them, and at one size for more
// and more objects; bytes per primitive, over many frames. Usage: hash_growth [frames of the memory check]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "defcol/defcol.h"
#include "scenes/tetrahedra.hpp"

namespace {

void check(defcol_status status) {
    if (status < 0) throw std::runtime_error(defcol_last_error_message());
}

class Session {
  public:
    explicit Session(const scenes::Scene& scene) {
        check(defcol_context_create(nullptr, &context_));
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = DEFCOL_BACKEND_HASH;
        check(defcol_detector_create(context_, &desc, &detector_));
        for (const scenes::Mesh& mesh : scene.meshes) {
            defcol_mesh_desc mesh_desc;
            check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
            mesh_desc.vertex_count = mesh.vertex_count();
            mesh_desc.positions = mesh.positions.data();
            mesh_desc.tetrahedron_count = mesh.tetrahedron_count();
            mesh_desc.tetrahedra = mesh.tetrahedra.data();
            meshes_.emplace_back();
            check(defcol_mesh_create(context_, &mesh_desc, &meshes_.back()));
            check(defcol_detector_add_mesh(detector_, meshes_.back(), DEFCOL_MESH_SELF_COLLISION));
        }
    }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session() { defcol_context_destroy(context_); }

    double milliseconds(const scenes::Scene& scene) {
        const auto start = std::chrono::steady_clock::now();
        for (std::size_t i = 0; i < meshes_.size(); ++i) {
            check(defcol_mesh_set_positions(meshes_[i], scene.meshes[i].positions.data(),
                                            scene.meshes[i].vertex_count(), 0, DEFCOL_SCALAR_FLOAT64));
        }
        check(defcol_detector_detect(detector_, nullptr));
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    }
    defcol_statistics statistics() const {
        defcol_statistics result;
        check(defcol_statistics_init(&result, sizeof result));
        check(defcol_detector_get_statistics(detector_, &result));
        return result;
    }

  private:
    defcol_context context_{};
    defcol_detector detector_{};
    std::vector<defcol_mesh> meshes_;
};

// Nanoseconds per tetrahedron, the least of some frames.
double measure(scenes::Scene scene) {
    Session session(scene);
    double least = HUGE_VAL;
    const uint32_t frames = scene.tetrahedron_count() > 200000 ? 6 : 30;
    for (uint32_t frame = 0; frame < frames; ++frame) {
        scene.advance(frame);
        const double time = session.milliseconds(scene);
        if (frame > 0) least = std::min(least, time);
    }
    const double per_tetrahedron = 1e6 * least / static_cast<double>(scene.tetrahedron_count());
    const defcol_statistics statistics = session.statistics();
    std::printf(
        "%8zu objects %9llu tetrahedra %10.3f ms %8.1f ns per tetrahedron %8llu contacts %7.1f bytes per "
        "primitive\n",
        scene.meshes.size(), static_cast<unsigned long long>(scene.tetrahedron_count()), least,
        per_tetrahedron, static_cast<unsigned long long>(statistics.contact_count),
        static_cast<double>(statistics.detector_bytes) /
            static_cast<double>(scene.tetrahedron_count() + scene.vertex_count()));
    return per_tetrahedron;
}

void print_spread(const char* what, const std::vector<double>& values) {
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    std::printf("%s: largest / smallest %.2f\n", what, *high / *low);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        const uint64_t frames = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100000;
        std::vector<double> by_size;
        for (const uint32_t objects : {13U, 40U, 125U, 400U, 1250U, 4000U, 12500U}) {
            by_size.push_back(measure(scenes::tetrahedral_crowd(objects, 4, 1)));
        }
        print_spread("time per tetrahedron, 10^3 to 10^6", by_size);
        std::vector<double> by_objects;
        for (const uint32_t layers : {512U, 128U, 32U, 8U, 2U}) {
            by_objects.push_back(measure(scenes::tetrahedral_crowd(2048 / layers, layers, 1)));
        }
        print_spread("time per tetrahedron, 4 to 1,024 objects", by_objects);

        scenes::Scene scene = scenes::teschner('A');
        Session session(scene);
        uint64_t first = 0;
        uint64_t last = 0;
        for (uint64_t frame = 0; frame < frames; ++frame) {
            scene.advance(static_cast<uint32_t>(frame % 64));
            session.milliseconds(scene);
            last = session.statistics().detector_bytes;
            if (frame == 63) first = last;
        }
        std::printf("setup A over %llu frames: %llu bytes after 64, %llu at the end\n",
                    static_cast<unsigned long long>(frames), static_cast<unsigned long long>(first),
                    static_cast<unsigned long long>(last));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hash_growth: %s\n", error.what());
        return 1;
    }
}
