// SPDX-License-Identifier: MIT
// What is particular to backend hash; what it shares with the others is in the suite.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "backends/detector_session.hpp"
#include "scenes/data_scenes.hpp"
#include "scenes/soup.hpp"
#include "scenes/tetrahedra.hpp"

namespace {

using scenes::Scene;
using suite::check;
using suite::Contacts;
using suite::DetectorSession;

constexpr uint32_t both = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;

struct HashOptions {
    double cell_size = 0;
    int64_t table_size = 0;
    int64_t function = 0;
    uint32_t workers = 1;
};

void set_options(const DetectorSession& session, const HashOptions& options) {
    check(
        defcol_detector_set_option_f64(session.detector(), DEFCOL_OPTION_HASH_CELL_SIZE, options.cell_size));
    check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_HASH_TABLE_SIZE,
                                         options.table_size));
    check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_HASH_FUNCTION, options.function));
}

defcol_statistics statistics_of(const DetectorSession& session) {
    defcol_statistics statistics;
    check(defcol_statistics_init(&statistics, sizeof statistics));
    check(defcol_detector_get_statistics(session.detector(), &statistics));
    return statistics;
}

// Compares with brute force on both queries and returns the statistics; `least` contacts must be there.
defcol_statistics expect_exact(const Scene& scene, const HashOptions& options = {}, std::size_t least = 1) {
    const Contacts expected = suite::detect_once(scene, {.queries = both});
    EXPECT_GE(expected.size(), least) << scene.name;
    DetectorSession session(scene,
                            {.backend = DEFCOL_BACKEND_HASH, .queries = both, .workers = options.workers});
    set_options(session, options);
    EXPECT_EQ(suite::difference(scene, session.run(), expected), "")
        << scene.name << ": cell size " << options.cell_size << ", table size " << options.table_size
        << ", function " << options.function << ", workers " << options.workers;
    return statistics_of(session);
}

// Every position replaced by a function of itself; the scene no longer moves.
Scene mapped(Scene scene, const std::function<double(double, int axis)>& map) {
    scene.move = nullptr;
    for (scenes::Mesh& mesh : scene.meshes) {
        for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
            mesh.positions[i] = map(mesh.positions[i], static_cast<int>(i % 3));
        }
    }
    return scene;
}

Scene soup() {
    return scenes::tetrahedron_soup(2, 150, 0.15, true, 7);
}

TEST(Hash, IsListedWithItsQueriesAndOptions) {
    int32_t backend = 0;
    check(defcol_backend_from_name("hash", &backend));
    ASSERT_EQ(backend, DEFCOL_BACKEND_HASH);
    defcol_backend_capabilities capabilities;
    check(defcol_backend_capabilities_init(&capabilities, sizeof capabilities));
    check(defcol_backend_get_capabilities(backend, &capabilities));
    EXPECT_EQ(capabilities.is_available, 1U);
    EXPECT_EQ(capabilities.exact_queries, both);
    EXPECT_EQ(capabilities.main_query, uint32_t{DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON});
    std::vector<std::string> names;
    for (uint32_t i = 0; i < capabilities.option_count; ++i) {
        defcol_option_info option;
        check(defcol_option_info_init(&option, sizeof option));
        check(defcol_backend_get_option(backend, i, &option));
        names.emplace_back(option.name);
    }
    for (const char* name : {"cell_size", "table_size", "hash_function", "consistent_depth"}) {
        EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
    }
}

TEST(Hash, EveryTableSizeAndFunctionGivesTheSameContacts) {
    for (const int64_t table_size : {0, 1, 2, 99, 199, 9973, 1 << 16}) {
        for (const int64_t function : {0, 1, 2}) {
            expect_exact(soup(), {.table_size = table_size, .function = function});
        }
    }
}

TEST(Hash, EveryCellSizeGivesTheSameContacts) {
    for (const double cell_size : {1e-300, 1e-9, 1e-3, 0.01, 0.1, 0.5, 3.0, 1e6, 1e18}) {
        expect_exact(soup(), {.cell_size = cell_size});
        expect_exact(soup(), {.cell_size = cell_size, .table_size = 211, .workers = 2});
    }
}

TEST(Hash, AllVerticesInOneCellAreFound) {
    const defcol_statistics statistics = expect_exact(soup(), {.cell_size = 1000});
    EXPECT_EQ(statistics.cell_size_fallback_count, 0U);
    expect_exact(soup(), {.cell_size = 1000, .table_size = 1});
    // All at one point but for the last of each tetrahedron.
    Scene crushed = soup();
    crushed.move = nullptr;
    for (scenes::Mesh& mesh : crushed.meshes) {
        for (std::size_t t = 0; t < mesh.tetrahedra.size(); t += 4) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    mesh.positions[3 * mesh.tetrahedra[t + corner] + axis] = 0.5;
                }
            }
        }
    }
    expect_exact(crushed, {}, 0);
    expect_exact(crushed, {.table_size = 99, .workers = 2}, 0);
}

TEST(Hash, MillimetreCellsAtAMillionAreExact) {
    for (const double centre : {1e6, -1e6}) {
        const Scene scene =
            mapped(soup(), [&](double x, int axis) { return x + (axis == 1 ? -centre : centre); });
        expect_exact(scene);
        expect_exact(scene, {.cell_size = 1e-3});
        expect_exact(scene, {.cell_size = 1e-3, .table_size = 4999});
    }
}

TEST(Hash, ClustersTwoMillionApartAreExact) {
    Scene scene = soup();
    Scene far = soup();
    for (scenes::Mesh& mesh : far.meshes) {
        for (double& x : mesh.positions) x += 2e6;
        scene.meshes.push_back(mesh);
    }
    scene.move = nullptr;
    const defcol_statistics statistics = expect_exact(scene, {.cell_size = 1e-3});
    EXPECT_LE(statistics.cell_entry_count, scene.vertex_count() + 4 * scene.tetrahedron_count());
}

TEST(Hash, NegativeCoordinatesAreExact) {
    expect_exact(mapped(soup(), [](double x, int) { return x - 0.5; }));
    expect_exact(mapped(soup(), [](double x, int axis) { return axis == 2 ? -3 * x - 7 : -x; }),
                 {.table_size = 997});
}

TEST(Hash, EveryObjectInTheSamePlaceIsExact) {
    Scene scene = scenes::tetrahedral_crowd(2, 2, 3);
    scene.move = nullptr;
    scene.meshes = std::vector<scenes::Mesh>(6, scene.meshes[0]);
    expect_exact(scene, {}, 1000);
    expect_exact(scene, {.table_size = 99, .workers = 2}, 1000);
}

TEST(Hash, OneHugeTetrahedronAndOneFarVertexCostOneEntryEach) {
    Scene scene = soup();
    scene.move = nullptr;
    const uint64_t entries = expect_exact(scene).cell_entry_count;
    scenes::Mesh& mesh = scene.meshes[0];
    const auto first = static_cast<uint32_t>(mesh.vertex_count());
    const std::vector<double> corners = {-1e5, -1e5, -1e5, 3e5, -1e5, -1e5, -1e5, 3e5, -1e5, -1e5, -1e5, 3e5};
    mesh.positions.insert(mesh.positions.end(), corners.begin(), corners.end());
    mesh.tetrahedra.insert(mesh.tetrahedra.end(), {first, first + 1, first + 2, first + 3});
    const std::vector<double> far = {1e9, -1e9, 1e9};
    mesh.positions.insert(mesh.positions.end(), far.begin(), far.end());

    const std::size_t inside = scene.vertex_count() - 5;
    const defcol_statistics statistics = expect_exact(scene, {}, inside);
    EXPECT_LE(statistics.cell_entry_count, entries + 5 + 4);
    EXPECT_GE(statistics.oversized_count, 1U);
    expect_exact(scene, {.cell_size = 1e-6}, inside);
    expect_exact(scene, {.table_size = 997, .workers = 2}, inside);
}

TEST(Hash, MemoryStaysBelowAMultipleOfThePrimitivesForAnyCellSize) {
    const Scene scene = soup();
    const uint64_t primitives = scene.vertex_count() + 5 * scene.tetrahedron_count();
    for (const double cell_size : {0.0, 1e-12, 1e-3, 1e3}) {
        const defcol_statistics statistics = expect_exact(scene, {.cell_size = cell_size});
        // Contacts and candidate batches have a size of their own.
        EXPECT_LE(statistics.detector_bytes, 1000 * primitives + 1000000) << cell_size;
    }
}

TEST(Hash, ACellSizeThatWouldExplodeIsRaisedAndCounted) {
    EXPECT_EQ(expect_exact(soup(), {.cell_size = 1e-7}).cell_size_fallback_count, 2U);
    EXPECT_EQ(expect_exact(soup(), {.cell_size = 0.1}).cell_size_fallback_count, 0U);
    EXPECT_EQ(expect_exact(soup(), {}).cell_size_fallback_count, 0U);
}

TEST(Hash, TrianglesOfAllSizesAtOnceAreExact) {
    Scene scene = scenes::triangle_soup(1, 60, 0.05, true, 11);
    scene.move = nullptr;
    double size = 0.1;
    for (uint64_t seed = 12; seed < 18; ++seed, size *= 8) {
        Scene larger = scenes::triangle_soup(1, 40, 0.3, true, seed);
        for (double& x : larger.meshes[0].positions) x = (x - 0.5) * size;
        scene.meshes.push_back(larger.meshes[0]);
    }
    const defcol_statistics statistics = expect_exact(scene);
    EXPECT_GT(statistics.oversized_count, 0U);
    EXPECT_EQ(statistics.cell_entry_count, scene.triangle_count());
    expect_exact(scene, {.table_size = 99, .workers = 2});
}

TEST(Hash, FollowsAMeshThatGrowsAThousandfold) {
    Scene scene = soup();
    DetectorSession session(scene, {.backend = DEFCOL_BACKEND_HASH, .queries = both});
    for (const double scale : {1.0, 1000.0, 1e-3}) {
        const Scene scaled = mapped(scene, [&](double x, int) { return scale * x; });
        session.set_positions(scaled);
        EXPECT_EQ(suite::difference(scaled, session.run(), suite::detect_once(scaled, {.queries = both})), "")
            << scale;
    }
}

// Vertices on the faces of a tetrahedron's box and one unit in the last place beside them, far from the
// origin of the frame: local coordinates cannot tell them apart.
TEST(Hash, VerticesOnTheFacesOfABoxAreNotLostInRounding) {
    for (const double shift : {0.0, 1.0, 1e5}) {
        Scene scene;
        scene.name = "box_faces";
        scenes::Mesh body;
        body.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        body.tetrahedra = {0, 1, 2, 3};
        for (double& x : body.positions) x = x / 3 + shift;
        scenes::Mesh points;
        for (int corner = 0; corner < 4; ++corner) {
            for (int axis = 0; axis < 3; ++axis) {
                for (const double direction : {-HUGE_VAL, 0.0, HUGE_VAL}) {
                    std::vector<double> p(body.positions.begin() + 3 * corner,
                                          body.positions.begin() + 3 * corner + 3);
                    double& x = p[static_cast<std::size_t>(axis)];
                    if (direction != 0) x = std::nextafter(x, direction);
                    points.positions.insert(points.positions.end(), p.begin(), p.end());
                }
            }
        }
        scenes::Mesh far;
        far.positions = {shift + 1e4, shift - 1e4, shift};
        scene.meshes = {body, points, far};
        expect_exact(scene, {}, 12);
        expect_exact(scene, {.table_size = 99}, 12);
    }
}

uint64_t allocations_of(const DetectorSession& session) {
    defcol_context_statistics statistics;
    check(defcol_context_statistics_init(&statistics, sizeof statistics));
    check(defcol_context_get_statistics(session.context(), &statistics));
    return statistics.allocation_count;
}

TEST(Hash, AFrameAllocatesNothingAfterTheFirstOnes) {
    Scene scene = scenes::teschner('B');
    const auto run_frames = [&](DetectorSession& session) {
        for (uint32_t frame = 0; frame < 16; ++frame) {
            scene.advance(frame % 8);
            session.set_positions(scene);
            check(session.detect());
            EXPECT_GT(session.view().count, 0U);
        }
    };
    for (const uint32_t queries :
         {uint32_t{DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON}, uint32_t{DEFCOL_QUERY_TRIANGLE_PAIRS}, both}) {
        for (const uint32_t workers : {1U, 2U}) {
            for (const int64_t table_size : {0, 997}) {
                DetectorSession session(scene, {.backend = DEFCOL_BACKEND_HASH,
                                                .queries = queries,
                                                .fields = DEFCOL_FIELD_ALL,
                                                .workers = workers});
                set_options(session, {.table_size = table_size});
                check(defcol_detector_set_option_i64(session.detector(), DEFCOL_OPTION_HASH_CONSISTENT_DEPTH,
                                                     1));
                run_frames(session);
                run_frames(session);
                const uint64_t before = allocations_of(session);
                run_frames(session);
                EXPECT_EQ(allocations_of(session), before)
                    << "queries " << queries << ", workers " << workers << ", table " << table_size;
            }
        }
    }
}

TEST(Hash, OptionsMayChangeBetweenFrames) {
    const Scene scene = soup();
    const Contacts expected = suite::detect_once(scene, {.queries = both});
    DetectorSession session(scene, {.backend = DEFCOL_BACKEND_HASH, .queries = both});
    for (const int64_t table_size : {0, 99, 9999, 0, 5}) {
        set_options(session, {.table_size = table_size});
        EXPECT_EQ(suite::difference(scene, session.run(), expected), "") << table_size;
    }
}

TEST(Hash, RealTetrahedralMeshesMatchTheOracleWhileTheyDeform) {
    std::optional<Scene> scene = scenes::octopus_pair();
    if (!scene) GTEST_SKIP() << "octopus-low.mesh is found through DEFCOL_DATA_DIR";
    DetectorSession session(*scene, {.backend = DEFCOL_BACKEND_HASH, .queries = both, .workers = 2});
    for (uint32_t frame = 0; frame < 3; ++frame) {
        scene->advance(frame);
        session.set_positions(*scene);
        EXPECT_EQ(suite::difference(*scene, session.run(), suite::oracle_contacts(*scene, both, false)), "")
            << frame;
    }
}

TEST(HashLong, TheBunnyMatchesTheOracleWhileItDeforms) {
    std::optional<Scene> scene = scenes::bunny_pair();
    if (!scene) GTEST_SKIP() << "bunny.mesh is found through DEFCOL_DATA_DIR";
    DetectorSession session(*scene, {.backend = DEFCOL_BACKEND_HASH, .queries = both, .workers = 2});
    for (uint32_t frame = 0; frame < 2; ++frame) {
        scene->advance(frame);
        session.set_positions(*scene);
        EXPECT_EQ(suite::difference(*scene, session.run(), suite::oracle_contacts(*scene, both, false)), "")
            << frame;
    }
}

}  // namespace
