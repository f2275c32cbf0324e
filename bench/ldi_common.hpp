// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backends/ldi/device_choice.hpp"
#include "backends/ldi_fixture.hpp"
#include "scenes/scene.hpp"

// What the benchmarks of layered depth images share.
namespace bench {

// The paper's objects are not published; these have its numbers of faces and similar depth complexities:
// tubes along a (3, 7) torus knot, up to 14 layers. Triangles are in coherent order.
struct LdiObject {
    const char* name;
    uint32_t faces;
    double paper_image_ms;  // Table 2, stages 1 and 2
    double paper_points_ms;
};
inline constexpr LdiObject ldi_objects[] = {{"Knot", 12'000, 11, 26},
                                            {"Rabbit", 50'000, 29, 27},
                                            {"Reptile", 110'000, 83, 28},
                                            {"Santa", 150'000, 79, 26},
                                            {"Dragon", 520'000, 307, 27}};

scenes::Mesh make_ldi_object(uint32_t faces);

struct LdiDeviceEntry {
    std::string name;
    defcol::LdiDeviceKind kind;
};
// raster, and what OpenGL offers here.
std::vector<LdiDeviceEntry> ldi_devices();
defcol::Owned<defcol::LdiDevice> make_ldi_device(defcol::Memory& memory, defcol::LdiDeviceKind kind);

// The least of the times that `run` takes, in milliseconds: at least `rounds` of them and `seconds` long.
template <class Run>
double least_milliseconds(int rounds, double seconds, Run run) {
    double least = 1e300;
    double total = 0;
    for (int i = 0; i < rounds || total < seconds * 1e3; ++i) {
        const auto start = std::chrono::steady_clock::now();
        run();
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
        least = time.count() < least ? time.count() : least;
        total += time.count();
        if (total > seconds * 1e3 && i >= 4) break;
    }
    return least;
}

// Reading the three vertices of every triangle once: nothing that makes an image can be faster.
double gather_milliseconds(const defcol::Frame& frame);

}  // namespace bench
