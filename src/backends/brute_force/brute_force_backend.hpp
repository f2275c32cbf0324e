// SPDX-License-Identifier: MIT
#pragma once

#include "backends/backend.hpp"
#include "backends/brute_force/box_columns.hpp"

namespace defcol {

extern const BackendInfo brute_force_info;

// The reference: every primitive's box against every other's of the pair of meshes, and the exact test where
// they overlap. No structure that could be wrong; quadratic time.
class BruteForceBackend final : public Backend {
  public:
    explicit BruteForceBackend(std::pmr::memory_resource& memory) noexcept
        : triangle_boxes_(memory), vertex_boxes_(memory), tasks_(memory) {}

    void update(const BackendFrame& input) override;
    void search(const BackendFrame& input, Narrowphase& narrowphase) override;
    void measure_volume_contacts(const BackendFrame& input, std::span<const uint64_t> keys,
                                 std::span<VolumeContact> contacts) override;

  private:
    enum class Rows : uint32_t { triangles, tetrahedra, vertices };

    // Rows [begin, end) of one mesh against all columns of the other; vertices against its volume.
    struct Task {
        Rows rows;
        uint32_t begin;
        uint32_t end;
        uint32_t column_mesh;
        bool self;
    };

    void add_tasks(Rows rows, const FrameMesh& row_mesh, uint32_t column_mesh, bool self);
    void run_task(const Task& task, const Frame& frame, CandidateSink& sink) const;
    void test_volume(const Task& task, const Frame& frame, CandidateSink& sink) const;

    BoxColumns triangle_boxes_;  // by global triangle; empty where unusable
    BoxColumns vertex_boxes_;    // by global vertex; empty where unusable
    Buffer<Task> tasks_;
    bool parity_ = false;
};

}  // namespace defcol
