// SPDX-License-Identifier: MIT
#pragma once

#include "base/handle_table.hpp"
#include "defcol/defcol.h"

namespace defcol {

// From a host's handle to the right to use what it names. Each throws Error: BAD_HANDLE, BUSY.
// Whoever only reads takes a shared pin, so that readers do not turn each other away.

inline HandlePin pin_context(defcol_context context) {
    return handle_table().acquire(context.value, HandleType::context, Access::shared);
}

inline HandlePin pin_mesh(defcol_mesh mesh, Access access) {
    return handle_table().acquire(mesh.value, HandleType::mesh, access);
}

inline HandlePin pin_detector(defcol_detector detector, Access access) {
    return handle_table().acquire(detector.value, HandleType::detector, access);
}

// A mesh that meets the pinned detector must belong to the same context.
inline HandlePin pin_mesh_for(const HandlePin& detector, defcol_mesh mesh) {
    return handle_table().acquire(mesh.value, HandleType::mesh, Access::shared, detector.object().owner());
}

// The context of a pinned mesh or detector; pinned itself, because it must outlive the removal of its child.
inline HandlePin pin_owner(const HandlePin& child) {
    return handle_table().pin(*child.object().owner(), Access::shared);
}

}  // namespace defcol
