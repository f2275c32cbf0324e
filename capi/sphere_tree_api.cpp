// SPDX-License-Identifier: MIT
#include "backends/sphere_tree/sphere_tree.hpp"

#include <cmath>
#include <cstddef>

#include "backends/sphere_tree/tree_blob.hpp"
#include "defcol/defcol.h"
#include "detect_limits.hpp"
#include "detector/detector.hpp"
#include "guard.hpp"
#include "pins.hpp"
#include "struct_io.hpp"

using namespace defcol;  // NOLINT(google-build-using-namespace): the whole file translates into it

namespace {

// A call that concerns one watched mesh.
template <class Body>
defcol_status with_mesh(const char* function, defcol_detector detector, defcol_mesh mesh,
                        Body&& body) noexcept {
    return guarded(function, [&] {
        const HandlePin pin = pin_detector(detector, Access::exclusive);
        const HandlePin mesh_pin = pin_mesh_for(pin, mesh);
        return body(pin.as<Detector>(), mesh_pin.as<const Mesh>());
    });
}

}  // namespace

defcol_status defcol_detector_resume(defcol_detector detector, const defcol_detect_options* options) {
    return guarded(__func__, [&] {
        const HandlePin pin = pin_detector(detector, Access::exclusive);
        return pin.as<Detector>().resume(read_limits(options));
    });
}

defcol_status defcol_detector_set_pair_priority(defcol_detector detector, defcol_mesh a, defcol_mesh b,
                                                double priority) {
    return guarded(__func__, [&] {
        const HandlePin pin = pin_detector(detector, Access::exclusive);
        const HandlePin pin_a = pin_mesh_for(pin, a);
        const HandlePin pin_b = pin_mesh_for(pin, b);
        if (!(priority >= 0) || std::isinf(priority)) {
            throw Error(status::invalid_argument, "a priority is 0 or more, and finite, not %g", priority);
        }
        pin.as<Detector>().set_pair_priority(pin_a.as<const Mesh>(), pin_b.as<const Mesh>(), priority);
    });
}

defcol_status defcol_detector_build_sphere_tree(defcol_detector detector, defcol_mesh mesh,
                                                const volatile int32_t* cancel) {
    return with_mesh(__func__, detector, mesh, [&](Detector& pinned, const Mesh& pinned_mesh) {
        check_pointer(cancel, 0, alignof(int32_t), "cancel");
        return pinned.build_sphere_tree(pinned_mesh, cancel);
    });
}

defcol_status defcol_detector_save_sphere_tree(defcol_detector detector, defcol_mesh mesh, void* blob,
                                               uint64_t capacity, uint64_t* out_size) {
    clear_output(out_size);
    return with_mesh(__func__, detector, mesh, [&](Detector& pinned, const Mesh& pinned_mesh) {
        check_output(out_size);
        const SphereTree& tree = pinned.sphere_tree(pinned_mesh);
        const uint64_t size = blob_size(tree);
        if (blob != nullptr) {
            if (capacity < size) {
                throw Error(status::invalid_argument, "the tree takes %llu bytes; there is room for %llu",
                            static_cast<unsigned long long>(size), static_cast<unsigned long long>(capacity));
            }
            write_blob(tree, {static_cast<std::byte*>(blob), static_cast<std::size_t>(size)});
        }
        *out_size = size;
    });
}

defcol_status defcol_detector_load_sphere_tree(defcol_detector detector, defcol_mesh mesh, const void* blob,
                                               uint64_t size) {
    return with_mesh(__func__, detector, mesh, [&](Detector& pinned, const Mesh& pinned_mesh) {
        if (blob == nullptr) throw Error(status::null_pointer, "blob is NULL");
        pinned.load_sphere_tree(pinned_mesh,
                                {static_cast<const std::byte*>(blob), static_cast<std::size_t>(size)});
    });
}

defcol_status defcol_sphere_level_init(defcol_sphere_level* level, size_t size) {
    return caught(__func__, [&] { init_struct(level, size, {}); });
}

defcol_status defcol_detector_get_sphere_level(defcol_detector detector, defcol_mesh mesh, uint32_t index,
                                               defcol_sphere_level* level) {
    return guarded(__func__, level, [&] {
        const HandlePin pin = pin_detector(detector, Access::shared);
        const HandlePin mesh_pin = pin_mesh_for(pin, mesh);
        Detector& pinned = pin.as<Detector>();
        const SphereTree& tree = pinned.sphere_tree(mesh_pin.as<const Mesh>());
        if (index >= tree.level_count()) {
            throw Error(status::index_range, "level %u: the tree has %u levels", index, tree.level_count());
        }
        defcol_sphere_level result{};
        result.level = index;
        result.level_count = tree.level_count();
        result.first_sphere = tree.level_begin[index];
        result.sphere_count = tree.level_begin[index + 1] - tree.level_begin[index];
        result.tree_sphere_count = tree.sphere_count();
        result.spheres = &pinned.spheres(mesh_pin.as<const Mesh>())[result.first_sphere].centre.x;
        write_struct(level, result);
    });
}
