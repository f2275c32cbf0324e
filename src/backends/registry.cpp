// SPDX-License-Identifier: MIT
#include "backends/backend.hpp"
#include "backends/brute_force/brute_force_backend.hpp"
#include "backends/cone_bvh/cone_bvh_backend.hpp"
#include "backends/gjk_cut/gjk_cut_backend.hpp"
#include "backends/hash/hash_backend.hpp"
#include "backends/ldi/ldi_backend.hpp"
#include "backends/sphere_tree/sphere_tree_backend.hpp"

namespace defcol {

namespace {

constexpr const BackendInfo* registry[] = {
    &brute_force_info,
    &hash_info,
    &ldi_info,
    &cone_bvh_info,
    &sphere_tree_info,
    &gjk_cut_info,
};

}  // namespace

std::span<const BackendInfo* const> backend_registry() noexcept {
    return registry;
}

const BackendInfo* find_backend(int32_t id) noexcept {
    for (const BackendInfo* info : registry) {
        if (info->id == id) return info;
    }
    return nullptr;
}

}  // namespace defcol
