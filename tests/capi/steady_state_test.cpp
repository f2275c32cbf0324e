// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>

#include "capi/counting_allocator.hpp"
#include "capi/session.hpp"

namespace capi_test {
namespace {

constexpr uint32_t exact_queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;

// Backend id, number of workers.
class SteadyState : public testing::TestWithParam<std::tuple<int32_t, uint32_t>> {};

TEST_P(SteadyState, AllocatesNothingIn1000Frames) {
    const auto [backend, workers] = GetParam();
    auto capabilities = initialized(defcol_backend_capabilities_init);
    ASSERT_OK(defcol_backend_get_capabilities(backend, &capabilities));
    const uint32_t queries = capabilities.queries & exact_queries;
    if (capabilities.is_available == 0) GTEST_SKIP() << capabilities.name << ": " << capabilities.reason;
    if (queries == 0) GTEST_SKIP() << capabilities.name << " answers neither query";

    CountingAllocator allocator;
    auto desc = initialized(defcol_context_desc_init);
    desc.worker_count = workers;
    allocator.install(desc);
    const Session session(desc);
    const MeshData data = sheet(8, 0.3, 0.41);
    const auto mesh = session.mesh(data);
    const auto body = session.mesh(tetrahedron(0.7));
    auto detector_desc = initialized(defcol_detector_desc_init);
    detector_desc.backend = backend;
    detector_desc.queries = queries;
    detector_desc.fields = DEFCOL_FIELD_ALL;
    defcol_detector detector{};
    ASSERT_OK(defcol_detector_create(session.context, &detector_desc, &detector));
    for (const defcol_mesh watched : {session.mesh(sheet(8)), mesh, body}) {
        ASSERT_OK(defcol_detector_add_mesh(detector, watched, DEFCOL_MESH_SELF_COLLISION));
    }
    // The sheet goes up and down through the others; contacts come and go.
    MeshData moved = data;
    const auto run_frame = [&](int frame) {
        for (uint64_t i = 0; i < moved.vertex_count(); ++i)
            moved.positions[3 * i + 2] = data.positions[3 * i + 2] + 0.01 * (frame % 20 - 10);
        ASSERT_OK(defcol_mesh_set_positions(mesh, moved.positions.data(), moved.vertex_count(), 0,
                                            DEFCOL_SCALAR_FLOAT64));
        const double transform[12] = {1, 0, 0, 0.01 * (frame % 7), 0, 1, 0, 0, 0, 0, 1, 0};
        ASSERT_OK(defcol_mesh_set_transform(body, transform));
        const uint32_t active[4] = {0, 7, static_cast<uint32_t>(frame % 50), 60};
        ASSERT_OK(defcol_mesh_set_active_triangles(mesh, active, 4));
        if (frame % 2 == 0) {
            ASSERT_OK(defcol_mesh_set_active_triangle_mask(mesh, nullptr, 0));
        }
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        auto view = initialized(defcol_contacts_init);
        ASSERT_OK(defcol_detector_contacts(detector, &view));
        EXPECT_GT(view.count, 0u);
    };
    for (int frame = 0; frame < 700; ++frame) run_frame(frame);  // one of each combination
    const uint64_t before = allocator.allocation_count();
    for (int frame = 0; frame < 1000; ++frame) run_frame(frame);
    EXPECT_EQ(allocator.allocation_count() - before, 0u);
}

INSTANTIATE_TEST_SUITE_P(Every, SteadyState,
                         testing::Combine(testing::Range<int32_t>(DEFCOL_BACKEND_BRUTE_FORCE,
                                                                  DEFCOL_BACKEND_GJK_CUT + 1),
                                          testing::Values(1u, 2u)),
                         [](const auto& test) {
                             return "Backend" + std::to_string(std::get<0>(test.param)) + "Workers" +
                                    std::to_string(std::get<1>(test.param));
                         });

}  // namespace
}  // namespace capi_test
