// SPDX-License-Identifier: MIT
#include "mesh/usable_elements.hpp"

namespace defcol {

void UsableElements::rebuild(std::span<const Triangle> triangles, std::span<const uint8_t> selected,
                             std::span<const Tetrahedron> tetrahedra,
                             std::span<const uint8_t> vertex_usable) noexcept {
    triangles_.clear();
    for (uint64_t t = 0; t < triangles.size(); ++t) {
        uint8_t usable = selected.empty() || selected[t] != 0 ? 1 : 0;
        if (is_removed(triangles[t])) {
            usable = 0;
        } else {
            for (const uint32_t v : triangles[t].vertex) usable &= vertex_usable[v];
        }
        triangle_flags_[t] = usable;
        if (usable != 0) triangles_.push_back(static_cast<uint32_t>(t));
    }
    tetrahedron_count_ = 0;
    for (uint64_t t = 0; t < tetrahedra.size(); ++t) {
        uint8_t usable = 1;
        for (const uint32_t v : tetrahedra[t].vertex) usable &= vertex_usable[v];
        tetrahedron_flags_[t] = usable;
        tetrahedron_count_ += usable;
    }
}

}  // namespace defcol
