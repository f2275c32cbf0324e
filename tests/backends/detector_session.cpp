// SPDX-License-Identifier: MIT
#include "backends/detector_session.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "oracle/oracle.hpp"

namespace suite {

void check(defcol_status status) {
    if (status < 0) {
        throw std::runtime_error(std::string(defcol_status_name(status)) + ": " +
                                 defcol_last_error_message());
    }
}

defcol_mesh_desc describe(const scenes::Mesh& mesh) {
    defcol_mesh_desc desc;
    check(defcol_mesh_desc_init(&desc, sizeof desc));
    desc.vertex_count = mesh.vertex_count();
    desc.positions = mesh.positions.data();
    if (mesh.tetrahedra.empty()) {
        desc.triangle_count = mesh.triangle_count();
        desc.triangles = mesh.triangles.data();
    } else {
        desc.tetrahedron_count = mesh.tetrahedron_count();
        desc.tetrahedra = mesh.tetrahedra.data();
    }
    return desc;
}

DetectorSession::DetectorSession(const scenes::Scene& scene, const SessionOptions& options) {
    defcol_context_desc context_desc;
    check(defcol_context_desc_init(&context_desc, sizeof context_desc));
    context_desc.worker_count = options.workers;
    check(defcol_context_create(&context_desc, &context_));
    defcol_detector_desc detector_desc;
    check(defcol_detector_desc_init(&detector_desc, sizeof detector_desc));
    detector_desc.backend = options.backend;
    detector_desc.queries = options.queries;
    detector_desc.fields = options.fields;
    check(defcol_detector_create(context_, &detector_desc, &detector_));
    check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_INCLUDE_ADJACENT,
                                         options.include_adjacent ? 1 : 0));
    check(defcol_detector_set_option_i64(detector_, DEFCOL_OPTION_SIMD_LEVEL, options.simd_level));
    for (const scenes::Mesh& mesh : scene.meshes) {
        const defcol_mesh_desc desc = describe(mesh);
        defcol_mesh handle;
        check(defcol_mesh_create(context_, &desc, &handle));
        meshes_.push_back(handle);
        check(defcol_detector_add_mesh(detector_, handle, scene.self ? DEFCOL_MESH_SELF_COLLISION : 0));
    }
}

DetectorSession::~DetectorSession() {
    defcol_context_destroy(context_);
}

void DetectorSession::set_positions(const scenes::Scene& scene) {
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const scenes::Mesh& mesh = scene.meshes[i];
        check(defcol_mesh_set_positions(meshes_[i], mesh.positions.data(), mesh.vertex_count(), 0,
                                        DEFCOL_SCALAR_FLOAT64));
    }
}

void DetectorSession::set_topology(const scenes::Scene& scene) {
    for (std::size_t i = 0; i < meshes_.size(); ++i) {
        const defcol_mesh_desc desc = describe(scene.meshes[i]);
        check(defcol_mesh_set_topology(meshes_[i], &desc));
    }
}

defcol_status DetectorSession::detect(const defcol_detect_options* options) {
    return defcol_detector_detect(detector_, options);
}

defcol_contacts DetectorSession::view() const {
    defcol_contacts view;
    check(defcol_contacts_init(&view, sizeof view));
    check(defcol_detector_contacts(detector_, &view));
    return view;
}

Contacts DetectorSession::contacts() const {
    const defcol_contacts view = this->view();
    Contacts result(view.count);
    for (uint64_t i = 0; i < view.count; ++i) {
        result[i] = {view.kind[i], view.mesh_a[i], view.primitive_a[i], view.mesh_b[i], view.primitive_b[i]};
    }
    return result;
}

uint64_t DetectorSession::hash() const {
    uint64_t hash = 1469598103934665603U;
    const auto add = [&hash](const auto* values, uint64_t count) {
        if (values == nullptr) return;
        const auto* bytes = reinterpret_cast<const unsigned char*>(values);
        for (uint64_t i = 0; i < count * sizeof *values; ++i) hash = (hash ^ bytes[i]) * 1099511628211U;
    };
    const defcol_contacts view = this->view();
    add(&view.count, 1);
    add(&view.total, 1);
    add(view.kind, view.count);
    add(view.mesh_a, view.count);
    add(view.primitive_a, view.count);
    add(view.mesh_b, view.count);
    add(view.primitive_b, view.count);
    add(view.features_a, 4 * view.count);
    add(view.weights_a, 4 * view.count);
    add(view.features_b, 4 * view.count);
    add(view.weights_b, 4 * view.count);
    add(view.points, 6 * view.count);
    add(view.normals, 3 * view.count);
    add(view.distances, view.count);
    add(view.flags, view.count);
    add(view.ids, view.count);
    add(view.surface_b, view.count);
    for (uint64_t i = 0; i < view.range_count; ++i) add(&view.ranges[i].first, 2);
    return hash;
}

Contacts detect_once(const scenes::Scene& scene, const SessionOptions& options) {
    return DetectorSession(scene, options).run();
}

std::vector<uint32_t> surface_triangles(const scenes::Mesh& mesh) {
    if (mesh.tetrahedra.empty()) return mesh.triangles;
    scenes::Scene scene;
    scene.meshes.push_back(mesh);
    const DetectorSession session(scene, {});
    defcol_mesh_surface surface;
    check(defcol_mesh_surface_init(&surface, sizeof surface));
    check(defcol_mesh_get_surface(session.mesh(0), &surface));
    return {surface.triangles, surface.triangles + 3 * surface.triangle_count};
}

Contacts oracle_contacts(const scenes::Scene& scene, uint32_t queries, bool include_adjacent) {
    Contacts result;
    const auto add = [&](int32_t kind, std::size_t mesh_a, std::size_t mesh_b, const oracle::Pairs& pairs) {
        for (const auto& [a, b] : pairs) {
            result.push_back({kind, static_cast<uint32_t>(mesh_a), a, static_cast<uint32_t>(mesh_b), b});
        }
    };
    for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
        for (std::size_t j = 0; j < scene.meshes.size(); ++j) {
            const scenes::Mesh& a = scene.meshes[i];
            const scenes::Mesh& b = scene.meshes[j];
            if (i == j && !scene.self) continue;
            if ((queries & DEFCOL_QUERY_TRIANGLE_PAIRS) != 0 && i <= j) {
                const auto triangles = surface_triangles(a);
                add(DEFCOL_CONTACT_TRIANGLE_PAIR, i, j,
                    i == j
                        ? oracle::self_triangle_pairs(a.positions, triangles, include_adjacent)
                        : oracle::triangle_pairs(a.positions, triangles, b.positions, surface_triangles(b)));
            }
            if ((queries & DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON) != 0) {
                add(DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON, i, j,
                    oracle::vertices_in_tetrahedra(a.positions, b.positions, b.tetrahedra, i == j));
            }
        }
    }
    std::ranges::sort(result);
    return result;
}

namespace {

void print_vertices(std::string& text, const scenes::Mesh& mesh, const uint32_t* vertices, uint32_t count) {
    char line[160];
    for (uint32_t i = 0; i < count; ++i) {
        const double* p = &mesh.positions[3 * std::size_t{vertices[i]}];
        std::snprintf(line, sizeof line, "    vertex %u: %a, %a, %a\n", vertices[i], p[0], p[1], p[2]);
        text += line;
    }
}

std::string replay(const scenes::Scene& scene, const Contact& contact) {
    char line[160];
    std::snprintf(line, sizeof line, "kind %d, mesh %u primitive %u, mesh %u primitive %u\n", contact.kind,
                  contact.mesh_a, contact.primitive_a, contact.mesh_b, contact.primitive_b);
    std::string text = line;
    const scenes::Mesh& a = scene.meshes[contact.mesh_a];
    const scenes::Mesh& b = scene.meshes[contact.mesh_b];
    if (contact.kind == DEFCOL_CONTACT_TRIANGLE_PAIR) {
        print_vertices(text, a, &surface_triangles(a)[3 * std::size_t{contact.primitive_a}], 3);
        print_vertices(text, b, &surface_triangles(b)[3 * std::size_t{contact.primitive_b}], 3);
    } else {
        print_vertices(text, a, &contact.primitive_a, 1);
        print_vertices(text, b, &b.tetrahedra[4 * std::size_t{contact.primitive_b}], 4);
    }
    return text;
}

}  // namespace

std::string difference(const scenes::Scene& scene, const Contacts& found, const Contacts& expected) {
    if (found == expected) return "";
    Contacts missing;
    Contacts extra;
    Contacts found_sorted = found;
    std::ranges::sort(found_sorted);
    std::ranges::set_difference(expected, found_sorted, std::back_inserter(missing));
    std::ranges::set_difference(found_sorted, expected, std::back_inserter(extra));
    std::string text = "scene " + scene.name + ": " + std::to_string(found.size()) + " contacts found, " +
                       std::to_string(expected.size()) + " expected, " + std::to_string(missing.size()) +
                       " missing, " + std::to_string(extra.size()) + " extra";
    if (missing.empty() && extra.empty()) return text + ": the order or multiplicity differs";
    if (!missing.empty()) text += "\n  first missing: " + replay(scene, missing[0]);
    if (!extra.empty()) text += "\n  first extra: " + replay(scene, extra[0]);
    return text;
}

}  // namespace suite
