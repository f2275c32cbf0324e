// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "arguments.hpp"
#include "detector_run.hpp"
#include "frame_sink.hpp"

namespace cli {

// Options that several commands share, so that they are said and read once.
namespace option {
inline constexpr OptionSpec backend = {
    "--backend", "NAME",
    "hash, ldi, cone-bvh, sphere-tree, gjk-cut, brute-force or auto (the default);\n"
    "`defcol backends` says what each can do"};
inline constexpr OptionSpec query = {
    "--query", "NAME",
    "triangle-pairs, vertex-tetrahedron, vertex-volume, intersection-volume or sphere-pairs,\n"
    "or several with commas; the default is the backend's main one"};
inline constexpr OptionSpec self = {"--self", nullptr, "collisions of a mesh with itself (on by default)"};
inline constexpr OptionSpec no_self = {"--no-self", nullptr, "leave those out"};
inline constexpr OptionSpec between = {"--between", nullptr, "collisions between meshes (on by default)"};
inline constexpr OptionSpec no_between = {"--no-between", nullptr, "leave those out"};
inline constexpr OptionSpec include_adjacent = {
    "--include-adjacent", nullptr,
    "also pairs of triangles that share vertices, where they meet in more than those"};
inline constexpr OptionSpec threads = {"--threads", "N", "workers; the default is one for each core"};
inline constexpr OptionSpec budget = {"--budget-us", "N",
                                      "end the search of each frame after N microseconds"};
inline constexpr OptionSpec max_contacts = {"--max-contacts", "N", "keep the first N contacts of each frame"};
inline constexpr OptionSpec frames = {"--frames", "FILE...",
                                      "further frames of the first mesh, one file each"};
inline constexpr OptionSpec set = {"--option", "KEY=VALUE", "an option of the backend; may be repeated"};
inline constexpr OptionSpec output = {
    "--output", "FILE",
    "contacts as .csv, .json or .vtp (ParaView); several frames as .vtp make a .pvd series"};
inline constexpr OptionSpec image = {
    "--image", "FILE.png", "a picture of the meshes, what collides highlighted; several frames are numbered"};
inline constexpr OptionSpec view = {
    "--view", "AZIMUTH,ELEVATION",
    "where to look from, in degrees; the default is the view that shows most of what collides"};
inline constexpr OptionSpec up = {"--up", "AXIS", "y (the default) or z: which axis is up in the picture"};
inline constexpr OptionSpec size = {"--size", "WxH", "of the picture in pixels; the default is 1600x1200"};
inline constexpr OptionSpec json = {"--json", nullptr, "print one JSON object and nothing else"};
inline constexpr OptionSpec help = {"--help", nullptr, "print this"};
}  // namespace option

// Reads all of them that the command has.
DetectorSettings read_detector_settings(const Arguments& arguments);
// --output and --image, made ready to take frames.
std::vector<std::unique_ptr<FrameSink>> make_sinks(const Arguments& arguments, bool is_series);
uint32_t read_worker_count(const Arguments& arguments);  // 0: all cores

}  // namespace cli
