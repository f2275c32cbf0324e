// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "base/handle_table.hpp"
#include "base/log.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "capture/capture_writer.hpp"
#include "mesh/mesh.hpp"

namespace defcol {

class Detector;
struct DetectorConfig;

struct ContextConfig {
    AllocatorHooks allocator;
    uint64_t memory_cap = 0;
    uint32_t worker_count = 1;  // 0 = one per core
    TaskHook tasks;
    Log log;
};

// What a host's objects live in: their memory, their workers, and who owns whom.
class Context final : public HandleObject {
  public:
    // Creates a context in memory of its own allocator and gives it a handle.
    static uint64_t create(const ContextConfig& config);
    // Ends all handles of the context and its contents, destroys them and joins the workers. BUSY if any is
    // used.
    static void destroy(uint64_t handle);

    explicit Context(const ContextConfig& config);
    ~Context() override;

    const AllocatorHooks& allocator() const noexcept { return allocator_; }
    Memory& memory() noexcept { return memory_; }
    Workers& workers() noexcept { return workers_; }
    const Log& log() const noexcept { return log_; }
    CaptureWriter& capture() noexcept { return capture_; }

    // Each returns the new handle. The caller holds a pin on the context.
    uint64_t create_mesh(const MeshSource& source);
    uint64_t create_detector(const DetectorConfig& config);

    // The pins are exclusive ones on a mesh or detector of this context; BUSY if a detector that watches the
    // mesh is in use. On an error nothing has changed.
    void destroy_mesh(HandlePin&& mesh);
    void destroy_detector(HandlePin&& detector);

    // Who watches whom, so that destroying a mesh disturbs its own detectors only.
    void add_watch(const Mesh& mesh, Detector& detector);
    void remove_watch(const Mesh& mesh, const Detector& detector) noexcept;

    uint32_t mesh_count() const noexcept;
    uint32_t detector_count() const noexcept;

  private:
    AllocatorHooks allocator_;
    Memory memory_;
    Workers workers_;
    Log log_;
    CaptureWriter capture_;
    // Guarded by process_mutex(): a mutex of the context's own could be left locked in a forked child.
    std::pmr::vector<Owned<Mesh>> meshes_;
    std::pmr::vector<Owned<Detector>> detectors_;
    std::pmr::unordered_multimap<const Mesh*, Detector*> watches_;
    std::pmr::vector<HandlePin> watcher_pins_;  // scratch with room for all detectors: destroying cannot fail
};

}  // namespace defcol
