// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "backends/ldi/device.hpp"
#include "backends/ldi/layered_image.hpp"
#include "base/aligned_buffer.hpp"
#include "base/memory.hpp"
#include "mesh/frame.hpp"

namespace defcol {

// The images of a frame, one for each mesh and view asked for. Those of the last frame are used again where
// the mesh is as it was and the view is the same ("stages 1 and 2 can be pre-computed").
class ImageCache {
  public:
    explicit ImageCache(std::pmr::memory_resource& memory) noexcept
        : memory_(memory), slots_(&memory), requests_(memory), table_(memory), jobs_(memory) {}

    // Begins a frame: forgets images of meshes that changed. `device` says which device made them.
    void start(const Frame& frame, int64_t device);

    // The number of the image of a mesh in a view; the same for equal requests.
    uint32_t request(uint32_t mesh, const LdiView& view);

    // When all requests are made: the images still to be made of the first `count`. Points into the cache.
    std::span<const LdiJob> jobs(const Frame& frame, uint32_t count);

    uint32_t request_count() const noexcept { return static_cast<uint32_t>(requests_.size()); }
    // False before jobs() has come to it.
    bool has_image(uint32_t request) const { return requests_[request].slot != no_index; }
    const LayeredImage& image(uint32_t request) const { return slots_[requests_[request].slot]->image; }
    uint32_t kept_count() const noexcept { return kept_count_; }

    // After an error: nothing can be used again.
    void forget() noexcept;

  private:
    struct Slot {
        explicit Slot(std::pmr::memory_resource& memory) noexcept : image(memory) {}
        LayeredImage image;
        uint32_t mesh = 0;
        bool is_valid = false;  // holds an image of the mesh as it is
        bool is_taken = false;  // by a request of this frame
    };
    struct Request {
        uint32_t mesh;
        uint32_t slot;  // no_index: not decided yet
        LdiView view;
    };

    void insert(uint64_t hash, uint32_t value);
    void grow_table(std::size_t entries);

    std::pmr::memory_resource& memory_;
    std::pmr::vector<Owned<Slot>> slots_;
    Buffer<Request> requests_;
    // Open addressing over slots of the last frame (even entries) and requests of this one (odd).
    Buffer<uint32_t> table_;
    Buffer<LdiJob> jobs_;
    std::size_t table_entries_ = 0;
    uint32_t next_free_ = 0;
    uint32_t kept_count_ = 0;
    int64_t device_ = -1;
};

}  // namespace defcol
