// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "backends/backend.hpp"
#include "backends/volume_store.hpp"
#include "base/counting_memory.hpp"
#include "base/handle_table.hpp"
#include "broadphase/sweep_and_prune.hpp"
#include "capture/capture_writer.hpp"
#include "defcol/defcol.h"
#include "detector/backend_selection.hpp"
#include "detector/contact_store.hpp"
#include "detector/frame_builder.hpp"
#include "detector/penetration_depth.hpp"
#include "mesh/closed_surface.hpp"
#include "mesh/mesh.hpp"
#include "narrowphase/narrowphase.hpp"

namespace defcol {

class Context;
class SphereTreeBackend;
struct Sphere;
struct SphereTree;

struct DetectorConfig {
    int32_t backend = DEFCOL_BACKEND_AUTO;
    uint32_t queries = 0;
    uint32_t fields = 0;
};

// Meshes in, contacts out: owns its backends and everything a frame needs. One thread at a time; the caller
// holds an exclusive pin.
class Detector final : public HandleObject {
  public:
    // Throws Error: UNSUPPORTED, BACKEND_UNAVAILABLE.
    Detector(Context& context, const DetectorConfig& config);

    void add_mesh(Mesh& mesh, uint32_t flags);
    void remove_mesh(const Mesh& mesh);           // INVALID_ARGUMENT if it is not watched
    void forget_mesh(const Mesh& mesh) noexcept;  // the same when the mesh is destroyed; it is watched
    bool watches(const Mesh& mesh) const noexcept;
    uint32_t mesh_index(const Mesh& mesh) const;
    uint64_t mesh_handle(uint32_t index) const;  // 0 if removed; INDEX_RANGE if never given out
    void set_mesh_flags(const Mesh& mesh, uint32_t flags);
    void set_filter(const Mesh& mesh, uint32_t category, uint32_t mask);
    void exclude_pair(const Mesh& a, const Mesh& b, bool excluded);

    OptionValues& options() noexcept { return options_; }

    // DEFCOL_OK, DEFCOL_TRUNCATED or DEFCOL_INCOMPLETE. Throws Error: BUSY if a watched mesh is being
    // changed, and then the contacts of the last frame stay; after any other exception there are none.
    int32_t detect(const SearchLimits& limits);

    // Goes on with a frame that a budget or the cancel flag ended. Throws Error: UNSUPPORTED,
    // INVALID_ARGUMENT (no frame to go on with, or something changed since): then the contacts stay.
    int32_t resume(const SearchLimits& limits);

    // Backend sphere-tree; each throws Error: UNSUPPORTED for another, INVALID_ARGUMENT if the mesh is not
    // watched. The spheres are borrowed until the next change of the detector.
    void set_pair_priority(const Mesh& a, const Mesh& b, double priority);
    int32_t build_sphere_tree(const Mesh& mesh, const volatile int32_t* cancel);
    void load_sphere_tree(const Mesh& mesh, std::span<const std::byte> blob);
    const SphereTree& sphere_tree(const Mesh& mesh);
    std::span<const Sphere> spheres(const Mesh& mesh);

    // struct_size is left to the caller. Borrowed until the next detect.
    defcol_contacts contacts() const noexcept;
    defcol_volumes volumes() const noexcept;
    defcol_statistics statistics() const noexcept;
    // Of the hulls of two watched meshes as they are now. Throws Error: UNSUPPORTED, INVALID_ARGUMENT.
    defcol_separation separation(const Mesh& a, const Mesh& b) const;

  private:
    Detector(Context& context, const BackendChoice& choice, uint32_t fields);

    void pin_meshes();
    void run_frame(const SearchLimits& limits);
    void log_frame() const;
    void hand_out(const BackendFrame& input, const SearchControl& control);
    void learn_output_time(uint64_t own_total);
    int32_t outcome() const noexcept;
    bool frame_is_current() const;
    SphereTreeBackend& sphere_tree_backend();
    bool wants_consistent_depth() const;
    bool needs_closed_surfaces() const;
    void check_surfaces();
    void capture_frame(const SearchLimits& limits, int32_t status) noexcept;
    void find_mesh_pairs(const Frame& frame);
    // Where in watched_ the mesh is.
    std::size_t find(const Mesh& mesh) const noexcept;  // watched_.size() if it is not
    std::size_t place_of(const Mesh& mesh) const;       // throws Error: INVALID_ARGUMENT

    Context& context_;
    CountingMemory memory_;
    uint32_t queries_;
    OptionValues options_;
    std::pmr::vector<WatchedMesh> watched_;            // in order of their index
    std::pmr::vector<Owned<ClosedSurface>> surfaces_;  // parallel to watched_
    std::pmr::unordered_map<uint64_t, uint32_t> index_of_handle_;
    std::pmr::vector<MeshPair> excluded_pairs_;  // by detector index, a < b, sorted
    uint32_t next_index_ = 0;
    std::pmr::vector<HandlePin> pins_;

    FrameBuilder frame_builder_;
    SweepAndPrune broadphase_;
    Buffer<Box> mesh_boxes_;
    Buffer<MeshPair> mesh_pairs_;
    BackendSelection backends_;
    Narrowphase narrowphase_;
    ContactStore contacts_;
    VolumeStore volumes_;
    Buffer<VolumeContact> ways_out_;  // of vertices in volumes, for the contacts
    PenetrationDepth penetration_depth_;

    // What a capture is told, kept so that a frame allocates nothing.
    Buffer<CapturedMesh> captured_meshes_;
    Buffer<capture::ExcludedRecord> captured_pairs_;
    Buffer<CapturedOption> captured_options_;

    struct Summary {
        uint64_t total = 0;
        double finished_fraction = 1.0;
        bool is_truncated = false;
        bool is_incomplete = false;
    };
    Summary summary_;
    const Frame* frame_ = nullptr;  // of the last detect, if it was not given up
    uint64_t frame_options_ = 0;
    double output_seconds_per_contact_ = 50e-9;
    defcol_statistics statistics_{};
};

}  // namespace defcol
