// SPDX-License-Identifier: MIT
#include "mesh/edge_table.hpp"

#include "base/radix_sort.hpp"

namespace defcol {
namespace {

uint64_t edge_key(uint32_t from, uint32_t to) {
    const bool downward = from > to;
    const uint64_t lower = downward ? to : from;
    const uint64_t higher = downward ? from : to;
    return lower << 32 | higher << 1 | (downward ? 1 : 0);
}

}  // namespace

void EdgeTable::build(std::span<const Triangle> triangles, const std::span<const uint32_t>* which,
                      Workers& workers) {
    const uint64_t count = which == nullptr ? triangles.size() : which->size();
    uses_.clear();
    uses_.reserve(3 * count);
    for (uint64_t i = 0; i < count; ++i) {
        const Triangle& triangle = triangles[which == nullptr ? i : (*which)[i]];
        if (is_removed(triangle)) continue;
        for (int k = 0; k < 3; ++k) {
            const uint32_t from = triangle.vertex[k];
            const uint32_t to = triangle.vertex[(k + 1) % 3];
            if (from != to) uses_.push_back(edge_key(from, to));
        }
    }
    scratch_.resize_uninitialized(uses_.size());
    sort_keys(uses_.span(), scratch_.span(), workers);
}

}  // namespace defcol
