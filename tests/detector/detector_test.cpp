// SPDX-License-Identifier: MIT
#include "detector/detector.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.hpp"
#include "base/status.hpp"
#include "detector/context.hpp"

namespace defcol {
namespace {

class DetectorTest : public testing::Test {
  protected:
    // A triangle at height z, in or across the plane of others.
    Mesh& add(double z, bool upright = false) {
        const double top = upright ? 1 : 0;
        const double positions[9] = {0.1, 0.1, z - top, 1, 0.1, z + top, 0.1, 1, z + top};
        static constexpr uint32_t triangle[3] = {0, 1, 2};
        MeshSource source{};
        source.positions = {positions, 3, 0, DEFCOL_SCALAR_FLOAT64};
        source.triangle_count = 1;
        source.triangles = triangle;
        const uint64_t handle = context_.create_mesh(source);
        return handle_table().acquire(handle, HandleType::mesh, Access::shared).as<Mesh>();
    }

    template <class Call>
    static int32_t status_of(Call&& call) {
        try {
            call();
        } catch (const Error& error) {
            return error.status();
        }
        return status::ok;
    }

    ~DetectorTest() override { Context::destroy(handle_); }

    uint64_t handle_ = Context::create({});
    Context& context_ = handle_table().acquire(handle_, HandleType::context, Access::shared).as<Context>();
    uint64_t detector_handle_ = context_.create_detector({.backend = DEFCOL_BACKEND_BRUTE_FORCE});
    Detector& detector_ =
        handle_table().acquire(detector_handle_, HandleType::detector, Access::shared).as<Detector>();
};

TEST_F(DetectorTest, RunsTheStagesAndReportsWhatTheyDid) {
    detector_.add_mesh(add(0), 0);
    detector_.add_mesh(add(0, true), 0);
    detector_.add_mesh(add(50), 0);
    EXPECT_EQ(detector_.detect({}), status::ok);
    EXPECT_EQ(detector_.contacts().count, 1U);
    const defcol_statistics statistics = detector_.statistics();
    EXPECT_EQ(statistics.frame, 1U);
    EXPECT_EQ(statistics.backend, DEFCOL_BACKEND_BRUTE_FORCE);
    EXPECT_EQ(statistics.mesh_pair_count, 1U) << "the third mesh is far away";
    EXPECT_EQ(statistics.candidate_count, 1U);
    EXPECT_EQ(statistics.contact_count, 1U);
    EXPECT_GT(statistics.detector_bytes, 0U);
    EXPECT_GE(statistics.total_seconds, statistics.search_seconds);
}

TEST_F(DetectorTest, AMeshThatIsBeingChangedMakesItBusyAndTheContactsStay) {
    Mesh& mesh = add(0);
    detector_.add_mesh(mesh, 0);
    detector_.add_mesh(add(0, true), 0);
    EXPECT_EQ(detector_.detect({}), status::ok);
    {
        const HandlePin changing = handle_table().pin(mesh, Access::exclusive);
        EXPECT_EQ(status_of([&] { detector_.detect({}); }), status::busy);
        EXPECT_EQ(detector_.contacts().count, 1U);
        EXPECT_EQ(detector_.statistics().frame, 1U);
    }
    EXPECT_EQ(detector_.detect({}), status::ok) << "every pin was given back";
}

TEST_F(DetectorTest, RefusesAMeshTwiceUnknownFlagsAndMeshesItDoesNotWatch) {
    Mesh& mesh = add(0);
    Mesh& stranger = add(1);
    detector_.add_mesh(mesh, DEFCOL_MESH_SELF_COLLISION);
    EXPECT_EQ(status_of([&] { detector_.add_mesh(mesh, 0); }), status::invalid_argument);
    EXPECT_EQ(status_of([&] { detector_.add_mesh(stranger, 2); }), status::invalid_argument);
    EXPECT_FALSE(detector_.watches(stranger));
    EXPECT_EQ(status_of([&] { detector_.remove_mesh(stranger); }), status::invalid_argument);
    EXPECT_EQ(status_of([&] { detector_.set_filter(stranger, 1, 1); }), status::invalid_argument);
    EXPECT_EQ(status_of([&] { detector_.exclude_pair(mesh, stranger, true); }), status::invalid_argument);
    EXPECT_EQ(status_of([&] { detector_.exclude_pair(mesh, mesh, true); }), status::invalid_argument);
    EXPECT_EQ(status_of([&] { static_cast<void>(detector_.mesh_handle(1)); }), status::index_range);
    EXPECT_EQ(detector_.mesh_handle(0), mesh.handle());
}

TEST_F(DetectorTest, AForgottenMeshTakesItsExclusionsWithIt) {
    Mesh& first = add(0);
    Mesh& second = add(0, true);
    detector_.add_mesh(first, 0);
    detector_.add_mesh(second, 0);
    detector_.exclude_pair(second, first, true);
    EXPECT_EQ(detector_.detect({}), status::ok);
    EXPECT_EQ(detector_.contacts().count, 0U);
    detector_.remove_mesh(first);
    detector_.add_mesh(first, 0);
    EXPECT_EQ(detector_.mesh_index(first), 2U);
    EXPECT_EQ(detector_.detect({}), status::ok);
    ASSERT_EQ(detector_.contacts().count, 1U);
    EXPECT_EQ(detector_.contacts().mesh_a[0], 1U);
    EXPECT_EQ(detector_.contacts().mesh_b[0], 2U);
}

TEST_F(DetectorTest, SeparationIsOnlyForTheBackendThatMeasuresIt) {
    Mesh& first = add(0);
    Mesh& second = add(1);
    detector_.add_mesh(first, 0);
    detector_.add_mesh(second, 0);
    EXPECT_EQ(status_of([&] { static_cast<void>(detector_.separation(first, second)); }),
              status::unsupported);
}

}  // namespace
}  // namespace defcol
