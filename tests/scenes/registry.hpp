// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "scenes/scene.hpp"

namespace scenes {

enum class Size {
    small,  // at most about 2,000 primitives: brute force and the oracle are quick
    full,   // as measured
};

struct SceneInfo {
    std::string_view name;
    Size size;
    bool needs_data;  // made only where the real meshes are
    // Nothing when the real mesh is not there.
    std::optional<Scene> (*make)();
};

// Every scene with its parameters chosen, in a fixed order. Making one may take seconds for the largest.
const std::vector<SceneInfo>& all();

std::vector<SceneInfo> all_of(Size size);

// The scene of that name; nothing if there is none, or its data is not there.
std::optional<Scene> make(std::string_view name);

}  // namespace scenes
