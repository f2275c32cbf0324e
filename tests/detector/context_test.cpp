// SPDX-License-Identifier: MIT
#include "detector/context.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/error.hpp"
#include "base/status.hpp"
#include "detector/detector.hpp"

namespace defcol {
namespace {

class ContextTest : public testing::Test {
  protected:
    ContextTest() : handle_(Context::create({})), pin_(pin(handle_, HandleType::context, Access::shared)) {}
    ~ContextTest() override {
        pin_.release();
        Context::destroy(handle_);
    }

    static HandlePin pin(uint64_t handle, HandleType type, Access access) {
        return handle_table().acquire(handle, type, access);
    }
    Context& context() const { return pin_.as<Context>(); }

    uint64_t create_mesh() const {
        static constexpr double positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        static constexpr uint32_t triangle[3] = {0, 1, 2};
        MeshSource source{};
        source.positions = {positions, 3, 0, DEFCOL_SCALAR_FLOAT64};
        source.triangle_count = 1;
        source.triangles = triangle;
        return context().create_mesh(source);
    }

    static void watch(uint64_t detector, uint64_t mesh) {
        pin(detector, HandleType::detector, Access::exclusive)
            .as<Detector>()
            .add_mesh(pin(mesh, HandleType::mesh, Access::shared).as<Mesh>(), 0);
    }

    static int32_t status_of_pinning(uint64_t handle, HandleType type) {
        try {
            pin(handle, type, Access::shared);
        } catch (const Error& error) {
            return error.status();
        }
        return status::ok;
    }

    uint64_t handle_;
    HandlePin pin_;
};

TEST_F(ContextTest, CountsWhatLivesInIt) {
    const uint64_t mesh = create_mesh();
    create_mesh();
    const uint64_t detector = context().create_detector({});
    EXPECT_EQ(context().mesh_count(), 2U);
    EXPECT_EQ(context().detector_count(), 1U);
    context().destroy_mesh(pin(mesh, HandleType::mesh, Access::exclusive));
    context().destroy_detector(pin(detector, HandleType::detector, Access::exclusive));
    EXPECT_EQ(context().mesh_count(), 1U);
    EXPECT_EQ(context().detector_count(), 0U);
    EXPECT_EQ(status_of_pinning(mesh, HandleType::mesh), status::bad_handle);
    EXPECT_EQ(status_of_pinning(detector, HandleType::detector), status::bad_handle);
}

TEST_F(ContextTest, ADestroyedMeshLeavesItsDetectorsAndOnlyThose) {
    const uint64_t mesh = create_mesh();
    const uint64_t other = create_mesh();
    std::vector<uint64_t> detectors;
    for (int i = 0; i < 3; ++i) detectors.push_back(context().create_detector({}));
    watch(detectors[0], mesh);
    watch(detectors[1], mesh);
    watch(detectors[1], other);
    {
        // A detector that does not watch the mesh may be in use meanwhile.
        const HandlePin busy = pin(detectors[2], HandleType::detector, Access::exclusive);
        context().destroy_mesh(pin(mesh, HandleType::mesh, Access::exclusive));
    }
    const HandlePin second = pin(detectors[1], HandleType::detector, Access::shared);
    EXPECT_EQ(second.as<Detector>().mesh_handle(0), 0U);
    EXPECT_EQ(second.as<Detector>().mesh_handle(1), other);
}

TEST_F(ContextTest, AMeshOfABusyDetectorIsNotDestroyedAndNothingHasChanged) {
    const uint64_t mesh = create_mesh();
    const uint64_t first = context().create_detector({});
    const uint64_t second = context().create_detector({});
    watch(first, mesh);
    watch(second, mesh);
    {
        const HandlePin busy = pin(second, HandleType::detector, Access::exclusive);
        EXPECT_THROW(context().destroy_mesh(pin(mesh, HandleType::mesh, Access::exclusive)), Error);
    }
    EXPECT_EQ(context().mesh_count(), 1U);
    for (const uint64_t detector : {first, second}) {
        EXPECT_EQ(pin(detector, HandleType::detector, Access::exclusive).as<Detector>().mesh_handle(0), mesh);
    }
}

TEST_F(ContextTest, WorkerCountZeroIsOnePerUsableCore) {
    ContextConfig config;
    config.worker_count = 0;
    const uint64_t handle = Context::create(config);
    EXPECT_GE(pin(handle, HandleType::context, Access::shared).as<Context>().workers().worker_count(), 1U);
    Context::destroy(handle);
}

}  // namespace
}  // namespace defcol
