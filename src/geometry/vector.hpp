// SPDX-License-Identifier: MIT
#pragma once

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace defcol {

using Vec3 = glm::dvec3;
using Vec3f = glm::vec3;

}  // namespace defcol
