// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <iterator>

#include "defcol/defcol.h"

namespace defcol {

// Every backend the header knows, by id, whether or not it is built into this library.
inline constexpr const char* backend_names[] = {
    "auto", "brute-force", "hash", "ldi", "cone-bvh", "sphere-tree", "gjk-cut",
};
static_assert(std::size(backend_names) == DEFCOL_BACKEND_GJK_CUT + 1);

inline uint32_t backend_id_count() {
    return static_cast<uint32_t>(std::size(backend_names));
}

inline bool backend_is_known(int32_t backend) {
    return backend >= 0 && static_cast<uint32_t>(backend) < backend_id_count();
}

// The id must be known.
inline const char* backend_name(int32_t backend) {
    return backend_names[backend];
}

}  // namespace defcol
