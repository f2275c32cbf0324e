// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <vector>

#include "capi/session.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace capi_test {
namespace {

// Points, normals and distances of a frame, as bytes; the meshes touch and cross, so that rounding has a say.
std::vector<double> run_scene(double scale) {
    const Session session;
    const auto detector = session.detector_of(
        {session.mesh(scaled(sheet(5), scale)), session.mesh(scaled(sheet(4, 0.3, 0.4), scale))},
        DEFCOL_MESH_SELF_COLLISION, DEFCOL_FIELD_ALL);
    EXPECT_OK(defcol_detector_detect(detector, nullptr));
    auto view = initialized(defcol_contacts_init);
    EXPECT_OK(defcol_detector_contacts(detector, &view));
    EXPECT_GT(view.count, 0u);
    std::vector<double> numbers(view.points, view.points + 6 * view.count);
    numbers.insert(numbers.end(), view.normals, view.normals + 3 * view.count);
    numbers.insert(numbers.end(), view.distances, view.distances + view.count);
    numbers.insert(numbers.end(), view.weights_a, view.weights_a + 4 * view.count);
    for (uint64_t i = 0; i < view.count; ++i) {
        numbers.push_back(view.primitive_a[i]);
        numbers.push_back(view.primitive_b[i]);
    }
    return numbers;
}

const double scales[] = {1, std::ldexp(1.0, -280), std::ldexp(1.0, 55)};

TEST(FloatingPointModes, RoundingOfTheHostDoesNotMatterAndStays) {
    for (const double scale : scales) {
        const std::vector<double> expected = run_scene(scale);
        for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
            // The test's own arithmetic must not see the mode, so the meshes are made before.
            const Session session;
            const auto detector = session.detector_of(
                {session.mesh(scaled(sheet(5), scale)), session.mesh(scaled(sheet(5), scale))}, 0,
                DEFCOL_FIELD_ALL);
            const MeshData moved = scaled(sheet(5, 0.3, 0.4), scale);
            defcol_mesh mesh{};
            ASSERT_OK(defcol_detector_get_mesh(detector, 1, &mesh));
            std::vector<Contact> contacts[2];
            for (const bool changed : {false, true}) {
                if (changed) std::fesetround(mode);
                const defcol_status set = defcol_mesh_set_positions(
                    mesh, moved.positions.data(), moved.vertex_count(), 0, DEFCOL_SCALAR_FLOAT64);
                const defcol_status detected = defcol_detector_detect(detector, nullptr);
                const int after = std::fegetround();
                std::fesetround(FE_TONEAREST);
                EXPECT_EQ(after, changed ? mode : FE_TONEAREST);
                EXPECT_OK(set);
                EXPECT_OK(detected);
                contacts[changed ? 1 : 0] = contacts_of(detector);
            }
            EXPECT_FALSE(contacts[0].empty());
            EXPECT_EQ(contacts[0], contacts[1]);
        }
        EXPECT_EQ(run_scene(scale), expected);
    }
}

#if defined(__x86_64__)
TEST(FloatingPointModes, FlushToZeroTrapsAndFlagsDoNotMatterAndStay) {
    constexpr uint32_t flush_to_zero = 0x8000;
    constexpr uint32_t denormals_are_zero = 0x0040;
    constexpr uint32_t no_traps = 0x1f80;
    constexpr uint32_t sticky_flags = 0x0015;
    for (const double scale : scales) {
        const std::vector<double> expected = run_scene(scale);
        for (const uint32_t mode :
             {no_traps | flush_to_zero | denormals_are_zero, no_traps | sticky_flags,
              no_traps & ~0x0b00u}) {  // the last one traps on overflow, underflow, invalid
            const Session session;
            const MeshData flat = scaled(sheet(5), scale);
            const MeshData tilted = scaled(sheet(4, 0.3, 0.4), scale);
            const auto detector = session.detector_of({session.mesh(flat), session.mesh(tilted)});
            ASSERT_OK(defcol_detector_detect(detector, nullptr));
            const std::vector<Contact> contacts = contacts_of(detector);
            EXPECT_FALSE(contacts.empty());
            const uint32_t before = _mm_getcsr();
            _mm_setcsr(mode);
            const defcol_status status = defcol_detector_detect(detector, nullptr);
            const uint32_t after = _mm_getcsr();
            _mm_setcsr(before);
            EXPECT_OK(status);
            EXPECT_EQ(after, mode);
            EXPECT_EQ(contacts_of(detector), contacts);
        }
        EXPECT_EQ(run_scene(scale), expected);
    }
}
#endif

}  // namespace
}  // namespace capi_test
