// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/status.hpp"
#include "base/workers.hpp"
#include "mesh/mesh.hpp"

namespace defcol::testing {

// Positions and elements that own their memory, for sources that must outlive an expression.
struct MeshArrays {
    std::vector<double> positions;
    std::vector<uint32_t> triangles;
    std::vector<uint32_t> tetrahedra;

    PositionSource position_source() const {
        return {positions.data(), positions.size() / 3, 0, scalar_float64};
    }
    MeshSource source() const {
        return {.positions = position_source(),
                .triangle_count = triangles.size() / 3,
                .triangles = triangles.data(),
                .tetrahedron_count = tetrahedra.size() / 4,
                .tetrahedra = tetrahedra.data()};
    }
};

class Random {
  public:
    explicit Random(uint32_t seed) : engine_(seed) {}
    uint32_t below(uint32_t bound) { return static_cast<uint32_t>(engine_() % bound); }
    std::mt19937& engine() { return engine_; }

  private:
    std::mt19937 engine_;
};

inline MeshArrays two_triangles() {
    return {{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, {0, 1, 2, 2, 1, 3}, {}};
}

// One positive tetrahedron: corner 3 sees 0, 1, 2 counter-clockwise.
inline MeshArrays one_tetrahedron() {
    return {{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {}, {0, 1, 2, 3}};
}

// A grid of quads in the plane z = 0, two triangles each.
inline MeshArrays sheet(uint32_t columns, uint32_t rows) {
    MeshArrays mesh;
    for (uint32_t y = 0; y <= rows; ++y) {
        for (uint32_t x = 0; x <= columns; ++x) {
            mesh.positions.insert(mesh.positions.end(), {double(x), double(y), 0.0});
        }
    }
    for (uint32_t y = 0; y < rows; ++y) {
        for (uint32_t x = 0; x < columns; ++x) {
            const uint32_t v = y * (columns + 1) + x;
            const uint32_t w = v + columns + 1;
            mesh.triangles.insert(mesh.triangles.end(), {v, v + 1, w, w, v + 1, w + 1});
        }
    }
    return mesh;
}

// Everything a mesh shows, to compare before and after.
struct MeshState {
    std::vector<double> positions;
    std::vector<uint32_t> triangles, tetrahedra, triangle_tetrahedra, tetrahedron_surface, usable_triangles;
    std::vector<uint8_t> triangle_usable, vertex_usable, tetrahedron_usable;
    bool all_triangles, all_vertices, all_tetrahedra;
    double box[6];
    uint64_t positions_version, topology_version, active_version;
    uint64_t user_data;
    const void* addresses[3];  // borrowed views stay valid when a change fails

    bool operator==(const MeshState&) const = default;
};

inline MeshState state_of(const Mesh& mesh) {
    MeshState state{};
    for (const Vec3& p : mesh.positions()) state.positions.insert(state.positions.end(), {p.x, p.y, p.z});
    for (const Triangle& t : mesh.triangles()) {
        state.triangles.insert(state.triangles.end(), t.vertex, t.vertex + 3);
    }
    for (const Tetrahedron& t : mesh.tetrahedra()) {
        state.tetrahedra.insert(state.tetrahedra.end(), t.vertex, t.vertex + 4);
    }
    const auto copy = [](auto span, auto& out) { out.assign(span.begin(), span.end()); };
    copy(mesh.triangle_tetrahedra(), state.triangle_tetrahedra);
    for (const auto& t : mesh.tetrahedron_surface()) {
        state.tetrahedron_surface.insert(state.tetrahedron_surface.end(), t.begin(), t.end());
    }
    state.all_triangles = mesh.all_triangles_usable();
    state.all_vertices = mesh.all_vertices_usable();
    state.all_tetrahedra = mesh.all_tetrahedra_usable();
    if (!state.all_triangles) {
        copy(mesh.usable_triangles(), state.usable_triangles);
        copy(mesh.triangle_usable(), state.triangle_usable);
    }
    if (!state.all_vertices) copy(mesh.vertex_usable(), state.vertex_usable);
    if (!state.all_tetrahedra) copy(mesh.tetrahedron_usable(), state.tetrahedron_usable);
    for (int i = 0; i < 3; ++i) {
        state.box[i] = mesh.box_min()[i];
        state.box[3 + i] = mesh.box_max()[i];
    }
    state.positions_version = mesh.positions_version();
    state.topology_version = mesh.topology_version();
    state.active_version = mesh.active_version();
    state.user_data = mesh.user_data();
    state.addresses[0] = mesh.positions().data();
    state.addresses[1] = mesh.triangles().data();
    state.addresses[2] = state.all_triangles ? nullptr : mesh.triangle_usable().data();
    return state;
}

// The error a call ends with; status 0 if it ends well.
struct Outcome {
    int32_t status = 0;
    std::string message;
};

template <class Function>
Outcome outcome_of(Function&& function) {
    try {
        function();
    } catch (const Error& error) {
        return {error.status(), error.message()};
    } catch (const std::bad_alloc&) {
        return {status::out_of_memory, ""};
    }
    return {};
}

class MeshTest : public ::testing::Test {
  protected:
    Memory memory_;
    Workers workers_{1};

    Mesh make(const MeshArrays& arrays) { return Mesh(memory_, workers_, nullptr, arrays.source()); }
};

}  // namespace defcol::testing
