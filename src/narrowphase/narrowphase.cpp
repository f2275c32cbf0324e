// SPDX-License-Identifier: MIT
#include "narrowphase/narrowphase.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/radix_sort.hpp"
#include "base/status.hpp"

namespace defcol {

Narrowphase::Narrowphase(std::pmr::memory_resource& memory, uint32_t worker_count)
    : sinks_(&memory), triangle_keys_(memory), vertex_keys_(memory), volume_keys_(memory), scratch_(memory) {
    sinks_.reserve(worker_count);
    for (uint32_t i = 0; i < worker_count; ++i) sinks_.push_back(make_owned<CandidateSink>(memory, memory));
}

void Narrowphase::start(const Frame& frame, SearchControl& control,
                        const NarrowphaseOptions& options) noexcept {
    control_ = &control;
    for (auto& sink : sinks_) sink->start(frame, control, options);
    triangle_keys_.clear();
    vertex_keys_.clear();
    volume_keys_.clear();
    triangle_total_ = 0;
    vertex_total_ = 0;
    volume_total_ = 0;
}

uint32_t Narrowphase::checked_task_count(uint64_t task_total) {
    if (task_total > UINT32_MAX) {
        throw Error(status::size_overflow, "the frame has %llu tasks; the limit is 2^32 - 1",
                    static_cast<unsigned long long>(task_total));
    }
    return static_cast<uint32_t>(task_total);
}

void Narrowphase::finish_tests() {
    for (auto& sink : sinks_) sink->finish();
}

void Narrowphase::order(Workers& workers) {
    triangle_total_ = merge(&CandidateSink::triangle_contacts, triangle_keys_, workers);
    vertex_total_ = merge(&CandidateSink::vertex_contacts, vertex_keys_, workers);
    volume_total_ = merge(&CandidateSink::volume_contacts, volume_keys_, workers);
    if (sinks_.size() > 1) {
        for (auto& sink : sinks_) {
            sink->reserve(triangle_keys_.capacity(), vertex_keys_.capacity(), volume_keys_.capacity());
        }
    }
}

uint64_t Narrowphase::merge(KeysOfSink keys_of, Buffer<uint64_t>& merged, Workers& workers) {
    uint64_t total = 0;
    for (const auto& sink : sinks_) {
        const ContactKeys& keys = ((*sink).*keys_of)();
        merged.append(keys.kept());
        total += keys.total();
    }
    scratch_.resize_uninitialized(merged.size());
    sort_keys(merged.span(), scratch_.span(), workers);
    const uint64_t limit = control_->limits().max_contacts;
    if (merged.size() > limit) merged.resize_uninitialized(limit);
    return total;
}

NarrowphaseCounts Narrowphase::counts() const noexcept {
    NarrowphaseCounts sum;
    for (const auto& sink : sinks_) {
        const NarrowphaseCounts& counts = sink->counts();
        sum.candidates += counts.candidates;
        sum.filter_rejected += counts.filter_rejected;
        sum.filter_accepted += counts.filter_accepted;
        sum.exact_tests += counts.exact_tests;
        sum.filter_failures += counts.filter_failures;
    }
    return sum;
}

}  // namespace defcol
