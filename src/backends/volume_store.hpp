// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "base/aligned_buffer.hpp"
#include "defcol/defcol.h"
#include "geometry/vector.hpp"

namespace defcol {

// One overlap as a backend found it; spans and gradient are added beside it.
struct VolumeEntry {
    uint32_t mesh_a;  // detector indices
    uint32_t mesh_b;
    double volume;
    double error_bound;
    Vec3 centroid;
    Vec3 box_min;
    Vec3 box_max;
    Vec3 direction;
    double depth;
    uint32_t axis;
    uint32_t width;
    uint32_t height;
    double grid_origin[2];
    double pixel_size[2];
    uint32_t unpaired_pixels;
};

struct VolumeSpan {
    uint32_t x;
    uint32_t y;
    double entry;
    double leave;
};

struct VolumeGradient {
    uint32_t mesh;  // detector index
    uint32_t vertex;
    Vec3 value;
};

// The arrays of intersection volumes a host borrows.
class VolumeStore {
  public:
    explicit VolumeStore(std::pmr::memory_resource& memory) noexcept;

    void clear() noexcept;
    // Appends in the order of (mesh a, mesh b).
    void add(const VolumeEntry& entry, std::span<const VolumeSpan> spans,
             std::span<const VolumeGradient> gradient);

    uint64_t count() const noexcept { return count_; }
    uint32_t mesh_a(uint64_t i) const noexcept { return mesh_a_[i]; }
    uint32_t mesh_b(uint64_t i) const noexcept { return mesh_b_[i]; }
    Vec3 centroid(uint64_t i) const noexcept {
        return {centroid_[3 * i], centroid_[3 * i + 1], centroid_[3 * i + 2]};
    }
    Vec3 direction(uint64_t i) const noexcept {
        return {direction_[3 * i], direction_[3 * i + 1], direction_[3 * i + 2]};
    }
    double depth(uint64_t i) const noexcept { return depth_[i]; }

    // Sets counts and arrays; the rest of the view is left alone.
    void view(defcol_volumes& volumes) const noexcept;

  private:
    uint64_t count_ = 0;  // what is complete; arrays may be longer after an exception
    uint64_t span_count_ = 0;
    uint64_t gradient_count_ = 0;
    Buffer<uint32_t> mesh_a_;
    Buffer<uint32_t> mesh_b_;
    Buffer<double> volume_;
    Buffer<double> error_bound_;
    Buffer<double> centroid_;
    Buffer<double> box_min_;
    Buffer<double> box_max_;
    Buffer<double> direction_;
    Buffer<double> depth_;
    Buffer<uint32_t> axis_;
    Buffer<uint32_t> width_;
    Buffer<uint32_t> height_;
    Buffer<double> grid_origin_;
    Buffer<double> pixel_size_;
    Buffer<uint32_t> unpaired_pixels_;
    Buffer<uint64_t> first_span_;
    Buffer<uint32_t> span_x_;
    Buffer<uint32_t> span_y_;
    Buffer<double> span_entry_;
    Buffer<double> span_leave_;
    Buffer<uint64_t> first_gradient_;
    Buffer<uint32_t> gradient_mesh_;
    Buffer<uint32_t> gradient_vertex_;
    Buffer<double> gradient_;
};

}  // namespace defcol
