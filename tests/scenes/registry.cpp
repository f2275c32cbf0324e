// SPDX-License-Identifier: MIT
#include "scenes/registry.hpp"

#include <algorithm>
#include <iterator>

#include "scenes/data_scenes.hpp"
#include "scenes/flat_contacts.hpp"
#include "scenes/sheets.hpp"
#include "scenes/soup.hpp"
#include "scenes/spheres.hpp"
#include "scenes/surfaces.hpp"
#include "scenes/tetrahedra.hpp"

namespace scenes {
namespace {

using Made = std::optional<Scene>;

std::vector<SceneInfo> small_scenes() {
    constexpr Size small = Size::small;
    return {
        {"soup_small", small, false, [] { return Made(triangle_soup(2, 600, 0.08, true, 1)); }},
        {"soup_dense_small", small, false, [] { return Made(triangle_soup(1, 300, 0.4, true, 2)); }},
        {"soup_many_small", small, false, [] { return Made(triangle_soup(40, 20, 0.1, false, 3)); }},
        {"slivers_small", small, false, [] { return Made(slivers(800, 2, 4)); }},
        {"degenerate_small", small, false, [] { return Made(degenerate_mix(200, 5)); }},
        {"sphere_self_small", small, false, [] { return Made(sphere_self(8)); }},
        {"sphere_pair_small", small, false, [] { return Made(sphere_pair(7)); }},
        {"nested_spheres_small", small, false, [] { return Made(nested_spheres(5)); }},
        {"identical_spheres_small", small, false, [] { return Made(identical_spheres(5)); }},
        {"teleport_small", small, false, [] { return Made(teleporting_spheres(12, 2, 6)); }},
        {"fold_small", small, false, [] { return Made(folded_sheet(96, 8)); }},
        {"loop_small", small, false, [] { return Made(crossing_loop(48, 16)); }},
        {"drape_small", small, false, [] { return Made(draped_cloth(24, 5)); }},
        {"coplanar_small", small, false, [] { return Made(coplanar_grids(12, false)); }},
        {"coplanar_tilted_small", small, false, [] { return Made(coplanar_grids(12, true)); }},
        {"touching_boxes_small", small, false, [] { return Made(touching_boxes(6)); }},
        {"stacked_boxes_small", small, false, [] { return Made(stacked_boxes(12, 2)); }},
        {"moebius_small", small, false, [] { return Made(moebius_strip(8, 1)); }},
        {"comb_small", small, false, [] { return Made(comb(8, 1)); }},
        {"spiral_small", small, false, [] { return Made(spiral(8, 1)); }},
        {"inlet_disc_small", small, false, [] { return Made(inlet_disc(6, 1)); }},
        {"tube_small", small, false, [] { return Made(tube(6, 1)); }},
        {"knot_small", small, false, [] { return Made(knot(8, 1)); }},
        {"book_small", small, false, [] { return Made(book(12, 1)); }},
        {"flipped_small", small, false, [] { return Made(flipped_sheet(14, 1)); }},
        {"tetrahedra_soup_small", small, false, [] { return Made(tetrahedron_soup(2, 200, 0.15, true, 7)); }},
        {"degenerate_tetrahedra_small", small, false, [] { return Made(degenerate_tetrahedra(150, 8)); }},
        {"tetrahedra_crowd_small", small, false, [] { return Made(tetrahedral_crowd(12, 2, 9)); }},
        {"squeezed_blocks_small", small, false, [] { return Made(squeezed_blocks(5)); }},
        {"octopus_pair_small", small, true, octopus_pair},
    };
}

std::vector<SceneInfo> full_scenes() {
    constexpr Size full = Size::full;
    return {
        {"soup", full, false, [] { return Made(triangle_soup(2, 50000, 0.02, true, 1)); }},
        {"slivers", full, false, [] { return Made(slivers(4000, 0.83, 4)); }},
        {"sphere_self_1k", full, false, [] { return Made(sphere_self(8)); }},
        {"sphere_self_20k", full, false, [] { return Made(sphere_self(32)); }},
        {"sphere_self_82k", full, false, [] { return Made(sphere_self(64)); }},
        {"sphere_self_328k", full, false, [] { return Made(sphere_self(128)); }},
        {"sphere_self_1.3M", full, false, [] { return Made(sphere_self(256)); }},
        {"sphere_pair_1k", full, false, [] { return Made(sphere_pair(8)); }},
        {"sphere_pair_20k", full, false, [] { return Made(sphere_pair(32)); }},
        {"sphere_pair_82k", full, false, [] { return Made(sphere_pair(64)); }},
        {"sphere_pair_328k", full, false, [] { return Made(sphere_pair(128)); }},
        {"sphere_pair_1.3M", full, false, [] { return Made(sphere_pair(256)); }},
        {"nested_spheres", full, false, [] { return Made(nested_spheres(32)); }},
        {"identical_spheres", full, false, [] { return Made(identical_spheres(32)); }},
        {"teleport", full, false, [] { return Made(teleporting_spheres(1000, 4, 6)); }},
        {"fold_self", full, false, [] { return Made(folded_sheet(280, 140)); }},
        {"loop_self", full, false, [] { return Made(crossing_loop(388, 129)); }},
        {"drape_4k", full, false, [] { return Made(draped_cloth(44, 29)); }},
        {"drape_56k", full, false, [] { return Made(draped_cloth(168, 75)); }},
        {"coplanar", full, false, [] { return Made(coplanar_grids(40, false)); }},
        {"coplanar_tilted", full, false, [] { return Made(coplanar_grids(40, true)); }},
        {"touching_boxes", full, false, [] { return Made(touching_boxes(24)); }},
        {"knot", full, false, [] { return Made(knot(64, 1)); }},
        {"teschner_a", full, false, [] { return Made(teschner('A')); }},
        {"teschner_b", full, false, [] { return Made(teschner('B')); }},
        {"teschner_c", full, false, [] { return Made(teschner('C')); }},
        {"teschner_d", full, false, [] { return Made(teschner('D')); }},
        {"teschner_e", full, false, [] { return Made(teschner('E')); }},
        {"squeezed_blocks", full, false, [] { return Made(squeezed_blocks(20)); }},
        {"cow_rest", full, true, cow_small},
        {"cow_self", full, true, cow_self},
        {"cow_pair", full, true, cow_pair},
        {"armadillo_self", full, true, armadillo_self},
        {"armadillo_pair", full, true, armadillo_pair},
        {"cloth_ball", full, true, cloth_ball},
        {"fertility_pair", full, true, fertility_pair},
        {"bunny_pair", full, true, bunny_pair},
    };
}

}  // namespace

const std::vector<SceneInfo>& all() {
    static const std::vector<SceneInfo> infos = [] {
        std::vector<SceneInfo> list = small_scenes();
        const std::vector<SceneInfo> full = full_scenes();
        list.insert(list.end(), full.begin(), full.end());
        return list;
    }();
    return infos;
}

std::vector<SceneInfo> all_of(Size size) {
    std::vector<SceneInfo> chosen;
    std::copy_if(all().begin(), all().end(), std::back_inserter(chosen),
                 [size](const SceneInfo& info) { return info.size == size; });
    return chosen;
}

std::optional<Scene> make(std::string_view name) {
    for (const SceneInfo& info : all()) {
        if (info.name != name) continue;
        std::optional<Scene> scene = info.make();
        if (scene) scene->name = name;
        return scene;
    }
    return std::nullopt;
}

}  // namespace scenes
