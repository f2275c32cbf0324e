// SPDX-License-Identifier: MIT
// Fig. 11 of Heidelberger, Teschner and Gross 2003: 20,000 particles and a deforming mesh of 10,000 faces (29
// frames per second there, with dynamics and rendering). Here: particles fall and bounce off, the mesh bends,
// both are handed over, collisions found with depth and direction, and responded to; no rendering.
//   ldi_particles [seconds]
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "backends/ldi_session.hpp"
#include "scenes/closed_bodies.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"

namespace {

using scenes::Point;

constexpr uint32_t particle_count = 20'000;

struct Simulation {
    scenes::Mesh rest = scenes::knot_tube(2, 3, 0.45, 250, 20);
    scenes::Mesh body = rest;
    scenes::Mesh particles;
    std::vector<Point> velocities;
    suite::LdiSession session;

    static scenes::Mesh cloud() {
        scenes::Random random(3);
        scenes::Mesh result;
        for (uint32_t i = 0; i < particle_count; ++i) {
            add_vertex(result,
                       {random.between(-1.2, 1.2), random.between(-1.2, 1.2), random.between(0.5, 3)});
        }
        return result;
    }

    Simulation()
        : particles(cloud()),
          velocities(particle_count),
          session(suite::volume_scene({body, particles}), DEFCOL_QUERY_VERTEX_IN_VOLUME, 1,
                  DEFCOL_FIELD_NORMALS) {}

    // Returns the number of particles inside the body.
    uint64_t step(uint32_t frame) {
        constexpr double dt = 0.01;
        const double bend = 0.3 * std::sin(0.05 * frame);
        for (uint64_t v = 0; v < body.vertex_count(); ++v) {
            const Point p = position(rest, v);
            set_position(body, v, turned_about_z(p, bend * p.z));
        }
        for (uint32_t i = 0; i < particle_count; ++i) {
            velocities[i].z -= 0.5 * dt;
            Point p = position(particles, i) + dt * velocities[i];
            if (p.z < -1.5) {
                p.z = 1.5;
                velocities[i] = {};
            }
            set_position(particles, i, p);
        }
        suite::check(defcol_mesh_set_positions(session.mesh(0), body.positions.data(), body.vertex_count(), 0,
                                               DEFCOL_SCALAR_FLOAT64));
        suite::check(defcol_mesh_set_positions(session.mesh(1), particles.positions.data(), particle_count, 0,
                                               DEFCOL_SCALAR_FLOAT64));
        suite::check(session.detect());
        const defcol_contacts contacts = session.view();
        uint64_t inside = 0;
        for (uint64_t i = 0; i < contacts.count; ++i) {
            if (contacts.mesh_a[i] != 1) continue;
            ++inside;
            const uint32_t v = contacts.primitive_a[i];
            const Point out = {-contacts.normals[3 * i], -contacts.normals[3 * i + 1],
                               -contacts.normals[3 * i + 2]};
            set_position(particles, v, position(particles, v) + -contacts.distances[i] * out);
            const double speed = dot(velocities[v], out);
            if (speed < 0) velocities[v] = velocities[v] - 1.5 * speed * out;
        }
        return inside;
    }
};

}  // namespace

int main(int argc, char** argv) {
    const double seconds = argc > 1 ? std::atof(argv[1]) : 5;
    Simulation simulation;
    uint64_t contacts = 0;
    uint32_t frame = 0;
    std::vector<double> times;
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    double last = 0;
    while (last < seconds) {
        contacts += simulation.step(frame++);
        const double now = elapsed();
        times.push_back(now - last);
        last = now;
    }
    std::sort(times.begin(), times.end());
    std::printf(
        "%u particles, %u faces, one thread: %.0f frames per second (median; paper: 29), %.0f in contact\n",
        particle_count, static_cast<unsigned>(simulation.body.triangle_count()), 1 / times[times.size() / 2],
        static_cast<double>(contacts) / frame);
    const defcol_statistics statistics = simulation.session.statistics();
    std::printf(
        "last frame: prepare %.3f, images %.3f, search in all %.3f, geometry %.3f ms; device %s (%s)\n",
        1e3 * statistics.prepare_seconds, 1e3 * statistics.image_seconds, 1e3 * statistics.search_seconds,
        1e3 * statistics.geometry_seconds, statistics.device, statistics.device_reason);
    return 0;
}
