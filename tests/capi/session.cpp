// SPDX-License-Identifier: MIT
#include "capi/session.hpp"

#include "oracle/oracle.hpp"

namespace capi_test {

MeshData sheet(uint32_t cells, double slope, double middle) {
    MeshData mesh;
    for (uint32_t row = 0; row <= cells; ++row) {
        for (uint32_t column = 0; column <= cells; ++column) {
            const double x = double(column) / cells;
            mesh.positions.insert(mesh.positions.end(), {x, double(row) / cells, slope * (x - middle)});
        }
    }
    for (uint32_t row = 0; row < cells; ++row) {
        for (uint32_t column = 0; column < cells; ++column) {
            const uint32_t corner = row * (cells + 1) + column;
            const uint32_t above = corner + cells + 1;
            mesh.triangles.insert(mesh.triangles.end(),
                                  {corner, corner + 1, above + 1, corner, above + 1, above});
        }
    }
    return mesh;
}

MeshData tetrahedron(double scale, double offset) {
    MeshData mesh;
    mesh.positions = {0, 0, 0, scale, 0, 0, 0, scale, 0, 0, 0, scale};
    for (double& coordinate : mesh.positions) coordinate += offset;
    mesh.tetrahedra = {0, 1, 2, 3};
    return mesh;
}

MeshData scaled(MeshData mesh, double factor) {
    for (double& coordinate : mesh.positions) coordinate *= factor;
    return mesh;
}

defcol_mesh_desc describe(const MeshData& mesh) {
    auto desc = initialized(defcol_mesh_desc_init);
    desc.positions = mesh.positions.data();
    desc.vertex_count = mesh.vertex_count();
    desc.triangles = mesh.triangles.data();
    desc.triangle_count = mesh.triangle_count();
    desc.tetrahedra = mesh.tetrahedra.data();
    desc.tetrahedron_count = mesh.tetrahedra.size() / 4;
    return desc;
}

std::vector<Contact> contacts_of(defcol_detector detector) {
    auto view = initialized(defcol_contacts_init);
    EXPECT_OK(defcol_detector_contacts(detector, &view));
    std::vector<Contact> contacts;
    for (uint64_t i = 0; i < view.count; ++i) {
        contacts.push_back({static_cast<uint32_t>(view.kind[i]), view.mesh_a[i], view.primitive_a[i],
                            view.mesh_b[i], view.primitive_b[i]});
    }
    return contacts;
}

std::vector<Contact> expected_contacts(const MeshData& a, const MeshData& b) {
    std::vector<Contact> contacts;
    for (const auto& [i, j] : oracle::triangle_pairs(a.positions, a.triangles, b.positions, b.triangles)) {
        contacts.push_back({DEFCOL_CONTACT_TRIANGLE_PAIR, 0, i, 1, j});
    }
    return contacts;
}

testing::AssertionResult message_has(const std::string& text) {
    const std::string message = defcol_last_error_message();
    if (message.find(text) != std::string::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "\"" << text << "\" is not in \"" << message << "\"";
}

defcol_mesh Session::mesh(const MeshData& data) const {
    const defcol_mesh_desc desc = describe(data);
    defcol_mesh mesh{};
    EXPECT_OK(defcol_mesh_create(context, &desc, &mesh));
    return mesh;
}

defcol_detector Session::detector(uint32_t fields, uint32_t queries) const {
    auto desc = initialized(defcol_detector_desc_init);
    desc.backend = DEFCOL_BACKEND_BRUTE_FORCE;  // what these tests see must not change with what auto prefers
    desc.fields = fields;
    desc.queries = queries;
    defcol_detector detector{};
    EXPECT_OK(defcol_detector_create(context, &desc, &detector));
    return detector;
}

defcol_detector Session::detector_of(const std::vector<defcol_mesh>& meshes, uint32_t flags, uint32_t fields,
                                     uint32_t queries) const {
    const defcol_detector result = detector(fields, queries);
    for (const defcol_mesh mesh : meshes) EXPECT_OK(defcol_detector_add_mesh(result, mesh, flags));
    return result;
}

}  // namespace capi_test
