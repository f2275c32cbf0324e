// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "capi/session.hpp"

namespace capi_test {
namespace {

TEST(Fork, TheChildRunsFramesAndTheParentGoesOn) {
    auto desc = initialized(defcol_context_desc_init);
    desc.worker_count = 4;
    const Session session(desc);
    const MeshData flat = sheet(20);
    const MeshData tilted = sheet(20, 0.3, 0.41);
    const auto mesh = session.mesh(flat);
    const auto detector = session.detector_of({mesh, session.mesh(tilted)});
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    const std::vector<Contact> expected = contacts_of(detector);
    ASSERT_FALSE(expected.empty());

    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        // Only _exit may be left: the child must not run the rest of the test program.
        if (defcol_mesh_set_positions(mesh, flat.positions.data(), flat.vertex_count(), 0,
                                      DEFCOL_SCALAR_FLOAT64) != DEFCOL_OK) {
            _exit(1);
        }
        if (defcol_detector_detect(detector, nullptr) != DEFCOL_OK) _exit(2);
        if (contacts_of(detector) != expected) _exit(3);
        defcol_context own;
        if (defcol_context_create(&desc, &own) != DEFCOL_OK || defcol_context_destroy(own) != DEFCOL_OK)
            _exit(4);
        _exit(defcol_context_destroy(session.context) == DEFCOL_OK ? 0 : 5);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    ASSERT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_EQ(contacts_of(detector), expected);
}

// A whole life of objects on one thread; the step that failed, or 0.
int live_once(const MeshData& data) {
    defcol_context context{};
    if (defcol_context_create(nullptr, &context) != DEFCOL_OK) return 1;
    const auto desc = describe(data);
    defcol_mesh mesh{};
    if (defcol_mesh_create(context, &desc, &mesh) != DEFCOL_OK) return 2;
    defcol_detector detector{};
    if (defcol_detector_create(context, nullptr, &detector) != DEFCOL_OK) return 3;
    if (defcol_detector_add_mesh(detector, mesh, DEFCOL_MESH_SELF_COLLISION) != DEFCOL_OK) return 4;
    if (defcol_detector_detect(detector, nullptr) != DEFCOL_OK) return 5;
    if (defcol_mesh_destroy(mesh) != DEFCOL_OK) return 6;
    return defcol_context_destroy(context) == DEFCOL_OK ? 0 : 7;
}

TEST(Fork, WhileAnotherThreadCreatesAndDestroysLeavesAWorkingChild) {
    const MeshData data = sheet(3);
    std::atomic<bool> finish{false};
    std::atomic<int> failed_step{0};
    std::atomic<int> lives{0};
    std::thread other([&] {
        while (!finish) {
            const int step = live_once(data);
            if (step != 0) failed_step = step;
            ++lives;
        }
    });
    while (lives == 0) std::this_thread::yield();
    for (int round = 0; round < 40; ++round) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            alarm(30);  // a child that hangs is a failure, not a stuck test
            _exit(live_once(data));
        }
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFEXITED(status)) << "round " << round;
        ASSERT_EQ(WEXITSTATUS(status), 0) << "round " << round;
    }
    finish = true;
    other.join();
    EXPECT_EQ(failed_step, 0);
}

}  // namespace
}  // namespace capi_test
