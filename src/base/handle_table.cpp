// SPDX-License-Identifier: MIT
#include "base/handle_table.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <type_traits>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

struct HandleParts {
    HandleType type;
    uint32_t generation;
    uint32_t slot;
};

constexpr uint64_t join_parts(HandleType type, uint32_t generation, uint32_t slot) noexcept {
    return uint64_t{static_cast<uint8_t>(type)} << 56 | uint64_t{generation} << 32 | slot;
}

constexpr HandleParts split_handle(uint64_t handle) noexcept {
    return {static_cast<HandleType>(handle >> 56), static_cast<uint32_t>(handle >> 32) & 0xffffff,
            static_cast<uint32_t>(handle)};
}

// No destructor may run at exit or dlclose while a host thread still holds a handle.
constinit HandleTable process_table;
constinit std::mutex context_lists_mutex;
constinit std::atomic<uint32_t> generation_of_process{0};
static_assert(std::is_trivially_destructible_v<HandleTable>);

void lock_process_table() {
    context_lists_mutex.lock();
    process_table.lock_for_fork();
}
void unlock_process_table() {
    process_table.unlock_after_fork();
    context_lists_mutex.unlock();
}
void enter_forked_child() {
    generation_of_process.fetch_add(1, std::memory_order_relaxed);
    unlock_process_table();
}

// Registered when the library is loaded and no lock can be held. The C library forgets the
// handlers of an object it unloads.
[[gnu::constructor]] void register_fork_handlers() {
    pthread_atfork(lock_process_table, unlock_process_table, enter_forked_child);
}

[[gnu::destructor]] void release_process_table() {
    process_table.release_memory();
}

}  // namespace

std::mutex& process_mutex() noexcept {
    return context_lists_mutex;
}

HandleTable& handle_table() noexcept {
    return process_table;
}

uint32_t fork_generation() noexcept {
    return generation_of_process.load(std::memory_order_relaxed);
}

const char* handle_type_name(HandleType type) noexcept {
    switch (type) {
        case HandleType::none:
            return "none";
        case HandleType::context:
            return "context";
        case HandleType::mesh:
            return "mesh";
        case HandleType::detector:
            return "detector";
    }
    return "unknown";
}

void HandleTable::grow() {
    if (capacity_ == no_slot) throw std::bad_alloc();
    const uint64_t wanted = std::max<uint64_t>(64, uint64_t{capacity_} * 2);
    const uint32_t capacity = static_cast<uint32_t>(std::min<uint64_t>(wanted, no_slot));
    void* grown = std::realloc(slots_, sizeof(Slot) * capacity);
    if (grown == nullptr) throw std::bad_alloc();
    slots_ = static_cast<Slot*>(grown);
    capacity_ = capacity;
}

uint64_t HandleTable::insert(HandleObject& object) {
    const std::lock_guard lock(mutex_);
    uint32_t index = first_free_;
    if (index != no_slot) {
        first_free_ = slots_[index].next_free;
        slots_[index].object = &object;
    } else {
        if (used_ == capacity_) grow();
        index = used_++;
        slots_[index] = {&object, 1, no_slot};
    }
    ++live_count_;
    object.pins_ = 0;
    object.handle_ = join_parts(object.type_, slots_[index].generation, index);
    if (HandleObject* owner = object.owner_; owner != nullptr) {
        object.previous_sibling_ = nullptr;
        object.next_sibling_ = owner->first_child_;
        if (owner->first_child_ != nullptr) owner->first_child_->previous_sibling_ = &object;
        owner->first_child_ = &object;
    }
    return object.handle_;
}

HandleObject& HandleTable::find(uint64_t handle, HandleType type, const HandleObject* required_owner) const {
    const char* wanted = handle_type_name(type);
    if (handle == 0) throw Error(status::bad_handle, "the %s handle is none (zero)", wanted);
    const HandleParts parts = split_handle(handle);
    const auto value = static_cast<unsigned long long>(handle);
    if (parts.type != type) {
        throw Error(status::bad_handle, "handle 0x%016llx is of type %s, a %s handle is needed", value,
                    handle_type_name(parts.type), wanted);
    }
    if (parts.slot >= used_ || parts.generation == 0 || parts.generation > slots_[parts.slot].generation) {
        throw Error(status::bad_handle, "%s handle 0x%016llx was never given out by this library", wanted,
                    value);
    }
    const Slot& slot = slots_[parts.slot];
    if (slot.object == nullptr || slot.generation != parts.generation) {
        throw Error(status::bad_handle, "%s handle 0x%016llx is stale: the %s was destroyed", wanted, value,
                    wanted);
    }
    if (slot.object->type_ != type) {
        throw Error(status::bad_handle, "%s handle 0x%016llx was never given out by this library", wanted,
                    value);
    }
    if (required_owner != nullptr && slot.object->owner_ != required_owner) {
        throw Error(status::bad_handle, "%s handle 0x%016llx belongs to another context", wanted, value);
    }
    return *slot.object;
}

HandlePin HandleTable::pin_locked(HandleObject& object, Access access) {
    if (object.pins_ == HandleObject::pinned_exclusively) {
        throw Error(status::busy, "the %s is being changed or run by another call",
                    handle_type_name(object.type_));
    }
    if (access == Access::exclusive) {
        if (object.pins_ != 0) {
            throw Error(status::busy, "the %s is in use by another call and cannot be changed or run now",
                        handle_type_name(object.type_));
        }
        object.pins_ = HandleObject::pinned_exclusively;
    } else {
        ++object.pins_;
    }
    return HandlePin(*this, object, access);
}

HandlePin HandleTable::acquire(uint64_t handle, HandleType type, Access access,
                               const HandleObject* required_owner) {
    const std::lock_guard lock(mutex_);
    return pin_locked(find(handle, type, required_owner), access);
}

HandlePin HandleTable::pin(HandleObject& object, Access access) {
    const std::lock_guard lock(mutex_);
    return pin_locked(object, access);
}

void HandleTable::unpin(HandleObject& object, Access access) noexcept {
    const std::lock_guard lock(mutex_);
    if (access == Access::exclusive) {
        object.pins_ = 0;
    } else {
        --object.pins_;
    }
}

void HandleTable::end_handle(HandleObject& object) noexcept {
    const uint32_t index = split_handle(object.handle_).slot;
    Slot& slot = slots_[index];
    slot.object = nullptr;
    // A slot at its last generation is retired: going round would revive its oldest handle.
    if (slot.generation < last_generation_) {
        ++slot.generation;
        slot.next_free = first_free_;
        first_free_ = index;
    }
    --live_count_;
    object.handle_ = 0;
    object.pins_ = 0;
    if (object.owner_ != nullptr) {
        HandleObject* previous = object.previous_sibling_;
        HandleObject* next = object.next_sibling_;
        (previous != nullptr ? previous->next_sibling_ : object.owner_->first_child_) = next;
        if (next != nullptr) next->previous_sibling_ = previous;
        object.previous_sibling_ = nullptr;
        object.next_sibling_ = nullptr;
    }
}

void HandleTable::remove(HandlePin&& exclusive) noexcept {
    const std::lock_guard lock(mutex_);
    end_handle(*exclusive.object_);
    exclusive.table_ = nullptr;
    exclusive.object_ = nullptr;
}

void HandleTable::withdraw(HandleObject& object) noexcept {
    const std::lock_guard lock(mutex_);
    if (object.handle_ != 0) end_handle(object);
}

HandleObject& HandleTable::remove_with_children(uint64_t handle, HandleType type) {
    const std::lock_guard lock(mutex_);
    HandleObject& object = find(handle, type, nullptr);
    if (object.pins_ != 0) {
        throw Error(status::busy, "the %s is in use by another call and cannot be destroyed now",
                    handle_type_name(type));
    }
    for (const HandleObject* child = object.first_child_; child != nullptr; child = child->next_sibling_) {
        if (child->pins_ != 0) {
            throw Error(status::busy,
                        "the %s cannot be destroyed now: its %s 0x%016llx is in use by another call",
                        handle_type_name(type), handle_type_name(child->type_),
                        static_cast<unsigned long long>(child->handle_));
        }
    }
    while (object.first_child_ != nullptr) end_handle(*object.first_child_);
    end_handle(object);
    return object;
}

uint32_t HandleTable::live_count() const noexcept {
    const std::lock_guard lock(mutex_);
    return live_count_;
}

void HandleTable::release_memory() noexcept {
    const std::lock_guard lock(mutex_);
    if (live_count_ != 0) return;
    std::free(slots_);
    slots_ = nullptr;
    capacity_ = 0;
    used_ = 0;
    first_free_ = no_slot;
}

}  // namespace defcol
