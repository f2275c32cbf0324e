// SPDX-License-Identifier: MIT
#include "mesh/nearest_vertices.hpp"

#include <algorithm>

namespace defcol {
namespace {

bool is_nearer(const NearestVertices::Neighbour& a, const NearestVertices::Neighbour& b) {
    return a.squared_distance != b.squared_distance ? a.squared_distance < b.squared_distance : a.id < b.id;
}

}  // namespace

struct NearestVertices::Search {
    Vec3 point;
    std::span<Neighbour> out;
    std::size_t count = 0;

    bool may_take(double squared_distance) const {
        return count < out.size() || squared_distance <= out[count - 1].squared_distance;
    }
    void offer(Neighbour candidate) {
        if (count == out.size()) {
            if (count == 0 || !is_nearer(candidate, out[count - 1])) return;
            --count;
        }
        std::size_t place = count++;
        for (; place > 0 && is_nearer(candidate, out[place - 1]); --place) out[place] = out[place - 1];
        out[place] = candidate;
    }
};

NearestVertices::NearestVertices(std::span<const Vec3> positions, std::span<const uint32_t> ids,
                                 std::pmr::memory_resource& memory)
    : positions_(positions), ids_(memory), axes_(memory) {
    ids_.append(ids);
    axes_.assign(ids.size(), 0);
    split(0, ids_.size());
}

// The depth is the logarithm of the size, whatever the positions: ranges are halved by number.
// NOLINTNEXTLINE(misc-no-recursion)
void NearestVertices::split(std::size_t begin, std::size_t end) {
    if (end - begin <= leaf_size) return;
    Vec3 low = positions_[ids_[begin]];
    Vec3 high = low;
    for (std::size_t i = begin + 1; i < end; ++i) {
        const Vec3& position = positions_[ids_[i]];
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], position[axis]);
            high[axis] = std::max(high[axis], position[axis]);
        }
    }
    const Vec3 size = high - low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const std::size_t middle = begin + (end - begin) / 2;
    std::nth_element(ids_.begin() + begin, ids_.begin() + middle, ids_.begin() + end,
                     [&](uint32_t a, uint32_t b) {
                         const double x = positions_[a][axis];
                         const double y = positions_[b][axis];
                         return x != y ? x < y : a < b;
                     });
    axes_[middle] = static_cast<uint8_t>(axis);
    split(begin, middle);
    split(middle + 1, end);
}

std::size_t NearestVertices::find(const Vec3& point, std::span<Neighbour> out) const {
    Search search{point, out};
    visit(0, ids_.size(), search);
    return search.count;
}

// NOLINTNEXTLINE(misc-no-recursion)
void NearestVertices::visit(std::size_t begin, std::size_t end, Search& search) const {
    const auto offer = [&](std::size_t i) {
        const Vec3 offset = positions_[ids_[i]] - search.point;
        search.offer({glm::dot(offset, offset), ids_[i]});
    };
    if (end - begin <= leaf_size) {
        for (std::size_t i = begin; i < end; ++i) offer(i);
        return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const int axis = axes_[middle];
    const double offset = search.point[axis] - positions_[ids_[middle]][axis];
    offer(middle);
    // The distance to the splitting plane bounds the computed distance of what lies behind it: rounding is
    // monotonic in each operation.
    if (offset <= 0) {
        visit(begin, middle, search);
        if (search.may_take(offset * offset)) visit(middle + 1, end, search);
    } else {
        visit(middle + 1, end, search);
        if (search.may_take(offset * offset)) visit(begin, middle, search);
    }
}

}  // namespace defcol
