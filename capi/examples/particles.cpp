// SPDX-License-Identifier: MIT
// 20,000 particles rain on a closed body that swells and twists; a penalty force pushes out what is inside.
// Heidelberger et al. 2003 play such a scene with a volume query; here the body is filled with tetrahedra, so
// that `hash` gives for each particle the depth and the way out as well.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <defcol/defcol.hpp>

namespace {

constexpr uint32_t particle_count = 20000;
constexpr uint32_t cells = 8;
constexpr double time_step = 0.005;
constexpr double stiffness = 15000;  // per mass
constexpr double damping = 80;
constexpr double deepest_allowed = 0.3;  // the outer layer of cubes, swollen: nothing gets deeper

// A rounded body of tetrahedra: a grid of cubes, six tetrahedra each, pulled halfway onto spheres.
void make_ball(std::vector<double>& positions, std::vector<uint32_t>& tetrahedra) {
    const uint32_t n = cells + 1;
    for (uint32_t i = 0; i < n * n * n; ++i) {
        double p[3] = {2.0 * (i % n) / cells - 1, 2.0 * (i / n % n) / cells - 1,
                       2.0 * (i / n / n) / cells - 1};
        const double outer = std::max({std::fabs(p[0]), std::fabs(p[1]), std::fabs(p[2])});
        const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        for (const double x : p) positions.push_back(length > 0 ? x * (0.5 + 0.5 * outer / length) : 0);
    }
    const uint32_t paths[6][4] = {{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                  {0, 3, 2, 7}, {0, 6, 4, 7}, {0, 5, 1, 7}};
    for (uint32_t c = 0; c < cells * cells * cells; ++c) {
        const uint32_t first = c % cells + n * (c / cells % cells) + n * n * (c / cells / cells);
        for (const auto& path : paths) {
            for (const uint32_t corner : path) {
                tetrahedra.push_back(first + (corner & 1) + n * (corner >> 1 & 1) + n * n * (corner >> 2));
            }
        }
    }
}

std::vector<double> deformed(const std::vector<double>& rest, double time) {
    std::vector<double> now = rest;
    for (size_t i = 0; i < rest.size(); i += 3) {
        const double turn = 0.4 * std::sin(time) * rest[i + 2];
        const double swell = 1 + 0.15 * std::sin(2 * time + 3 * rest[i]);
        now[i] = swell * (rest[i] * std::cos(turn) - rest[i + 1] * std::sin(turn));
        now[i + 1] = swell * (rest[i] * std::sin(turn) + rest[i + 1] * std::cos(turn));
    }
    return now;
}

}  // namespace

int main() try {
    const defcol::context context;
    std::vector<double> rest;
    std::vector<uint32_t> tetrahedra;
    make_ball(rest, tetrahedra);
    auto ball = defcol::mesh::of_tetrahedra(context, rest, tetrahedra);

    std::vector<double> positions(3 * particle_count);
    std::vector<double> speeds(3 * particle_count, 0.0);
    uint32_t random = 1;
    for (size_t i = 0; i < positions.size(); ++i) {
        random = random * 1664525 + 1013904223;
        positions[i] = (random >> 8) / double(1 << 24) * 2 - 1;
        if (i % 3 == 2) positions[i] = 2.5 + positions[i];
    }
    auto particles = defcol::mesh::of_triangles(context, positions, {});  // a point set

    defcol::detector detector(context, DEFCOL_BACKEND_HASH, DEFCOL_FIELD_NORMALS | DEFCOL_FIELD_FLAGS,
                              DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON);
    detector.set_integer_option(DEFCOL_OPTION_HASH_CONSISTENT_DEPTH, 0);
    detector.add(particles);
    detector.add(ball);

    double deepest = 0;
    uint64_t contact_count = 0;
    const int frame_count = 300;
    for (int frame = 0; frame < frame_count; ++frame) {
        ball.set_positions(deformed(rest, frame * time_step));
        particles.set_positions(positions);
        detector.detect();
        const defcol_contacts contacts = detector.contacts();
        for (uint64_t i = 0; i < contacts.count; ++i) {
            if (contacts.mesh_a[i] != 0 || (contacts.flags[i] & DEFCOL_CONTACT_NO_NORMAL) != 0) continue;
            double* speed = &speeds[3 * contacts.primitive_a[i]];
            const double* normal = contacts.normals + 3 * i;
            const double inward = speed[0] * normal[0] + speed[1] * normal[1] + speed[2] * normal[2];
            const double push = stiffness * contacts.distances[i] - damping * std::max(inward, 0.0);
            for (int axis = 0; axis < 3; ++axis) speed[axis] += time_step * push * normal[axis];
            deepest = std::max(deepest, -contacts.distances[i]);
        }
        contact_count += contacts.count;
        for (size_t i = 0; i < positions.size(); ++i) {
            if (i % 3 == 2) speeds[i] -= time_step * 9.81;
            positions[i] += time_step * speeds[i];
        }
        if (frame % 60 == 59) {
            std::printf("frame %3d: %llu particles inside, deepest so far %.3f\n", frame + 1,
                        static_cast<unsigned long long>(contacts.count), deepest);
        }
    }
    const bool is_right = contact_count > 1000 && deepest < deepest_allowed;
    std::printf("%llu contacts in %d frames, deepest penetration %.3f (allowed %.1f): %s\n",
                static_cast<unsigned long long>(contact_count), frame_count, deepest, deepest_allowed,
                is_right ? "good" : "BAD");
    return is_right ? 0 : 1;
} catch (const defcol::error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
