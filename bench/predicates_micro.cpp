// SPDX-License-Identifier: MIT
// The exact predicates one by one, on inputs where rounding decides and where it cannot.
#include <benchmark/benchmark.h>

#include <vector>

#include "geometry/orientation.hpp"
#include "geometry/point_tetrahedron.hpp"
#include "geometry/triangle_triangle.hpp"
#include "scenes/random_numbers.hpp"

namespace {

using defcol::Vec3;

constexpr std::size_t point_count = 4096;

enum class Points { general, on_a_lattice, in_a_plane };

// A lattice of 4^3 points makes most determinants zero, a tilted plane all of them.
std::vector<Vec3> make_points(Points kind) {
    scenes::Random random(7);
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < point_count + 6; ++i) {
        Vec3 p{random.unit(), random.unit(), random.unit()};
        if (kind == Points::on_a_lattice) p = {random.below(4), random.below(4), random.below(4)};
        if (kind == Points::in_a_plane) {
            p.x = random.below(1 << 20) * 0x1p-20;
            p.y = random.below(1 << 20) * 0x1p-20;
            p.z = p.x / 2 + p.y / 4;
        }
        points.push_back(p);
    }
    return points;
}

void report(benchmark::State& state, uint64_t exact_before) {
    const auto tests = static_cast<double>(state.iterations()) * static_cast<double>(point_count);
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(point_count));
    state.counters["exact_signs_per_test"] =
        static_cast<double>(defcol::exact_sign_count() - exact_before) / tests;
}

void orientation(benchmark::State& state, Points kind) {
    const std::vector<Vec3> p = make_points(kind);
    const uint64_t exact_before = defcol::exact_sign_count();
    for (auto _ : state) {
        int sum = 0;
        for (std::size_t i = 0; i < point_count; ++i) {
            sum += defcol::orient3d(p[i], p[i + 1], p[i + 2], p[i + 3]);
        }
        benchmark::DoNotOptimize(sum);
    }
    report(state, exact_before);
}

void triangle_triangle(benchmark::State& state, Points kind) {
    const std::vector<Vec3> p = make_points(kind);
    const uint64_t exact_before = defcol::exact_sign_count();
    for (auto _ : state) {
        int sum = 0;
        for (std::size_t i = 0; i < point_count; ++i) {
            const Vec3 a[3] = {p[i], p[i + 1], p[i + 2]};
            const Vec3 b[3] = {p[i + 3], p[i + 4], p[i + 5]};
            sum += defcol::triangles_intersect(a, b);
        }
        benchmark::DoNotOptimize(sum);
    }
    report(state, exact_before);
}

void point_tetrahedron(benchmark::State& state, Points kind) {
    const std::vector<Vec3> p = make_points(kind);
    const uint64_t exact_before = defcol::exact_sign_count();
    for (auto _ : state) {
        int sum = 0;
        for (std::size_t i = 0; i < point_count; ++i) {
            const Vec3 t[4] = {p[i], p[i + 1], p[i + 2], p[i + 3]};
            sum += defcol::tetrahedron_contains(t, p[i + 4]);
        }
        benchmark::DoNotOptimize(sum);
    }
    report(state, exact_before);
}

BENCHMARK_CAPTURE(orientation, general, Points::general);
BENCHMARK_CAPTURE(orientation, lattice, Points::on_a_lattice);
BENCHMARK_CAPTURE(orientation, plane, Points::in_a_plane);
BENCHMARK_CAPTURE(triangle_triangle, general, Points::general);
BENCHMARK_CAPTURE(triangle_triangle, lattice, Points::on_a_lattice);
BENCHMARK_CAPTURE(triangle_triangle, plane, Points::in_a_plane);
BENCHMARK_CAPTURE(point_tetrahedron, general, Points::general);
BENCHMARK_CAPTURE(point_tetrahedron, lattice, Points::on_a_lattice);

}  // namespace

BENCHMARK_MAIN();
