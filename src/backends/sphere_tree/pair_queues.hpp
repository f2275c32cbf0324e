// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>

#include "base/aligned_buffer.hpp"
#include "mesh/element.hpp"

namespace defcol {

// First-in first-out lists of 64-bit entries, one per pair of meshes, in blocks from one store: what one list
// gives back another uses. Grows on demand and keeps what it has, so that a frame like the last allocates
// nothing.
class PairQueues {
  public:
    explicit PairQueues(std::pmr::memory_resource& memory) noexcept : blocks_(memory), queues_(memory) {}

    void start(uint32_t queue_count) {
        blocks_.clear();
        free_ = no_index;
        size_ = 0;
        queues_.assign(queue_count, {no_index, no_index, 0, 0});
    }

    uint64_t size() const noexcept { return size_; }
    bool empty(uint32_t queue) const noexcept { return queues_[queue].head == no_index; }

    void push(uint32_t index, uint64_t entry) {
        Queue& queue = queues_[index];
        if (queue.tail == no_index || queue.end == Block::capacity) {
            const uint32_t block = take_block();
            if (queue.tail == no_index) {
                queue.head = block;
                queue.begin = 0;
            } else {
                blocks_[queue.tail].next = block;
            }
            queue.tail = block;
            queue.end = 0;
        }
        blocks_[queue.tail].entries[queue.end++] = entry;
        ++size_;
    }

    // The queue must not be empty.
    uint64_t pop(uint32_t index) noexcept {
        Queue& queue = queues_[index];
        const Block& block = blocks_[queue.head];
        const uint64_t entry = block.entries[queue.begin++];
        --size_;
        const bool is_last = queue.head == queue.tail;
        if (queue.begin == (is_last ? queue.end : Block::capacity)) {
            const uint32_t next = block.next;
            give_back(queue.head);
            if (is_last) {
                queue = {no_index, no_index, 0, 0};
            } else {
                queue.head = next;
                queue.begin = 0;
            }
        }
        return entry;
    }

    // Calls visit(entry) in order.
    template <class Visit>
    void for_each(uint32_t index, Visit&& visit) const {
        const Queue& queue = queues_[index];
        uint32_t at = queue.begin;
        for (uint32_t block = queue.head; block != no_index; block = blocks_[block].next) {
            const uint32_t end = block == queue.tail ? queue.end : Block::capacity;
            for (; at < end; ++at) visit(blocks_[block].entries[at]);
            at = 0;
        }
    }

  private:
    struct Block {
        static constexpr uint32_t capacity = 31;
        uint64_t entries[capacity];
        uint32_t next;
        uint32_t reserved;
    };
    static_assert(sizeof(Block) == 256);
    struct Queue {
        uint32_t head;
        uint32_t tail;
        uint32_t begin;
        uint32_t end;
    };

    uint32_t take_block() {
        uint32_t block = free_;
        if (block != no_index) {
            free_ = blocks_[block].next;
        } else {
            block = static_cast<uint32_t>(blocks_.size());
            blocks_.resize_uninitialized(block + 1U);
        }
        blocks_[block].next = no_index;
        return block;
    }
    void give_back(uint32_t block) noexcept {
        blocks_[block].next = free_;
        free_ = block;
    }

    Buffer<Block> blocks_;
    Buffer<Queue> queues_;
    uint32_t free_ = no_index;
    uint64_t size_ = 0;
};

}  // namespace defcol
