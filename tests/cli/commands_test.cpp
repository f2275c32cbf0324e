// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "capi/session.hpp"
#include "cli/commands.hpp"
#include "cli/run_defcol.hpp"
#include "defcol/defcol.h"
#include "scenes/registry.hpp"

namespace {

using cli_test::content_of;
using cli_test::Folder;
using cli_test::json_member;
using cli_test::lines_of;
using cli_test::Outcome;
using cli_test::run_defcol;

// What brute force finds through the C functions, as the first columns of the command's CSV.
std::vector<std::string> expected_lines(const scenes::Scene& scene, uint32_t query, bool self,
                                        uint64_t frame = 0) {
    const capi_test::Session session;
    std::vector<defcol_mesh> meshes;
    for (const scenes::Mesh& mesh : scene.meshes) {
        meshes.push_back(
            session.mesh({mesh.positions, mesh.tetrahedra.empty() ? mesh.triangles : std::vector<uint32_t>(),
                          mesh.tetrahedra}));
    }
    const defcol_detector detector =
        session.detector_of(meshes, self ? DEFCOL_MESH_SELF_COLLISION : 0, 0, query);
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    std::vector<std::string> lines;
    for (const capi_test::Contact& contact : capi_test::contacts_of(detector)) {
        std::string line =
            std::to_string(frame) + (contact[0] == 1 ? ",triangle-pair" : ",vertex-tetrahedron");
        for (std::size_t k = 1; k < 5; ++k) line += "," + std::to_string(contact[k]);
        lines.push_back(line);
    }
    return lines;
}

// The lines of a CSV cut to the columns that say which primitives meet.
std::vector<std::string> csv_contacts(const std::string& path) {
    std::vector<std::string> lines = lines_of(content_of(path));
    EXPECT_FALSE(lines.empty());
    if (lines.empty()) return lines;
    EXPECT_EQ(0U, lines[0].find("frame,kind,mesh_a,primitive_a,mesh_b,primitive_b,"));
    const auto columns = std::count(lines[0].begin(), lines[0].end(), ',');
    lines.erase(lines.begin());
    for (std::string& line : lines) {
        EXPECT_EQ(columns, std::count(line.begin(), line.end(), ',')) << line;
        std::size_t end = 0;
        for (int comma = 0; comma < 6; ++comma) end = line.find(',', end + 1);
        line.resize(end);
    }
    return lines;
}

std::vector<std::string> write_meshes(const Folder& folder, const scenes::Scene& scene,
                                      const std::string& prefix = "m") {
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < scene.meshes.size(); ++i) {
        const std::string ending = scene.meshes[i].tetrahedra.empty() ? ".off" : ".mesh";
        paths.push_back(
            folder.file(prefix + std::to_string(i) + ending, cli_test::as_mesh_file(scene.meshes[i])));
    }
    return paths;
}

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST(DetectCommand, EveryBackendFindsWhatBruteForceFindsThroughTheLibrary) {
    const Folder folder;
    const scenes::Scene scene = *scenes::make("soup_small");
    const std::vector<std::string> meshes = write_meshes(folder, scene);
    const std::vector<std::string> expected = expected_lines(scene, DEFCOL_QUERY_TRIANGLE_PAIRS, true);
    ASSERT_GT(expected.size(), 50U);
    for (const std::string backend : {"auto", "brute-force", "hash", "cone-bvh", "gjk-cut"}) {
        const std::string output = folder.path(backend + ".csv");
        const Outcome outcome = run_defcol(joined(
            {"detect", "--backend", backend, "--query", "triangle-pairs", "--output", output}, meshes));
        EXPECT_EQ(0, outcome.status) << outcome.errors;
        EXPECT_EQ(expected, csv_contacts(output)) << backend;
    }
}

TEST(DetectCommand, SelfAndBetweenCanBeLeftOut) {
    const Folder folder;
    const scenes::Scene scene = *scenes::make("soup_small");
    const std::vector<std::string> meshes = write_meshes(folder, scene);
    const std::vector<std::string> all = expected_lines(scene, DEFCOL_QUERY_TRIANGLE_PAIRS, true);
    const std::vector<std::string> between = expected_lines(scene, DEFCOL_QUERY_TRIANGLE_PAIRS, false);
    const std::string output = folder.path("o.csv");
    run_defcol(joined({"detect", "--no-self", "--output", output}, meshes));
    EXPECT_EQ(between, csv_contacts(output));
    run_defcol(joined({"detect", "--no-between", "--output", output}, meshes));
    EXPECT_EQ(all.size() - between.size(), csv_contacts(output).size());
    run_defcol(joined({"detect", "--no-self", "--no-between", "--output", output}, meshes));
    EXPECT_TRUE(csv_contacts(output).empty());
}

TEST(DetectCommand, TetrahedraAnswerBothQueriesAtOnce) {
    const Folder folder;
    const scenes::Scene scene = *scenes::make("squeezed_blocks_small");
    const uint32_t queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON;
    const std::string output = folder.path("o.csv");
    const Outcome outcome = run_defcol(
        joined({"detect", "--query", "vertex-tetrahedron,triangle-pairs", "--json", "--output", output},
               write_meshes(folder, scene)));
    EXPECT_EQ(0, outcome.status) << outcome.errors;
    const std::vector<std::string> expected = expected_lines(scene, queries, true);
    EXPECT_EQ(expected, csv_contacts(output));
    EXPECT_EQ("triangle-pairs,vertex-tetrahedron", json_member(outcome.output, "query"));
    EXPECT_EQ(std::to_string(expected.size()), json_member(outcome.output, "contacts"));
}

TEST(DetectCommand, FurtherFramesMoveTheFirstMesh) {
    const Folder folder;
    scenes::Scene scene = *scenes::make("drape_small");
    const std::vector<std::string> meshes = write_meshes(folder, scene);
    std::vector<std::string> expected = expected_lines(scene, DEFCOL_QUERY_TRIANGLE_PAIRS, true);
    std::vector<std::string> words = {"detect", "--output", folder.path("o.csv"), "--frames"};
    for (uint32_t frame = 1; frame < 4; ++frame) {
        scenes::Scene moved = scene;
        moved.advance(frame);
        scene.meshes[0] = moved.meshes[0];
        words.push_back(
            folder.file("f" + std::to_string(frame) + ".off", cli_test::as_mesh_file(scene.meshes[0])));
        expected = joined(expected, expected_lines(scene, DEFCOL_QUERY_TRIANGLE_PAIRS, true, frame));
    }
    words.emplace_back("--threads");
    words.emplace_back("1");
    words.emplace_back("--");
    const Outcome outcome = run_defcol(joined(words, meshes));
    EXPECT_EQ(0, outcome.status) << outcome.errors;
    EXPECT_EQ(expected, csv_contacts(folder.path("o.csv")));
    EXPECT_EQ(std::string::npos, outcome.errors.find('\r')) << "a progress bar without a terminal";
}

TEST(DetectCommand, LimitsAreHonouredAndSaid) {
    const Folder folder;
    const std::vector<std::string> meshes = write_meshes(folder, *scenes::make("soup_small"));
    Outcome outcome = run_defcol(joined({"detect", "--max-contacts", "5", "--json"}, meshes));
    EXPECT_EQ(0, outcome.status);
    EXPECT_EQ("DEFCOL_TRUNCATED", json_member(outcome.output, "status"));
    EXPECT_EQ("5", json_member(outcome.output, "contacts"));
    EXPECT_EQ("false", json_member(outcome.output, "complete"));
    EXPECT_GT(std::stoi(json_member(outcome.output, "total")), 5);
    outcome = run_defcol(joined({"detect", "--budget-us", "0", "--json"}, meshes));
    EXPECT_EQ(0, outcome.status);
    EXPECT_EQ("DEFCOL_INCOMPLETE", json_member(outcome.output, "status"));
}

TEST(DetectCommand, FailOnContactGivesStatusOne) {
    const Folder folder;
    const std::vector<std::string> meshes = write_meshes(folder, *scenes::make("soup_small"));
    EXPECT_EQ(1, run_defcol(joined({"detect", "--fail-on-contact"}, meshes)).status);
    const std::string lonely = folder.file("l.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    EXPECT_EQ(0, run_defcol({"detect", "--fail-on-contact", lonely}).status);
}

TEST(DetectCommand, JsonFileHoldsSummaryAndContacts) {
    const Folder folder;
    const scenes::Scene scene = *scenes::make("sphere_pair_small");
    const std::string output = folder.path("o.json");
    EXPECT_EQ(0, run_defcol(
                     joined({"detect", "--backend", "hash", "--output", output}, write_meshes(folder, scene)))
                     .status);
    const std::string json = content_of(output);
    const std::size_t expected = expected_lines(scene, DEFCOL_QUERY_TRIANGLE_PAIRS, true).size();
    std::size_t found = 0;
    for (std::size_t at = json.find("\"primitive_a\""); at != std::string::npos;
         at = json.find("\"primitive_a\"", at + 1))
        ++found;
    EXPECT_EQ(expected, found);
    EXPECT_NE(
        std::string::npos,
        json.find("\"backend\":\"hash\",\"query\":\"triangle-pairs\",\"status\":\"DEFCOL_OK\",\"contacts\":" +
                  std::to_string(expected) + ","));
    EXPECT_EQ(std::count(json.begin(), json.end(), '{'), std::count(json.begin(), json.end(), '}'));
}

TEST(DetectCommand, VtpHoldsOnePointForEachContactAndSeriesGetAPvd) {
    const Folder folder;
    const scenes::Scene scene = *scenes::make("sphere_pair_small");
    const std::vector<std::string> meshes = write_meshes(folder, scene);
    const std::string expected =
        std::to_string(expected_lines(scene, DEFCOL_QUERY_TRIANGLE_PAIRS, true).size());
    EXPECT_EQ(0, run_defcol(joined({"detect", "--output", folder.path("o.vtp")}, meshes)).status);
    const std::string vtp = content_of(folder.path("o.vtp"));
    EXPECT_NE(std::string::npos, vtp.find("NumberOfPoints=\"" + expected + "\""));
    EXPECT_NE(std::string::npos, vtp.find("Name=\"normal\""));
    EXPECT_EQ(0, run_defcol({"detect", "--output", folder.path("s.vtp"), meshes[0], meshes[1], "--frames",
                             meshes[0]})
                     .status);
    const std::string series = content_of(folder.path("s.pvd"));
    EXPECT_NE(std::string::npos, series.find("timestep=\"1\" part=\"0\" file=\"s_0001.vtp\""));
    EXPECT_EQ(vtp, content_of(folder.path("s_0000.vtp")));
}

TEST(BackendsCommand, ListsEveryBackendAsJson) {
    const Outcome outcome = run_defcol({"backends", "--json"});
    EXPECT_EQ(0, outcome.status);
    EXPECT_EQ('[', outcome.output[0]);
    for (const std::string name :
         {"auto", "brute-force", "hash", "ldi", "cone-bvh", "sphere-tree", "gjk-cut"}) {
        EXPECT_NE(std::string::npos, outcome.output.find("{\"name\":\"" + name + "\",\"available\":"))
            << name;
    }
    EXPECT_NE(std::string::npos, outcome.output.find("{\"name\":\"cell_size\",\"meaning\":"));
    const Outcome text = run_defcol({"backends"});
    EXPECT_NE(std::string::npos, text.output.find("brute-force: "));
}

TEST(CompareCommand, FindsAllExactBackendsAlike) {
    const Folder folder;
    const Outcome outcome = run_defcol(
        joined({"compare", "--repeat", "1"}, write_meshes(folder, *scenes::make("squeezed_blocks_small"))));
    EXPECT_EQ(0, outcome.status) << outcome.output << outcome.errors;
    EXPECT_NE(std::string::npos, outcome.output.find("the reference"));
    EXPECT_NE(std::string::npos, outcome.output.find("vertex-tetrahedron"));
    EXPECT_EQ(std::string::npos, outcome.output.find("missing")) << outcome.output;
}

TEST(CompareCommand, JsonHasARowForEachBackendAndQuery) {
    const Folder folder;
    const scenes::Scene scene = *scenes::make("soup_small");
    const Outcome outcome = run_defcol(joined(
        {"compare", "--json", "--repeat", "1", "--query", "triangle-pairs"}, write_meshes(folder, scene)));
    EXPECT_EQ(0, outcome.status) << outcome.errors;
    const std::string expected =
        std::to_string(expected_lines(scene, DEFCOL_QUERY_TRIANGLE_PAIRS, true).size());
    for (const std::string backend : {"brute-force", "hash", "cone-bvh", "gjk-cut"}) {
        EXPECT_NE(std::string::npos,
                  outcome.output.find("\"backend\":\"" + backend +
                                      "\",\"query\":\"triangle-pairs\",\"exact\":true,\"contacts\":" +
                                      expected + ",\"missing\":0,\"extra\":0"))
            << backend << outcome.output;
    }
}

TEST(InfoCommand, SaysWhatIsWrongAndWhere) {
    const Folder folder;
    // Two triangles twice over, a third at their common edge, a sliver, an unused and a doubled vertex.
    const Outcome outcome = run_defcol({"info", "--json",
                                        folder.file("bad.obj",
                                                    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 0 0 0\nf "
                                                    "1 2 3\nf 2 4 3\nf 3 2 5\nf 3 1 2\nf 1 2 2\n")});
    EXPECT_EQ(0, outcome.status) << outcome.errors;
    EXPECT_EQ("6", json_member(outcome.output, "vertices"));
    EXPECT_EQ("1", json_member(outcome.output, "components"));
    EXPECT_EQ("false", json_member(outcome.output, "closed"));
    EXPECT_EQ("false", json_member(outcome.output, "manifold"));
    EXPECT_EQ("1", json_member(outcome.output, "duplicate_elements"));
    EXPECT_EQ("1", json_member(outcome.output, "duplicate_vertices"));
    EXPECT_EQ("1", json_member(outcome.output, "unused_vertices"));
    EXPECT_EQ("1", json_member(outcome.output, "degenerate_triangles"));
}

TEST(InfoCommand, BowTieIsAVertexWhereFansMeet) {
    const Folder folder;
    const Outcome outcome = run_defcol(
        {"info", "--json",
         folder.file("tie.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv -1 0 0\nv 0 -1 0\nf 1 2 3\nf 1 4 5\n")});
    EXPECT_EQ("1", json_member(outcome.output, "non_manifold_vertices"));
    EXPECT_NE(std::string::npos, outcome.output.find("\"first_non_manifold_vertex\":[0]"));
}

TEST(EveryCommand, HasHelp) {
    const Outcome all = run_defcol({"--help"});
    EXPECT_EQ(0, all.status);
    for (const std::string& line : lines_of(all.output)) {
        if (line.size() < 3 || line.substr(0, 2) != "  ") continue;
        const std::string name = line.substr(2, line.find(' ', 2) - 2);
        const Outcome outcome = run_defcol({name, "--help"});
        EXPECT_EQ(0, outcome.status);
        EXPECT_EQ(0U, outcome.output.find("usage: defcol " + name + " [options]")) << outcome.output;
        EXPECT_NE(std::string::npos, outcome.output.find("  --help"));
    }
    EXPECT_EQ(std::string("defcol ") + DEFCOL_VERSION_STRING + "\n", run_defcol({"--version"}).output);
}

TEST(EveryCommand, IsInTheManualWithAllItsOptions) {
    const std::string manual = content_of(DEFCOL_MANUAL);
    ASSERT_FALSE(manual.empty());
    for (const cli::Command* command : cli::all_commands()) {
        EXPECT_NE(std::string::npos, manual.find(std::string(".SS ") + command->spec->name))
            << command->spec->name;
        for (const cli::OptionSpec& option : command->spec->options) {
            EXPECT_NE(std::string::npos, manual.find(std::string("\\-\\-") + (option.name + 2)))
                << command->spec->name << " " << option.name;
        }
    }
}

TEST(EveryCommand, ReadsTheRealMeshes) {
    const char* const data = std::getenv("DEFCOL_DATA_DIR");
    if (data == nullptr) GTEST_SKIP() << "DEFCOL_DATA_DIR is not set: the real meshes are not there";
    for (const auto& entry : std::filesystem::directory_iterator(data)) {
        if (entry.path().extension() == ".md") continue;
        const std::string path = entry.path().string();
        EXPECT_EQ(0, run_defcol({"info", path}).status) << path;
        const Outcome outcome = run_defcol({"detect", path, "--json"});
        EXPECT_EQ(0, outcome.status) << path << outcome.errors;
        if (entry.path().filename() == "cow.off") {
            EXPECT_EQ("104", json_member(outcome.output, "contacts"));
        }
    }
}

}  // namespace
