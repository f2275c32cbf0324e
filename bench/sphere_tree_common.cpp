// SPDX-License-Identifier: MIT
#include "sphere_tree_common.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "scenes/data_scenes.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/spheres.hpp"
#include "scenes/surfaces.hpp"

namespace bench {

void check(defcol_status status) {
    if (status >= 0) return;
    std::fprintf(stderr, "%s\n", defcol_last_error_message());
    std::exit(1);
}

scenes::Mesh bumpy_ball(uint32_t frequency) {
    scenes::Mesh mesh = scenes::icosphere(frequency);
    scenes::map_vertices(mesh, [](scenes::Point p) {
        const double bump = 0.36 + 0.1 * std::sin(5 * p.x) * std::sin(4 * p.y + 1) * std::cos(6 * p.z);
        return scenes::Point{bump * p.x, 0.7 * bump * p.y, 1.3 * bump * p.z};
    });
    return mesh;
}

scenes::Mesh generated_knot(uint32_t detail) {
    return scenes::unit_sized(scenes::knot(detail, 1).meshes[0]);
}

std::vector<NamedMesh> sphere_tree_meshes() {
    std::vector<NamedMesh> meshes;
    for (const char* file : {"armadillo.obj", "bunny.off"}) {
        if (const auto mesh = scenes::data_mesh(file)) {
            meshes.push_back({file, scenes::unit_sized(*mesh)});
        } else {
            std::printf("no %s (DEFCOL_DATA_DIR): left out\n", file);
        }
    }
    meshes.push_back({"bumpy ball", bumpy_ball(30)});
    meshes.push_back({"knot", generated_knot(12)});
    return meshes;
}

SpherePairSession::SpherePairSession(const scenes::Mesh& a, const scenes::Mesh& b, uint32_t fields,
                                     uint32_t queries) {
    check(defcol_context_create(nullptr, &context_));
    defcol_detector_desc desc;
    check(defcol_detector_desc_init(&desc, sizeof desc));
    desc.backend = DEFCOL_BACKEND_SPHERE_TREE;
    desc.fields = fields;
    desc.queries = queries;
    check(defcol_detector_create(context_, &desc, &detector_));
    const scenes::Mesh* const sources[2] = {&a, &b};
    for (int i = 0; i < 2; ++i) {
        defcol_mesh_desc mesh_desc;
        check(defcol_mesh_desc_init(&mesh_desc, sizeof mesh_desc));
        mesh_desc.vertex_count = sources[i]->vertex_count();
        mesh_desc.positions = sources[i]->positions.data();
        mesh_desc.triangle_count = sources[i]->triangle_count();
        mesh_desc.triangles = sources[i]->triangles.data();
        check(defcol_mesh_create(context_, &mesh_desc, &meshes_[i]));
        check(defcol_detector_add_mesh(detector_, meshes_[i], 0));
    }
}

SpherePairSession::~SpherePairSession() {
    check(defcol_context_destroy(context_));
}

void SpherePairSession::set_positions(int i, const scenes::Mesh& mesh) const {
    check(defcol_mesh_set_positions(meshes_[i], mesh.positions.data(), mesh.vertex_count(), 0,
                                    DEFCOL_SCALAR_FLOAT64));
}

void SpherePairSession::place(double x, double y, double z) const {
    const double transform[12] = {1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z};
    check(defcol_mesh_set_transform(meshes_[1], transform));
}

void SpherePairSession::detect(double seconds, uint64_t tests) const {
    defcol_detect_options options;
    check(defcol_detect_options_init(&options, sizeof options));
    options.time_budget_seconds = seconds;
    options.test_budget = tests;
    check(defcol_detector_detect(detector_, &options));
}

defcol_statistics SpherePairSession::statistics() const {
    defcol_statistics statistics;
    check(defcol_statistics_init(&statistics, sizeof statistics));
    check(defcol_detector_get_statistics(detector_, &statistics));
    return statistics;
}

defcol_contacts SpherePairSession::contacts() const {
    defcol_contacts contacts;
    check(defcol_contacts_init(&contacts, sizeof contacts));
    check(defcol_detector_contacts(detector_, &contacts));
    return contacts;
}

}  // namespace bench
