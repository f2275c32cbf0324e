// SPDX-License-Identifier: MIT
// Soft blocks of tetrahedra fall on each other and come to rest: position-based dynamics (Mueller et al.
// 2007) driven by vertices in tetrahedra with consistent penetration depth. Penetration and energy are
// checked in every one of 2,000 frames. The bounds hold for this setting; the solver is a plain one, and with
// the blocks dropped from other heights it may go beyond them.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <defcol/defcol.hpp>

namespace {

constexpr int frame_count = 2000;
constexpr double time_step = 1.0 / 240;
constexpr double pit = 0.75;  // half the width of the pit they fall into
constexpr double gravity = 9.81;
constexpr double edge = 0.25;
constexpr double deepest_allowed = 0.4 * edge;
constexpr double gentle = 0.06;  // of a penetration, undone in one frame
constexpr double resting_speed = 0.05;

using Point = std::array<double, 3>;
Point operator-(const Point& a, const Point& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Point cross(const Point& a, const Point& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Point& a, const Point& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
void move(Point& p, double amount, const Point& direction) {
    for (size_t i = 0; i < 3; ++i) p[i] += amount * direction[i];
}

struct Body {
    std::vector<Point> now, before, speed;
    std::vector<uint32_t> tetrahedra;
    std::vector<std::array<uint32_t, 2>> edges;
    std::vector<double> length, volume;
    defcol::mesh mesh;

    double volume_of(size_t t) const {
        const uint32_t* v = &tetrahedra[4 * t];
        return dot(now[v[1]] - now[v[0]], cross(now[v[2]] - now[v[0]], now[v[3]] - now[v[0]])) / 6;
    }
    std::vector<double> coordinates() const { return {now[0].data(), now[0].data() + 3 * now.size()}; }
};

// A block of cells^3 cubes, six tetrahedra each, turned a little about every axis.
Body block(const defcol::context& context, uint32_t cells, const Point& place, double turn) {
    Body body;
    const uint32_t n = cells + 1;
    for (uint32_t i = 0; i < n * n * n; ++i) {
        Point p = {edge * (i % n), edge * (i / n % n), edge * (i / n / n)};
        for (size_t axis = 0; axis < 3; ++axis) {
            const size_t next = (axis + 1) % 3;
            const double x = p[axis] * std::cos(turn) - p[next] * std::sin(turn);
            p[next] = p[axis] * std::sin(turn) + p[next] * std::cos(turn);
            p[axis] = x;
        }
        move(p, 1, place);
        body.now.push_back(p);
    }
    const uint32_t paths[6][4] = {{0, 1, 3, 7}, {0, 2, 6, 7}, {0, 4, 5, 7},
                                  {0, 3, 2, 7}, {0, 6, 4, 7}, {0, 5, 1, 7}};
    for (uint32_t c = 0; c < cells * cells * cells; ++c) {
        const uint32_t first = c % cells + n * (c / cells % cells) + n * n * (c / cells / cells);
        for (const auto& path : paths) {
            for (uint32_t corner : path) {
                body.tetrahedra.push_back(first + (corner & 1) + n * (corner >> 1 & 1) +
                                          n * n * (corner >> 2));
            }
        }
    }
    for (size_t t = 0; t < body.tetrahedra.size() / 4; ++t) {
        body.volume.push_back(body.volume_of(t));
        for (size_t i = 0; i < 4; ++i) {
            for (size_t j = 0; j < i; ++j) {
                const auto [low, high] = std::minmax(body.tetrahedra[4 * t + i], body.tetrahedra[4 * t + j]);
                body.edges.push_back({low, high});
            }
        }
    }
    std::sort(body.edges.begin(), body.edges.end());
    body.edges.erase(std::unique(body.edges.begin(), body.edges.end()), body.edges.end());
    for (const auto& [a, b] : body.edges) {
        const Point d = body.now[b] - body.now[a];
        body.length.push_back(std::sqrt(dot(d, d)));
    }
    body.before = body.now;
    body.speed.assign(body.now.size(), Point{});
    body.mesh = defcol::mesh::of_tetrahedra(context, body.coordinates(), body.tetrahedra);
    return body;
}

void keep_shape(Body& body) {
    for (size_t e = 0; e < body.edges.size(); ++e) {
        const auto [a, b] = body.edges[e];
        const Point d = body.now[b] - body.now[a];
        const double length = std::sqrt(dot(d, d));
        const double push = 0.5 * 0.5 * (length - body.length[e]) / length;
        move(body.now[a], push, d);
        move(body.now[b], -push, d);
    }
    for (size_t t = 0; t < body.volume.size(); ++t) {
        Point* corner[4];
        for (size_t i = 0; i < 4; ++i) corner[i] = &body.now[body.tetrahedra[4 * t + i]];
        Point gradient[4] = {};
        gradient[1] = cross(*corner[2] - *corner[0], *corner[3] - *corner[0]);
        gradient[2] = cross(*corner[3] - *corner[0], *corner[1] - *corner[0]);
        gradient[3] = cross(*corner[1] - *corner[0], *corner[2] - *corner[0]);
        double sum = 0;
        for (size_t i = 1; i < 4; ++i) {
            move(gradient[0], -1, gradient[i]);
            sum += dot(gradient[i], gradient[i]);
        }
        sum += dot(gradient[0], gradient[0]);
        const double push = 0.5 * 6 * (body.volume[t] - body.volume_of(t)) / sum;
        for (size_t i = 0; i < 4; ++i) move(*corner[i], push, gradient[i]);
    }
    for (size_t v = 0; v < body.now.size(); ++v) {
        Point& p = body.now[v];
        for (size_t axis = 0; axis < 2; ++axis) p[axis] = std::clamp(p[axis], -pit, pit);
        if (p[2] < 0) p = {body.before[v][0], body.before[v][1], 0};  // the floor is rough
    }
}

// Each contact is a vertex that must leave a tetrahedron by its depth along the reported normal; vertex and
// corners share the way by their weights.
void keep_apart(std::vector<Body>& bodies, const defcol_contacts& contacts) {
    for (uint64_t i = 0; i < contacts.count; ++i) {
        if ((contacts.flags[i] & DEFCOL_CONTACT_NO_NORMAL) != 0) continue;
        Point& vertex = bodies[contacts.mesh_a[i]].now[contacts.primitive_a[i]];
        const double* normal = contacts.normals + 3 * i;
        const Point out = {-normal[0], -normal[1], -normal[2]};
        Point inside{};
        double sum = 1;
        for (uint64_t k = 4 * i; k < 4 * i + 4; ++k) {
            move(inside, contacts.weights_b[k], bodies[contacts.mesh_b[i]].now[contacts.features_b[k]]);
            sum += contacts.weights_b[k] * contacts.weights_b[k];
        }
        // Not more than a little at a time: what is left over goes in the next frames, without a kick.
        const double missing = std::min(-contacts.distances[i], gentle) - dot(out, vertex - inside);
        if (missing <= 0) continue;
        const double push = missing / sum;
        move(vertex, push, out);
        for (uint64_t k = 4 * i; k < 4 * i + 4; ++k) {
            move(bodies[contacts.mesh_b[i]].now[contacts.features_b[k]], -push * contacts.weights_b[k], out);
        }
    }
}

}  // namespace

int main() try {
    const defcol::context context;
    std::vector<Body> bodies;
    for (int i = 0; i < 5; ++i) {
        bodies.push_back(
            block(context, 2, {-0.5 + 0.13 * i, -0.4 + 0.09 * (i % 2), 0.3 + 0.9 * i}, 0.15 * i));
    }
    defcol::detector detector(context, DEFCOL_BACKEND_HASH,
                              DEFCOL_FIELD_FEATURES | DEFCOL_FIELD_NORMALS | DEFCOL_FIELD_FLAGS,
                              DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON);
    detector.set_integer_option(DEFCOL_OPTION_HASH_CONSISTENT_DEPTH, 1);
    for (const Body& body : bodies) detector.add(body.mesh);

    double first_energy = 0, deepest = 0, most_energy = 0, speed = 0;
    uint64_t contact_count = 0;
    for (int frame = 0; frame < frame_count; ++frame) {
        for (Body& body : bodies) {
            body.before = body.now;
            for (size_t v = 0; v < body.now.size(); ++v) {
                body.speed[v][2] -= time_step * gravity;
                move(body.now[v], time_step, body.speed[v]);
            }
            for (int i = 0; i < 4; ++i) keep_shape(body);
            body.mesh.set_positions(body.coordinates());
        }
        detector.detect();
        const defcol_contacts contacts = detector.contacts();
        contact_count += contacts.count;
        for (uint64_t i = 0; i < contacts.count; ++i) deepest = std::max(deepest, -contacts.distances[i]);
        for (int i = 0; i < 16; ++i) {
            keep_apart(bodies, contacts);
            for (Body& body : bodies) keep_shape(body);
        }
        double energy = 0;
        speed = 0;
        for (Body& body : bodies) {
            for (size_t v = 0; v < body.now.size(); ++v) {
                body.speed[v] = body.now[v] - body.before[v];
                for (double& s : body.speed[v]) s *= 0.99 / time_step;
                energy += 0.5 * dot(body.speed[v], body.speed[v]) + gravity * body.now[v][2];
                speed = std::max(speed, std::sqrt(dot(body.speed[v], body.speed[v])));
            }
        }
        if (frame == 0) first_energy = energy;
        most_energy = std::max(most_energy, energy);
        if (frame % 200 == 199) {
            std::printf("frame %4d: %3llu contacts, deepest so far %.4f, energy %7.2f, fastest vertex %.4f\n",
                        frame + 1, static_cast<unsigned long long>(contacts.count), deepest, energy, speed);
        }
    }
    const bool is_right = contact_count > 0 && deepest < deepest_allowed &&
                          most_energy < 1.01 * first_energy && speed < resting_speed;
    std::printf(
        "deepest penetration %.4f (allowed %.4f), most energy %.4f of the first (allowed 1.01), fastest "
        "vertex at "
        "the end %.4f (allowed %.2f): %s\n",
        deepest, deepest_allowed, most_energy / first_energy, speed, resting_speed,
        is_right ? "good" : "BAD");
    return is_right ? 0 : 1;
} catch (const defcol::error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
