// SPDX-License-Identifier: MIT
#pragma once

#include <memory_resource>
#include <vector>

#include "backends/ldi/device.hpp"
#include "backends/ldi/raster/triangle_scan.hpp"

namespace defcol {

// Layered depth images on the CPU. For each job: vertices onto a grid of whole numbers, in vectors
// (vertex_projection); triangles that cover no pixel centre dropped by comparing three numbers; the others
// scanned into a stream of fragments (triangle_scan); the stream put into place by counting, and the few
// layers of each pixel sorted. Large jobs are split among workers, small ones handed out whole. The layers do
// not depend on how, because their order in a pixel is total.
class RasterDevice final : public LdiDevice {
  public:
    explicit RasterDevice(std::pmr::memory_resource& memory) noexcept : memory_(memory), slots_(&memory) {}

    LdiDeviceKind kind() const noexcept override { return LdiDeviceKind::raster; }
    void build(const LdiBatch& batch) override;

  private:
    // What one worker needs; a job in parts uses the vertices of the first and the scans of all.
    struct Slot {
        explicit Slot(std::pmr::memory_resource& memory) noexcept
            : vertices(memory), cells(memory), scan(memory) {}
        Buffer<RasterVertex> vertices;
        Buffer<PixelCell> cells;
        ScanOutput scan;
        SortedPixels sorted;
    };

    void build_whole(const LdiBatch& batch, const LdiJob& job, Slot& slot);
    void build_in_parts(const LdiBatch& batch, const LdiJob& job, uint32_t part_count);
    void level_capacities();

    std::pmr::memory_resource& memory_;
    std::pmr::vector<Owned<Slot>> slots_;  // by worker
};

}  // namespace defcol
