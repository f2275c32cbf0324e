// SPDX-License-Identifier: MIT
#include "detector/context.hpp"

#include <algorithm>
#include <new>

#include "base/clock.hpp"
#include "base/core_count.hpp"
#include "detector/detector.hpp"
#include "detector/mesh_links.hpp"

namespace defcol {

namespace {

uint32_t resolve_worker_count(uint32_t worker_count) {
    return worker_count != 0 ? worker_count : usable_core_count();
}

// The context's own block comes from the host's allocator too, and counts against the cap.
void* allocate_block(const ContextConfig& config) {
    return Memory(config.allocator, config.memory_cap).allocate(sizeof(Context), alignof(Context));
}

void release_block(const AllocatorHooks& hooks, void* block) noexcept {
    Memory memory(hooks);
    memory.adopt(sizeof(Context));
    memory.deallocate(block, sizeof(Context), alignof(Context));
}

void destroy_object(Context* context) noexcept {
    const AllocatorHooks hooks = context->allocator();
    context->~Context();
    release_block(hooks, context);
}

// Takes the owner of one object out of a list.
template <class T>
Owned<T> take_owned(std::pmr::vector<Owned<T>>& list, const T& object) noexcept {
    const auto place = std::ranges::find_if(list, [&](const auto& owned) { return owned.get() == &object; });
    Owned<T> taken = std::move(*place);
    *place = std::move(list.back());
    list.pop_back();
    return taken;
}

}  // namespace

uint64_t Context::create(const ContextConfig& config) {
    void* block = allocate_block(config);
    Context* context = nullptr;
    try {
        context = ::new (block) Context(config);
    } catch (...) {
        release_block(config.allocator, block);
        throw;
    }
    try {
        return handle_table().insert(*context);
    } catch (...) {
        destroy_object(context);
        throw;
    }
}

void Context::destroy(uint64_t handle) {
    destroy_object(static_cast<Context*>(&handle_table().remove_with_children(handle, HandleType::context)));
}

Context::Context(const ContextConfig& config)
    : HandleObject(HandleType::context, nullptr),
      allocator_(config.allocator),
      memory_(config.allocator, config.memory_cap),
      workers_(resolve_worker_count(config.worker_count), config.tasks),
      log_(config.log),
      capture_(memory_, log_),
      meshes_(&memory_),
      detectors_(&memory_),
      watches_(&memory_),
      watcher_pins_(&memory_) {
    memory_.adopt(sizeof(Context));
    if (config.tasks.run_tasks != nullptr && workers_.worker_count() == 1) {
        log_.write(log_level::warning,
                   "context: run_tasks is never called with worker_count 1; give the number of your threads");
    }
    capture_.start_from_environment();
}

Context::~Context() = default;

// The lists grow before the object gets its handle, so that nothing can fail once others may see it.
uint64_t Context::create_mesh(const MeshSource& source) {
    const StopWatch watch;
    Owned<Mesh> mesh = make_owned<Mesh>(memory_, memory_, workers_, this, source);
    log_.write(log_level::debug, "mesh: %zu vertices, %zu triangles, %zu tetrahedra, read in %.3f ms",
               mesh->positions().size(), mesh->triangles().size(), mesh->tetrahedra().size(),
               1e3 * watch.seconds());
    const std::lock_guard lock(process_mutex());
    meshes_.reserve(
        std::max(meshes_.size() + 1, meshes_.capacity() == meshes_.size() ? 2 * meshes_.size() : 0));
    const uint64_t handle = handle_table().insert(*mesh);
    meshes_.push_back(std::move(mesh));
    return handle;
}

uint64_t Context::create_detector(const DetectorConfig& config) {
    Owned<Detector> detector = make_owned<Detector>(memory_, *this, config);
    const std::lock_guard lock(process_mutex());
    detectors_.reserve(std::max(detectors_.size() + 1,
                                detectors_.capacity() == detectors_.size() ? 2 * detectors_.size() : 0));
    watcher_pins_.reserve(detectors_.capacity());
    const uint64_t handle = handle_table().insert(*detector);
    detectors_.push_back(std::move(detector));
    return handle;
}

void Context::destroy_mesh(HandlePin&& mesh_pin) {
    Mesh& mesh = mesh_pin.as<Mesh>();
    const uint64_t handle = mesh.handle();
    Owned<Mesh> doomed;
    FollowerPins followers(mesh);
    {
        const std::lock_guard lock(process_mutex());
        // First every detector that watches the mesh is pinned, then the mesh is taken out: all or nothing.
        try {
            const auto [first, last] = watches_.equal_range(&mesh);
            for (auto watch = first; watch != last; ++watch) {
                watcher_pins_.push_back(handle_table().pin(*watch->second, Access::exclusive));
            }
        } catch (...) {
            watcher_pins_.clear();
            throw;
        }
        watches_.erase(&mesh);
        for (const HandlePin& pin : watcher_pins_) pin.as<Detector>().forget_mesh(mesh);
        watcher_pins_.clear();
        leave_coarse_mesh(mesh);
        doomed = take_owned(meshes_, mesh);
        handle_table().remove(std::move(mesh_pin));
    }
    followers.let_go();
    capture_.forget_mesh(handle);
}

void Context::destroy_detector(HandlePin&& detector_pin) {
    const uint64_t handle = detector_pin.as<Detector>().handle();
    Owned<Detector> doomed;
    {
        const std::lock_guard lock(process_mutex());
        auto& detector = detector_pin.as<Detector>();
        std::erase_if(watches_, [&](const auto& watch) { return watch.second == &detector; });
        doomed = take_owned(detectors_, detector);
        handle_table().remove(std::move(detector_pin));
    }
    capture_.forget_detector(handle);
}

void Context::add_watch(const Mesh& mesh, Detector& detector) {
    const std::lock_guard lock(process_mutex());
    watches_.emplace(&mesh, &detector);
}

void Context::remove_watch(const Mesh& mesh, const Detector& detector) noexcept {
    const std::lock_guard lock(process_mutex());
    const auto [first, last] = watches_.equal_range(&mesh);
    watches_.erase(std::find_if(first, last, [&](const auto& watch) { return watch.second == &detector; }));
}

uint32_t Context::mesh_count() const noexcept {
    const std::lock_guard lock(process_mutex());
    return static_cast<uint32_t>(meshes_.size());
}

uint32_t Context::detector_count() const noexcept {
    const std::lock_guard lock(process_mutex());
    return static_cast<uint32_t>(detectors_.size());
}

}  // namespace defcol
