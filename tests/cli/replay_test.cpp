// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "capi/session.hpp"
#include "capture/capture_format.hpp"
#include "cli/capture_run.hpp"
#include "cli/errors.hpp"
#include "cli/run_defcol.hpp"
#include "defcol/defcol.h"
#include "scenes/registry.hpp"

namespace {

using capi_test::Session;
using cli_test::content_of;
using cli_test::Folder;
using cli_test::json_member;
using cli_test::Outcome;
using cli_test::run_defcol;

// Plays a scene through the C functions with a capture running.
void record_scene(const std::string& name, uint32_t frames, const std::string& path, int32_t backend,
                  uint32_t queries) {
    scenes::Scene scene = *scenes::make(name);
    const Session session;
    ASSERT_OK(defcol_context_capture_start(session.context, path.c_str()));
    std::vector<defcol_mesh> meshes;
    for (const scenes::Mesh& mesh : scene.meshes) {
        meshes.push_back(
            session.mesh({mesh.positions, mesh.tetrahedra.empty() ? mesh.triangles : std::vector<uint32_t>(),
                          mesh.tetrahedra}));
    }
    auto desc = capi_test::initialized(defcol_detector_desc_init);
    desc.backend = backend;
    desc.queries = queries;
    defcol_detector detector{};
    ASSERT_OK(defcol_detector_create(session.context, &desc, &detector));
    for (const defcol_mesh mesh : meshes) {
        ASSERT_OK(defcol_detector_add_mesh(detector, mesh, scene.self ? DEFCOL_MESH_SELF_COLLISION : 0));
    }
    for (uint32_t frame = 0; frame < frames; ++frame) {
        scene.advance(frame);
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            ASSERT_OK(defcol_mesh_set_positions(meshes[i], scene.meshes[i].positions.data(),
                                                scene.meshes[i].vertex_count(), 0, DEFCOL_SCALAR_FLOAT64));
        }
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
    }
    ASSERT_OK(defcol_context_capture_stop(session.context));
}

TEST(ReplayCommand, EveryExactBackendFindsTheRecordedContacts) {
    const Folder folder;
    const std::string path = folder.path("a.defcap");
    record_scene("drape_small", 4, path, DEFCOL_BACKEND_HASH, DEFCOL_QUERY_TRIANGLE_PAIRS);
    for (const std::string backend : {"auto", "brute-force", "cone-bvh", "gjk-cut"}) {
        const Outcome outcome = run_defcol({"replay", path, "--backend", backend, "--json"});
        EXPECT_EQ(0, outcome.status) << backend << outcome.errors;
        EXPECT_EQ("0", json_member(outcome.output, "different_frames"));
        EXPECT_NE(std::string::npos, outcome.output.find("\"hash\":\"same\"")) << outcome.output;
        EXPECT_EQ(std::string::npos, outcome.output.find("not comparable")) << outcome.output;
        EXPECT_EQ("", outcome.errors);
    }
    // Another query than the recorded one is run, but says nothing about the recorded contacts.
    EXPECT_NE(std::string::npos, run_defcol({"replay", path, "--query", "triangle-pairs,vertex-tetrahedron"})
                                     .output.find("not comparable"));
}

TEST(ReplayCommand, TetrahedraAndBothQueriesReplay) {
    const Folder folder;
    const std::string path = folder.path("a.defcap");
    record_scene("squeezed_blocks_small", 3, path, DEFCOL_BACKEND_AUTO,
                 DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON);
    const Outcome outcome =
        run_defcol({"replay", path, "--backend", "brute-force", "--output", folder.path("o.csv")});
    EXPECT_EQ(0, outcome.status) << outcome.output << outcome.errors;
    EXPECT_NE(std::string::npos, outcome.output.find("same"));
    EXPECT_GT(cli_test::lines_of(content_of(folder.path("o.csv"))).size(), 10U);
}

// Meshes that come and go, cuts, switched triangles, filters, exclusions, transforms and vertices that are
// not finite: what a replay has to follow.
TEST(ReplayCommand, FollowsEverythingAHostMayDo) {
    const Folder folder;
    const std::string path = folder.path("a.defcap");
    {
        const Session session;
        const capi_test::MeshData data = capi_test::sheet(8, 0.5);
        const defcol_mesh gone = session.mesh(data);
        const defcol_mesh a = session.mesh(data);
        const defcol_mesh b = session.mesh(capi_test::sheet(6, -0.5));
        const defcol_detector detector = session.detector_of({gone, a, b}, 0);
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        ASSERT_OK(defcol_mesh_destroy(gone));
        // The capture starts in the middle of it.
        ASSERT_OK(defcol_context_capture_start(session.context, path.c_str()));
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        auto edit = capi_test::initialized(defcol_mesh_edit_desc_init);
        const uint32_t removed[] = {60, 61, 70};
        edit.removed_triangle_count = 3;
        edit.removed_triangles = removed;
        ASSERT_OK(defcol_mesh_edit(a, &edit));
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        const uint32_t active[] = {0, 1, 2, 30, 31, 32, 33, 34};
        ASSERT_OK(defcol_mesh_set_active_triangles(b, active, 8));
        const double turned[] = {0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0.01};
        ASSERT_OK(defcol_mesh_set_transform(b, turned));
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        ASSERT_OK(defcol_mesh_set_active_triangle_mask(b, nullptr, 0));
        ASSERT_OK(defcol_detector_set_mesh_flags(detector, a, DEFCOL_MESH_SELF_COLLISION));
        auto skipping = capi_test::describe(data);
        std::vector<double> broken = data.positions;
        broken[3] = NAN;
        skipping.positions = broken.data();
        skipping.flags = DEFCOL_MESH_SKIP_NON_FINITE;
        defcol_mesh c{};
        ASSERT_OK(defcol_mesh_create(session.context, &skipping, &c));
        ASSERT_OK(defcol_detector_add_mesh(detector, c, 0));
        ASSERT_OK(defcol_detector_exclude_pair(detector, a, b, 1));
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        ASSERT_OK(defcol_detector_exclude_pair(detector, a, b, 0));
        ASSERT_OK(defcol_detector_set_filter(detector, c, 2, 1));
        ASSERT_OK(defcol_detector_set_option_i64(detector, DEFCOL_OPTION_INCLUDE_ADJACENT, 1));
        ASSERT_OK(defcol_detector_detect(detector, nullptr));
        ASSERT_OK(defcol_detector_remove_mesh(detector, b));
        ASSERT_OK(defcol_detector_add_mesh(detector, b, 0));
        const capi_test::MeshData larger = capi_test::sheet(11, 0.3);
        const auto replacement = capi_test::describe(larger);
        ASSERT_OK(defcol_mesh_set_topology(a, &replacement));
        auto options = capi_test::initialized(defcol_detect_options_init);
        options.max_contacts = 7;
        ASSERT_EQ(DEFCOL_TRUNCATED, defcol_detector_detect(detector, &options));
        options.max_contacts = UINT64_MAX;
        options.time_budget_seconds = 0;
        ASSERT_EQ(DEFCOL_INCOMPLETE, defcol_detector_detect(detector, &options));
    }
    for (const std::string backend : {"auto", "brute-force", "cone-bvh", "gjk-cut"}) {
        const Outcome outcome = run_defcol({"replay", path, "--backend", backend});
        EXPECT_EQ(0, outcome.status) << outcome.output << outcome.errors;
        std::size_t same = 0;
        std::size_t other = 0;
        for (const std::string& line : cli_test::lines_of(outcome.output)) {
            same += line.size() > 4 && line.substr(line.size() - 4) == "same" ? 1U : 0U;
            other += line.find("not comparable") != std::string::npos ? 1U : 0U;
        }
        EXPECT_EQ(6U, same) << outcome.output;
        EXPECT_EQ(1U, other) << "the frame that the clock ended: " << outcome.output;
    }
}

TEST(ReplayCommand, EnvironmentVariableCapturesAnyProgram) {
    const Folder folder;
    const std::string mesh =
        folder.file("m.off", cli_test::as_mesh_file(scenes::make("soup_small")->meshes[0]));
    const Outcome detect =
        run_defcol({"detect", mesh, "--json"}, {"DEFCOL_CAPTURE=" + folder.path("run_%p.defcap")});
    ASSERT_EQ(0, detect.status) << detect.errors;
    std::string capture;
    for (const std::string& name : folder.names()) {
        if (name.find("run_") == 0) capture = folder.path(name);
    }
    const Outcome replay = run_defcol({"replay", capture, "--backend", "brute-force", "--json"});
    EXPECT_EQ(0, replay.status) << replay.errors;
    EXPECT_EQ(json_member(detect.output, "contacts"), json_member(replay.output, "contacts"));
    EXPECT_NE(std::string::npos, replay.output.find("\"hash\":\"same\""));
}

TEST(ReplayCommand, CompareReadsCaptures) {
    const Folder folder;
    record_scene("drape_small", 2, folder.path("a.defcap"), DEFCOL_BACKEND_AUTO, 0);
    record_scene("squeezed_blocks_small", 2, folder.path("b.defcap"), DEFCOL_BACKEND_AUTO, 0);
    const Outcome outcome = run_defcol({"compare", folder.path("a.defcap"), folder.path("b.defcap")});
    EXPECT_EQ(0, outcome.status) << outcome.output << outcome.errors;
    EXPECT_NE(std::string::npos, outcome.output.find("a.defcap"));
    EXPECT_NE(std::string::npos, outcome.output.find("vertex-tetrahedron"));
}

// A small capture in memory, to be damaged.
std::string small_capture() {
    const Folder folder;
    const std::string path = folder.path("a.defcap");
    const Session session;
    const defcol_mesh a = session.mesh(capi_test::sheet(2, 0.5));
    const defcol_mesh b = session.mesh(capi_test::tetrahedron(1));
    const defcol_detector detector = session.detector_of({a, b}, 0);
    EXPECT_OK(defcol_context_capture_start(session.context, path.c_str()));
    for (int frame = 0; frame < 2; ++frame) EXPECT_OK(defcol_detector_detect(detector, nullptr));
    EXPECT_OK(defcol_context_capture_stop(session.context));
    return content_of(path);
}

struct Reading {
    uint64_t frames = 0;
    bool is_complete = false;
    std::string fault;
};

Reading read_capture(std::string_view content) {
    Reading reading;
    try {
        cli::CaptureFile file(content, "c");
        cli::CaptureRecord record;
        while (file.next(record)) reading.frames += record.type == defcol::capture::RecordType::frame ? 1U : 0U;
        reading.is_complete = file.is_complete();
    } catch (const cli::Failure& failure) {
        reading.fault = failure.what();
    }
    return reading;
}

TEST(CaptureFile, DamageAtAnyByteIsFoundAndItsPlaceSaid) {
    const std::string good = small_capture();
    ASSERT_EQ(2U, read_capture(good).frames);
    ASSERT_TRUE(read_capture(good).is_complete);
    for (std::size_t i = 0; i < good.size(); ++i) {
        for (const int change : {1, 0x80, 0xff}) {
            std::string bad = good;
            bad[i] = static_cast<char>(bad[i] ^ change);
            const Reading reading = read_capture(bad);
            EXPECT_EQ(0U, reading.fault.find("c: byte ")) << "byte " << i << ": " << reading.fault;
        }
    }
    EXPECT_NE("", read_capture(good + "x").fault);
}

TEST(CaptureFile, CutShortAnywhereGivesTheFramesBefore) {
    const std::string good = small_capture();
    uint64_t before = 0;
    for (std::size_t length = sizeof(defcol::capture::FileHeader); length < good.size(); ++length) {
        const Reading reading = read_capture(std::string_view(good).substr(0, length));
        EXPECT_EQ("", reading.fault) << length;
        EXPECT_FALSE(reading.is_complete);
        EXPECT_GE(reading.frames, before);
        before = reading.frames;
    }
    EXPECT_EQ(2U, before);
    for (std::size_t length = 0; length < sizeof(defcol::capture::FileHeader); ++length) {
        EXPECT_NE("", read_capture(std::string_view(good).substr(0, length)).fault);
    }
}

TEST(ReplayCommand, BadCapturesAreRefusedAndCutOnesPlayed) {
    const Folder folder;
    std::string good = small_capture();
    const auto expect_refused = [&](const std::string& content, const std::string& message) {
        const std::string path = folder.file("bad.defcap", content);
        const Outcome outcome = run_defcol({"replay", path, "--output", folder.path("o.csv")});
        EXPECT_EQ(2, outcome.status);
        EXPECT_NE(std::string::npos, outcome.errors.find(message)) << outcome.errors;
        EXPECT_FALSE(std::filesystem::exists(folder.path("o.csv")));
    };
    defcol::capture::FileHeader header{};
    std::memcpy(&header, good.data(), sizeof header);
    header.version = 2;
    header.check = header_checksum(header);
    std::string newer = good;
    std::memcpy(newer.data(), &header, sizeof header);
    expect_refused(newer, "bad.defcap: byte 0: a capture of version 2, newer than this program");
    expect_refused("", "too short for a capture");
    expect_refused("OFF\n1 2 3\n and so on, longer than a header", "not a capture");
    std::string damaged = good;
    damaged[good.size() - 40] = static_cast<char>(damaged[good.size() - 40] ^ 1);
    expect_refused(damaged, "damaged");
    EXPECT_EQ(2, run_defcol({"replay", folder.path("none")}).status);

    const Outcome cut = run_defcol({"replay", folder.file("cut.defcap", good.substr(0, good.size() - 30))});
    EXPECT_EQ(0, cut.status) << cut.errors;
    EXPECT_NE(std::string::npos, cut.errors.find("cut short"));
}

TEST(ReportCommand, PageHoldsFramesAndEveryBackend) {
    const Folder folder;
    record_scene("drape_small", 3, folder.path("a.defcap"), DEFCOL_BACKEND_AUTO, 0);
    const Outcome outcome = run_defcol({"report", folder.path("a.defcap"), folder.path("p.html")});
    EXPECT_EQ(0, outcome.status) << outcome.errors;
    const std::string page = content_of(folder.path("p.html"));
    EXPECT_EQ(0U, page.find("<!DOCTYPE html>"));
    EXPECT_EQ(std::string::npos, page.find("@DATA@"));
    EXPECT_EQ(std::string::npos, page.find("://")) << "a page that needs the network";
    EXPECT_NE(std::string::npos, page.find("\"backend\":\"gjk-cut\""));
    EXPECT_NE(std::string::npos, page.find("{\"number\":2,\"total\":"));
    EXPECT_EQ(2, run_defcol({"report", folder.path("a.defcap"), folder.path("p.txt")}).status);
    EXPECT_EQ(2, run_defcol({"report", folder.path("p.html"), folder.path("q.html")}).status);
    EXPECT_FALSE(std::filesystem::exists(folder.path("q.html")));
}

// The page in a real browser: it looks at itself when opened with #selftest. ./dev long installs Chromium.
TEST(ReportPageLong, WorksInHeadlessChromium) {
    if (std::system("command -v chromium >/dev/null") != 0) GTEST_SKIP() << "chromium is not installed";
    const Folder folder;
    record_scene("drape_small", 4, folder.path("a.defcap"), DEFCOL_BACKEND_AUTO, 0);
    ASSERT_EQ(0, run_defcol({"report", "--up", "z", folder.path("a.defcap"), folder.path("p.html")}).status);
    const std::string command =
        "timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync --enable-logging=stderr "
        "--user-data-dir='" +
        folder.path("profile") + "' --dump-dom 'file://" + folder.path("p.html") + "#selftest' >'" +
        folder.path("dom") + "' 2>'" + folder.path("log") + "'";
    ASSERT_EQ(0, std::system(command.c_str())) << content_of(folder.path("log"));
    const std::string dom = content_of(folder.path("dom"));
    const std::size_t start = dom.find("data-selftest=\"");
    ASSERT_NE(std::string::npos, start) << content_of(folder.path("log"));
    const std::string result = dom.substr(start + 15, dom.find('"', start + 15) - start - 15);
    EXPECT_EQ(0U, result.find("errors=0 ")) << result;
    EXPECT_NE(std::string::npos, result.find("stepped=true turned=true picked=true")) << result;
    EXPECT_GT(std::stoi(result.substr(result.find("colors=") + 7)), 50) << result;
    EXPECT_EQ(std::string::npos, content_of(folder.path("log")).find("CONSOLE"))
        << content_of(folder.path("log"));
}

}  // namespace
