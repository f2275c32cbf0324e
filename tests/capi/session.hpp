// SPDX-License-Identifier: MIT
#pragma once

// What the tests of the C functions share: small meshes, a context with a detector, contacts that can be
// compared.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "defcol/defcol.h"

namespace capi_test {

#define EXPECT_OK(call) EXPECT_EQ(DEFCOL_OK, (call)) << defcol_last_error_message()
#define ASSERT_OK(call) ASSERT_EQ(DEFCOL_OK, (call)) << defcol_last_error_message()

struct MeshData {
    std::vector<double> positions;
    std::vector<uint32_t> triangles;
    std::vector<uint32_t> tetrahedra;

    uint64_t vertex_count() const { return positions.size() / 3; }
    uint64_t triangle_count() const { return triangles.size() / 3; }
};

// A square of `cells` x `cells` pairs of triangles, corners (0 0 0) and (1 1 0), raised by `slope` * (x -
// middle).
MeshData sheet(uint32_t cells, double slope = 0, double middle = 0.5);
// One tetrahedron with corners at `scale` times (0 0 0) (1 0 0) (0 1 0) (0 0 1), moved by `offset` along each
// axis.
MeshData tetrahedron(double scale, double offset = 0);
MeshData scaled(MeshData mesh, double factor);

// Borrows the arrays.
defcol_mesh_desc describe(const MeshData& mesh);
defcol_mesh_desc describe(const MeshData&& mesh) = delete;

template <class T>
T initialized(defcol_status (*init)(T*, size_t)) {
    T value;
    EXPECT_OK(init(&value, sizeof value));
    return value;
}

// kind, mesh a, primitive a, mesh b, primitive b
using Contact = std::array<uint32_t, 5>;
std::vector<Contact> contacts_of(defcol_detector detector);

// What CGAL finds between two meshes, as contacts of meshes number 0 and 1.
std::vector<Contact> expected_contacts(const MeshData& a, const MeshData& b);

// Whether the message of this thread's last error contains the text.
testing::AssertionResult message_has(const std::string& text);

// A context, destroyed at the end whatever the test did; the destruction must succeed.
class Session {
  public:
    Session() : Session(initialized(defcol_context_desc_init)) {}
    explicit Session(const defcol_context_desc& desc) { EXPECT_OK(defcol_context_create(&desc, &context)); }
    ~Session() { EXPECT_OK(defcol_context_destroy(context)); }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    defcol_mesh mesh(const MeshData& data) const;
    defcol_detector detector(uint32_t fields = 0, uint32_t queries = 0) const;
    // A detector that watches these meshes, in order.
    defcol_detector detector_of(const std::vector<defcol_mesh>& meshes, uint32_t flags = 0,
                                uint32_t fields = 0, uint32_t queries = 0) const;

    defcol_context context{};
};

}  // namespace capi_test
