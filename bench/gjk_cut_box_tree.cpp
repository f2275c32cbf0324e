// SPDX-License-Identifier: MIT
// The tree the paper compared with: van den Bergen 1997, "Efficient collision detection of complex deformable
// models using AABB trees". Built once by halving at the middle of the longest axis, one triangle in a leaf;
// refitted every frame from the leaves up; two trees are searched by descending into the larger box.
#include <algorithm>

#include "geometry/box.hpp"
#include "gjk_cut_common.hpp"
#include "peers/contestants.hpp"
#include "peers/exact_test.hpp"

namespace bench::gjk_cut {

namespace {

using defcol::Box;
using defcol::Vec3f;

class BoxTree {
  public:
    BoxTree(const float* positions, const std::vector<uint32_t>& triangles)
        : view_{positions, triangles.data()} {
        order_.resize(triangles.size() / 3);
        for (uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
        nodes_.reserve(2 * order_.size());
        if (!order_.empty()) build(0, static_cast<uint32_t>(order_.size()));
    }

    // Children come after their parent, so one pass from the end refits all.
    void refit(const float* positions) {
        view_.positions = positions;
        for (std::size_t i = nodes_.size(); i-- > 0;) {
            Node& node = nodes_[i];
            node.box = node.is_leaf() ? box_of(node.triangle) : nodes_[i + 1].box;
            if (!node.is_leaf()) node.box.grow(nodes_[node.second].box);
        }
    }

    template <class Found>
    void collide(const BoxTree& other, Found&& found) const {
        if (!nodes_.empty() && !other.nodes_.empty()) collide(0, other, 0, found);
    }

    const MeshView& view() const { return view_; }

  private:
    struct Node {
        Box box;
        uint32_t triangle;
        uint32_t second;  // child; the first follows its parent. 0: a leaf
        bool is_leaf() const { return second == 0; }
    };

    Box box_of(uint32_t triangle) const {
        Box box;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const float* p =
                view_.positions + 3 * std::size_t{view_.elements[3 * std::size_t{triangle} + corner]};
            box.grow(Vec3f(p[0], p[1], p[2]));
        }
        return box;
    }

    uint32_t build(uint32_t begin, uint32_t end) {
        const auto index = static_cast<uint32_t>(nodes_.size());
        nodes_.push_back({Box{}, order_[begin], 0});
        for (uint32_t i = begin; i < end; ++i) nodes_[index].box.grow(box_of(order_[i]));
        if (end - begin == 1) return index;
        const Vec3f size = nodes_[index].box.max - nodes_[index].box.min;
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const float middle = nodes_[index].box.min[axis] + nodes_[index].box.max[axis];
        auto split = std::partition(order_.begin() + begin, order_.begin() + end, [&](uint32_t triangle) {
            const Box box = box_of(triangle);
            return box.min[axis] + box.max[axis] < middle;
        });
        auto at = static_cast<uint32_t>(split - order_.begin());
        if (at == begin || at == end) at = (begin + end) / 2;
        build(begin, at);
        const uint32_t second = build(at, end);
        nodes_[index].second = second;
        return index;
    }

    static float size_of(const Box& box) {
        const Vec3f size = box.max - box.min;
        return size.x + size.y + size.z;
    }

    template <class Found>
    void collide(uint32_t a, const BoxTree& other, uint32_t b, Found&& found) const {
        const Node& first = nodes_[a];
        const Node& second = other.nodes_[b];
        if (!overlap(first.box, second.box)) return;
        if (first.is_leaf() && second.is_leaf()) {
            found(first.triangle, second.triangle);
        } else if (second.is_leaf() || (!first.is_leaf() && size_of(first.box) >= size_of(second.box))) {
            collide(a + 1, other, b, found);
            collide(first.second, other, b, found);
        } else {
            collide(a, other, b + 1, found);
            collide(a, other, second.second, found);
        }
    }

    MeshView view_;
    std::vector<uint32_t> order_;
    std::vector<Node> nodes_;
};

class BoxTreeContestant final : public Contestant {
  public:
    void prepare(const Workload& workload, uint32_t) override {
        workload_ = &workload;
        for (std::size_t i = 0; i < 2; ++i) {
            trees_.emplace_back(workload.frames[0].meshes[i].data(), workload.meshes[i].triangles);
        }
    }
    void update(const FramePositions& positions) override {
        for (std::size_t i = 0; i < 2; ++i) trees_[i].refit(positions.meshes[i].data());
    }
    void detect() override {
        pairs_.clear();
        trees_[0].collide(trees_[1], [&](uint32_t a, uint32_t b) {
            if (triangles_meet(trees_[0].view(), a, trees_[1].view(), b)) {
                pairs_.push_back(pair_key(a, workload_->triangle_base[1] + b));
            }
        });
    }
    std::span<const uint64_t> pairs() const override { return pairs_; }

  private:
    const Workload* workload_ = nullptr;
    std::vector<BoxTree> trees_;
    std::vector<uint64_t> pairs_;
};

}  // namespace

ContestantInfo box_tree() {
    ContestantInfo info;
    info.name = "own-aabb-refit";
    info.accepts = [](const Workload& workload) {
        return asks_for_triangle_pairs(workload) && workload.meshes.size() == 2 && !workload.self;
    };
    info.make = [] { return std::make_unique<BoxTreeContestant>(); };
    return info;
}

}  // namespace bench::gjk_cut
