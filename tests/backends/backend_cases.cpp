// SPDX-License-Identifier: MIT
#include "backends/backend_cases.hpp"

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
        auto scene = info.make();
        if (scene && suits(*scene, backend)) result.push_back(std::move(*scene));
    }
    return result;
}

std::vector<scenes::Scene> few_scenes_for(const BackendCase& backend) {
    std::vector<scenes::Scene> result;
    uint64_t contacts = 0;
    for (scenes::Scene& scene : scenes_for(backend)) {
        const uint64_t size = scene.triangle_count() + scene.tetrahedron_count();
        if (size > 700 || result.size() == 3) continue;
        const uint64_t found = detect_once(scene, backend.reference()).size();
        if (found == 0) continue;
        contacts += found;
        result.push_back(std::move(scene));
    }
    EXPECT_GT(contacts, 0U) << "no small scene has contacts for " << backend.name;
    return result;
}

}  // namespace suite
