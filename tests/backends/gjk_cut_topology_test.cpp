// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "backends/detector_session.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/spheres.hpp"

// Triangles that come and go every frame: two detectors watch the same meshes, gjk-cut and the reference.
namespace suite {

namespace {

scenes::Scene two_spheres_close() {
    scenes::Scene scene;
    scene.name = "two spheres close";
    scene.self = true;
    for (int i = 0; i < 2; ++i) {
        scene.meshes.push_back(scenes::icosphere(2));
        scenes::map_vertices(scene.meshes.back(), [i](scenes::Point p) {
            return p + scenes::Point{1.3 * i, 0.1 * i, 0};
        });
    }
    return scene;
}

// A mesh as the host knows it.
struct HostMesh {
    std::vector<double> rest;
    std::vector<uint32_t> triangles;  // by id; removed ones keep their last vertices
    std::vector<uint8_t> is_there;

    explicit HostMesh(const scenes::Mesh& mesh)
        : rest(mesh.positions), triangles(mesh.triangles), is_there(mesh.triangle_count(), 1) {}

    uint32_t vertex_count() const { return static_cast<uint32_t>(rest.size() / 3); }
    std::vector<uint32_t> ids() const {
        std::vector<uint32_t> result;
        for (uint32_t i = 0; i < is_there.size(); ++i) {
            if (is_there[i] != 0) result.push_back(i);
        }
        return result;
    }
};

class ComeAndGo {
  public:
    explicit ComeAndGo(uint64_t seed)
        : random_(seed), scene_(two_spheres_close()), session_(scene_, {.backend = DEFCOL_BACKEND_GJK_CUT}) {
        defcol_detector_desc desc;
        check(defcol_detector_desc_init(&desc, sizeof desc));
        desc.backend = DEFCOL_BACKEND_BRUTE_FORCE;
        check(defcol_detector_create(session_.context(), &desc, &reference_));
        for (std::size_t m = 0; m < 2; ++m) {
            check(defcol_detector_add_mesh(reference_, session_.mesh(m), DEFCOL_MESH_SELF_COLLISION));
            host_.emplace_back(scene_.meshes[m]);
        }
    }

    void change_something() {
        const std::size_t m = random_.below(2);
        switch (random_.below(6)) {
            case 0:
                activate_by_list(m);
                break;
            case 1:
                activate_by_mask(m);
                break;
            case 2:
                check(defcol_mesh_set_active_triangle_mask(session_.mesh(m), nullptr, 0));
                break;
            default:
                edit(m);
        }
        // Now and then the host begins again: meshes do not grow without end.
        if (host_[m].vertex_count() > 200) start_again(m);
        move(m);
    }

    std::string compare() {
        check(defcol_detector_detect(reference_, nullptr));
        defcol_contacts expected;
        check(defcol_contacts_init(&expected, sizeof expected));
        check(defcol_detector_contacts(reference_, &expected));
        check(session_.detect());
        const defcol_contacts found = session_.view();
        found_ += found.count;
        if (found.count != expected.count) {
            return std::to_string(found.count) + " contacts instead of " + std::to_string(expected.count);
        }
        for (uint64_t i = 0; i < found.count; ++i) {
            if (found.mesh_a[i] != expected.mesh_a[i] || found.mesh_b[i] != expected.mesh_b[i] ||
                found.primitive_a[i] != expected.primitive_a[i] ||
                found.primitive_b[i] != expected.primitive_b[i]) {
                return "contact " + std::to_string(i) + " differs";
            }
        }
        return "";
    }

    uint64_t contacts_found() const { return found_; }

  private:
    std::vector<uint32_t> random_ids(const HostMesh& host) {
        std::vector<uint32_t> ids = host.ids();
        const uint32_t part = random_.below(5);
        std::erase_if(ids, [&](uint32_t) { return random_.below(4) >= part; });
        return ids;
    }

    void activate_by_list(std::size_t m) {
        const std::vector<uint32_t> ids = random_ids(host_[m]);
        check(defcol_mesh_set_active_triangles(session_.mesh(m), ids.data(), ids.size()));
    }

    void activate_by_mask(std::size_t m) {
        std::vector<uint8_t> bits(host_[m].is_there.size() / 8 + 1);
        for (const uint32_t id : random_ids(host_[m])) bits[id / 8] |= static_cast<uint8_t>(1U << (id % 8));
        check(defcol_mesh_set_active_triangle_mask(session_.mesh(m), bits.data(), host_[m].is_there.size()));
    }

    // Some triangles go, a vertex and some triangles come: most of them near each other, some across.
    void edit(std::size_t m) {
        HostMesh& host = host_[m];
        std::vector<uint32_t> removed = host.ids();
        const uint32_t least = random_.below(12);
        while (removed.size() > least) {
            removed.erase(removed.begin() + random_.below(static_cast<uint32_t>(removed.size())));
        }
        const uint32_t near = random_.below(host.vertex_count());
        std::vector<double> vertex;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            vertex.push_back(host.rest[3 * std::size_t{near} + axis] + random_.between(-0.2, 0.2));
        }
        host.rest.insert(host.rest.end(), vertex.begin(), vertex.end());
        std::vector<uint32_t> added;
        const uint32_t added_count = random_.below(12);
        for (uint32_t i = 0; i < added_count; ++i) {
            added.push_back(host.vertex_count() - 1);
            added.push_back(near);
            added.push_back(random_.below(host.vertex_count()));
        }
        std::vector<uint32_t> ids(added_count);
        defcol_mesh_edit_desc desc;
        check(defcol_mesh_edit_desc_init(&desc, sizeof desc));
        desc.removed_triangle_count = removed.size();
        desc.removed_triangles = removed.data();
        desc.added_vertex_count = 1;
        desc.added_positions = vertex.data();
        desc.added_triangle_count = added_count;
        desc.added_triangles = added.data();
        desc.out_triangle_ids = ids.data();
        check(defcol_mesh_edit(session_.mesh(m), &desc));
        for (const uint32_t id : removed) host.is_there[id] = 0;
        for (const uint32_t id : ids) {
            if (id >= host.is_there.size()) host.is_there.resize(id + std::size_t{1});
            host.is_there[id] = 1;
        }
    }

    void start_again(std::size_t m) {
        const defcol_mesh_desc desc = describe(scene_.meshes[m]);
        check(defcol_mesh_set_topology(session_.mesh(m), &desc));
        host_[m] = HostMesh(scene_.meshes[m]);
    }

    void move(std::size_t m) {
        std::vector<double> positions = host_[m].rest;
        const double phase = random_.between(0, 6);
        for (std::size_t i = 0; i < positions.size(); ++i)
            positions[i] += 0.05 * std::sin(7.0 * positions[i] + phase);
        check(defcol_mesh_set_positions(session_.mesh(m), positions.data(), positions.size() / 3, 0,
                                        DEFCOL_SCALAR_FLOAT64));
    }

    scenes::Random random_;
    scenes::Scene scene_;
    DetectorSession session_;
    defcol_detector reference_{};
    std::vector<HostMesh> host_;
    uint64_t found_ = 0;
};

void run_frames(uint64_t seed, uint32_t frame_count) {
    ComeAndGo film(seed);
    for (uint32_t frame = 0; frame < frame_count; ++frame) {
        film.change_something();
        ASSERT_EQ(film.compare(), "") << "seed " << seed << " frame " << frame;
    }
    EXPECT_GT(film.contacts_found(), frame_count);
}

}  // namespace

TEST(GjkCutTopology, IsExactWhileTrianglesComeAndGo) {
    run_frames(1, 400);
}

TEST(GjkCutTopologyLong, IsExactInTenThousandFramesOfChange) {
    run_frames(2, 10000);
}

}  // namespace suite
