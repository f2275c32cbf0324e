// SPDX-License-Identifier: MIT
#include "backends/ldi/gl/drawn_meshes.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

void DrawnTriangles::collect(const Frame& frame, std::span<const LdiJob> jobs) {
    corners_.clear();
    ids_.clear();
    first_.clear();
    first_.push_back(0);
    uint64_t total = 0;
    for (const LdiJob& job : jobs) total += job.triangle_count;
    // What a driver counts, it counts in signed 32 bits: three indices per triangle.
    if (total > std::numeric_limits<int32_t>::max() / 3) {
        throw Error(status::size_overflow,
                    "%llu triangles are more than OpenGL draws at once: use the raster device",
                    static_cast<unsigned long long>(total));
    }
    if (frame.usable_triangles.empty()) {
        for (const LdiJob& job : jobs) first_.push_back(first_.back() + job.triangle_count);
        return;
    }
    for (const LdiJob& job : jobs) {
        for (uint32_t i = 0; i < job.triangle_count; ++i) {
            const uint32_t id = job.first_triangle + i;
            if (!frame.triangle_is_usable(id)) continue;
            ids_.push_back(id);
            corners_.push_back(frame.triangles[id]);
        }
        first_.push_back(static_cast<uint32_t>(ids_.size()));
    }
    // So that an empty list means "all", never "none".
    if (ids_.empty()) ids_.push_back(no_index);
}

DrawnMeshes::DrawnMeshes(const GlFunctions& gl) : gl_(gl) {
    gl.glGenVertexArrays(1, &array_);
    gl.glGenBuffers(1, &vertices_);
    gl.glGenBuffers(1, &indices_);
    gl.glBindVertexArray(array_);
    gl.glBindBuffer(GL_ARRAY_BUFFER, vertices_);
    gl.glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    gl.glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(LocalVertex), nullptr);
    gl.glEnableVertexAttribArray(0);
}

DrawnMeshes::~DrawnMeshes() {
    gl_.glDeleteVertexArrays(1, &array_);
    gl_.glDeleteBuffers(1, &vertices_);
    gl_.glDeleteBuffers(1, &indices_);
}

void DrawnMeshes::upload(const Frame& frame, std::span<const LdiJob> jobs, const DrawnTriangles& triangles) {
    gl_.glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(frame.vertices.size_bytes()), nullptr,
                     GL_STREAM_DRAW);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const uint32_t mesh = jobs[i].mesh;
        const auto is_same = [&](const LdiJob& earlier) { return earlier.mesh == mesh; };
        if (std::any_of(jobs.begin(), jobs.begin() + static_cast<std::ptrdiff_t>(i), is_same)) continue;
        const FrameMesh& part = frame.meshes[mesh];
        gl_.glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(part.vertex_base * sizeof(LocalVertex)),
                            static_cast<GLsizeiptr>(part.vertex_count * sizeof(LocalVertex)),
                            frame.vertices.data() + part.vertex_base);
    }
    const auto bytes = [](std::size_t count) { return static_cast<GLsizeiptr>(count * sizeof(Triangle)); };
    const std::span<const Triangle> copied = triangles.copied_corners();
    if (!copied.empty()) {
        gl_.glBufferData(GL_ELEMENT_ARRAY_BUFFER, bytes(copied.size()), copied.data(), GL_STREAM_DRAW);
        return;
    }
    gl_.glBufferData(GL_ELEMENT_ARRAY_BUFFER, bytes(triangles.count()), nullptr, GL_STREAM_DRAW);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        if (triangles.count_of(i) == 0) continue;
        gl_.glBufferSubData(GL_ELEMENT_ARRAY_BUFFER, bytes(triangles.first_of(i)),
                            bytes(triangles.count_of(i)), frame.triangles.data() + jobs[i].first_triangle);
    }
}

void DrawnMeshes::draw(const DrawnTriangles& triangles, std::size_t job_index) const {
    const uint32_t count = triangles.count_of(job_index);
    if (count == 0) return;
    const std::size_t offset = triangles.first_of(job_index) * sizeof(Triangle);
    // OpenGL takes an offset into the bound buffer where it once took a pointer.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* place = reinterpret_cast<const void*>(offset);
    gl_.glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(count * 3), GL_UNSIGNED_INT, place);
}

void ViewUniforms::set(const LdiView& view) const {
    const uint32_t axes[3] = {view.axis_x(), view.axis_y(), view.axis};
    GLfloat low[3];
    GLfloat scale[3];
    for (int i = 0; i < 3; ++i) {
        const auto axis = static_cast<Vec3f::length_type>(axes[i]);
        low[i] = view.min[axis];
        scale[i] = static_cast<GLfloat>(1.0 / (double{view.max[axis]} - double{view.min[axis]}));
    }
    gl_.glUniform3i(axes_, static_cast<GLint>(axes[0]), static_cast<GLint>(axes[1]),
                    static_cast<GLint>(axes[2]));
    gl_.glUniform3f(low_, low[0], low[1], low[2]);
    gl_.glUniform3f(scale_, scale[0], scale[1], scale[2]);
    gl_.glViewport(0, 0, static_cast<GLsizei>(view.width), static_cast<GLsizei>(view.height));
}

}  // namespace defcol
