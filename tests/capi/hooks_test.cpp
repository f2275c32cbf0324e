// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <cfenv>
#include <cstdint>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "capi/session.hpp"

namespace capi_test {
namespace {

struct Caller {
    defcol_context context{};
    defcol_mesh mesh{};
    defcol_detector detector{};
    int call_count = 0;

    // From inside a hook everything with a state is refused; what cannot fail still answers.
    void call_back() {
        ++call_count;
        defcol_context other{77};
        EXPECT_EQ(defcol_context_create(nullptr, &other), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(other.value, 0u);
        EXPECT_TRUE(message_has("hook"));
        EXPECT_EQ(defcol_mesh_set_transform(mesh, nullptr), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(defcol_detector_detect(detector, nullptr), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(defcol_mesh_destroy(mesh), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(defcol_context_destroy(context), DEFCOL_ERROR_BUSY);
        auto contacts = initialized(defcol_contacts_init);
        EXPECT_EQ(defcol_detector_contacts(detector, &contacts), DEFCOL_ERROR_BUSY);
        EXPECT_EQ(defcol_version_number(), uint32_t{DEFCOL_VERSION_NUMBER});
    }
};

void* allocate_and_call_back(void* user, size_t size, size_t alignment) {
    static_cast<Caller*>(user)->call_back();
    return ::operator new(size, std::align_val_t(alignment));
}
void release_and_call_back(void* user, void* memory, size_t, size_t alignment) {
    static_cast<Caller*>(user)->call_back();
    ::operator delete(memory, std::align_val_t(alignment));
}
void run_tasks_and_call_back(void* user, uint32_t task_count, void (*task)(void*, uint32_t),
                             void* task_data) {
    for (uint32_t i = 0; i < task_count; ++i) {
        static_cast<Caller*>(user)->call_back();
        task(task_data, i);
    }
}

TEST(Hooks, CallingBackIsBusy) {
    Caller caller;
    auto desc = initialized(defcol_context_desc_init);
    desc.user = &caller;
    desc.allocate = allocate_and_call_back;
    desc.release = release_and_call_back;
    desc.run_tasks = run_tasks_and_call_back;
    desc.worker_count = 3;
    const MeshData flat = sheet(30);
    const MeshData tilted = sheet(30, 0.3, 0.41);
    {
        const Session session(desc);
        caller.context = session.context;
        caller.mesh = session.mesh(flat);
        caller.detector = session.detector_of({caller.mesh, session.mesh(tilted)});
        EXPECT_OK(defcol_detector_detect(caller.detector, nullptr));
        EXPECT_EQ(contacts_of(caller.detector), expected_contacts(flat, tilted));
        caller.call_count = 0;
        EXPECT_OK(defcol_detector_detect(caller.detector, nullptr));
        EXPECT_GT(caller.call_count, 0) << "the task hook was not used";
    }
}

// A host's scheduler that forgets tasks, runs some twice and returns too early harms nobody but itself.
void run_every_third_task_twice(void*, uint32_t task_count, void (*task)(void*, uint32_t), void* task_data) {
    for (uint32_t i = 0; i < task_count; i += 3) {
        task(task_data, i);
        task(task_data, i);
    }
}

TEST(Hooks, ACarelessTaskHookChangesNoContact) {
    auto desc = initialized(defcol_context_desc_init);
    desc.run_tasks = run_every_third_task_twice;
    desc.worker_count = 8;
    const Session session(desc);
    const MeshData flat = sheet(20);
    const MeshData tilted = sheet(20, 0.3, 0.41);
    const auto detector = session.detector_of({session.mesh(flat), session.mesh(tilted)});
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_EQ(contacts_of(detector), expected_contacts(flat, tilted));
}

// Everything a C++ host should not do, at once.
struct ThrowingHost {
    std::atomic<int> throws{0};
    int64_t until_allocation_throws = INT64_MAX;

    static void* allocate(void* user, size_t size, size_t alignment) {
        auto& host = *static_cast<ThrowingHost*>(user);
        if (host.until_allocation_throws-- == 0) {
            ++host.throws;
            throw std::bad_alloc();
        }
        return ::operator new(size, std::align_val_t(alignment));
    }
    static void release(void* user, void* memory, size_t, size_t alignment) {
        ::operator delete(memory, std::align_val_t(alignment));
        ++static_cast<ThrowingHost*>(user)->throws;
        throw 1;
    }
    static void log(void* user, int32_t, const char*) {
        ++static_cast<ThrowingHost*>(user)->throws;
        throw 2;
    }
    static void run_tasks(void* user, uint32_t, void (*task)(void*, uint32_t), void* task_data) {
        task(task_data, 0);
        ++static_cast<ThrowingHost*>(user)->throws;
        throw 3;
    }
};

TEST(Hooks, ThatThrowHarmNothing) {
    const MeshData flat = sheet(20);
    const MeshData tilted = sheet(20, 0.3, 0.41);
    const std::vector<Contact> expected = expected_contacts(flat, tilted);
    ThrowingHost host;
    auto desc = initialized(defcol_context_desc_init);
    desc.user = &host;
    desc.allocate = ThrowingHost::allocate;
    desc.release = ThrowingHost::release;
    desc.log = ThrowingHost::log;
    desc.log_level = DEFCOL_LOG_DEBUG;
    desc.run_tasks = ThrowingHost::run_tasks;
    desc.worker_count = 4;
    {
        const Session session(desc);
        const auto detector = session.detector_of({session.mesh(flat), session.mesh(tilted)});
        host.until_allocation_throws = 0;
        EXPECT_EQ(defcol_detector_detect(detector, nullptr), DEFCOL_ERROR_OUT_OF_MEMORY);
        EXPECT_EQ(host.until_allocation_throws, -1);
        host.throws = 0;
        EXPECT_OK(defcol_detector_detect(detector, nullptr));
        EXPECT_EQ(contacts_of(detector), expected);
        EXPECT_GT(host.throws, 0);
        host.throws = 0;
    }
    EXPECT_GT(host.throws, 0) << "what is destroyed is given back";
}

struct Messages {
    std::vector<std::pair<int32_t, std::string>> all;

    void install(defcol_context_desc& desc) {
        desc.user = this;
        desc.log = receive;
    }
    static void receive(void* user, int32_t level, const char* message) {
        static_cast<Messages*>(user)->all.emplace_back(level, message);
    }
    int count(int32_t level, const std::string& text) const {
        int found = 0;
        for (const auto& [its_level, message] : all) {
            found += its_level == level && message.find(text) != std::string::npos;
        }
        return found;
    }
};

TEST(LogHook, AtDebugLevelTellsOfEachMeshDetectorAndFrame) {
    Messages messages;
    auto desc = initialized(defcol_context_desc_init);
    messages.install(desc);
    desc.log_level = DEFCOL_LOG_DEBUG;
    const Session session(desc);
    const auto detector = session.detector_of({session.mesh(sheet(2)), session.mesh(sheet(2, 1))});
    EXPECT_EQ(messages.count(DEFCOL_LOG_DEBUG, "mesh: 9 vertices, 8 triangles"), 2);
    EXPECT_EQ(messages.count(DEFCOL_LOG_DEBUG, "detector: backend"), 1);
    for (int frame = 0; frame < 3; ++frame) EXPECT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_EQ(messages.count(DEFCOL_LOG_DEBUG, "detect: frame"), 3);
    EXPECT_EQ(messages.count(DEFCOL_LOG_DEBUG, "detect: frame 3"), 1);
}

TEST(LogHook, HearsNothingMoreDetailedThanItsLevel) {
    for (int32_t level = 0; level <= DEFCOL_LOG_INFO; ++level) {
        Messages messages;
        auto desc = initialized(defcol_context_desc_init);
        EXPECT_EQ(desc.log_level, DEFCOL_LOG_INFO);
        messages.install(desc);
        desc.log_level = level;
        const Session session(desc);
        const auto detector = session.detector_of({session.mesh(sheet(2)), session.mesh(sheet(2, 1))});
        EXPECT_OK(defcol_detector_detect(detector, nullptr));
        for (const auto& [its_level, message] : messages.all) EXPECT_LE(its_level, level) << message;
    }
    auto desc = initialized(defcol_context_desc_init);
    defcol_context context{};
    for (const int32_t level : {-1, DEFCOL_LOG_DEBUG + 1}) {
        desc.log_level = level;
        EXPECT_EQ(defcol_context_create(&desc, &context), DEFCOL_ERROR_INVALID_ARGUMENT);
        EXPECT_TRUE(message_has("log_level"));
    }
}

void count_calls(void* user, uint32_t task_count, void (*task)(void*, uint32_t), void* task_data) {
    static_cast<Messages*>(user)->all.emplace_back(0, "called");
    for (uint32_t i = 0; i < task_count; ++i) task(task_data, i);
}

TEST(TaskHook, WithOneWorkerIsNeverCalledAndAWarningSaysSo) {
    for (const uint32_t workers : {1U, 2U}) {
        Messages messages;
        auto desc = initialized(defcol_context_desc_init);
        messages.install(desc);
        desc.run_tasks = count_calls;
        desc.worker_count = workers;
        const Session session(desc);
        EXPECT_EQ(messages.count(DEFCOL_LOG_WARNING, "run_tasks"), workers == 1 ? 1 : 0);
        const auto detector =
            session.detector_of({session.mesh(sheet(20)), session.mesh(sheet(20, 0.3, 0.41))});
        EXPECT_OK(defcol_detector_detect(detector, nullptr));
        EXPECT_EQ(messages.count(0, "called") > 0, workers == 2);
    }
}

// Each hook notes the rounding mode it runs in; the log hook leaves another one behind.
struct RoundingHost {
    std::vector<int> seen;
    int leaves = FE_UPWARD;

    static RoundingHost& of(void* user) { return *static_cast<RoundingHost*>(user); }
    static void* allocate(void* user, size_t size, size_t alignment) {
        of(user).seen.push_back(std::fegetround());
        return ::operator new(size, std::align_val_t(alignment));
    }
    static void release(void* user, void* memory, size_t, size_t alignment) {
        of(user).seen.push_back(std::fegetround());
        ::operator delete(memory, std::align_val_t(alignment));
    }
    static void run_tasks(void* user, uint32_t task_count, void (*task)(void*, uint32_t), void* task_data) {
        of(user).seen.push_back(std::fegetround());
        for (uint32_t i = 0; i < task_count; ++i) task(task_data, i);
        of(user).seen.push_back(std::fegetround());
    }
    static void log(void* user, int32_t, const char*) {
        of(user).seen.push_back(std::fegetround());
        std::fesetround(of(user).leaves);
    }
};

TEST(Hooks, RunInTheFloatingPointModeOfTheHost) {
    const MeshData flat = sheet(20);
    const MeshData tilted = sheet(20, 0.3, 0.41);
    RoundingHost host;
    auto desc = initialized(defcol_context_desc_init);
    desc.user = &host;
    desc.allocate = RoundingHost::allocate;
    desc.release = RoundingHost::release;
    desc.run_tasks = RoundingHost::run_tasks;
    desc.log = RoundingHost::log;
    desc.log_level = DEFCOL_LOG_DEBUG;
    desc.worker_count = 2;
    std::fesetround(FE_UPWARD);
    {
        const Session session(desc);
        const auto detector = session.detector_of({session.mesh(flat), session.mesh(tilted)});
        host.leaves = FE_DOWNWARD;
        const defcol_status status = defcol_detector_detect(detector, nullptr);
        const int after = std::fegetround();
        std::fesetround(FE_TONEAREST);
        EXPECT_OK(status);
        EXPECT_EQ(after, FE_DOWNWARD) << "what a hook changed stays changed";
        EXPECT_EQ(contacts_of(detector), expected_contacts(flat, tilted));
        EXPECT_GT(host.seen.size(), 10U);
        for (const int mode : host.seen) ASSERT_EQ(mode, FE_UPWARD);
    }
}

// A thread that is to be cancelled runs through a whole session first, hooks with cancellation points
// included.
void* run_session_while_cancelled(void* pointer) {
    auto& completed = *static_cast<bool*>(pointer);
    pthread_cancel(pthread_self());
    auto desc = initialized(defcol_context_desc_init);
    desc.worker_count = 2;
    desc.log = [](void*, int32_t, const char*) { pthread_testcancel(); };
    desc.log_level = DEFCOL_LOG_DEBUG;
    defcol_context context{};
    bool is_fine = defcol_context_create(&desc, &context) == DEFCOL_OK;
    for (const double slope : {0.0, 0.3}) {
        const MeshData data = sheet(20, slope, 0.41);
        const auto mesh_desc = describe(data);
        defcol_mesh mesh{};
        is_fine = is_fine && defcol_mesh_create(context, &mesh_desc, &mesh) == DEFCOL_OK;
        defcol_detector detector{};
        is_fine = is_fine && defcol_detector_create(context, nullptr, &detector) == DEFCOL_OK;
        is_fine =
            is_fine && defcol_detector_add_mesh(detector, mesh, DEFCOL_MESH_SELF_COLLISION) == DEFCOL_OK;
        is_fine = is_fine && defcol_detector_detect(detector, nullptr) == DEFCOL_OK;
    }
    completed = is_fine && defcol_context_destroy(context) == DEFCOL_OK;
    pthread_testcancel();
    return nullptr;
}

TEST(Cancellation, WaitsUntilTheCallReturns) {
    pthread_t thread{};
    bool completed = false;
    ASSERT_EQ(pthread_create(&thread, nullptr, run_session_while_cancelled, &completed), 0);
    void* result = nullptr;
    ASSERT_EQ(pthread_join(thread, &result), 0);
    EXPECT_TRUE(completed);
    EXPECT_EQ(result, PTHREAD_CANCELED) << "the thread must still be cancelled afterwards";
}

}  // namespace
}  // namespace capi_test
