// SPDX-License-Identifier: MIT
#include "backends/volume_store.hpp"

namespace defcol {

namespace {

void set_vector(Buffer<double>& values, uint64_t index, const Vec3& value) {
    values.resize_uninitialized(3 * (index + 1));
    for (int axis = 0; axis < 3; ++axis) values[3 * index + static_cast<uint64_t>(axis)] = value[axis];
}

template <class T>
void set_value(Buffer<T>& values, uint64_t index, T value) {
    values.resize_uninitialized(index + 1);
    values[index] = value;
}

template <class T>
const T* data_of(const Buffer<T>& values, uint64_t count) {
    return count != 0 ? values.data() : nullptr;
}

}  // namespace

VolumeStore::VolumeStore(std::pmr::memory_resource& memory) noexcept
    : mesh_a_(memory),
      mesh_b_(memory),
      volume_(memory),
      error_bound_(memory),
      centroid_(memory),
      box_min_(memory),
      box_max_(memory),
      direction_(memory),
      depth_(memory),
      axis_(memory),
      width_(memory),
      height_(memory),
      grid_origin_(memory),
      pixel_size_(memory),
      unpaired_pixels_(memory),
      first_span_(memory),
      span_x_(memory),
      span_y_(memory),
      span_entry_(memory),
      span_leave_(memory),
      first_gradient_(memory),
      gradient_mesh_(memory),
      gradient_vertex_(memory),
      gradient_(memory) {}

void VolumeStore::clear() noexcept {
    count_ = 0;
    span_count_ = 0;
    gradient_count_ = 0;
}

void VolumeStore::add(const VolumeEntry& entry, std::span<const VolumeSpan> spans,
                      std::span<const VolumeGradient> gradient) {
    set_value(mesh_a_, count_, entry.mesh_a);
    set_value(mesh_b_, count_, entry.mesh_b);
    set_value(volume_, count_, entry.volume);
    set_value(error_bound_, count_, entry.error_bound);
    set_vector(centroid_, count_, entry.centroid);
    set_vector(box_min_, count_, entry.box_min);
    set_vector(box_max_, count_, entry.box_max);
    set_vector(direction_, count_, entry.direction);
    set_value(depth_, count_, entry.depth);
    set_value(axis_, count_, entry.axis);
    set_value(width_, count_, entry.width);
    set_value(height_, count_, entry.height);
    for (uint64_t i = 0; i < 2; ++i) {
        set_value(grid_origin_, 2 * count_ + i, entry.grid_origin[i]);
        set_value(pixel_size_, 2 * count_ + i, entry.pixel_size[i]);
    }
    set_value(unpaired_pixels_, count_, entry.unpaired_pixels);

    const uint64_t span_end = span_count_ + spans.size();
    span_x_.resize_uninitialized(span_end);
    span_y_.resize_uninitialized(span_end);
    span_entry_.resize_uninitialized(span_end);
    span_leave_.resize_uninitialized(span_end);
    for (uint64_t i = 0; i < spans.size(); ++i) {
        span_x_[span_count_ + i] = spans[i].x;
        span_y_[span_count_ + i] = spans[i].y;
        span_entry_[span_count_ + i] = spans[i].entry;
        span_leave_[span_count_ + i] = spans[i].leave;
    }
    const uint64_t gradient_end = gradient_count_ + gradient.size();
    gradient_mesh_.resize_uninitialized(gradient_end);
    gradient_vertex_.resize_uninitialized(gradient_end);
    for (uint64_t i = 0; i < gradient.size(); ++i) {
        gradient_mesh_[gradient_count_ + i] = gradient[i].mesh;
        gradient_vertex_[gradient_count_ + i] = gradient[i].vertex;
        set_vector(gradient_, gradient_count_ + i, gradient[i].value);
    }
    set_value(first_span_, count_, span_count_);
    set_value(first_span_, count_ + 1, span_end);
    set_value(first_gradient_, count_, gradient_count_);
    set_value(first_gradient_, count_ + 1, gradient_end);
    // Last, when nothing can fail any more.
    ++count_;
    span_count_ = span_end;
    gradient_count_ = gradient_end;
}

void VolumeStore::view(defcol_volumes& volumes) const noexcept {
    volumes.count = count_;
    volumes.mesh_a = data_of(mesh_a_, count_);
    volumes.mesh_b = data_of(mesh_b_, count_);
    volumes.volume = data_of(volume_, count_);
    volumes.error_bound = data_of(error_bound_, count_);
    volumes.centroid = data_of(centroid_, count_);
    volumes.box_min = data_of(box_min_, count_);
    volumes.box_max = data_of(box_max_, count_);
    volumes.direction = data_of(direction_, count_);
    volumes.depth = data_of(depth_, count_);
    volumes.axis = data_of(axis_, count_);
    volumes.width = data_of(width_, count_);
    volumes.height = data_of(height_, count_);
    volumes.grid_origin = data_of(grid_origin_, count_);
    volumes.pixel_size = data_of(pixel_size_, count_);
    volumes.unpaired_pixels = data_of(unpaired_pixels_, count_);
    volumes.first_span = data_of(first_span_, count_);
    volumes.span_count = span_count_;
    volumes.span_x = data_of(span_x_, span_count_);
    volumes.span_y = data_of(span_y_, span_count_);
    volumes.span_entry = data_of(span_entry_, span_count_);
    volumes.span_leave = data_of(span_leave_, span_count_);
    volumes.first_gradient = data_of(first_gradient_, count_);
    volumes.gradient_count = gradient_count_;
    volumes.gradient_mesh = data_of(gradient_mesh_, gradient_count_);
    volumes.gradient_vertex = data_of(gradient_vertex_, gradient_count_);
    volumes.gradient = data_of(gradient_, gradient_count_);
}

}  // namespace defcol
