// SPDX-License-Identifier: MIT
#include "capture/capture_writer.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "capi/session.hpp"

namespace {

using capi_test::message_has;
using capi_test::Session;

class CapturePath {
  public:
    CapturePath() : path_(testing::TempDir() + "capture_" + std::to_string(getpid()) + ".defcap") {}
    ~CapturePath() { std::filesystem::remove(path_); }
    CapturePath(const CapturePath&) = delete;
    CapturePath& operator=(const CapturePath&) = delete;
    const char* text() const { return path_.c_str(); }
    uint64_t size() const { return std::filesystem::file_size(path_); }

  private:
    std::string path_;
};

TEST(Capture, BadArgumentsAreRefused) {
    const Session session;
    EXPECT_EQ(DEFCOL_ERROR_NULL_POINTER, defcol_context_capture_start(session.context, nullptr));
    EXPECT_EQ(DEFCOL_ERROR_BAD_HANDLE, defcol_context_capture_start({}, "x"));
    EXPECT_EQ(DEFCOL_ERROR_FILE, defcol_context_capture_start(session.context, "/no/such/folder/x"));
    EXPECT_TRUE(message_has("no such folder"));
    EXPECT_EQ(DEFCOL_ERROR_FILE, defcol_context_capture_start(session.context, "/"));
    EXPECT_OK(defcol_context_capture_stop(session.context));
}

TEST(Capture, RunsOncePerContextAndCanStartAgain) {
    const Session session;
    const CapturePath path;
    ASSERT_OK(defcol_context_capture_start(session.context, path.text()));
    EXPECT_EQ(DEFCOL_ERROR_INVALID_ARGUMENT, defcol_context_capture_start(session.context, path.text()));
    EXPECT_OK(defcol_context_capture_stop(session.context));
    EXPECT_OK(defcol_context_capture_stop(session.context));
    EXPECT_OK(defcol_context_capture_start(session.context, path.text()));
}

TEST(Capture, WritesOnlyWhatChanged) {
    const Session session;
    const CapturePath path;
    const capi_test::MeshData data = capi_test::sheet(20, 0.1);
    const defcol_mesh mesh = session.mesh(data);
    const defcol_detector detector = session.detector_of({mesh}, DEFCOL_MESH_SELF_COLLISION);
    ASSERT_OK(defcol_context_capture_start(session.context, path.text()));
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    const uint64_t first = path.size();
    EXPECT_GT(first, 12 * data.triangle_count());
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    const uint64_t frame_only = path.size() - first;
    EXPECT_EQ(sizeof(defcol::capture::RecordHeader) + sizeof(defcol::capture::FrameRecord), frame_only);
    // Doubles that are no floats cost 24 bytes a vertex, floats 12.
    std::vector<double> moved = data.positions;
    for (double& value : moved) value += 1e-9;
    EXPECT_OK(defcol_mesh_set_positions(mesh, moved.data(), data.vertex_count(), 0, DEFCOL_SCALAR_FLOAT64));
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    const uint64_t doubles = path.size() - first - 2 * frame_only;
    EXPECT_EQ(24 * data.vertex_count() + 40, doubles);
    for (double& value : moved) value = static_cast<double>(static_cast<float>(value));
    const uint64_t before = path.size();
    EXPECT_OK(defcol_mesh_set_positions(mesh, moved.data(), data.vertex_count(), 0, DEFCOL_SCALAR_FLOAT64));
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_EQ(12 * data.vertex_count() + 40 + frame_only, path.size() - before);
}

TEST(Capture, FramesAllocateNothingAfterTheFirst) {
    const Session session;
    const CapturePath path;
    const capi_test::MeshData data = capi_test::sheet(20, 0.1);
    const defcol_mesh mesh = session.mesh(data);
    const defcol_detector detector = session.detector_of({mesh}, DEFCOL_MESH_SELF_COLLISION);
    ASSERT_OK(defcol_context_capture_start(session.context, path.text()));
    const auto allocations = [&] {
        auto statistics = capi_test::initialized(defcol_context_statistics_init);
        EXPECT_OK(defcol_context_get_statistics(session.context, &statistics));
        return statistics.allocation_count;
    };
    uint64_t warm = 0;
    for (int frame = 0; frame < 6; ++frame) {
        EXPECT_OK(defcol_mesh_set_positions(mesh, data.positions.data(), data.vertex_count(), 0,
                                            DEFCOL_SCALAR_FLOAT64));
        EXPECT_OK(defcol_detector_detect(detector, nullptr));
        if (frame == 2) warm = allocations();
    }
    EXPECT_EQ(warm, allocations());
}

TEST(Capture, FullDiskEndsTheCaptureAndNotTheFrame) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
    const Session session;
    const defcol_mesh mesh = session.mesh(capi_test::sheet(20, 0.1));
    const defcol_detector detector = session.detector_of({mesh}, DEFCOL_MESH_SELF_COLLISION);
    EXPECT_EQ(DEFCOL_ERROR_FILE, defcol_context_capture_start(session.context, "/dev/full"));
    EXPECT_TRUE(message_has("the disk is full"));
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
}

TEST(Capture, ForkedChildLeavesTheFileAlone) {
    const Session session;
    const CapturePath path;
    const defcol_mesh mesh = session.mesh(capi_test::sheet(4, 0.1));
    const defcol_detector detector = session.detector_of({mesh}, DEFCOL_MESH_SELF_COLLISION);
    ASSERT_OK(defcol_context_capture_start(session.context, path.text()));
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    const uint64_t before = path.size();
    const pid_t child = fork();
    if (child == 0) {
        const bool works = defcol_detector_detect(detector, nullptr) == DEFCOL_OK &&
                           defcol_context_capture_stop(session.context) == DEFCOL_OK;
        _exit(works ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    EXPECT_EQ(0, status);
    EXPECT_EQ(before, path.size());
}

TEST(Capture, DetectorsOnSeveralThreadsShareTheFile) {
    const Session session;
    const CapturePath path;
    const defcol_mesh mesh = session.mesh(capi_test::sheet(10, 0.1));
    std::vector<defcol_detector> detectors;
    for (int i = 0; i < 4; ++i) detectors.push_back(session.detector_of({mesh}, DEFCOL_MESH_SELF_COLLISION));
    ASSERT_OK(defcol_context_capture_start(session.context, path.text()));
    std::vector<std::thread> threads;
    threads.reserve(detectors.size());
    for (const defcol_detector detector : detectors) {
        threads.emplace_back([detector] {
            for (int frame = 0; frame < 20; ++frame) EXPECT_OK(defcol_detector_detect(detector, nullptr));
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_OK(defcol_context_capture_stop(session.context));
    EXPECT_GT(path.size(), 80 * sizeof(defcol::capture::FrameRecord));
}

}  // namespace
