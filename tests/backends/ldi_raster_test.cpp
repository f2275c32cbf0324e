// SPDX-License-Identifier: MIT
// The rasteriser: watertight, the layers where the surface is, the same for any number of workers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "backends/ldi/raster/triangle_scan.hpp"
#include "backends/ldi_fixture.hpp"
#include "scenes/closed_bodies.hpp"
#include "scenes/data_scenes.hpp"
#include "scenes/mesh_building.hpp"
#include "scenes/random_numbers.hpp"
#include "scenes/spheres.hpp"

namespace defcol::testing {

namespace {

struct NamedMesh {
    std::string name;
    scenes::Mesh mesh;
};

std::vector<NamedMesh> closed_meshes() {
    std::vector<NamedMesh> result = {
        {"sphere", scenes::icosphere(12)},
        {"coarse sphere", scenes::icosphere(1)},
        {"box", scenes::solid_box({0, 0, 0}, {1, 1, 1}, 1)},
        {"lattice box", scenes::solid_box({-1, -1, -1}, {1, 1, 1}, 16)},
        {"torus", scenes::torus(1, 0.3, 40, 20)},
        {"knot", scenes::knot_tube(3, 7, 0.18, 600, 10)},
        {"thick knot", scenes::knot_tube(3, 7, 0.25, 600, 10)},
        {"thin sheet", scenes::solid_box({-1, -1, -0x1p-20}, {1, 1, 0x1p-20}, 9)},
        {"far away", moved(scenes::icosphere(8), {4096, -4096, 1024})},
    };
    for (const char* file : {"cow.off", "armadillo.obj", "bunny.off", "fertility.off"}) {
        if (auto mesh = scenes::data_mesh(file)) {
            mesh->tetrahedra.clear();
            result.push_back({file, scenes::unit_sized(*mesh)});
        }
    }
    return result;
}

bool is_closed(const scenes::Mesh& mesh) {
    std::vector<std::pair<uint32_t, uint32_t>> up;
    std::vector<std::pair<uint32_t, uint32_t>> down;
    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const uint32_t a = mesh.triangles[t + k];
            const uint32_t b = mesh.triangles[t + (k + 1) % 3];
            if (a < b) up.emplace_back(a, b);
            if (b < a) down.emplace_back(b, a);
        }
    }
    std::ranges::sort(up);
    std::ranges::sort(down);
    return up == down;
}

bool same_layers(const LayeredImage& a, const LayeredImage& b) {
    return std::ranges::equal(a.offsets.span(), b.offsets.span()) &&
           std::ranges::equal(a.layers.span(), b.layers.span()) && a.most_layers == b.most_layers &&
           a.unpaired_pixels == b.unpaired_pixels;
}

}  // namespace

TEST(LdiRaster, NoPixelOfAClosedMeshIsOdd) {
    LdiBuilder builder;
    for (const NamedMesh& named : closed_meshes()) {
        if (!is_closed(named.mesh)) continue;
        const LdiFrame frame({named.mesh});
        for (uint32_t axis = 0; axis < 3; ++axis) {
            for (const uint32_t resolution : {5U, 64U, 128U, 256U}) {
                const auto image = builder.build(frame, 0, frame.view_of(0, axis, resolution));
                EXPECT_EQ(image->unpaired_pixels, 0U) << named.name << " " << axis << " " << resolution;
                EXPECT_GT(image->layers.size(), 0U) << named.name;
                EXPECT_TRUE(image->is_complete);
            }
        }
    }
}

TEST(LdiRaster, NoPixelIsOddInZoomedVolumesOfInterest) {
    LdiBuilder builder;
    scenes::Random random(11);
    for (const NamedMesh& named : closed_meshes()) {
        if (!is_closed(named.mesh)) continue;
        const LdiFrame frame({named.mesh});
        for (uint32_t i = 0; i < 24; ++i) {
            const double zoom = std::exp2(random.between(1, 14));
            LdiView view = frame.view_of(0, i % 3, 64);
            for (int axis = 0; axis < 3; ++axis) {
                const double min = view.min[axis];
                const double size = view.max[axis] - min;
                const double corner = min + random.unit() * size * (1 - 1 / zoom);
                view.min[axis] = static_cast<float>(corner);
                view.max[axis] = std::max(static_cast<float>(corner + size / zoom),
                                          std::nextafter(view.min[axis], INFINITY));
            }
            const auto image = builder.build(frame, 0, view);
            EXPECT_EQ(image->unpaired_pixels, 0U) << named.name << " zoom " << zoom;
        }
    }
}

TEST(LdiRaster, PixelCentresOnEdgesAndCornersAreCoveredOnce) {
    // At 16 pixels, centres of the 8-cell grid's pixels fall on edges and corners of the lattice box.
    const LdiFrame frame({scenes::solid_box({0, 0, 0}, {8, 8, 8}, 16)});
    LdiBuilder builder;
    for (const uint32_t resolution : {8U, 16U, 4U}) {
        LdiView view = frame.view_of(0, 2, resolution);
        view.min = {0, 0, 0};
        view.max = {8, 8, 8};
        const auto image = builder.build(frame, 0, view);
        for (uint32_t pixel = 0; pixel < view.pixel_count(); ++pixel) {
            const auto layers = image->layers_of(pixel);
            ASSERT_EQ(layers.size(), 2U) << pixel;
            EXPECT_EQ(key_depth(layer_key(layers[0])), 0U);
            EXPECT_FALSE(key_leaves(layer_key(layers[0])));
            EXPECT_EQ(key_depth(layer_key(layers[1])), depth_one);
            EXPECT_TRUE(key_leaves(layer_key(layers[1])));
        }
    }
}

TEST(LdiRaster, LayersLieOnTheSphere) {
    const LdiFrame frame({scenes::icosphere(64)});
    LdiBuilder builder;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        const LdiView view{Vec3f(-1.0F), Vec3f(1.0F), axis, 128, 128};
        const auto image = builder.build(frame, 0, view);
        EXPECT_EQ(image->most_layers, 2U);
        for (uint32_t pixel = 0; pixel < view.pixel_count(); ++pixel) {
            const double x = -1 + (pixel % 128 + 0.5) / 64;
            const double y = -1 + (pixel / 128 + 0.5) / 64;
            const auto layers = image->layers_of(pixel);
            const double squared = 1 - x * x - y * y;
            if (squared < 0.02) continue;
            ASSERT_EQ(layers.size(), 2U);
            const double near = -1 + 2.0 * key_depth(layer_key(layers[0])) / depth_one;
            const double far = -1 + 2.0 * key_depth(layer_key(layers[1])) / depth_one;
            EXPECT_NEAR(near, -std::sqrt(squared), 2e-3);
            EXPECT_NEAR(far, std::sqrt(squared), 2e-3);
        }
    }
}

TEST(LdiRaster, DepthOfAPlaneIsExactToTheQuantum) {
    // A wedge whose upper side is z = (x + 2 y) / 3: depth must be that of the plane in every pixel.
    scenes::Mesh wedge = scenes::solid_box({0, 0, -1}, {1, 1, 0}, 3);
    map_vertices(wedge, [](scenes::Point p) {
        return p.z == 0 ? scenes::Point{p.x, p.y, (p.x + 2 * p.y) / 3} : p;
    });
    const LdiFrame frame({wedge});
    const LdiView view{Vec3f(0, 0, -1), Vec3f(1, 1, 1), 2, 100, 100};
    LdiBuilder builder;
    const auto image = builder.build(frame, 0, view);
    for (uint32_t pixel = 0; pixel < view.pixel_count(); ++pixel) {
        const double x = (pixel % 100 + 0.5) / 100;
        const double y = (pixel / 100 + 0.5) / 100;
        const auto layers = image->layers_of(pixel);
        ASSERT_EQ(layers.size(), 2U);
        const double depth = static_cast<double>(key_depth(layer_key(layers[1]))) / depth_one;
        EXPECT_NEAR(depth, ((x + 2 * y) / 3 + 1) / 2, 0x1p-18);
    }
}

TEST(LdiRaster, WhatLiesOutsideTheVolumeIsClampedAndCounted) {
    const LdiFrame frame({scenes::solid_box({-4, -4, -4}, {4, 4, 4}, 2)});
    const LdiView view{Vec3f(-1.0F), Vec3f(1.0F), 1, 32, 32};
    LdiBuilder builder;
    const auto image = builder.build(frame, 0, view);
    EXPECT_EQ(image->layers.size(), 2U * 32 * 32);
    for (uint32_t pixel = 0; pixel < view.pixel_count(); ++pixel) {
        EXPECT_EQ(key_depth(layer_key(image->layers_of(pixel)[0])), 0U);
        EXPECT_EQ(key_depth(layer_key(image->layers_of(pixel)[1])), depth_one);
    }
}

TEST(LdiRaster, OpenMeshHasOddPixelsAndSaysSo) {
    scenes::Mesh open = scenes::icosphere(2);
    open.triangles.resize(open.triangles.size() - 3);
    const LdiFrame frame({open});
    LdiBuilder builder;
    uint32_t odd = 0;
    for (uint32_t axis = 0; axis < 3; ++axis) {
        odd += builder.build(frame, 0, frame.view_of(0, axis, 64))->unpaired_pixels;
    }
    EXPECT_GT(odd, 0U);
}

TEST(LdiRaster, LayersDoNotDependOnWorkersBatchingOrSimd) {
    const LdiFrame frame({scenes::knot_tube(3, 7, 0.18, 2000, 12), scenes::icosphere(10)});
    LdiBuilder reference_builder;
    std::vector<std::unique_ptr<LayeredImage>> reference;
    for (uint32_t i = 0; i < 6; ++i) {
        reference.push_back(reference_builder.build(frame, i % 2, frame.view_of(i % 2, i / 2, 96)));
    }
    for (const uint32_t workers : {1U, 2U, 3U, 8U}) {
        for (int64_t level = 0; level <= static_cast<int64_t>(simd_level_count()); ++level) {
            LdiBuilder builder(workers, level);
            std::vector<std::unique_ptr<LayeredImage>> images;
            std::vector<LdiJob> jobs;
            for (uint32_t i = 0; i < 6; ++i) {
                images.push_back(std::make_unique<LayeredImage>(builder.memory()));
                jobs.push_back(frame.job(i % 2, frame.view_of(i % 2, i / 2, 96), *images.back()));
            }
            builder.build(frame, jobs);
            for (uint32_t i = 0; i < 6; ++i) {
                EXPECT_TRUE(same_layers(*images[i], *reference[i])) << workers << " " << level << " " << i;
            }
        }
    }
}

TEST(LdiRaster, SecondBuildAllocatesNothing) {
    const LdiFrame frame({scenes::knot_tube(3, 7, 0.18, 2000, 12), scenes::icosphere(10)});
    for (const uint32_t workers : {1U, 3U}) {
        LdiBuilder builder(workers);
        std::vector<std::unique_ptr<LayeredImage>> images;
        std::vector<LdiJob> jobs;
        for (uint32_t i = 0; i < 6; ++i) {
            images.push_back(std::make_unique<LayeredImage>(builder.memory()));
            jobs.push_back(frame.job(i % 2, frame.view_of(i % 2, i / 2, 96), *images.back()));
        }
        builder.build(frame, jobs);
        builder.build(frame, jobs);
        const uint64_t allocations = builder.memory().allocation_count();
        for (int i = 0; i < 5; ++i) builder.build(frame, jobs);
        EXPECT_EQ(builder.memory().allocation_count(), allocations) << workers;
    }
}

TEST(LdiRaster, StoppedSearchLeavesImagesIncomplete) {
    const LdiFrame frame({scenes::icosphere(4)});
    LdiBuilder builder;
    Workers workers(1);
    const int32_t cancel = 1;
    SearchLimits limits;
    limits.cancel = &cancel;
    SearchControl control(limits);
    LayeredImage image(builder.memory());
    const LdiJob job = frame.job(0, frame.view_of(0, 0, 32), image);
    create_raster_device(builder.memory())->build({frame.frame(), {&job, 1}, workers, control, 0});
    EXPECT_FALSE(image.is_complete);
}

}  // namespace defcol::testing
