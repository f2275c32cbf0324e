// SPDX-License-Identifier: MIT
#include "mesh/steering.hpp"

#include <cmath>

#include "defcol/defcol.h"
#include "detector/context.hpp"
#include "detector/mesh_links.hpp"
#include "guard.hpp"
#include "mesh/cage.hpp"
#include "pins.hpp"
#include "struct_io.hpp"

using namespace defcol;  // NOLINT(google-build-using-namespace): the whole file translates into it

namespace {

constexpr defcol_link_desc link_desc_defaults() {
    defcol_link_desc desc{};
    desc.struct_size = sizeof desc;
    return desc;
}

constexpr defcol_cage_desc cage_desc_defaults() {
    defcol_cage_desc desc{};
    desc.struct_size = sizeof desc;
    desc.resolution = 8;
    return desc;
}

void check_flags(uint32_t flags) {
    if (flags != 0) {
        throw Error(status::invalid_argument, "flags: 0x%lx has bits this version does not know",
                    static_cast<unsigned long>(flags));
    }
}

SteeringSettings read_link_desc(const defcol_link_desc* pointer) {
    if (pointer == nullptr) return {};
    const defcol_link_desc desc = read_struct(pointer, link_desc_defaults());
    check_flags(desc.flags);
    return {.max_distance = desc.max_distance};
}

uint32_t read_resolution(const defcol_cage_desc* pointer) {
    if (pointer == nullptr) return cage_desc_defaults().resolution;
    const defcol_cage_desc desc = read_struct(pointer, cage_desc_defaults());
    return desc.resolution;
}

const Steering& steering_of(const HandlePin& mesh) {
    const Steering* steering = mesh.as<const Mesh>().steering();
    if (steering == nullptr) {
        throw Error(status::invalid_argument,
                    "the mesh is not steered; defcol_mesh_link links it to a coarse mesh");
    }
    return *steering;
}

// Before anything is written: each feature is a vertex or none, each weight a number.
void check_features(const Mesh& mesh, const uint32_t* features, const double* weights, uint64_t count) {
    check_pointer(features, count, alignof(uint32_t), "features");
    check_pointer(weights, count, alignof(double), "weights");
    for (uint64_t i = 0; i < count; ++i) {
        if (features[i] == no_index) continue;
        if (features[i] >= mesh.positions().size()) {
            throw Error(status::index_range, "features: entry %llu names vertex %lu of %llu",
                        static_cast<unsigned long long>(i), static_cast<unsigned long>(features[i]),
                        static_cast<unsigned long long>(mesh.positions().size()));
        }
        if (!std::isfinite(weights[i])) {
            throw Error(status::non_finite, "weights: entry %llu is %g", static_cast<unsigned long long>(i),
                        weights[i]);
        }
    }
}

}  // namespace

defcol_status defcol_link_desc_init(defcol_link_desc* desc, size_t size) {
    return caught(__func__, [&] { init_struct(desc, size, link_desc_defaults()); });
}

defcol_status defcol_mesh_link(defcol_mesh dense, defcol_mesh coarse, const defcol_link_desc* desc) {
    return guarded(__func__, [&] {
        if (dense.value != 0 && dense.value == coarse.value) {
            throw Error(status::invalid_argument, "a mesh cannot steer itself");
        }
        const HandlePin dense_pin = pin_mesh(dense, Access::exclusive);
        const HandlePin coarse_pin = handle_table().acquire(coarse.value, HandleType::mesh, Access::exclusive,
                                                            dense_pin.object().owner());
        link_meshes(dense_pin.as<Mesh>(), coarse_pin.as<Mesh>(), read_link_desc(desc));
    });
}

defcol_status defcol_mesh_unlink(defcol_mesh dense) {
    return guarded(__func__, [&] {
        const HandlePin pin = pin_mesh(dense, Access::exclusive);
        steering_of(pin);
        unlink_mesh(pin.as<Mesh>());
    });
}

defcol_status defcol_mesh_get_coarse(defcol_mesh dense, defcol_mesh* out_coarse) {
    return guarded(__func__, out_coarse, [&] {
        const HandlePin pin = pin_mesh(dense, Access::shared);
        const Steering* steering = pin.as<const Mesh>().steering();
        if (steering != nullptr) out_coarse->value = steering->coarse().handle();
    });
}

defcol_status defcol_mesh_steering_init(defcol_mesh_steering* steering, size_t size) {
    return caught(__func__, [&] { init_struct(steering, size, {}); });
}

defcol_status defcol_mesh_get_steering(defcol_mesh dense, defcol_mesh_steering* steering) {
    return guarded(__func__, steering, [&] {
        const HandlePin pin = pin_mesh(dense, Access::shared);
        const Steering& found = steering_of(pin);
        defcol_mesh_steering value{};
        value.vertex_count = found.link_lengths().size();
        if (value.vertex_count > 0) {
            value.coarse_vertices = found.coarse_vertices().data()->data();
            value.weights = found.weights().data()->data();
            value.link_lengths = found.link_lengths().data();
        }
        write_struct(steering, value);
    });
}

defcol_status defcol_mesh_map_to_coarse(defcol_mesh dense, const uint32_t* features, const double* weights,
                                        uint64_t count, uint32_t* out_features, double* out_weights) {
    return guarded(__func__, [&] {
        const HandlePin pin = pin_mesh(dense, Access::shared);
        const Steering& steering = steering_of(pin);
        check_count(count, "contacts");
        check_features(pin.as<const Mesh>(), features, weights, count * Steering::most_features);
        check_pointer(out_features, count, alignof(uint32_t), "out features");
        check_pointer(out_weights, count, alignof(double), "out weights");
        for (uint64_t i = 0; i < count; ++i) {
            steering.map_to_coarse(features + i * Steering::most_features,
                                   weights + i * Steering::most_features,
                                   out_features + i * Steering::most_coarse_features,
                                   out_weights + i * Steering::most_coarse_features);
        }
    });
}

defcol_status defcol_cage_desc_init(defcol_cage_desc* desc, size_t size) {
    return caught(__func__, [&] { init_struct(desc, size, cage_desc_defaults()); });
}

defcol_status defcol_mesh_create_cage(defcol_mesh surface, const defcol_cage_desc* desc,
                                      defcol_mesh* out_cage) {
    return guarded(__func__, out_cage, [&] {
        const HandlePin pin = pin_mesh(surface, Access::shared);
        const HandlePin owner = pin_owner(pin);
        auto& context = owner.as<Context>();
        const Cage cage = make_cage(pin.as<const Mesh>(), read_resolution(desc), context.memory());
        MeshSource source;
        source.positions = {cage.positions.data(), cage.positions.size(), 0, scalar_float64};
        source.tetrahedron_count = cage.tetrahedra.size();
        source.tetrahedra = cage.tetrahedra.data()->vertex;
        out_cage->value = context.create_mesh(source);
    });
}

defcol_status defcol_mesh_get_tetrahedra(defcol_mesh mesh, const uint32_t** out_tetrahedra,
                                         uint64_t* out_tetrahedron_count) {
    clear_output(out_tetrahedra);
    clear_output(out_tetrahedron_count);
    return guarded(__func__, [&] {
        if (out_tetrahedra != nullptr) check_output(out_tetrahedra);
        if (out_tetrahedron_count != nullptr) check_output(out_tetrahedron_count);
        const HandlePin pin = pin_mesh(mesh, Access::shared);
        const std::span<const Tetrahedron> tetrahedra = pin.as<const Mesh>().tetrahedra();
        if (out_tetrahedra != nullptr && !tetrahedra.empty()) *out_tetrahedra = tetrahedra.data()->vertex;
        if (out_tetrahedron_count != nullptr) *out_tetrahedron_count = tetrahedra.size();
    });
}
