// SPDX-License-Identifier: MIT
#include "mesh/steering.hpp"

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "detector/mesh_links.hpp"
#include "mesh/cage.hpp"
#include "mesh/mesh_fixture.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/spheres.hpp"

namespace defcol::testing {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

MeshArrays sphere_arrays(uint32_t frequency) {
    const scenes::Mesh sphere = scenes::icosphere(frequency);
    return {sphere.positions, sphere.triangles, {}};
}

MeshArrays cage_arrays(const Mesh& surface, uint32_t resolution, Memory& memory) {
    const Cage cage = make_cage(surface, resolution, memory);
    MeshArrays arrays;
    for (const Vec3& p : cage.positions.span()) {
        arrays.positions.insert(arrays.positions.end(), {p.x, p.y, p.z});
    }
    for (const Tetrahedron& t : cage.tetrahedra.span()) {
        arrays.tetrahedra.insert(arrays.tetrahedra.end(), t.vertex, t.vertex + 4);
    }
    return arrays;
}

MeshArrays mapped(MeshArrays arrays, const std::function<Vec3(const Vec3&)>& map) {
    for (std::size_t i = 0; i < arrays.positions.size(); i += 3) {
        const Vec3 p = map({arrays.positions[i], arrays.positions[i + 1], arrays.positions[i + 2]});
        for (int axis = 0; axis < 3; ++axis) arrays.positions[i + static_cast<std::size_t>(axis)] = p[axis];
    }
    return arrays;
}

struct Rigid {
    Vec3 row[3];
    Vec3 shift;
    Vec3 operator()(const Vec3& p) const {
        return Vec3(glm::dot(row[0], p), glm::dot(row[1], p), glm::dot(row[2], p)) + shift;
    }
};

Rigid random_motion(scenes::Random& random, double reach) {
    const auto vector = [&] {
        return Vec3(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
    };
    Vec3 a = glm::normalize(vector());
    Vec3 b = glm::normalize(glm::cross(a, vector()));
    return {{a, b, glm::cross(a, b)}, reach * vector()};
}

double largest_distance(std::span<const Vec3> a, std::span<const Vec3> b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, glm::length(a[i] - b[i]));
    return most;
}

class SteeringTest : public MeshTest {
  protected:
    Outcome link(Mesh& dense, Mesh& coarse, double max_distance = 0) {
        return outcome_of([&] { link_meshes(dense, coarse, {max_distance}); });
    }
    // The coarse mesh must let go of the others before one of them goes out of scope.
    static void unlink(Mesh& dense) { unlink_mesh(dense); }
};

TEST_F(SteeringTest, ARigidMotionOfTheCoarseMeshMovesTheDenseMeshRigidly) {
    Mesh dense = make(sphere_arrays(6));
    const MeshArrays cage = cage_arrays(dense, 4, memory_);
    Mesh coarse = make(cage);
    const std::vector<Vec3> rest(dense.positions().begin(), dense.positions().end());
    ASSERT_EQ(link(dense, coarse).message, "");
    EXPECT_LT(largest_distance(dense.positions(), rest), 1e-14);

    scenes::Random random(1);
    for (int trial = 0; trial < 50; ++trial) {
        const Rigid motion = random_motion(random, 10);
        coarse.set_positions(mapped(cage, motion).position_source());
        double error = 0;
        for (std::size_t v = 0; v < rest.size(); ++v) {
            error = std::max(error, glm::length(dense.positions()[v] - motion(rest[v])));
        }
        EXPECT_LT(error, 1e-13) << "trial " << trial;
    }
    unlink(dense);
}

TEST_F(SteeringTest, WeightsAreThoseOfThePaperHalved) {
    Mesh dense = make({{0.3, 0.2, -0.1}, {}, {}});
    Mesh coarse = make(one_tetrahedron());
    ASSERT_EQ(link(dense, coarse).message, "");
    const Steering& steering = *dense.steering();
    EXPECT_EQ(steering.coarse_vertices()[0], (std::array<uint32_t, 3>{0, 1, 2}));
    const double d0 = std::sqrt(0.09 + 0.04 + 0.01);
    const double d1 = std::sqrt(0.49 + 0.04 + 0.01);
    const double d2 = std::sqrt(0.09 + 0.64 + 0.01);
    const double sum = d0 + d1 + d2;
    EXPECT_NEAR(steering.weights()[0][0], 0.5 * (d1 + d2) / sum, 1e-15);
    EXPECT_NEAR(steering.weights()[0][1], 0.5 * (d0 + d2) / sum, 1e-15);
    EXPECT_NEAR(steering.weights()[0][2], 0.5 * (d0 + d1) / sum, 1e-15);
    // The origin of the link lies in the plane z = 0, so the link has at least the height of the vertex.
    EXPECT_GE(steering.link_lengths()[0], 0.1);
    unlink(dense);
}

TEST_F(SteeringTest, WeightsAreConvexAndLinksKeepTheirLengthUnderAnyDeformation) {
    Mesh dense = make(sphere_arrays(5));
    const MeshArrays cage = cage_arrays(dense, 5, memory_);
    Mesh coarse = make(cage);
    ASSERT_EQ(link(dense, coarse).message, "");
    const Steering& steering = *dense.steering();
    scenes::Random random(2);
    for (int trial = 0; trial < 30; ++trial) {
        // From a shiver to complete disorder, some of it flattened onto a plane and onto a line.
        const double amount = std::pow(10.0, trial % 10 - 7);
        const Vec3 keep(1, trial % 3 == 1 ? 0 : 1, trial % 6 >= 4 ? 0 : 1);
        const MeshArrays moved = mapped(cage, [&](const Vec3& p) {
            const Vec3 shake(random.between(-1, 1), random.between(-1, 1), random.between(-1, 1));
            return keep * (p + amount * shake);
        });
        coarse.set_positions(moved.position_source());
        for (std::size_t v = 0; v < dense.positions().size(); ++v) {
            Vec3 origin(0.0);
            double sum = 0;
            for (std::size_t i = 0; i < 3; ++i) {
                const double weight = steering.weights()[v][i];
                EXPECT_GE(weight, 0);
                sum += weight;
                origin += weight * coarse.positions()[steering.coarse_vertices()[v][i]];
            }
            EXPECT_NEAR(sum, 1, 1e-15);
            const double length = glm::length(dense.positions()[v] - origin);
            const double rounding = 1e-13 * (1 + amount);
            EXPECT_LE(length, steering.link_lengths()[v] + rounding) << "trial " << trial << " vertex " << v;
            EXPECT_GE(length, steering.link_lengths()[v] * (1 - 1e-8) - rounding);
        }
    }
    unlink(dense);
}

TEST_F(SteeringTest, AnchorsAndFramesGiveThePositions) {
    Mesh dense = make(sphere_arrays(4));
    const MeshArrays cage = cage_arrays(dense, 3, memory_);
    Mesh coarse = make(cage);
    ASSERT_EQ(link(dense, coarse).message, "");
    coarse.set_positions(mapped(cage, [](const Vec3& p) { return p + 0.1 * p * p; }).position_source());
    const Steering& steering = *dense.steering();
    EXPECT_LT(steering.triples().size(), dense.positions().size());
    for (std::size_t v = 0; v < dense.positions().size(); ++v) {
        const Steering::Anchor& anchor = steering.anchors()[v];
        const SteeringFrame& frame = steering.frames()[anchor.triple];
        for (int axis = 0; axis < 3; ++axis) {
            double x = frame.row[0][axis];
            for (int i = 0; i < 5; ++i) x += anchor.coefficient[i] * frame.row[1 + i][axis];
            EXPECT_NEAR(dense.positions()[v][axis], x, 1e-14);
        }
    }
    unlink(dense);
}

TEST_F(SteeringTest, PositionsAreTheSameBitsForAnyNumberOfWorkers) {
    const MeshArrays arrays = sphere_arrays(60);  // more vertices than one task takes
    std::vector<Vec3> expected;
    for (const uint32_t worker_count : {1U, 2U, 5U}) {
        Workers workers(worker_count);
        Mesh dense(memory_, workers, nullptr, arrays.source());
        const MeshArrays cage = cage_arrays(dense, 12, memory_);
        Mesh coarse(memory_, workers, nullptr, cage.source());
        ASSERT_EQ(link(dense, coarse).message, "");
        const MeshArrays moved = mapped(cage, [](const Vec3& p) {
            return Vec3(p.x * std::cos(p.z) - p.y * std::sin(p.z), p.x * std::sin(p.z) + p.y * std::cos(p.z),
                        p.z);
        });
        coarse.set_positions(moved.position_source());
        if (expected.empty()) expected.assign(dense.positions().begin(), dense.positions().end());
        ASSERT_EQ(expected.size(), dense.positions().size());
        EXPECT_EQ(0, std::memcmp(expected.data(), dense.positions().data(), expected.size() * sizeof(Vec3)))
            << worker_count << " workers";
        unlink(dense);
    }
}

TEST_F(SteeringTest, ScalingByAPowerOfTwoScalesThePositionsExactly) {
    const MeshArrays arrays = sphere_arrays(5);
    std::vector<Vec3> expected;
    for (const int exponent : {0, 40, -200}) {
        const double factor = std::ldexp(1.0, exponent);
        const auto scale = [&](const Vec3& p) { return factor * p; };
        Mesh dense = make(mapped(arrays, scale));
        Mesh at_scale_one = make(arrays);
        const MeshArrays cage = cage_arrays(at_scale_one, 4, memory_);
        Mesh coarse = make(mapped(cage, scale));
        ASSERT_EQ(link(dense, coarse).message, "");
        const auto bend = [&](const Vec3& p) { return factor * Vec3(p.x, p.y + 0.3 * p.x * p.x, p.z); };
        coarse.set_positions(mapped(cage, bend).position_source());
        if (expected.empty()) expected.assign(dense.positions().begin(), dense.positions().end());
        for (std::size_t v = 0; v < expected.size(); ++v)
            EXPECT_EQ(dense.positions()[v], factor * expected[v]);
        unlink(dense);
    }
}

// Three nearest vertices on one line occur in every regular grid: then a near vertex off the line is taken.
TEST_F(SteeringTest, CollinearAndCoincidentNeighboursAreReplacedByNearOnes) {
    // Vertices 0 to 5 at one place or along x, vertex 6 and 7 off the line and far away.
    const MeshArrays coarse_arrays = {
        {0, 0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 3, 0, 0, 1.5, 0, 0, 0, 9, 0, 0, 0, 9},
        {},
        {0, 1, 6, 7, 1, 2, 6, 7, 2, 4, 6, 7, 3, 5, 6, 7}};
    Mesh coarse = make(coarse_arrays);
    Mesh dense = make({{1.1, 0.2, 0.3}, {}, {}});
    ASSERT_EQ(link(dense, coarse).message, "");
    const auto& ids = dense.steering()->coarse_vertices()[0];
    EXPECT_TRUE(
        is_well_shaped(coarse.positions()[ids[0]], coarse.positions()[ids[1]], coarse.positions()[ids[2]]));
    EXPECT_EQ(dense.steering()->triples()[0].is_degenerate, 0u);
    scenes::Random random(3);
    const Rigid motion = random_motion(random, 3);
    coarse.set_positions(mapped(coarse_arrays, motion).position_source());
    EXPECT_LT(glm::length(dense.positions()[0] - motion({1.1, 0.2, 0.3})), 1e-14);
    unlink(dense);
}

TEST_F(SteeringTest, ACoarseMeshOnOneLineStillCarriesTheDenseMesh) {
    const MeshArrays coarse_arrays = {{0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0}, {}, {0, 1, 2, 3}};
    Mesh coarse = make(coarse_arrays);
    Mesh dense = make({{1, 1, 0, 2, 0, 1}, {}, {}});
    ASSERT_EQ(link(dense, coarse).message, "");
    EXPECT_EQ(dense.steering()->triples()[0].is_degenerate, 1u);
    // Turned to the y axis by the shortest way: x goes to y, y to -x, z stays.
    coarse.set_positions(
        mapped(coarse_arrays, [](const Vec3& p) { return Vec3(5, p.x, 0); }).position_source());
    EXPECT_LT(glm::length(dense.positions()[0] - Vec3(4, 1, 0)), 1e-14);
    EXPECT_LT(glm::length(dense.positions()[1] - Vec3(5, 2, 1)), 1e-14);
    // Turned about completely.
    coarse.set_positions(mapped(coarse_arrays, [](const Vec3& p) { return -p; }).position_source());
    for (int v = 0; v < 2; ++v) {
        EXPECT_NEAR(glm::length(dense.positions()[static_cast<std::size_t>(v)] - Vec3(-1 - v, 0, 0)), 1,
                    1e-14);
    }
    unlink(dense);
}

TEST_F(SteeringTest, ACoarseMeshAtOnePointCarriesTheDenseMeshWithoutTurning) {
    const MeshArrays coarse_arrays = {{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {}, {0, 1, 2, 3}};
    Mesh coarse = make(coarse_arrays);
    Mesh dense = make({{1, 2, 1, 1, 1, 1}, {}, {}});
    EXPECT_EQ(link(dense, coarse).status, status::invalid_argument);
    ASSERT_EQ(link(dense, coarse, infinity).message, "");
    coarse.set_positions(
        mapped(coarse_arrays, [](const Vec3& p) { return p + Vec3(3, 0, 0); }).position_source());
    EXPECT_LT(glm::length(dense.positions()[0] - Vec3(4, 2, 1)), 1e-14);
    EXPECT_LT(glm::length(dense.positions()[1] - Vec3(4, 1, 1)), 1e-14);
    unlink(dense);
}

TEST_F(SteeringTest, ATripleThatCollapsesKeepsItsLinkAndComesBack) {
    const MeshArrays coarse_arrays = one_tetrahedron();
    Mesh coarse = make(coarse_arrays);
    Mesh dense = make({{0.2, 0.2, -0.5}, {}, {}});
    ASSERT_EQ(link(dense, coarse).message, "");
    const Vec3 rest = dense.positions()[0];
    const double length = dense.steering()->link_lengths()[0];
    const auto distance_from_origin = [&] {
        Vec3 origin(0.0);
        for (std::size_t i = 0; i < 3; ++i) {
            origin += dense.steering()->weights()[0][i] *
                      coarse.positions()[dense.steering()->coarse_vertices()[0][i]];
        }
        return glm::length(dense.positions()[0] - origin);
    };
    for (const Vec3 keep : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 0), Vec3(1e-30, 1, 1)}) {
        coarse.set_positions(
            mapped(coarse_arrays, [&](const Vec3& p) { return keep * p; }).position_source());
        EXPECT_NEAR(distance_from_origin(), length, 1e-8);
    }
    coarse.set_positions(coarse_arrays.position_source());
    EXPECT_LT(glm::length(dense.positions()[0] - rest), 1e-15);
    unlink(dense);
}

TEST_F(SteeringTest, BadInputIsRefusedAndNothingIsLinked) {
    Mesh dense = make(sphere_arrays(2));
    Mesh surface_only = make(two_triangles());
    EXPECT_EQ(link(dense, surface_only).status, status::invalid_argument);
    Mesh empty = make({});
    EXPECT_EQ(link(dense, empty).status, status::invalid_argument);
    Mesh one_vertex = make({{0, 0, 0}, {}, {0, 0, 0, 0}});
    EXPECT_EQ(link(dense, one_vertex).status, status::invalid_argument);
    Mesh without_surface = make({{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, {}, {0, 1, 2, 3, 1, 0, 2, 3}});
    EXPECT_EQ(link(dense, without_surface).status, status::invalid_argument);

    const MeshArrays far_away = mapped(one_tetrahedron(), [](const Vec3& p) { return p + Vec3(100, 0, 0); });
    Mesh far_mesh = make(far_away);
    const Outcome refused = link(dense, far_mesh);
    EXPECT_EQ(refused.status, status::invalid_argument);
    EXPECT_NE(refused.message.find("vertex 0 "), std::string::npos) << refused.message;
    EXPECT_EQ(link(dense, far_mesh, 10).status, status::invalid_argument);
    EXPECT_EQ(link(dense, far_mesh, -1).status, status::invalid_argument);
    EXPECT_EQ(link(dense, far_mesh, std::nan("")).status, status::invalid_argument);
    EXPECT_EQ(dense.steering(), nullptr);
    EXPECT_EQ(link(dense, far_mesh, 200).status, 0);
    unlink(dense);
    EXPECT_EQ(link(dense, far_mesh, infinity).status, 0);
    unlink(dense);
}

TEST_F(SteeringTest, AnEmptyDenseMeshCanBeLinked) {
    Mesh dense = make({});
    const MeshArrays arrays = one_tetrahedron();
    Mesh coarse = make(arrays);
    ASSERT_EQ(link(dense, coarse).message, "");
    coarse.set_positions(arrays.position_source());
    EXPECT_TRUE(dense.positions().empty());
    unlink(dense);
}

TEST_F(SteeringTest, ChainsAndSecondLinksAreRefused) {
    Mesh a = make(one_tetrahedron());
    Mesh b = make(one_tetrahedron());
    Mesh c = make(one_tetrahedron());
    ASSERT_EQ(link(a, b).message, "");
    EXPECT_EQ(link(a, c).status, status::invalid_argument);  // a is steered already
    EXPECT_EQ(link(c, a).status, status::invalid_argument);  // a cannot steer: it is steered
    EXPECT_EQ(link(b, c).status, status::invalid_argument);  // b cannot be steered: it steers
    unlink(a);
    EXPECT_EQ(link(b, c).status, 0);
    unlink(b);
}

TEST_F(SteeringTest, ASteeredMeshRefusesWhatItsCoarseMeshDecides) {
    const MeshArrays arrays = two_triangles();
    Mesh dense = make(arrays);
    const MeshArrays coarse_arrays = one_tetrahedron();
    Mesh coarse = make(coarse_arrays);
    ASSERT_EQ(link(dense, coarse).message, "");
    const MeshState before = state_of(dense);
    const double transform[12] = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0};
    const double more[3] = {0, 0, 0};
    MeshEdit growth;
    growth.added_positions = {more, 1, 0, scalar_float64};
    for (const Outcome& outcome :
         {outcome_of([&] { dense.set_positions(arrays.position_source()); }),
          outcome_of([&] { dense.set_transform(transform); }),
          outcome_of([&] { dense.set_topology(arrays.source()); }), outcome_of([&] { dense.edit(growth); }),
          outcome_of([&] { coarse.set_topology(coarse_arrays.source()); })}) {
        EXPECT_EQ(outcome.status, status::invalid_argument);
        EXPECT_NE(outcome.message.find("unlink"), std::string::npos) << outcome.message;
    }
    EXPECT_EQ(state_of(dense), before);

    const uint32_t removed = 1;
    MeshEdit cut;
    cut.removed_triangle_count = 1;
    cut.removed_triangles = &removed;
    EXPECT_EQ(outcome_of([&] { dense.edit(cut); }).message, "");
    unlink(dense);
    EXPECT_EQ(outcome_of([&] { dense.set_transform(transform); }).message, "");
}

TEST_F(SteeringTest, ATransformOfTheDenseMeshGoesAwayWhenItIsLinked) {
    const MeshArrays arrays = two_triangles();
    const double transform[12] = {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0};
    Mesh dense = make(arrays);
    dense.set_transform(transform);
    Mesh coarse = make(one_tetrahedron());
    ASSERT_EQ(link(dense, coarse).message, "");
    EXPECT_LT(glm::length(dense.positions()[1] - Vec3(1.5, 0, 0)), 1e-15);
    // The transform of the coarse mesh moves both.
    coarse.set_transform(transform);
    EXPECT_LT(glm::length(dense.positions()[1] - Vec3(2, 0, 0)), 1e-14);
    unlink(dense);
    dense.set_positions(arrays.position_source());
    EXPECT_EQ(dense.positions()[1], Vec3(1, 0, 0));
}

TEST_F(SteeringTest, AMoveThatADenseMeshCannotFollowMovesNothing) {
    const auto enlarge = [](const Vec3& p) { return 0x1p50 * p; };
    const MeshArrays coarse_arrays = mapped(one_tetrahedron(), enlarge);
    Mesh coarse = make(coarse_arrays);
    Mesh first = make(mapped({{0.1, 0.1, 0.1}, {}, {}}, enlarge));
    Mesh second = make(mapped({{-0.9, 0.1, 0.1}, {}, {}}, enlarge));
    ASSERT_EQ(link(first, coarse).message, "");
    ASSERT_EQ(link(second, coarse).message, "");
    const MeshState states[] = {state_of(coarse), state_of(first), state_of(second)};
    // All coarse vertices stay in range; the link of the second mesh reaches beyond.
    const MeshArrays beyond =
        mapped(coarse_arrays, [](const Vec3& p) { return Vec3(-0x1p60 + p.x, p.y, p.z); });
    const Outcome outcome = outcome_of([&] { coarse.set_positions(beyond.position_source()); });
    EXPECT_EQ(outcome.status, status::out_of_range);
    EXPECT_NE(outcome.message.find("steered"), std::string::npos) << outcome.message;
    EXPECT_EQ(state_of(coarse), states[0]);
    EXPECT_EQ(state_of(first), states[1]);
    EXPECT_EQ(state_of(second), states[2]);
    MeshArrays broken = coarse_arrays;
    broken.positions[0] = infinity;
    EXPECT_EQ(outcome_of([&] { coarse.set_positions(broken.position_source()); }).status, status::non_finite);
    unlink(first);
    unlink(second);
}

TEST_F(SteeringTest, ACoarseVertexThatIsNotFiniteTakesTheDenseVerticesOnItAlong) {
    const MeshArrays coarse_arrays = one_tetrahedron();
    MeshSource skipping = coarse_arrays.source();
    skipping.flags = mesh_skip_non_finite;
    Mesh coarse(memory_, workers_, nullptr, skipping);
    const MeshArrays points = {{0.1, 0.1, -0.1, 0.1, 0.1, 0.7}, {}, {}};
    MeshSource skipping_points = points.source();
    skipping_points.flags = mesh_skip_non_finite;
    Mesh dense(memory_, workers_, nullptr, skipping_points);
    ASSERT_EQ(link(dense, coarse).message, "");
    // Which vertices hang on vertex 3?
    MeshArrays broken = coarse_arrays;
    broken.positions[10] = std::nan("");
    coarse.set_positions(broken.position_source());
    for (std::size_t v = 0; v < 2; ++v) {
        const auto& ids = dense.steering()->coarse_vertices()[v];
        const bool hangs = ids[0] == 3 || ids[1] == 3 || ids[2] == 3;
        EXPECT_EQ(dense.vertex_usable()[v], hangs ? 0 : 1);
    }
    EXPECT_FALSE(dense.all_vertices_usable());
    // Such a mesh cannot be linked anew, and one that skips nothing cannot follow.
    unlink(dense);
    EXPECT_EQ(link(dense, coarse).status, status::non_finite);
    coarse.set_positions(coarse_arrays.position_source());
    Mesh strict = make({{0.1, 0.1, 0.7}, {}, {}});
    ASSERT_EQ(link(strict, coarse).message, "");
    const MeshState before = state_of(coarse);
    const Outcome outcome = outcome_of([&] { coarse.set_positions(broken.position_source()); });
    EXPECT_EQ(outcome.status, status::non_finite);
    EXPECT_EQ(state_of(coarse), before);
    unlink(strict);
}

TEST_F(SteeringTest, FollowingAllocatesNothing) {
    Mesh dense = make(sphere_arrays(8));
    const MeshArrays cage = cage_arrays(dense, 4, memory_);
    Mesh coarse = make(cage);
    ASSERT_EQ(link(dense, coarse).message, "");
    for (int frame = 0; frame < 2; ++frame) coarse.set_positions(cage.position_source());
    const uint64_t before = memory_.allocation_count();
    for (int frame = 0; frame < 10; ++frame) coarse.set_positions(cage.position_source());
    EXPECT_EQ(memory_.allocation_count(), before);
    unlink(dense);
}

TEST_F(SteeringTest, MappingMergesVerticesAndKeepsTheSumOfTheWeights) {
    Mesh dense = make(sphere_arrays(5));
    const MeshArrays cage = cage_arrays(dense, 3, memory_);
    Mesh coarse = make(cage);
    ASSERT_EQ(link(dense, coarse).message, "");
    const Steering& steering = *dense.steering();
    for (const Triangle& triangle : dense.triangles()) {
        const uint32_t features[4] = {triangle.vertex[0], triangle.vertex[1], triangle.vertex[2], no_index};
        const double weights[4] = {0.5, 0.25, 0.25, 7};
        uint32_t out[12];
        double out_weights[12];
        steering.map_to_coarse(features, weights, out, out_weights);
        double sum = 0;
        Vec3 point(0.0);
        for (int i = 0; i < 12; ++i) {
            if (out[i] == no_index) {
                EXPECT_EQ(out_weights[i], 0);
                continue;
            }
            EXPECT_EQ(std::count(out, out + 12, out[i]), 1);
            sum += out_weights[i];
            point += out_weights[i] * coarse.positions()[out[i]];
        }
        EXPECT_NEAR(sum, 1, 1e-15);
        Vec3 expected(0.0);
        for (int corner = 0; corner < 3; ++corner) {
            const uint32_t v = features[corner];
            for (std::size_t i = 0; i < 3; ++i) {
                expected += weights[corner] * steering.weights()[v][i] *
                            coarse.positions()[steering.coarse_vertices()[v][i]];
            }
        }
        EXPECT_LT(glm::length(point - expected), 1e-14);
    }
    unlink(dense);
}

}  // namespace
}  // namespace defcol::testing
