// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/ldi/device.hpp"
#include "backends/ldi/gl/gl_functions.hpp"
#include "backends/ldi/gl/shader_program.hpp"
#include "base/aligned_buffer.hpp"

namespace defcol {

// Which triangles of a group of jobs are drawn: the usable ones, one after another. Drawn triangle i of a job
// is the i-th after the job's first; where all are usable that is the frame's own numbering and nothing is
// copied.
class DrawnTriangles {
  public:
    explicit DrawnTriangles(std::pmr::memory_resource& memory) noexcept
        : corners_(memory), ids_(memory), first_(memory) {}

    void collect(const Frame& frame, std::span<const LdiJob> jobs);

    uint32_t first_of(std::size_t job) const { return first_[job]; }
    uint32_t count_of(std::size_t job) const { return first_[job + 1] - first_[job]; }
    uint32_t count() const { return first_.back(); }
    // The frame's number of the i-th triangle drawn for a job.
    uint32_t global_id(const LdiJob& job, std::size_t job_index, uint32_t i) const {
        return ids_.empty() ? job.first_triangle + i : ids_[first_[job_index] + i];
    }

    // The corners of all that is drawn; empty where each job draws a range of the frame's own list.
    std::span<const Triangle> copied_corners() const { return corners_.span(); }

  private:
    Buffer<Triangle> corners_;
    Buffer<uint32_t> ids_;
    Buffer<uint32_t> first_;
};

// Positions and triangles of a group of jobs in the driver's memory. On the GL thread only.
class DrawnMeshes {
  public:
    explicit DrawnMeshes(const GlFunctions& gl);
    ~DrawnMeshes();
    DrawnMeshes(const DrawnMeshes&) = delete;
    DrawnMeshes& operator=(const DrawnMeshes&) = delete;

    // Sends each vertex once, however many jobs use it.
    void upload(const Frame& frame, std::span<const LdiJob> jobs, const DrawnTriangles& triangles);

    // Draws one job; the program is in use and its view set.
    void draw(const DrawnTriangles& triangles, std::size_t job_index) const;

  private:
    const GlFunctions& gl_;
    GLuint array_ = 0;
    GLuint vertices_ = 0;
    GLuint indices_ = 0;
};

// Where the view shader's uniforms are, and how a view becomes their values.
class ViewUniforms {
  public:
    ViewUniforms(const GlFunctions& gl, const ShaderProgram& program)
        : gl_(gl),
          axes_(program.uniform("axes")),
          low_(program.uniform("low")),
          scale_(program.uniform("scale")) {}

    void set(const LdiView& view) const;

  private:
    const GlFunctions& gl_;
    GLint axes_;
    GLint low_;
    GLint scale_;
};

}  // namespace defcol
