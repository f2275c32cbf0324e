// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "geometry/vector.hpp"

namespace defcol {

// x -> rotation * (x - from) + to
struct RigidMotion {
    Vec3 row[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Vec3 from{0.0};
    Vec3 to{0.0};

    Vec3 apply(const Vec3& point) const { return turn(point - from) + to; }
    Vec3 turn(const Vec3& vector) const {
        return {glm::dot(row[0], vector), glm::dot(row[1], vector), glm::dot(row[2], vector)};
    }
};

// The rigid motion that takes the named rest positions closest to where they are now, in the sense of least
// squares (Horn 1987). Vertices whose flag is 0 are left out; `usable` may be null. Without any, no motion.
RigidMotion fit_rigid_motion(std::span<const uint32_t> vertices, const Vec3* rest, const Vec3* now,
                             const uint8_t* usable);

}  // namespace defcol
