// SPDX-License-Identifier: MIT
#include "backends/backend_cases.hpp"

#include <span>
#include <string_view>

#include "scenes/registry.hpp"

namespace suite {

namespace {

bool suits(const scenes::Scene& scene, const BackendCase& backend) {
    return (backend.queries & DEFCOL_QUERY_TRIANGLE_PAIRS) != 0 || scene.tetrahedron_count() > 0;
}

}  // namespace

std::vector<scenes::Scene> scenes_for(const BackendCase& backend) {
    std::vector<scenes::Scene> result;
    for (const scenes::SceneInfo& info : scenes::all_of(scenes::Size::small)) {
        auto scene = scenes::make(info.name);
        if (scene && suits(*scene, backend)) result.push_back(std::move(*scene));
    }
    return result;
}

std::vector<scenes::Scene> few_scenes_for(const BackendCase& backend) {
    // One of each family, by name, so that a failure can be replayed.
    constexpr std::string_view triangle_scenes[] = {"soup_dense_small", "degenerate_small", "coplanar_small",
                                                    "touching_boxes_small", "fold_small"};
    constexpr std::string_view tetrahedron_scenes[] = {"tetrahedra_soup_small", "squeezed_blocks_small",
                                                       "degenerate_tetrahedra_small"};
    std::vector<scenes::Scene> result;
    const auto add = [&](std::span<const std::string_view> names) {
        for (const std::string_view name : names) result.push_back(scenes::make(name).value());
    };
    if ((backend.queries & DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON) != 0) add(tetrahedron_scenes);
    if ((backend.queries & DEFCOL_QUERY_TRIANGLE_PAIRS) != 0) {
        add(backend.queries == DEFCOL_QUERY_TRIANGLE_PAIRS ? std::span(triangle_scenes)
                                                           : std::span(triangle_scenes).first(1));
    }
    for (const scenes::Scene& scene : result) {
        EXPECT_FALSE(detect_once(scene, backend.reference()).empty()) << scene.name << " has no contacts";
    }
    return result;
}

}  // namespace suite
