// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>

namespace defcol {

enum class HandleType : uint8_t { none = 0, context = 1, mesh = 2, detector = 3 };

const char* handle_type_name(HandleType type) noexcept;

enum class Access : uint8_t { shared, exclusive };

// What a handle names. A context has no owner; meshes and detectors are owned by their context.
// The table does not own objects: whoever removed an object from it destroys it.
class HandleObject {
  public:
    virtual ~HandleObject() = default;
    HandleObject(const HandleObject&) = delete;
    HandleObject& operator=(const HandleObject&) = delete;

    HandleType handle_type() const noexcept { return type_; }
    HandleObject* owner() const noexcept { return owner_; }
    // 0 before insertion and after removal.
    uint64_t handle() const noexcept { return handle_; }

  protected:
    HandleObject(HandleType type, HandleObject* owner) noexcept : type_(type), owner_(owner) {}

  private:
    friend class HandleTable;

    static constexpr int32_t pinned_exclusively = -1;

    HandleType type_;
    int32_t pins_ = 0;  // number of shared pins, or pinned_exclusively
    HandleObject* owner_;
    uint64_t handle_ = 0;
    // The children of a context form a list, so that destroying it can check them all at once.
    HandleObject* first_child_ = nullptr;
    HandleObject* previous_sibling_ = nullptr;
    HandleObject* next_sibling_ = nullptr;
};

class HandleTable;

// A right to use an object, held until destroyed. While it is held the object cannot be removed.
class HandlePin {
  public:
    HandlePin() noexcept = default;
    ~HandlePin() { release(); }
    HandlePin(HandlePin&& other) noexcept
        : table_(std::exchange(other.table_, nullptr)),
          object_(std::exchange(other.object_, nullptr)),
          access_(other.access_) {}
    HandlePin& operator=(HandlePin&& other) noexcept {
        if (this != &other) {
            release();
            table_ = std::exchange(other.table_, nullptr);
            object_ = std::exchange(other.object_, nullptr);
            access_ = other.access_;
        }
        return *this;
    }
    HandlePin(const HandlePin&) = delete;
    HandlePin& operator=(const HandlePin&) = delete;

    explicit operator bool() const noexcept { return object_ != nullptr; }
    Access access() const noexcept { return access_; }
    HandleObject& object() const noexcept { return *object_; }
    // The handle's type was checked when the pin was acquired; T must be the class of that type.
    template <class T>
    T& as() const noexcept {
        return static_cast<T&>(*object_);
    }

    void release() noexcept;

  private:
    friend class HandleTable;
    HandlePin(HandleTable& table, HandleObject& object, Access access) noexcept
        : table_(&table), object_(&object), access_(access) {}

    HandleTable* table_ = nullptr;
    HandleObject* object_ = nullptr;
    Access access_ = Access::shared;
};

// Which handle names which object: {type:8, generation:24, slot:32}, 0 is none. Every value a host
// may pass is answered without touching freed memory. One mutex guards the bookkeeping and is never
// held while anything else runs; no function waits for a pin.
// After fork() the child finds the table whole, but what other threads had pinned stays BUSY in it:
// those threads are gone and may have left their objects half changed.
class HandleTable {
  public:
    static constexpr uint32_t full_generation_bits = 24;

    // Fewer bits let a test reach the last generation of a slot.
    constexpr explicit HandleTable(uint32_t generation_bits = full_generation_bits) noexcept
        : last_generation_((uint32_t{1} << generation_bits) - 1) {}
    HandleTable(const HandleTable&) = delete;
    HandleTable& operator=(const HandleTable&) = delete;

    // The object must have a type, and its owner, if any, must be pinned by the caller.
    // Throws std::bad_alloc, and has changed nothing then.
    uint64_t insert(HandleObject& object);

    // Throws Error: BAD_HANDLE (none, unknown, stale, wrong type, or not owned by
    // `required_owner` when one is given) or BUSY (exclusive wanted and any pin is held; shared
    // wanted and an exclusive one is held).
    HandlePin acquire(uint64_t handle, HandleType type, Access access,
                      const HandleObject* required_owner = nullptr);

    // As acquire, for an object the caller knows to be alive.
    HandlePin pin(HandleObject& object, Access access);

    // Ends the handle of the object that `exclusive` pins. The caller may then destroy the object.
    void remove(HandlePin&& exclusive) noexcept;

    // Ends a handle whatever its pins: undoes an insert whose object was never shown to anyone.
    void withdraw(HandleObject& object) noexcept;

    // In one step: checks that neither the object nor any child is pinned (else BUSY), and ends all
    // their handles. The caller may then destroy the object with its children.
    HandleObject& remove_with_children(uint64_t handle, HandleType type);

    uint32_t live_count() const noexcept;

    // Gives the table's memory back if nothing is in it. Generations are forgotten, so a stale handle
    // may come to life again: only for the moment the library is unloaded, and for tests.
    void release_memory() noexcept;

    // fork() may happen while another thread holds the mutex; around it the mutex is taken.
    void lock_for_fork() noexcept { mutex_.lock(); }
    void unlock_after_fork() noexcept { mutex_.unlock(); }

  private:
    friend class HandlePin;

    static constexpr uint32_t no_slot = UINT32_MAX;

    struct Slot {
        HandleObject* object;  // null when free or retired
        uint32_t generation;   // of the object, or of the next one
        uint32_t next_free;
    };

    HandleObject& find(uint64_t handle, HandleType type, const HandleObject* required_owner) const;
    HandlePin pin_locked(HandleObject& object, Access access);
    void unpin(HandleObject& object, Access access) noexcept;
    void end_handle(HandleObject& object) noexcept;
    void grow();

    mutable std::mutex mutex_;
    Slot* slots_ = nullptr;
    uint32_t capacity_ = 0;
    uint32_t used_ = 0;  // slots that ever held an object
    uint32_t first_free_ = no_slot;
    uint32_t live_count_ = 0;
    uint32_t last_generation_;
};

inline void HandlePin::release() noexcept {
    if (object_ != nullptr) table_->unpin(*object_, access_);
    table_ = nullptr;
    object_ = nullptr;
}

// Guards what contexts keep about their objects. Taken before the table's own mutex, and held around fork()
// like that one, so that a child never finds it locked by a thread it does not have.
std::mutex& process_mutex() noexcept;

// The one table of the process.
HandleTable& handle_table() noexcept;

// How many fork()s lie between the process that loaded the library and this one.
uint32_t fork_generation() noexcept;

}  // namespace defcol
