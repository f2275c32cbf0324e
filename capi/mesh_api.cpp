// SPDX-License-Identifier: MIT
#include "mesh/mesh.hpp"

#include "defcol/defcol.h"
#include "detector/context.hpp"
#include "detector/mesh_links.hpp"
#include "guard.hpp"
#include "pins.hpp"
#include "struct_io.hpp"

using namespace defcol;  // NOLINT(google-build-using-namespace): the whole file translates into it

static_assert(DEFCOL_SCALAR_FLOAT32 == scalar_float32);
static_assert(DEFCOL_SCALAR_FLOAT64 == scalar_float64);
static_assert(DEFCOL_MESH_SKIP_NON_FINITE == mesh_skip_non_finite);
static_assert(DEFCOL_NONE == no_index);

namespace {

constexpr defcol_mesh_desc desc_defaults() {
    defcol_mesh_desc desc{};
    desc.struct_size = sizeof desc;
    desc.position_scalar = DEFCOL_SCALAR_FLOAT64;
    return desc;
}

constexpr defcol_mesh_edit_desc edit_desc_defaults() {
    defcol_mesh_edit_desc desc{};
    desc.struct_size = sizeof desc;
    desc.position_scalar = DEFCOL_SCALAR_FLOAT64;
    return desc;
}

MeshSource read_source(const defcol_mesh_desc* pointer) {
    const defcol_mesh_desc desc = read_struct(pointer, desc_defaults());
    if (desc.reserved != 0) throw Error(status::invalid_argument, "reserved is %u, not 0", desc.reserved);
    MeshSource source;
    source.positions = {desc.positions, desc.vertex_count, desc.position_stride, desc.position_scalar};
    source.triangle_count = desc.triangle_count;
    source.triangles = desc.triangles;
    source.tetrahedron_count = desc.tetrahedron_count;
    source.tetrahedra = desc.tetrahedra;
    source.transform = desc.transform;
    source.flags = desc.flags;
    source.user_data = desc.user_data;
    return source;
}

MeshEdit read_edit(const defcol_mesh_edit_desc* pointer) {
    const defcol_mesh_edit_desc desc = read_struct(pointer, edit_desc_defaults());
    MeshEdit edit;
    edit.removed_triangle_count = desc.removed_triangle_count;
    edit.removed_triangles = desc.removed_triangles;
    edit.added_positions = {desc.added_positions, desc.added_vertex_count, desc.position_stride,
                            desc.position_scalar};
    edit.added_triangle_count = desc.added_triangle_count;
    edit.added_triangles = desc.added_triangles;
    edit.out_triangle_ids = desc.out_triangle_ids;
    return edit;
}

defcol_mesh_report to_struct(const MeshReport& report) {
    defcol_mesh_report result{};
    result.is_closed = report.is_closed ? 1 : 0;
    result.vertex_count = report.vertex_count;
    result.triangle_count = report.triangle_count;
    result.active_triangle_count = report.active_triangle_count;
    result.tetrahedron_count = report.tetrahedron_count;
    result.degenerate_triangle_count = report.degenerate_triangle_count;
    result.duplicate_vertex_count = report.duplicate_vertex_count;
    result.unused_vertex_count = report.unused_vertex_count;
    result.boundary_edge_count = report.boundary_edge_count;
    result.non_manifold_edge_count = report.non_manifold_edge_count;
    result.flat_tetrahedron_count = report.flat_tetrahedron_count;
    result.inverted_tetrahedron_count = report.inverted_tetrahedron_count;
    result.flushed_coordinate_count = report.flushed_coordinate_count;
    result.skipped_vertex_count = report.skipped_vertex_count;
    result.skipped_triangle_count = report.skipped_triangle_count;
    result.skipped_tetrahedron_count = report.skipped_tetrahedron_count;
    for (int i = 0; i < 2; ++i) result.first_open_edge[i] = report.first_open_edge[i];
    for (int i = 0; i < 3; ++i) {
        result.box_min[i] = report.box_min[i];
        result.box_max[i] = report.box_max[i];
    }
    return result;
}

// Elements are arrays of ids inside and out; nothing is copied for a borrowed view.
const uint32_t* ids_of(std::span<const Triangle> triangles) {
    return triangles.empty() ? nullptr : triangles.data()->vertex;
}

// Runs a change of a mesh that nothing else uses meanwhile.
template <class Change>
defcol_status change_mesh(const char* function, defcol_mesh mesh, Change&& change) noexcept {
    return guarded(function, [&] {
        const HandlePin pin = pin_mesh(mesh, Access::exclusive);
        change(pin.as<Mesh>());
    });
}

// The same for what a mesh decides for those it steers: nothing uses them meanwhile either.
template <class Change>
defcol_status change_with_followers(const char* function, defcol_mesh mesh, Change&& change) noexcept {
    return change_mesh(function, mesh, [&](Mesh& pinned) {
        const FollowerPins followers(pinned);
        change(pinned);
    });
}

}  // namespace

defcol_status defcol_mesh_desc_init(defcol_mesh_desc* desc, size_t size) {
    return caught(__func__, [&] { init_struct(desc, size, desc_defaults()); });
}

defcol_status defcol_mesh_create(defcol_context context, const defcol_mesh_desc* desc,
                                 defcol_mesh* out_mesh) {
    return guarded(__func__, out_mesh, [&] {
        const HandlePin owner = pin_context(context);
        out_mesh->value = owner.as<Context>().create_mesh(read_source(desc));
    });
}

defcol_status defcol_mesh_destroy(defcol_mesh mesh) {
    return guarded(__func__, [&] {
        if (mesh.value == 0) return;
        HandlePin pin = pin_mesh(mesh, Access::exclusive);
        const HandlePin owner = pin_owner(pin);
        owner.as<Context>().destroy_mesh(std::move(pin));
    });
}

defcol_status defcol_mesh_set_positions(defcol_mesh mesh, const void* positions, uint64_t vertex_count,
                                        uint64_t stride, int32_t scalar) {
    return change_with_followers(__func__, mesh, [&](Mesh& pinned) {
        pinned.set_positions({positions, vertex_count, stride, scalar});
    });
}

defcol_status defcol_mesh_set_transform(defcol_mesh mesh, const double* transform) {
    return change_with_followers(__func__, mesh, [&](Mesh& pinned) { pinned.set_transform(transform); });
}

defcol_status defcol_mesh_set_topology(defcol_mesh mesh, const defcol_mesh_desc* desc) {
    return change_with_followers(__func__, mesh,
                                 [&](Mesh& pinned) { pinned.set_topology(read_source(desc)); });
}

defcol_status defcol_mesh_edit_desc_init(defcol_mesh_edit_desc* desc, size_t size) {
    return caught(__func__, [&] { init_struct(desc, size, edit_desc_defaults()); });
}

defcol_status defcol_mesh_edit(defcol_mesh mesh, const defcol_mesh_edit_desc* desc) {
    return change_mesh(__func__, mesh, [&](Mesh& pinned) { pinned.edit(read_edit(desc)); });
}

defcol_status defcol_mesh_set_active_triangles(defcol_mesh mesh, const uint32_t* triangles, uint64_t count) {
    return change_mesh(__func__, mesh, [&](Mesh& pinned) { pinned.set_active_triangles(triangles, count); });
}

defcol_status defcol_mesh_set_active_triangle_mask(defcol_mesh mesh, const uint8_t* bits,
                                                   uint64_t bit_count) {
    return change_mesh(__func__, mesh,
                       [&](Mesh& pinned) { pinned.set_active_triangle_mask(bits, bit_count); });
}

defcol_status defcol_mesh_report_init(defcol_mesh_report* report, size_t size) {
    return caught(__func__, [&] { init_struct(report, size, {}); });
}

defcol_status defcol_mesh_get_report(defcol_mesh mesh, defcol_mesh_report* report) {
    return guarded(__func__, report, [&] {
        const HandlePin pin = pin_mesh(mesh, Access::shared);
        write_struct(report, to_struct(pin.as<const Mesh>().report()));
    });
}

defcol_status defcol_mesh_surface_init(defcol_mesh_surface* surface, size_t size) {
    return caught(__func__, [&] { init_struct(surface, size, {}); });
}

defcol_status defcol_mesh_get_surface(defcol_mesh mesh, defcol_mesh_surface* surface) {
    return guarded(__func__, surface, [&] {
        const HandlePin pin = pin_mesh(mesh, Access::shared);
        const auto& pinned = pin.as<const Mesh>();
        defcol_mesh_surface value{};
        value.triangle_count = pinned.triangles().size();
        value.triangles = ids_of(pinned.triangles());
        value.tetrahedra = pinned.triangle_tetrahedra().data();
        if (!pinned.all_triangles_usable()) value.active = pinned.triangle_usable().data();
        write_struct(surface, value);
    });
}

defcol_status defcol_mesh_get_positions(defcol_mesh mesh, const double** out_positions,
                                        uint64_t* out_vertex_count) {
    clear_output(out_positions);
    clear_output(out_vertex_count);
    return guarded(__func__, [&] {
        if (out_positions != nullptr) check_output(out_positions);
        if (out_vertex_count != nullptr) check_output(out_vertex_count);
        const HandlePin pin = pin_mesh(mesh, Access::shared);
        const std::span<const Vec3> positions = pin.as<const Mesh>().positions();
        static_assert(sizeof(Vec3) == 3 * sizeof(double));
        if (out_positions != nullptr && !positions.empty()) *out_positions = &positions.data()->x;
        if (out_vertex_count != nullptr) *out_vertex_count = positions.size();
    });
}

defcol_status defcol_mesh_set_user_data(defcol_mesh mesh, uint64_t user_data) {
    return change_mesh(__func__, mesh, [&](Mesh& pinned) { pinned.set_user_data(user_data); });
}

defcol_status defcol_mesh_get_user_data(defcol_mesh mesh, uint64_t* out_user_data) {
    return guarded(__func__, out_user_data, [&] {
        const HandlePin pin = pin_mesh(mesh, Access::shared);
        *out_user_data = pin.as<const Mesh>().user_data();
    });
}
