// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/backend.hpp"
#include "base/aligned_buffer.hpp"
#include "base/workers.hpp"
#include "defcol/defcol.h"
#include "mesh/frame.hpp"

namespace defcol {

// The arrays a host borrows. Ids are always there; the rest by DEFCOL_FIELD_* mask.
class ContactStore {
  public:
    ContactStore(std::pmr::memory_resource& memory, uint32_t fields) noexcept;

    void clear() noexcept;

    // Writes ids from keys in order, triangle pairs before vertices in tetrahedra before vertices in volumes,
    // then the overlaps, then the backend's own, `limit` in all, and the ranges.
    void fill_ids(const Frame& frame, std::span<const uint64_t> triangle_keys,
                  std::span<const uint64_t> vertex_keys, uint64_t limit,
                  std::span<const uint64_t> volume_vertex_keys = {}, const VolumeStore* volumes = nullptr,
                  const OwnContacts& own = {});

    // Writes what the fields ask for. Frame and volumes are those of fill_ids; `ways_out` belong to
    // volume_vertex_keys(), where has_ways_out(); the backend is asked about its own contacts.
    void fill_geometry(const Frame& frame, Workers& workers, std::span<const VolumeContact> ways_out = {},
                       const VolumeStore* volumes = nullptr, const Backend* backend = nullptr);

    // The vertices in volumes that were kept, and whether fields ask how they leave.
    std::span<const uint64_t> volume_vertex_keys() const noexcept {
        return {keys_.data() + triangle_pair_count_ + vertex_count_, volume_vertex_count_};
    }
    bool has_ways_out() const noexcept {
        return (fields_ & ~uint32_t{DEFCOL_FIELD_IDS}) != 0 && volume_vertex_count_ != 0;
    }

    // The vertices in tetrahedra, as collected: in order.
    std::span<const uint64_t> vertex_keys() const noexcept {
        return {keys_.data() + triangle_pair_count_, vertex_count_};
    }
    // After fill_geometry: another way out, for all contacts of a vertex in tetrahedra of a mesh.
    void replace_depth(const Frame& frame, uint32_t vertex, uint32_t mesh, const Vec3& outward, double depth);

    uint32_t fields() const noexcept { return fields_; }
    uint64_t count() const noexcept { return kind_.size(); }
    // Sets count, arrays and ranges; the rest of the view is left alone.
    void view(defcol_contacts& contacts) const noexcept;

  private:
    void add_contact(std::size_t i, int32_t kind, uint32_t mesh_a, uint32_t mesh_b);
    uint64_t contact_id(uint64_t i) const noexcept;
    void fill_triangle_pair(const Frame& frame, uint64_t i);
    void fill_vertex_in_tetrahedron(const Frame& frame, uint64_t i);
    void fill_vertex_in_volume(const Frame& frame, const VolumeContact& contact, uint64_t i);
    void fill_volume(const VolumeStore& volumes, uint64_t i);
    void fill_own(const Frame& frame, const Backend& backend, uint64_t begin, uint64_t end);
    bool wants(uint32_t field) const noexcept { return (fields_ & field) != 0; }

    uint32_t fields_;
    std::size_t triangle_pair_count_ = 0;
    std::size_t vertex_count_ = 0;         // in tetrahedra
    std::size_t volume_vertex_count_ = 0;  // in volumes
    Buffer<int32_t> kind_;
    Buffer<uint32_t> mesh_a_;
    Buffer<uint32_t> primitive_a_;
    Buffer<uint32_t> mesh_b_;
    Buffer<uint32_t> primitive_b_;
    Buffer<uint64_t> keys_;            // as collected: global ids, for the geometry
    std::span<const OwnContact> own_;  // the contacts after those with keys, until the next search
    Buffer<uint32_t> features_a_;
    Buffer<double> weights_a_;
    Buffer<uint32_t> features_b_;
    Buffer<double> weights_b_;
    Buffer<double> points_;
    Buffer<double> normals_;
    Buffer<double> distances_;
    Buffer<uint32_t> flags_;
    Buffer<uint64_t> ids_;
    Buffer<uint32_t> surface_b_;
    Buffer<defcol_contact_range> ranges_;
};

}  // namespace defcol
