// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/sphere_tree/sphere_tree.hpp"
#include "base/log.hpp"
#include "base/workers.hpp"

namespace defcol {

struct TreeSource {
    std::span<const Vec3> positions;
    std::span<const Triangle> triangles;
    TreeSettings settings;
    const volatile int32_t* cancel = nullptr;
};

// Builds a tree from the root down (Mendoza & O'Sullivan 2005, section 4.1), level by level, the spheres of a
// level on all workers; the same tree for any number of them. Says on the log what it does. False, and `tree`
// of no use, if the cancel flag was set.
bool build_sphere_tree(const TreeSource& source, Workers& workers, const Log& log,
                       std::pmr::memory_resource& memory, SphereTree& tree);

}  // namespace defcol
