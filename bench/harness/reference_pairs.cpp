// SPDX-License-Identifier: MIT
#include "harness/reference_pairs.hpp"

#include <algorithm>
#include <limits>

#include "geometry/point_tetrahedron.hpp"
#include "geometry/triangle_triangle.hpp"

namespace bench {

namespace {

using defcol::Vec3;

struct FloatBox {
    float low[3] = {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::infinity(),
                    std::numeric_limits<float>::infinity()};
    float high[3] = {-std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                     -std::numeric_limits<float>::infinity()};

    void grow(const float* point) {
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], point[axis]);
            high[axis] = std::max(high[axis], point[axis]);
        }
    }
    void grow(const FloatBox& box) {
        grow(box.low);
        grow(box.high);
    }
    bool overlaps(const FloatBox& other) const {
        for (int axis = 0; axis < 3; ++axis) {
            if (low[axis] > other.high[axis] || other.low[axis] > high[axis]) return false;
        }
        return true;
    }
};

// Boxes in a balanced tree, split at the median of the longest side.
class BoxTree {
  public:
    explicit BoxTree(std::vector<FloatBox> boxes) : boxes_(std::move(boxes)), order_(boxes_.size()) {
        for (uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
        if (!order_.empty()) build(0, static_cast<uint32_t>(order_.size()));
    }

    template <class Found>
    void find(const FloatBox& box, Found&& found) const {
        if (!nodes_.empty()) find(0, box, found);
    }

  private:
    static constexpr uint32_t leaf_size = 8;
    struct Node {
        FloatBox box;
        uint32_t begin, end;
        uint32_t right = 0;  // the left child follows its parent; 0: a leaf
    };

    uint32_t build(uint32_t begin, uint32_t end) {
        const auto index = static_cast<uint32_t>(nodes_.size());
        nodes_.push_back({{}, begin, end, 0});
        FloatBox box;
        for (uint32_t i = begin; i < end; ++i) box.grow(boxes_[order_[i]]);
        nodes_[index].box = box;
        if (end - begin <= leaf_size) return index;
        int axis = 0;
        for (int i = 1; i < 3; ++i) {
            if (box.high[i] - box.low[i] > box.high[axis] - box.low[axis]) axis = i;
        }
        const uint32_t middle = begin + (end - begin) / 2;
        std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                         [&](uint32_t a, uint32_t b) {
                             return boxes_[a].low[axis] + boxes_[a].high[axis] <
                                    boxes_[b].low[axis] + boxes_[b].high[axis];
                         });
        build(begin, middle);
        const uint32_t right = build(middle, end);
        nodes_[index].right = right;
        return index;
    }

    template <class Found>
    void find(uint32_t index, const FloatBox& box, Found& found) const {
        const Node& node = nodes_[index];
        if (!node.box.overlaps(box)) return;
        if (node.right != 0) {
            find(index + 1, box, found);
            find(node.right, box, found);
            return;
        }
        for (uint32_t i = node.begin; i < node.end; ++i) {
            if (boxes_[order_[i]].overlaps(box)) found(order_[i]);
        }
    }

    std::vector<FloatBox> boxes_;
    std::vector<uint32_t> order_;
    std::vector<Node> nodes_;
};

// Mesh and local number of every primitive, numbered through all meshes.
struct Primitive {
    uint32_t mesh;
    uint32_t index;
};

std::vector<Primitive> list_primitives(const Workload& workload, uint64_t (scenes::Mesh::*count)() const) {
    std::vector<Primitive> list;
    for (uint32_t mesh = 0; mesh < workload.meshes.size(); ++mesh) {
        const auto primitives = static_cast<uint32_t>((workload.meshes[mesh].*count)());
        for (uint32_t index = 0; index < primitives; ++index) list.push_back({mesh, index});
    }
    return list;
}

template <uint32_t corner_count>
FloatBox box_of(const std::vector<float>& positions, const uint32_t* vertices) {
    FloatBox box;
    for (uint32_t corner = 0; corner < corner_count; ++corner) {
        box.grow(&positions[3 * std::size_t{vertices[corner]}]);
    }
    return box;
}

Vec3 exact_position(const std::vector<float>& positions, uint32_t vertex) {
    const float* p = &positions[3 * std::size_t{vertex}];
    return {p[0], p[1], p[2]};
}

template <class Found>
void for_each_box_candidate(const Workload& workload, uint32_t frame, Found&& found) {
    const FramePositions& positions = workload.frames[frame];
    const std::vector<Primitive> triangles = list_primitives(workload, &scenes::Mesh::triangle_count);
    std::vector<FloatBox> boxes;
    boxes.reserve(triangles.size());
    for (const Primitive& t : triangles) {
        boxes.push_back(box_of<3>(positions.meshes[t.mesh],
                                  &workload.meshes[t.mesh].triangles[3 * std::size_t{t.index}]));
    }
    const BoxTree tree(boxes);
    for (uint32_t a = 0; a < triangles.size(); ++a) {
        const Primitive& first = triangles[a];
        const uint32_t* va = &workload.meshes[first.mesh].triangles[3 * std::size_t{first.index}];
        tree.find(boxes[a], [&](uint32_t b) {
            const Primitive& second = triangles[b];
            const bool same = first.mesh == second.mesh;
            if (b <= a || (same && !workload.self)) return;
            const uint32_t* vb = &workload.meshes[second.mesh].triangles[3 * std::size_t{second.index}];
            if (same && std::find_first_of(va, va + 3, vb, vb + 3) != va + 3) return;
            found(a, b, first, va, second, vb);
        });
    }
}

std::vector<uint64_t> triangle_pairs(const Workload& workload, uint32_t frame) {
    std::vector<uint64_t> pairs;
    const FramePositions& positions = workload.frames[frame];
    for_each_box_candidate(workload, frame,
                           [&](uint32_t a, uint32_t b, const Primitive& first, const uint32_t* va,
                               const Primitive& second, const uint32_t* vb) {
                               Vec3 ta[3];
                               Vec3 tb[3];
                               for (int i = 0; i < 3; ++i) {
                                   ta[i] = exact_position(positions.meshes[first.mesh], va[i]);
                                   tb[i] = exact_position(positions.meshes[second.mesh], vb[i]);
                               }
                               if (defcol::triangles_intersect(ta, tb)) pairs.push_back(pair_key(a, b));
                           });
    return pairs;
}

std::vector<uint64_t> vertices_in_tetrahedra(const Workload& workload, uint32_t frame) {
    std::vector<uint64_t> pairs;
    const FramePositions& positions = workload.frames[frame];
    const std::vector<Primitive> tetrahedra = list_primitives(workload, &scenes::Mesh::tetrahedron_count);
    std::vector<FloatBox> boxes;
    boxes.reserve(tetrahedra.size());
    for (const Primitive& t : tetrahedra) {
        boxes.push_back(box_of<4>(positions.meshes[t.mesh],
                                  &workload.meshes[t.mesh].tetrahedra[4 * std::size_t{t.index}]));
    }
    const BoxTree tree(std::move(boxes));
    const std::vector<Primitive> vertices = list_primitives(workload, &scenes::Mesh::vertex_count);
    for (uint32_t v = 0; v < vertices.size(); ++v) {
        const Primitive& vertex = vertices[v];
        const std::vector<float>& own = positions.meshes[vertex.mesh];
        const Vec3 point = exact_position(own, vertex.index);
        FloatBox box;
        box.grow(&own[3 * std::size_t{vertex.index}]);
        tree.find(box, [&](uint32_t t) {
            const Primitive& tetrahedron = tetrahedra[t];
            const bool same = tetrahedron.mesh == vertex.mesh;
            if (same && !workload.self) return;
            const uint32_t* corners =
                &workload.meshes[tetrahedron.mesh].tetrahedra[4 * std::size_t{tetrahedron.index}];
            if (same && std::find(corners, corners + 4, vertex.index) != corners + 4) return;
            Vec3 exact[4];
            for (int i = 0; i < 4; ++i) {
                exact[i] = exact_position(positions.meshes[tetrahedron.mesh], corners[i]);
            }
            if (defcol::tetrahedron_contains(exact, point)) pairs.push_back(pair_key(v, t));
        });
    }
    return pairs;
}

}  // namespace

std::vector<uint64_t> reference_pairs(const Workload& workload, uint32_t frame) {
    std::vector<uint64_t> pairs = workload.query == Query::triangle_pairs
                                      ? triangle_pairs(workload, frame)
                                      : vertices_in_tetrahedra(workload, frame);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<uint64_t> box_candidates(const Workload& workload, uint32_t frame) {
    std::vector<uint64_t> pairs;
    for_each_box_candidate(workload, frame,
                           [&](uint32_t a, uint32_t b, const Primitive&, const uint32_t*, const Primitive&,
                               const uint32_t*) { pairs.push_back(pair_key(a, b)); });
    return pairs;
}

}  // namespace bench
