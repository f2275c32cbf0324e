// SPDX-License-Identifier: MIT
#include "backends/ldi/gl/gl_device.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "backends/ldi/device_choice.hpp"
#include "base/error.hpp"
#include "base/memory.hpp"
#include "base/status.hpp"
#include "scenes/spheres.hpp"
#include "scenes/surfaces.hpp"

namespace defcol {
namespace {

// One mesh as a frame, its coordinates taken as local ones.
struct MeshFrame {
    explicit MeshFrame(const scenes::Mesh& mesh) {
        for (uint64_t v = 0; v < mesh.vertex_count(); ++v) {
            const double* p = mesh.positions.data() + 3 * v;
            vertices.push_back(
                {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2]), 0});
        }
        for (uint64_t t = 0; t < mesh.triangle_count(); ++t) {
            const uint32_t* c = mesh.triangles.data() + 3 * t;
            triangles.push_back({{c[0], c[1], c[2]}});
        }
        mesh_info.vertex_count = static_cast<uint32_t>(vertices.size());
        mesh_info.triangle_count = static_cast<uint32_t>(triangles.size());
        frame.meshes = {&mesh_info, 1};
        frame.vertices = vertices;
        frame.triangles = triangles;
    }
    MeshFrame(const MeshFrame&) = delete;
    MeshFrame& operator=(const MeshFrame&) = delete;

    LdiJob job(const LdiView& view, LayeredImage& image) const {
        return {0, 0, static_cast<uint32_t>(triangles.size()), view, &image};
    }

    std::vector<LocalVertex> vertices;
    std::vector<Triangle> triangles;
    FrameMesh mesh_info{};
    Frame frame{};
};

struct CastLayer {
    double depth;
    bool leaves;
    uint32_t triangle;
};

// What a ray through one pixel centre meets, in double arithmetic; nothing where an edge passes within
// `margin` pixels of it, because there a device may decide either way.
bool cast_ray(const MeshFrame& mesh, const LdiView& view, uint32_t x, uint32_t y, double margin,
              std::vector<CastLayer>& layers) {
    layers.clear();
    const auto axis = [](uint32_t a) { return static_cast<Vec3f::length_type>(a); };
    const auto extent = [&](uint32_t a) { return double{view.max[axis(a)]} - double{view.min[axis(a)]}; };
    const auto in_pixels = [&](const LocalVertex& vertex) {
        const Vec3f p = vertex.position();
        const uint32_t ax = view.axis_x();
        const uint32_t ay = view.axis_y();
        return Vec3{(double{p[axis(ax)]} - double{view.min[axis(ax)]}) / extent(ax) * view.width - (x + 0.5),
                    (double{p[axis(ay)]} - double{view.min[axis(ay)]}) / extent(ay) * view.height - (y + 0.5),
                    (double{p[axis(view.axis)]} - double{view.min[axis(view.axis)]}) / extent(view.axis)};
    };
    for (uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        Vec3 p[3];
        for (int i = 0; i < 3; ++i) p[i] = in_pixels(mesh.vertices[mesh.triangles[t].vertex[i]]);
        double area[3];
        for (int i = 0; i < 3; ++i) {
            const Vec3& a = p[(i + 1) % 3];
            const Vec3& b = p[(i + 2) % 3];
            area[i] = a.x * b.y - a.y * b.x;
            const Vec3 edge = b - a;
            const double length_squared = edge.x * edge.x + edge.y * edge.y;
            const double along = length_squared > 0 ? -(a.x * edge.x + a.y * edge.y) / length_squared : 0;
            const double s = std::clamp(along, 0.0, 1.0);
            if (std::hypot(a.x + s * edge.x, a.y + s * edge.y) < margin) return false;
        }
        const double sum = area[0] + area[1] + area[2];
        const bool inside =
            (area[0] > 0 && area[1] > 0 && area[2] > 0) || (area[0] < 0 && area[1] < 0 && area[2] < 0);
        if (!inside) continue;
        const double depth = (area[0] * p[0].z + area[1] * p[1].z + area[2] * p[2].z) / sum;
        layers.push_back({std::clamp(depth, 0.0, 1.0), sum > 0, t});
    }
    std::sort(layers.begin(), layers.end(),
              [](const CastLayer& a, const CastLayer& b) { return a.depth < b.depth; });
    return true;
}

LdiView view_of_unit_box(uint32_t axis, uint32_t size, float half = 1.1F) {
    return {Vec3f(-half), Vec3f(half), axis, size, size};
}

class LdiGlDevice : public testing::TestWithParam<LdiDeviceKind> {
  protected:
    void SetUp() override {
        const LdiDeviceChoice choice = choose_ldi_device(static_cast<int64_t>(GetParam()), gl_report());
        if (!choice.is_available) GTEST_SKIP() << "no such device on this machine: " << choice.reason;
    }

    LdiBatch batch(const Frame& frame, std::span<const LdiJob> jobs) {
        return {frame, jobs, workers, control, 0};
    }

    Memory memory;
    Workers workers{2};
    SearchLimits limits;
    SearchControl control{limits};
};

INSTANTIATE_TEST_SUITE_P(Methods, LdiGlDevice,
                         testing::Values(LdiDeviceKind::gl_append, LdiDeviceKind::gl_stencil),
                         [](const auto& method) {
                             return method.param == LdiDeviceKind::gl_append ? "append" : "stencil";
                         });

// A sphere seen along each axis, the whole of it and magnified five times, so that most of it lies outside
// the volume: the same layers as a ray caster in double arithmetic, and no pixel that enters without leaving.
TEST_P(LdiGlDevice, LayersAreThoseOfRaysInDoubleArithmetic) {
    const MeshFrame mesh(scenes::icosphere(8));
    Owned<LdiDevice> device = create_gl_device(memory, GetParam());
    std::vector<LayeredImage> images;
    std::vector<LdiJob> jobs;
    images.reserve(6);
    for (uint32_t axis = 0; axis < 3; ++axis) {
        for (const float half : {1.1F, 0.2F}) {
            images.emplace_back(memory);
            LdiView view = view_of_unit_box(axis, 40, half);
            view.min += Vec3f(0.31F);
            view.max += Vec3f(0.31F);
            view.height = 24;
            jobs.push_back(mesh.job(view, images.back()));
        }
    }
    device->build(batch(mesh.frame, jobs));
    std::vector<CastLayer> expected;
    uint32_t compared = 0;
    uint32_t layer_count = 0;
    for (const LdiJob& job : jobs) {
        ASSERT_TRUE(job.image->is_complete);
        EXPECT_EQ(job.image->unpaired_pixels, 0U);
        for (uint32_t y = 0; y < job.view.height; ++y) {
            for (uint32_t x = 0; x < job.view.width; ++x) {
                // 8 bits of sub-pixel precision: a vertex moves by up to 2^-9 pixel in each coordinate.
                if (!cast_ray(mesh, job.view, x, y, 0.01, expected)) continue;
                ++compared;
                const auto layers = job.image->layers_of(y * job.view.width + x);
                ASSERT_EQ(layers.size(), expected.size())
                    << "pixel " << x << ", " << y << " axis " << job.view.axis;
                for (std::size_t i = 0; i < layers.size(); ++i) {
                    ++layer_count;
                    EXPECT_NEAR(key_depth(layer_key(layers[i])) / static_cast<double>(depth_one),
                                expected[i].depth, 0.02);
                    if (expected[i].depth > 0 && expected[i].depth < 1) {
                        EXPECT_EQ(key_leaves(layer_key(layers[i])), expected[i].leaves);
                        EXPECT_EQ(layer_triangle(layers[i]), expected[i].triangle);
                    }
                }
            }
        }
    }
    EXPECT_GT(compared, 2000U);
    EXPECT_GT(layer_count, 2000U);
}

TEST_P(LdiGlDevice, NoClosedSurfaceHasUnpairedPixels) {
    scenes::Scene knot = scenes::knot(24, 1);
    knot.advance(1);
    const MeshFrame mesh(knot.meshes[0]);
    Owned<LdiDevice> device = create_gl_device(memory, GetParam());
    for (const float half : {4.0F, 1.0F, 0.3F, 0.05F}) {
        for (uint32_t axis = 0; axis < 3; ++axis) {
            LayeredImage image(memory);
            const LdiJob job = mesh.job(view_of_unit_box(axis, 64, half), image);
            device->build(batch(mesh.frame, {&job, 1}));
            EXPECT_EQ(image.unpaired_pixels, 0U) << "half " << half << " axis " << axis;
        }
    }
}

// Half of the triangles are switched off: the others keep their ids.
TEST_P(LdiGlDevice, DrawsUsableTrianglesOnly) {
    MeshFrame mesh(scenes::icosphere(6));
    std::vector<uint8_t> usable(mesh.triangles.size());
    for (std::size_t i = 0; i < usable.size(); ++i) usable[i] = i % 2;
    for (std::size_t i = 0; i < usable.size(); i += 4) mesh.triangles[i] = removed_triangle;
    mesh.frame.usable_triangles = usable;
    Owned<LdiDevice> device = create_gl_device(memory, GetParam());
    LayeredImage image(memory);
    const LdiJob job = mesh.job(view_of_unit_box(2, 64), image);
    device->build(batch(mesh.frame, {&job, 1}));
    ASSERT_FALSE(image.layers.empty());
    for (const Layer layer : image.layers) EXPECT_EQ(layer_triangle(layer) % 2, 1U);

    std::fill(usable.begin(), usable.end(), uint8_t{0});
    device->build(batch(mesh.frame, {&job, 1}));
    EXPECT_TRUE(image.is_complete);
    EXPECT_TRUE(image.layers.empty());
}

// More fragments than the list begins with: the draw is repeated, and the image is the same as from a device
// that had room from the start.
TEST_P(LdiGlDevice, GrowsWhenAnImageHasMoreLayersThanThereWasRoomFor) {
    scenes::Mesh many;
    for (uint32_t copy = 0; copy < 40; ++copy) {
        const scenes::Mesh sphere = scenes::icosphere(2);
        const auto base = static_cast<uint32_t>(many.vertex_count());
        for (const double x : sphere.positions) many.positions.push_back(x * (1.0 - 0.01 * copy));
        for (const uint32_t v : sphere.triangles) many.triangles.push_back(base + v);
    }
    const MeshFrame mesh(many);
    Owned<LdiDevice> device = create_gl_device(memory, GetParam());
    LayeredImage first(memory);
    LayeredImage second(memory);
    const LdiJob jobs[] = {mesh.job(view_of_unit_box(0, 128), first),
                           mesh.job(view_of_unit_box(0, 128), second)};
    device->build(batch(mesh.frame, {jobs, 1}));
    device->build(batch(mesh.frame, {jobs + 1, 1}));
    EXPECT_GT(first.layers.size(), std::size_t{1} << 18);
    EXPECT_EQ(first.most_layers, 80U);
    ASSERT_EQ(first.layers.size(), second.layers.size());
    EXPECT_TRUE(std::equal(first.layers.begin(), first.layers.end(), second.layers.begin()));
}

TEST_P(LdiGlDevice, LostContextIsMadeAnewOnce) {
    const MeshFrame mesh(scenes::icosphere(4));
    Owned<LdiDevice> device = create_gl_device(memory, GetParam());
    auto& gl_device = dynamic_cast<GlDevice&>(*device);
    LayeredImage image(memory);
    const LdiJob job = mesh.job(view_of_unit_box(1, 32), image);
    gl_device.pretend_loss(1);
    device->build(batch(mesh.frame, {&job, 1}));
    EXPECT_TRUE(image.is_complete);
    EXPECT_FALSE(image.layers.empty());

    gl_device.pretend_loss(2);
    try {
        device->build(batch(mesh.frame, {&job, 1}));
        FAIL() << "a context lost twice must be an error";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), status::device_lost);
    }
    // The next frame begins anew.
    device->build(batch(mesh.frame, {&job, 1}));
    EXPECT_TRUE(image.is_complete);
}

TEST_P(LdiGlDevice, StopsBetweenGroupsWhenCancelled) {
    const MeshFrame mesh(scenes::icosphere(4));
    Owned<LdiDevice> device = create_gl_device(memory, GetParam());
    LayeredImage image(memory);
    const LdiJob job = mesh.job(view_of_unit_box(1, 32), image);
    const int32_t cancel = 1;
    limits.cancel = &cancel;
    SearchControl cancelled(limits);
    const LdiBatch stopped{mesh.frame, {&job, 1}, workers, cancelled, 0};
    device->build(stopped);
    EXPECT_FALSE(image.is_complete);
}

TEST_P(LdiGlDevice, SteadyStateAllocatesNothing) {
    const MeshFrame mesh(scenes::icosphere(8));
    Owned<LdiDevice> device = create_gl_device(memory, GetParam());
    LayeredImage image(memory);
    const LdiJob job = mesh.job(view_of_unit_box(1, 64), image);
    for (int i = 0; i < 2; ++i) device->build(batch(mesh.frame, {&job, 1}));
    const uint64_t before = memory.allocation_count();
    for (int i = 0; i < 10; ++i) device->build(batch(mesh.frame, {&job, 1}));
    EXPECT_EQ(memory.allocation_count(), before);
}

TEST_P(LdiGlDevice, ForkedChildIsToldAndCanLetGo) {
    const MeshFrame mesh(scenes::icosphere(4));
    Owned<LdiDevice> device = create_gl_device(memory, GetParam());
    LayeredImage image(memory);
    const LdiJob job = mesh.job(view_of_unit_box(1, 32), image);
    const pid_t child = fork();
    if (child == 0) {
        int correct = 0;
        try {
            device->build(batch(mesh.frame, {&job, 1}));
        } catch (const Error& error) {
            correct += error.status() == status::forked ? 1 : 0;
        }
        try {
            create_gl_device(memory, GetParam());
        } catch (const Error& error) {
            correct += error.status() == status::forked ? 1 : 0;
        }
        device.reset();
        _exit(correct == 2 ? 0 : 1);
    }
    int result = -1;
    ASSERT_EQ(waitpid(child, &result, 0), child);
    EXPECT_TRUE(WIFEXITED(result) && WEXITSTATUS(result) == 0);
    device->build(batch(mesh.frame, {&job, 1}));
    EXPECT_TRUE(image.is_complete);
}

// The host's own context stays current on the host's thread, with its API bound, through our whole life.
TEST_P(LdiGlDevice, HostContextStaysCurrent) {
    const GlFunctions gl = load_gl_functions();
    std::thread host([&] {
        const EglContext host_context(gl);
        const EGLContext before = gl.eglGetCurrentContext();
        GLuint program = gl.glCreateProgram();
        gl.glViewport(1, 2, 3, 4);
        {
            const MeshFrame mesh(scenes::icosphere(4));
            Owned<LdiDevice> device = create_gl_device(memory, GetParam());
            LayeredImage image(memory);
            const LdiJob job = mesh.job(view_of_unit_box(1, 32), image);
            device->build(batch(mesh.frame, {&job, 1}));
            EXPECT_TRUE(image.is_complete);
            EXPECT_EQ(gl.eglGetCurrentContext(), before);
        }
        EXPECT_EQ(gl.eglGetCurrentContext(), before);
        EXPECT_EQ(gl.eglQueryAPI(), static_cast<EGLenum>(EGL_OPENGL_API));
        GLint viewport[4] = {};
        gl.glGetIntegerv(GL_VIEWPORT, viewport);
        EXPECT_EQ(viewport[0], 1);
        EXPECT_EQ(viewport[3], 4);
        EXPECT_EQ(gl.glGetError(), static_cast<GLenum>(GL_NO_ERROR));
        gl.glDeleteProgram(program);
    });
    host.join();
}

}  // namespace
}  // namespace defcol
