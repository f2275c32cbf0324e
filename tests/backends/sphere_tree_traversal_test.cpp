// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "backends/sphere_tree/sphere_traversal.hpp"
#include "backends/sphere_tree_fixture.hpp"
#include "scenes/registry.hpp"
#include "scenes/spheres.hpp"
#include "scenes/surfaces.hpp"

namespace suite {

using defcol::SphereNode;
using defcol::SphereTree;
using Pair = std::pair<uint32_t, uint32_t>;

namespace {

// Figure 4 of the paper, with the alternating swap: leaves in the order of a recursion.
void recurse(const LooseTree& a, const LooseTree& b, uint32_t i, uint32_t k, bool divide_b,
             std::set<Pair>& found) {
    if (!defcol::spheres_meet(a.spheres()[i], b.spheres()[k])) return;
    const SphereNode& node_a = a.tree().nodes[i];
    const SphereNode& node_b = b.tree().nodes[k];
    if (node_a.is_leaf() && node_b.is_leaf()) {
        found.insert({i, k});
        return;
    }
    if (divide_b ? node_b.is_leaf() : node_a.is_leaf()) divide_b = !divide_b;
    const SphereNode& node = divide_b ? node_b : node_a;
    for (uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
        recurse(a, b, divide_b ? i : child, divide_b ? child : k, !divide_b, found);
    }
}

scenes::Scene two(const scenes::Mesh& a, const scenes::Mesh& b) {
    scenes::Scene scene;
    scene.name = "two";
    scene.meshes = {a, b};
    return scene;
}

scenes::Scene crossing_spheres(uint32_t frequency, double distance = 1.7) {
    return two(scenes::icosphere(frequency), shifted(scenes::icosphere(frequency + 1), {distance, 0.1, 0.2}));
}

struct Reported {
    std::set<Pair> tested;  // leaves
    std::set<Pair> assumed;
    std::set<Pair> unrefined;

    std::set<Pair> all() const {
        std::set<Pair> all = tested;
        all.insert(assumed.begin(), assumed.end());
        all.insert(unrefined.begin(), unrefined.end());
        return all;
    }
};

Reported reported_by(const DetectorSession& session) {
    Reported reported;
    const defcol_contacts view = session.view();
    for (uint64_t i = 0; i < view.count; ++i) {
        EXPECT_EQ(view.kind[i], DEFCOL_CONTACT_SPHERE_PAIR);
        const Pair pair{view.primitive_a[i], view.primitive_b[i]};
        if ((view.flags[i] & DEFCOL_CONTACT_ASSUMED) != 0) {
            EXPECT_TRUE(reported.assumed.insert(pair).second);
        } else if ((view.flags[i] & DEFCOL_CONTACT_UNREFINED) != 0) {
            EXPECT_TRUE(reported.unrefined.insert(pair).second);
        } else {
            EXPECT_TRUE(reported.tested.insert(pair).second);
        }
    }
    return reported;
}

std::vector<uint32_t> parents_of(const SphereTree& tree) {
    std::vector<uint32_t> parents(tree.sphere_count(), 0);
    for (uint32_t i = 0; i < tree.sphere_count(); ++i) {
        const SphereNode& node = tree.nodes[i];
        for (uint32_t child = node.first_child; child < node.first_child + node.child_count; ++child) {
            parents[child] = i;
        }
    }
    return parents;
}

// Whether a pair, or one it descends from, is among `pairs`.
bool descends_from(Pair pair, const std::set<Pair>& pairs, const std::vector<uint32_t>& parents_a,
                   const std::vector<uint32_t>& parents_b) {
    for (uint32_t a = pair.first;; a = parents_a[a]) {
        for (uint32_t b = pair.second;; b = parents_b[b]) {
            if (pairs.contains({a, b})) return true;
            if (b == 0) break;
        }
        if (a == 0) return false;
    }
}

}  // namespace

TEST(SphereTreeTraversal, WithoutABudgetFindsWhatAPlainRecursionFinds) {
    for (const double distance : {0.3, 1.7, 1.99, 2.5}) {
        const scenes::Scene scene = crossing_spheres(8, distance);
        DetectorSession session(scene, sphere_pairs());
        EXPECT_EQ(session.detect(), DEFCOL_OK);
        const LooseTree a(scene.meshes[0]);
        const LooseTree b(scene.meshes[1]);
        std::set<Pair> expected;
        recurse(a, b, 0, 0, true, expected);
        const Reported reported = reported_by(session);
        EXPECT_EQ(reported.tested, expected) << distance;
        EXPECT_TRUE(reported.assumed.empty());
        EXPECT_EQ(statistics_of(session).leaf_pair_count, expected.size());
    }
}

TEST(SphereTreeTraversal, FindsALeafPairForEveryPairOfTrianglesThatMeet) {
    std::vector<scenes::Scene> all = {crossing_spheres(9), crossing_spheres(6, 0.5)};
    all.push_back(two(plain_box(3, 1, 1), shifted(plain_box(1, 3, 1), {0.5, -1, 0.5})));
    for (const char* name : {"soup_dense_small", "touching_boxes_small", "squeezed_blocks_small"}) {
        scenes::Scene scene = scenes::make(name).value();
        scene.self = false;
        if (scene.meshes.size() > 1) all.push_back(scene);
    }
    for (const scenes::Scene& scene : all) {
        SCOPED_TRACE(scene.name);
        std::vector<std::unique_ptr<LooseTree>> trees;
        for (const scenes::Mesh& mesh : scene.meshes) trees.push_back(std::make_unique<LooseTree>(mesh));
        for (const int64_t rule : {0, 1}) {
            DetectorSession session(scene, sphere_pairs());
            check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_SPHERE_TREE_SWAP_RULE,
                                                 rule));
            std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> found;
            for (const Contact& c : session.run()) {
                found.insert({c.mesh_a, c.primitive_a, c.mesh_b, c.primitive_b});
            }
            for (const Contact& c : detect_once(scene, {})) {
                bool is_covered = false;
                for (const uint32_t a : trees[c.mesh_a]->leaves_of(c.primitive_a)) {
                    for (const uint32_t b : trees[c.mesh_b]->leaves_of(c.primitive_b)) {
                        is_covered |= found.contains({c.mesh_a, a, c.mesh_b, b});
                    }
                }
                ASSERT_TRUE(is_covered)
                    << c.mesh_a << ' ' << c.primitive_a << ' ' << c.mesh_b << ' ' << c.primitive_b;
            }
        }
    }
}

TEST(SphereTreeTraversal, InterruptedAtEveryTestItLosesNoBranchAndALargerBudgetOnlyRefines) {
    const scenes::Scene scene = crossing_spheres(4, 1.6);
    const LooseTree a(scene.meshes[0]);
    const LooseTree b(scene.meshes[1]);
    const std::vector<uint32_t> parents_a = parents_of(a.tree());
    const std::vector<uint32_t> parents_b = parents_of(b.tree());
    for (const int64_t rule : {0, 1}) {
        DetectorSession session(scene, sphere_pairs());
        check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_SPHERE_TREE_SWAP_RULE, rule));
        EXPECT_EQ(session.detect(), DEFCOL_OK);
        const Reported whole = reported_by(session);
        const uint64_t tests = statistics_of(session).sphere_test_count;
        ASSERT_GT(whole.tested.size(), 10U);
        std::set<Pair> last = {{0, 0}};
        std::set<Pair> last_leaves;
        for (uint64_t budget = 0; budget <= tests; ++budget) {
            const defcol_detect_options options = test_budget(budget);
            ASSERT_EQ(session.detect(&options), budget < tests ? DEFCOL_INCOMPLETE : DEFCOL_OK);
            const Reported now = reported_by(session);
            const std::set<Pair> all = now.all();
            if (budget == 0) {
                EXPECT_EQ(all, (std::set<Pair>{{0, 0}}));
            }
            EXPECT_EQ(statistics_of(session).sphere_test_count, budget);
            EXPECT_EQ(statistics_of(session).assumed_pair_count, now.assumed.size());
            for (const Pair& leaf : whole.tested) {
                ASSERT_TRUE(descends_from(leaf, all, parents_a, parents_b)) << "lost at test " << budget;
            }
            for (const Pair& pair : all) {
                ASSERT_TRUE(descends_from(pair, last, parents_a, parents_b)) << "new at test " << budget;
            }
            ASSERT_TRUE(std::ranges::includes(now.tested, last_leaves)) << "forgotten at test " << budget;
            last = all;
            last_leaves = now.tested;
        }
        EXPECT_EQ(last, whole.tested);
    }
}

TEST(SphereTreeTraversal, ResumingIsTheSameAsALargerBudget) {
    const scenes::Scene scene = crossing_spheres(5, 1.6);
    for (const uint64_t first : {0U, 1U, 17U, 100U}) {
        for (const uint64_t second : {0U, 1U, 50U, 333U}) {
            DetectorSession session(scene, sphere_pairs(DEFCOL_FIELD_ALL));
            DetectorSession other(scene, sphere_pairs(DEFCOL_FIELD_ALL));
            const defcol_detect_options first_options = test_budget(first);
            const defcol_detect_options second_options = test_budget(second);
            const defcol_detect_options both_options = test_budget(first + second);
            session.detect(&first_options);
            EXPECT_EQ(defcol_detector_resume(session.detector(), &second_options),
                      other.detect(&both_options));
            EXPECT_EQ(session.hash(), other.hash()) << first << " + " << second;
            EXPECT_EQ(statistics_of(session).sphere_test_count, statistics_of(other).sphere_test_count);
            EXPECT_EQ(defcol_detector_resume(session.detector(), nullptr), DEFCOL_OK);
            EXPECT_EQ(other.detect(), DEFCOL_OK);
            EXPECT_EQ(session.hash(), other.hash());
        }
    }
}

TEST(SphereTreeTraversal, NothingCanBeResumedAfterAChange) {
    const scenes::Scene scene = crossing_spheres(5, 1.6);
    DetectorSession session(scene, sphere_pairs());
    const auto resume = [&] { return defcol_detector_resume(session.detector(), nullptr); };
    EXPECT_EQ(resume(), DEFCOL_ERROR_INVALID_ARGUMENT);
    const defcol_detect_options options = test_budget(10);
    EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
    const uint64_t hash = session.hash();
    session.set_positions(scene);
    EXPECT_EQ(resume(), DEFCOL_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(session.hash(), hash) << "a refused call changed the contacts";
    EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
    EXPECT_EQ(resume(), DEFCOL_OK);
    EXPECT_EQ(resume(), DEFCOL_OK);
    session.detect(&options);
    check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_SPHERE_TREE_SWAP_RULE, 1));
    EXPECT_EQ(resume(), DEFCOL_ERROR_INVALID_ARGUMENT);
    session.detect(&options);
    check(defcol_detector_remove_mesh(session.detector(), session.mesh(0)));
    EXPECT_EQ(resume(), DEFCOL_ERROR_INVALID_ARGUMENT);
}

TEST(SphereTreeTraversal, FullListsKeepPairsAsTheyAreAndLoseNothing) {
    const scenes::Scene scene = crossing_spheres(6, 1.5);
    const LooseTree a(scene.meshes[0]);
    const LooseTree b(scene.meshes[1]);
    const std::vector<uint32_t> parents_a = parents_of(a.tree());
    const std::vector<uint32_t> parents_b = parents_of(b.tree());
    DetectorSession session(scene, sphere_pairs());
    EXPECT_EQ(session.detect(), DEFCOL_OK);
    const Reported whole = reported_by(session);
    for (const int64_t entries : {0, 1, 7, 20, 100}) {
        check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_SPHERE_TREE_LIST_MEMORY,
                                             16 * entries));
        EXPECT_EQ(session.detect(), DEFCOL_INCOMPLETE);
        const Reported now = reported_by(session);
        EXPECT_LE(now.all().size(), static_cast<std::size_t>(std::max<int64_t>(entries, 1)));
        EXPECT_FALSE(now.unrefined.empty());
        EXPECT_EQ(statistics_of(session).unrefined_pair_count, now.unrefined.size());
        for (const Pair& leaf : whole.tested) {
            ASSERT_TRUE(descends_from(leaf, now.all(), parents_a, parents_b)) << entries;
        }
    }
}

TEST(SphereTreeTraversal, PairsOfHigherPriorityAreRefinedFirst) {
    scenes::Scene scene;
    scene.name = "three";
    scene.meshes = {scenes::icosphere(8), shifted(scenes::icosphere(8), {1.7, 0, 0}),
                    shifted(scenes::icosphere(8), {-1.7, 0, 0})};
    const auto tests_left = [&](double first, double second) {
        DetectorSession session(scene, sphere_pairs());
        check(defcol_detector_set_pair_priority(session.detector(), session.mesh(1), session.mesh(0), first));
        check(
            defcol_detector_set_pair_priority(session.detector(), session.mesh(0), session.mesh(2), second));
        const defcol_detect_options options = test_budget(300);
        EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
        std::map<uint32_t, uint32_t> deepest;
        const defcol_contacts view = session.view();
        for (uint64_t i = 0; i < view.count; ++i) {
            const uint32_t depth =
                DEFCOL_CONTACT_LEVEL_A(view.flags[i]) + DEFCOL_CONTACT_LEVEL_B(view.flags[i]);
            deepest[view.mesh_b[i]] = std::max(deepest[view.mesh_b[i]], depth);
        }
        return std::pair(deepest[1], deepest[2]);
    };
    const auto [equal_first, equal_second] = tests_left(1, 1);
    EXPECT_EQ(equal_first, equal_second);
    const auto [high_first, low_second] = tests_left(100, 1);
    EXPECT_GT(high_first, low_second);
    const auto [low_first, high_second] = tests_left(0, 2);
    EXPECT_EQ(low_first, 0U);
    EXPECT_GT(high_second, low_first);
}

TEST(SphereTreeTraversal, WorkersChangeNoBit) {
    scenes::Scene scene = two(deformed(scenes::icosphere(8), 1, 1), deformed(scenes::icosphere(9), 1, 1));
    scene.self = true;
    for (const uint64_t budget : {uint64_t{0}, uint64_t{100}, uint64_t{5000}, UINT64_MAX}) {
        uint64_t expected = 0;
        for (const uint32_t workers : {1U, 2U, 3U, 8U}) {
            DetectorSession session(scene, sphere_pairs(DEFCOL_FIELD_ALL, workers));
            const defcol_detect_options options = test_budget(budget);
            EXPECT_GE(session.detect(&options), 0);
            if (workers == 1) expected = session.hash();
            EXPECT_EQ(session.hash(), expected) << budget << " tests, " << workers << " workers";
        }
    }
}

TEST(SphereTreeTraversal, ScalingByAPowerOfTwoChangesNoPair) {
    const scenes::Scene scene = crossing_spheres(7, 1.6);
    const Contacts expected = detect_once(scene, sphere_pairs());
    for (const int exponent : {-250, -20, 20, 58}) {
        scenes::Scene scaled = scene;
        for (scenes::Mesh& mesh : scaled.meshes) {
            for (double& x : mesh.positions) x = std::ldexp(x, exponent);
        }
        EXPECT_EQ(detect_once(scaled, sphere_pairs()), expected) << exponent;
    }
}

TEST(SphereTreeTraversal, SteadyFramesDoNotAllocate) {
    scenes::Scene scene = crossing_spheres(8, 1.6);
    scene.self = true;
    for (const uint32_t queries : {DEFCOL_QUERY_SPHERE_PAIRS, DEFCOL_QUERY_TRIANGLE_PAIRS}) {
        SessionOptions session_options = sphere_pairs(DEFCOL_FIELD_ALL);
        session_options.queries = queries;
        DetectorSession session(scene, session_options);
        const auto allocations = [&] {
            defcol_context_statistics statistics;
            check(defcol_context_statistics_init(&statistics, sizeof statistics));
            check(defcol_context_get_statistics(session.context(), &statistics));
            return statistics.allocation_count;
        };
        for (int i = 0; i < 3; ++i) {
            session.set_positions(scene);
            session.run();
        }
        const uint64_t before = allocations();
        for (int i = 0; i < 10; ++i) {
            session.set_positions(scene);
            session.run();
        }
        EXPECT_EQ(allocations(), before);
    }
}

TEST(SphereTreeSelf, NothingAtRestAndEveryCollisionOfPartsThatWereApart) {
    const uint32_t columns = 40;
    const uint32_t rows = 6;
    scenes::Scene scene;
    scene.name = "strip";
    scene.self = true;
    scene.meshes.push_back(scenes::grid(columns, rows, [](double u, double v) {
        return scenes::Point{6 * u, v, 0};
    }));
    DetectorSession session(scene, sphere_pairs());
    EXPECT_TRUE(session.run().empty());
    const LooseTree rest(scene.meshes[0]);
    // Rolled up until it passes through itself.
    scenes::move_grid(scene.meshes[0], columns, rows, [](double u, double v) {
        const double angle = 7.5 * u;
        return scenes::Point{0.8 * std::cos(angle), v, (0.8 - 0.02 * u) * std::sin(angle)};
    });
    session.set_positions(scene);
    std::set<Pair> found;
    for (const Contact& c : session.run()) {
        EXPECT_LT(c.primitive_a, c.primitive_b);
        found.insert({c.primitive_a, c.primitive_b});
    }
    uint32_t expected_count = 0;
    for (const Contact& c : detect_once(scene, {})) {
        const uint32_t a = rest.leaves_of(c.primitive_a)[0];
        const uint32_t b = rest.leaves_of(c.primitive_b)[0];
        if (rest.leaves_of(c.primitive_a).size() > 1 || rest.leaves_of(c.primitive_b).size() > 1) continue;
        if (defcol::spheres_meet(rest.tree().rest_spheres[a], rest.tree().rest_spheres[b])) continue;
        ++expected_count;
        EXPECT_TRUE(found.contains({std::min(a, b), std::max(a, b)}))
            << c.primitive_a << ' ' << c.primitive_b;
    }
    EXPECT_GT(expected_count, 10U);

    const defcol_detect_options options = test_budget(20);
    EXPECT_EQ(session.detect(&options), DEFCOL_INCOMPLETE);
    EXPECT_TRUE(session.contacts().empty()) << "untested self pairs are counted, not assumed";
    EXPECT_GT(statistics_of(session).untested_self_pair_count, 0U);
    EXPECT_EQ(statistics_of(session).assumed_pair_count, 0U);
}

}  // namespace suite
