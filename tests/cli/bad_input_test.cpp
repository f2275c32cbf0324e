// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "cli/run_defcol.hpp"

namespace {

using cli_test::Folder;
using cli_test::Outcome;
using cli_test::run_defcol;

constexpr const char* triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

void expect_refused(const std::vector<std::string>& words, const std::string& message) {
    const Outcome outcome = run_defcol(words);
    EXPECT_EQ(2, outcome.status) << outcome.errors;
    EXPECT_EQ("", outcome.output);
    EXPECT_NE(std::string::npos, outcome.errors.find(message)) << outcome.errors;
}

TEST(CommandBadInput, UsageIsRefusedWithAHint) {
    expect_refused({}, "usage: defcol");
    expect_refused({"detekt"}, "unknown command \"detekt\"");
    expect_refused({"detect"}, "usage: defcol detect [options] MESH...");
    expect_refused({"detect", "--colour", "a.obj"}, "unknown option --colour");
    expect_refused({"detect", "a.obj", "--backend"}, "--backend needs a value");
    expect_refused({"detect", "a.obj", "--backend", "magic"},
                   "unknown backend \"magic\": there are auto, brute-force");
    expect_refused({"detect", "a.obj", "--query", "everything"}, "unknown query \"everything\"");
    expect_refused({"detect", "a.obj", "--threads", "-1"}, "--threads takes a whole number");
    expect_refused({"detect", "a.obj", "--threads", "257"}, "from 0 to 256");
    expect_refused({"detect", "a.obj", "--self", "--no-self"}, "contradict");
    expect_refused({"detect", "a.obj", "--output", "x.txt"}, "must end in .csv, .json or .vtp");
    expect_refused({"detect", "a.obj", "--json=yes"}, "--json takes no value");
}

TEST(CommandBadInput, OptionsOfABackendAreCheckedByName) {
    const Folder folder;
    const std::string mesh = folder.file("a.obj", triangle);
    expect_refused({"detect", mesh, "--option", "speed=11"},
                   "has no option \"speed\"; it has include_adjacent");
    expect_refused({"detect", mesh, "--option", "speed"}, "takes key=value");
    expect_refused({"detect", mesh, "--option", "include_adjacent=x"}, "takes a whole number, not \"x\"");
    expect_refused({"detect", mesh, "--option", "include_adjacent=7"}, "DEFCOL_ERROR_INVALID_ARGUMENT");
    expect_refused({"detect", mesh, "--backend", "cone-bvh", "--query", "vertex-tetrahedron"},
                   "DEFCOL_ERROR_UNSUPPORTED");
}

TEST(CommandBadInput, FilesThatAreNotThereOrNoFilesAreRefused) {
    const Folder folder;
    expect_refused({"detect", folder.path("none.obj")}, "none.obj: No such file");
    expect_refused({"info", folder.path("")}, "Is a directory");
    expect_refused({"detect", folder.file("empty.ply", "")}, "empty.ply:1: the file is empty");
    expect_refused({"info", folder.file("text.ply", "ply\n")}, "text.ply:2: the header has no end_header");
    expect_refused({"info", folder.file("points.obj", "v 0 0 0\n")}, "without a triangle or tetrahedron");
}

TEST(CommandBadInput, NamesThatAreNotUtf8WorkAndAreShownEscaped) {
    const Folder folder;
    const std::string mesh = folder.file("caf\xe9\n.obj", triangle);
    const Outcome outcome = run_defcol({"info", "--json", mesh});
    EXPECT_EQ(0, outcome.status) << outcome.errors;
    EXPECT_NE(std::string::npos, outcome.output.find("caf\\\\xe9\\\\x0a.obj")) << outcome.output;
    expect_refused({"detect", folder.path("caf\xe9.off")}, "caf\\xe9.off: No such file");
}

TEST(CommandBadInput, HugeCountsInTinyFilesAskForNoMemory) {
    const Folder folder;
    expect_refused({"info", folder.file("a.off", "OFF\n4294967295 4294967295 0\n0 0 0\n")},
                   "a.off:2: promises 4294967295");
    expect_refused(
        {"info", folder.file("a.ply",
                             "ply\nformat binary_little_endian 1.0\nelement vertex 9000000000000000000\n"
                             "property float x\nproperty float y\nproperty float z\nend_header\n1234")},
        "promises 9000000000000000000 elements, but only 4 bytes follow");
    expect_refused({"info", folder.file("a.stl", std::string(80, 'x') + "\xff\xff\xff\xff tail")},
                   "promises 4294967295 triangles");
}

TEST(CommandBadInput, FaultInALaterFrameLeavesNoOutput) {
    const Folder folder;
    const std::string mesh = folder.file("a.obj", triangle);
    const std::string broken = folder.file("b.obj", "v 0 0 0\nf 1 2 3\n");
    for (const std::string name : {"out.csv", "out.json", "out.vtp"}) {
        const Outcome outcome =
            run_defcol({"detect", mesh, "--output", folder.path(name), "--frames", mesh, broken});
        EXPECT_EQ(2, outcome.status);
        EXPECT_NE(std::string::npos, outcome.errors.find("b.obj:2: vertex 2")) << outcome.errors;
    }
    EXPECT_EQ(2U, folder.names().size()) << "something was left behind";
}

TEST(CommandBadInput, OutputThatCannotBeWrittenIsSaidBeforeTheWork) {
    const Folder folder;
    const std::string mesh = folder.file("a.obj", triangle);
    expect_refused({"detect", mesh, "--output", folder.path("no/such/folder.csv")},
                   "folder.csv: No such file");
    std::filesystem::create_directory(folder.path("d.csv"));
    expect_refused({"detect", mesh, "--output", folder.path("d.csv")}, "d.csv: is a directory");
}

TEST(CommandBadInput, CoordinatesTheLibraryRefusesAreNamedWithTheFile) {
    const Folder folder;
    expect_refused({"detect", folder.file("far.obj", "v 1e30 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")},
                   "far.obj: DEFCOL_ERROR_OUT_OF_RANGE");
}

}  // namespace
