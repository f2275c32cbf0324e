// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "capi/session.hpp"

namespace capi_test {
namespace {

// A task hook that stops the first detect inside the library until it is let go.
class Barrier {
  public:
    void install(defcol_context_desc& desc) {
        desc.user = this;
        desc.run_tasks = run_tasks;
        desc.worker_count = 2;
    }
    void arm() { is_armed_ = true; }
    void wait_until_reached() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return is_reached_; });
    }
    void let_go() {
        const std::lock_guard lock(mutex_);
        is_open_ = true;
        changed_.notify_all();
    }

  private:
    static void run_tasks(void* user, uint32_t task_count, void (*task)(void*, uint32_t), void* task_data) {
        auto& self = *static_cast<Barrier*>(user);
        if (self.is_armed_.exchange(false)) {
            std::unique_lock lock(self.mutex_);
            self.is_reached_ = true;
            self.changed_.notify_all();
            self.changed_.wait(lock, [&] { return self.is_open_; });
        }
        for (uint32_t i = 0; i < task_count; ++i) task(task_data, i);
    }

    std::atomic<bool> is_armed_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_reached_ = false;
    bool is_open_ = false;
};

// A detector that runs on another thread for as long as the test wants.
class RunningDetector : public testing::Test {
  protected:
    void SetUp() override {
        auto desc = initialized(defcol_context_desc_init);
        barrier_.install(desc);
        ASSERT_OK(defcol_context_create(&desc, &context_));
        for (int i = 0; i < 2; ++i) {
            const auto mesh_desc = describe(data_[i]);
            ASSERT_OK(defcol_mesh_create(context_, &mesh_desc, &mesh_[i]));
        }
        // Brute force, because it surely hands tasks to the hook, whatever auto would choose.
        auto detector_desc = initialized(defcol_detector_desc_init);
        detector_desc.backend = DEFCOL_BACKEND_BRUTE_FORCE;
        for (defcol_detector* detector : {&running_, &other_}) {
            ASSERT_OK(defcol_detector_create(context_, &detector_desc, detector));
            for (const defcol_mesh mesh : mesh_) ASSERT_OK(defcol_detector_add_mesh(*detector, mesh, 0));
        }
        prepare();
        barrier_.arm();
        thread_ = std::thread([&] { status_ = defcol_detector_detect(running_, nullptr); });
        barrier_.wait_until_reached();
    }

    void TearDown() override {
        barrier_.let_go();
        thread_.join();
        EXPECT_EQ(status_, DEFCOL_OK);
        EXPECT_EQ(contacts_of(running_), expected_contacts(data_[0], data_[1]));
        EXPECT_OK(defcol_context_destroy(context_));
    }

    virtual void prepare() {}

    const MeshData data_[2] = {sheet(20), sheet(20, 0.3, 0.41)};
    Barrier barrier_;
    defcol_context context_{};
    defcol_mesh mesh_[2] = {};
    defcol_detector running_{};
    defcol_detector other_{};
    std::thread thread_;
    defcol_status status_ = DEFCOL_ERROR_INTERNAL;
};

TEST_F(RunningDetector, IsBusyForEveryOtherCall) {
    auto contacts = initialized(defcol_contacts_init);
    auto statistics = initialized(defcol_statistics_init);
    int64_t value = 0;
    EXPECT_EQ(defcol_detector_detect(running_, nullptr), DEFCOL_ERROR_BUSY);
    EXPECT_TRUE(message_has("detector"));
    EXPECT_EQ(defcol_detector_contacts(running_, &contacts), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_detector_get_statistics(running_, &statistics), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_detector_remove_mesh(running_, mesh_[0]), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_detector_set_filter(running_, mesh_[0], 1, 1), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_detector_get_option_i64(running_, DEFCOL_OPTION_SIMD_LEVEL, &value), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_detector_destroy(running_), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_context_destroy(context_), DEFCOL_ERROR_BUSY);
}

TEST_F(RunningDetector, KeepsItsMeshesFromChanging) {
    const auto& positions = data_[0].positions;
    const auto desc = describe(data_[0]);
    auto edit = initialized(defcol_mesh_edit_desc_init);
    EXPECT_EQ(
        defcol_mesh_set_positions(mesh_[0], positions.data(), positions.size() / 3, 0, DEFCOL_SCALAR_FLOAT64),
        DEFCOL_ERROR_BUSY);
    EXPECT_TRUE(message_has("mesh"));
    EXPECT_EQ(defcol_mesh_set_transform(mesh_[0], nullptr), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_mesh_set_topology(mesh_[0], &desc), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_mesh_edit(mesh_[0], &edit), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_mesh_set_active_triangles(mesh_[0], nullptr, 0), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_mesh_destroy(mesh_[0]), DEFCOL_ERROR_BUSY);
}

class RunningDetectorOfASteeredMesh : public RunningDetector {
  protected:
    void prepare() override {
        ASSERT_OK(defcol_mesh_create_cage(mesh_[1], nullptr, &coarse_));
        ASSERT_OK(defcol_mesh_link(mesh_[1], coarse_, nullptr));
    }
    defcol_mesh coarse_{};
};

TEST_F(RunningDetectorOfASteeredMesh, KeepsTheCoarseMeshFromChangingAndFromGoingAway) {
    const double* positions = nullptr;
    uint64_t count = 0;
    ASSERT_OK(defcol_mesh_get_positions(coarse_, &positions, &count));
    EXPECT_EQ(defcol_mesh_set_positions(coarse_, positions, count, 0, DEFCOL_SCALAR_FLOAT64),
              DEFCOL_ERROR_BUSY);
    const double transform[12] = {1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0};
    EXPECT_EQ(defcol_mesh_set_transform(coarse_, transform), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_mesh_destroy(coarse_), DEFCOL_ERROR_BUSY);
    EXPECT_EQ(defcol_mesh_unlink(mesh_[1]), DEFCOL_ERROR_BUSY);
    // Reading is free, and after the frame everything is.
    auto steering = initialized(defcol_mesh_steering_init);
    EXPECT_OK(defcol_mesh_get_steering(mesh_[1], &steering));
    defcol_mesh coarse{};
    EXPECT_OK(defcol_mesh_get_coarse(mesh_[1], &coarse));
    EXPECT_EQ(coarse.value, coarse_.value);
}

TEST_F(RunningDetector, LetsOthersReadItsMeshesAndRunOnThem) {
    auto report = initialized(defcol_mesh_report_init);
    uint64_t count = 0;
    EXPECT_OK(defcol_mesh_get_report(mesh_[0], &report));
    EXPECT_OK(defcol_mesh_get_positions(mesh_[0], nullptr, &count));
    EXPECT_EQ(count, 441u);
    EXPECT_OK(defcol_detector_detect(other_, nullptr));
    EXPECT_EQ(contacts_of(other_), expected_contacts(data_[0], data_[1]));
}

TEST_F(RunningDetector, LetsTheContextMakeAndDestroyOtherThings) {
    const auto desc = describe(data_[0]);
    defcol_mesh mesh;
    defcol_detector detector;
    ASSERT_OK(defcol_mesh_create(context_, &desc, &mesh));
    ASSERT_OK(defcol_detector_create(context_, nullptr, &detector));
    EXPECT_OK(defcol_detector_add_mesh(detector, mesh, 0));
    EXPECT_OK(defcol_detector_add_mesh(detector, mesh_[1], 0));
    EXPECT_OK(defcol_mesh_destroy(mesh));
    EXPECT_OK(defcol_detector_destroy(detector));
}

// Many at once.

TEST(Concurrency, DetectorsThatShareAMovingMeshSeeOneStateOrTheOther) {
    auto desc = initialized(defcol_context_desc_init);
    desc.worker_count = 2;
    const Session session(desc);
    const MeshData still = sheet(10);
    const MeshData states[2] = {sheet(10, 0.3, 0.41), sheet(10, -0.2, 0.73)};
    const std::vector<Contact> expected[2] = {expected_contacts(still, states[0]),
                                              expected_contacts(still, states[1])};
    ASSERT_NE(expected[0], expected[1]);
    const auto fixed = session.mesh(still);
    const auto moving = session.mesh(states[0]);
    std::atomic<bool> has_moved_enough{false};
    std::atomic<int> wrong{0};

    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&, detector = session.detector_of({fixed, moving})] {
            for (int frame = 0; frame < 30 || !has_moved_enough;) {
                const defcol_status status = defcol_detector_detect(detector, nullptr);
                if (status != DEFCOL_ERROR_BUSY) {
                    const auto contacts = contacts_of(detector);
                    if (status != DEFCOL_OK || (contacts != expected[0] && contacts != expected[1])) ++wrong;
                    ++frame;
                }
                // Nobody waits in the library: without a pause three detectors would leave no gap for a
                // change.
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        });
    }
    for (int moves = 0; moves < 20;) {
        const auto& positions = states[moves % 2].positions;
        const defcol_status status = defcol_mesh_set_positions(moving, positions.data(), positions.size() / 3,
                                                               0, DEFCOL_SCALAR_FLOAT64);
        if (status != DEFCOL_OK && status != DEFCOL_ERROR_BUSY) ++wrong;
        if (status != DEFCOL_ERROR_BUSY) ++moves;
        std::this_thread::yield();
    }
    has_moved_enough = true;
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
}

TEST(Concurrency, ContextsDoNotInterfere) {
    const MeshData flat = sheet(8);
    const MeshData tilted = sheet(8, 0.3, 0.41);
    const std::vector<Contact> expected = expected_contacts(flat, tilted);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            for (int round = 0; round < 20; ++round) {
                auto desc = initialized(defcol_context_desc_init);
                desc.worker_count = i % 3 + 1;
                const Session session(desc);
                const auto detector = session.detector_of({session.mesh(flat), session.mesh(tilted)});
                if (defcol_detector_detect(detector, nullptr) != DEFCOL_OK) ++wrong;
                if (contacts_of(detector) != expected) ++wrong;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
}

// Calls that race for one handle: each is done, refused as busy, or refused as stale; never anything else.
TEST(Concurrency, ManyThreadsOnOneHandle) {
    const Session session;
    const MeshData data = sheet(4);
    std::atomic<int> wrong{0};
    for (int round = 0; round < 50; ++round) {
        const auto mesh = session.mesh(data);
        const auto detector = session.detector_of({mesh});
        std::atomic<int> destroyed{0};
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&, i] {
                for (int call = 0; call < 20; ++call) {
                    defcol_status status = DEFCOL_OK;
                    switch ((i + call) % 4) {
                        case 0:
                            status = defcol_detector_detect(detector, nullptr);
                            break;
                        case 1:
                            status = defcol_mesh_set_positions(mesh, data.positions.data(),
                                                               data.vertex_count(), 0, DEFCOL_SCALAR_FLOAT64);
                            break;
                        case 2:
                            status = defcol_mesh_set_active_triangles(mesh, data.triangles.data(), 3);
                            break;
                        default:
                            if (call < 15) break;
                            status = defcol_mesh_destroy(mesh);
                            if (status == DEFCOL_OK) ++destroyed;
                    }
                    if (status != DEFCOL_OK && status != DEFCOL_ERROR_BUSY &&
                        status != DEFCOL_ERROR_BAD_HANDLE) {
                        ++wrong;
                    }
                }
            });
        }
        for (std::thread& thread : threads) thread.join();
        EXPECT_LE(destroyed, 1);
    }
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace capi_test
