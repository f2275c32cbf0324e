// SPDX-License-Identifier: MIT
#include "detector/detector.hpp"

#include "defcol/defcol.h"
#include "detect_limits.hpp"
#include "detector/context.hpp"
#include "guard.hpp"
#include "pins.hpp"
#include "struct_io.hpp"

using namespace defcol;  // NOLINT(google-build-using-namespace): the whole file translates into it

namespace {

constexpr defcol_detector_desc desc_defaults() {
    defcol_detector_desc desc{};
    desc.struct_size = sizeof desc;
    desc.backend = DEFCOL_BACKEND_AUTO;
    return desc;
}

DetectorConfig read_config(const defcol_detector_desc* pointer) {
    const defcol_detector_desc desc =
        pointer != nullptr ? read_struct(pointer, desc_defaults()) : desc_defaults();
    return {desc.backend, desc.queries, desc.fields};
}

template <class Change>
defcol_status change_detector(const char* function, defcol_detector detector, Change&& change) noexcept {
    return guarded(function, [&] {
        const HandlePin pin = pin_detector(detector, Access::exclusive);
        return change(pin.as<Detector>());
    });
}

// A change that concerns one watched mesh.
template <class Change>
defcol_status change_detector(const char* function, defcol_detector detector, defcol_mesh mesh,
                              Change&& change) noexcept {
    return guarded(function, [&] {
        const HandlePin pin = pin_detector(detector, Access::exclusive);
        const HandlePin mesh_pin = pin_mesh_for(pin, mesh);
        change(pin.as<Detector>(), mesh_pin.as<Mesh>());
    });
}

template <class Output, class Reading>
defcol_status read_detector(const char* function, defcol_detector detector, Output* output,
                            Reading&& reading) noexcept {
    return guarded(function, output, [&] {
        const HandlePin pin = pin_detector(detector, Access::shared);
        reading(pin);
    });
}

}  // namespace

defcol_status defcol_detector_desc_init(defcol_detector_desc* desc, size_t size) {
    return caught(__func__, [&] { init_struct(desc, size, desc_defaults()); });
}

defcol_status defcol_detector_create(defcol_context context, const defcol_detector_desc* desc,
                                     defcol_detector* out_detector) {
    return guarded(__func__, out_detector, [&] {
        const HandlePin owner = pin_context(context);
        out_detector->value = owner.as<Context>().create_detector(read_config(desc));
    });
}

defcol_status defcol_detector_destroy(defcol_detector detector) {
    return guarded(__func__, [&] {
        if (detector.value == 0) return;
        HandlePin pin = pin_detector(detector, Access::exclusive);
        const HandlePin owner = pin_owner(pin);
        owner.as<Context>().destroy_detector(std::move(pin));
    });
}

// The meshes it watches.

defcol_status defcol_detector_add_mesh(defcol_detector detector, defcol_mesh mesh, uint32_t flags) {
    return change_detector(__func__, detector, mesh,
                           [&](Detector& pinned, Mesh& pinned_mesh) { pinned.add_mesh(pinned_mesh, flags); });
}

defcol_status defcol_detector_remove_mesh(defcol_detector detector, defcol_mesh mesh) {
    return change_detector(__func__, detector, mesh, [&](Detector& pinned, const Mesh& pinned_mesh) {
        pinned.remove_mesh(pinned_mesh);
    });
}

defcol_status defcol_detector_get_mesh_index(defcol_detector detector, defcol_mesh mesh,
                                             uint32_t* out_index) {
    return read_detector(__func__, detector, out_index, [&](const HandlePin& pin) {
        const HandlePin mesh_pin = pin_mesh_for(pin, mesh);
        *out_index = pin.as<const Detector>().mesh_index(mesh_pin.as<const Mesh>());
    });
}

defcol_status defcol_detector_get_mesh(defcol_detector detector, uint32_t index, defcol_mesh* out_mesh) {
    return read_detector(__func__, detector, out_mesh, [&](const HandlePin& pin) {
        out_mesh->value = pin.as<const Detector>().mesh_handle(index);
    });
}

defcol_status defcol_detector_set_mesh_flags(defcol_detector detector, defcol_mesh mesh, uint32_t flags) {
    return change_detector(__func__, detector, mesh, [&](Detector& pinned, const Mesh& pinned_mesh) {
        pinned.set_mesh_flags(pinned_mesh, flags);
    });
}

defcol_status defcol_detector_set_filter(defcol_detector detector, defcol_mesh mesh, uint32_t category,
                                         uint32_t mask) {
    return change_detector(__func__, detector, mesh, [&](Detector& pinned, const Mesh& pinned_mesh) {
        pinned.set_filter(pinned_mesh, category, mask);
    });
}

defcol_status defcol_detector_exclude_pair(defcol_detector detector, defcol_mesh a, defcol_mesh b,
                                           uint32_t excluded) {
    return guarded(__func__, [&] {
        const HandlePin pin = pin_detector(detector, Access::exclusive);
        const HandlePin pin_a = pin_mesh_for(pin, a);
        const HandlePin pin_b = pin_mesh_for(pin, b);
        if (excluded > 1) throw Error(status::invalid_argument, "excluded is %u, not 0 or 1", excluded);
        pin.as<Detector>().exclude_pair(pin_a.as<const Mesh>(), pin_b.as<const Mesh>(), excluded != 0);
    });
}

// Options.

defcol_status defcol_detector_set_option_i64(defcol_detector detector, int32_t option, int64_t value) {
    return change_detector(__func__, detector,
                           [&](Detector& pinned) { pinned.options().set_i64(option, value); });
}

defcol_status defcol_detector_set_option_f64(defcol_detector detector, int32_t option, double value) {
    return change_detector(__func__, detector,
                           [&](Detector& pinned) { pinned.options().set_f64(option, value); });
}

defcol_status defcol_detector_get_option_i64(defcol_detector detector, int32_t option, int64_t* out_value) {
    return read_detector(__func__, detector, out_value, [&](const HandlePin& pin) {
        *out_value = pin.as<Detector>().options().i64(option);
    });
}

defcol_status defcol_detector_get_option_f64(defcol_detector detector, int32_t option, double* out_value) {
    return read_detector(__func__, detector, out_value, [&](const HandlePin& pin) {
        *out_value = pin.as<Detector>().options().f64(option);
    });
}

// A frame.

defcol_status defcol_detect_options_init(defcol_detect_options* options, size_t size) {
    return caught(__func__, [&] { init_struct(options, size, detect_options_defaults()); });
}

defcol_status defcol_detector_detect(defcol_detector detector, const defcol_detect_options* options) {
    return change_detector(__func__, detector,
                           [&](Detector& pinned) { return pinned.detect(read_limits(options)); });
}

defcol_status defcol_contacts_init(defcol_contacts* contacts, size_t size) {
    return caught(__func__, [&] { init_struct(contacts, size, {}); });
}

defcol_status defcol_detector_contacts(defcol_detector detector, defcol_contacts* contacts) {
    return read_detector(__func__, detector, contacts, [&](const HandlePin& pin) {
        write_struct(contacts, pin.as<const Detector>().contacts());
    });
}

defcol_status defcol_statistics_init(defcol_statistics* statistics, size_t size) {
    return caught(__func__, [&] { init_struct(statistics, size, {}); });
}

defcol_status defcol_detector_get_statistics(defcol_detector detector, defcol_statistics* statistics) {
    return read_detector(__func__, detector, statistics, [&](const HandlePin& pin) {
        write_struct(statistics, pin.as<const Detector>().statistics());
    });
}

defcol_status defcol_separation_init(defcol_separation* separation, size_t size) {
    return caught(__func__, [&] { init_struct(separation, size, {}); });
}

defcol_status defcol_detector_get_separation(defcol_detector detector, defcol_mesh a, defcol_mesh b,
                                             defcol_separation* separation) {
    return read_detector(__func__, detector, separation, [&](const HandlePin& pin) {
        const HandlePin pin_a = pin_mesh_for(pin, a);
        const HandlePin pin_b = pin_mesh_for(pin, b);
        write_struct(separation,
                     pin.as<const Detector>().separation(pin_a.as<const Mesh>(), pin_b.as<const Mesh>()));
    });
}

defcol_status defcol_volumes_init(defcol_volumes* volumes, size_t size) {
    return caught(__func__, [&] { init_struct(volumes, size, {}); });
}

defcol_status defcol_detector_volumes(defcol_detector detector, defcol_volumes* volumes) {
    return read_detector(__func__, detector, volumes, [&](const HandlePin& pin) {
        write_struct(volumes, pin.as<const Detector>().volumes());
    });
}
