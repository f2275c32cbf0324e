// SPDX-License-Identifier: MIT
// How many directions to sample (Volino 1994, section 2.3.4): more of them find a common one for more curved
// regions, so that the search ends higher up, and each costs a product with every normal in every frame. The
// sweep builds the tree of each scene, gives every region the directions it has in common by sets of several
// sizes, and follows the calls inside regions and between adjacent ones until a direction is left; contours
// are taken as clear, as nearly all are. The set the library uses is marked (directions.hpp says why).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory_resource>
#include <numeric>
#include <string>
#include <vector>

#include "backends/cone_bvh/directions.hpp"
#include "backends/cone_bvh/region_tree.hpp"
#include "backends/cone_bvh/tree_builder.hpp"
#include "scenes/registry.hpp"

namespace {

using defcol::RegionNode;
using defcol::RegionTree;
using defcol::Vec3;

struct AxisSet {
    const char* name;
    std::vector<Vec3> axes;
};

struct Bits {
    uint64_t forward = ~uint64_t{0};
    uint64_t backward = ~uint64_t{0};

    void keep_common(const Bits& other) {
        forward &= other.forward;
        backward &= other.backward;
    }
    bool any() const { return (forward | backward) != 0; }
};

// Axes of lattice points, one of each opposite pair.
std::vector<Vec3> lattice(bool faces, bool edges, bool corners) {
    std::vector<Vec3> axes;
    for (int x = -1; x <= 1; ++x) {
        for (int y = -1; y <= 1; ++y) {
            for (int z = -1; z <= 1; ++z) {
                const int order = 9 * x + 3 * y + z;
                const int length = x * x + y * y + z * z;
                if (order <= 0) continue;
                if ((length == 1 && faces) || (length == 2 && edges) || (length == 3 && corners)) {
                    axes.emplace_back(x, y, z);
                }
            }
        }
    }
    return axes;
}

std::vector<Vec3> spiral(uint32_t count) {
    std::vector<Vec3> axes;
    for (uint32_t i = 0; i < count; ++i) {
        const double z = (i + 0.5) / count;
        const double angle = 2.399963229728653 * i;
        const double radius = std::sqrt(1 - z * z);
        axes.emplace_back(radius * std::cos(angle), radius * std::sin(angle), z);
    }
    return axes;
}

std::vector<AxisSet> axis_sets() {
    std::vector<Vec3> own;
    for (const defcol::Axis& axis : defcol::axes) {
        own.emplace_back(axis.component(0), axis.component(1), axis.component(2));
    }
    return {{"cube faces", lattice(true, false, false)},
            {"cube corners", lattice(false, false, true)},
            {"faces and corners", lattice(true, false, true)},
            {"faces, edges, corners", lattice(true, true, true)},
            {"icosahedron (used)", own},
            {"spiral", spiral(32)},
            {"spiral", spiral(64)}};
}

struct Sweep {
    explicit Sweep(const scenes::Mesh& mesh) : tree(*std::pmr::get_default_resource()) {
        std::vector<defcol::Triangle> triangles;
        for (std::size_t t = 0; t < mesh.triangle_count(); ++t) {
            triangles.push_back(
                {{mesh.triangles[3 * t], mesh.triangles[3 * t + 1], mesh.triangles[3 * t + 2]}});
        }
        for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
            positions.emplace_back(mesh.positions[3 * v], mesh.positions[3 * v + 1],
                                   mesh.positions[3 * v + 2]);
        }
        std::vector<uint32_t> ids(triangles.size());
        std::iota(ids.begin(), ids.end(), 0U);
        defcol::build_tree(triangles, ids, positions.data(), static_cast<uint32_t>(mesh.vertex_count()), 12,
                           *std::pmr::get_default_resource(), defcol::Log(), tree);
        for (const defcol::Triangle& t : tree.triangles) {
            const Vec3& a = positions[t.vertex[0]];
            normals.push_back(glm::cross(positions[t.vertex[1]] - a, positions[t.vertex[2]] - a));
        }
    }

    // Returns nanoseconds per triangle.
    double give_directions(const AxisSet& set) {
        const auto start = std::chrono::steady_clock::now();
        bits.assign(tree.node_count(), {});
        for (const uint32_t node : tree.leaf_node) {
            const auto& shape = tree.shapes[node];
            for (std::size_t k = 0; k < set.axes.size(); ++k) {
                double low = HUGE_VAL;
                double high = -HUGE_VAL;
                for (uint32_t i = 0; i < shape.triangle_count; ++i) {
                    const double dot = glm::dot(normals[shape.first_place + i], set.axes[k]);
                    low = std::min(low, dot);
                    high = std::max(high, dot);
                }
                if (!(low > 0)) bits[node].forward &= ~(uint64_t{1} << k);
                if (!(high < 0)) bits[node].backward &= ~(uint64_t{1} << k);
            }
            const uint64_t unused = set.axes.size() == 64 ? 0 : ~uint64_t{0} << set.axes.size();
            bits[node].forward &= ~unused;
            bits[node].backward &= ~unused;
        }
        for (uint32_t node = tree.node_count(); node-- > 0;) {
            const RegionNode& region = tree.nodes[node];
            for (uint32_t i = 0; i < region.child_count(); ++i) {
                bits[node].keep_common(bits[region.first_child() + i]);
            }
        }
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        return time.count() / static_cast<double>(normals.size());
    }

    void call_inside(uint32_t node) {
        ++calls;
        if (bits[node].any()) return;
        const RegionNode& region = tree.nodes[node];
        if (region.is_leaf()) {
            ++leaf_calls;
            return;
        }
        for (uint32_t i = 0; i < region.child_count(); ++i) {
            call_inside(region.first_child() + i);
            for (uint32_t j = i + 1; j < region.child_count(); ++j) {
                call_between(region.first_child() + i, region.first_child() + j);
            }
        }
    }

    void call_between(uint32_t a, uint32_t b) {
        ++calls;
        if (!tree.regions_are_adjacent(a, b)) return;
        Bits common = bits[a];
        common.keep_common(bits[b]);
        if (common.any()) return;
        const bool split_a =
            tree.nodes[b].is_leaf() ||
            (!tree.nodes[a].is_leaf() && tree.shapes[a].triangle_count >= tree.shapes[b].triangle_count);
        const RegionNode& split = tree.nodes[split_a ? a : b];
        if (split.is_leaf()) {
            ++leaf_calls;
            return;
        }
        for (uint32_t i = 0; i < split.child_count(); ++i) {
            const uint32_t child = split.first_child() + i;
            split_a ? call_between(child, b) : call_between(a, child);
        }
    }

    RegionTree tree;
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;  // by place
    std::vector<Bits> bits;     // by node
    uint64_t calls = 0;
    uint64_t leaf_calls = 0;
};

}  // namespace

int main() {
    std::printf("leaf calls: leaves, or adjacent pairs of them, that no direction settles\n");
    for (const char* name :
         {"sphere_self_82k", "fold_self", "loop_self", "cow_self", "armadillo_self", "cloth_ball"}) {
        std::optional<scenes::Scene> scene = scenes::make(name);
        if (!scene) {
            std::printf("\n%s: not here, needs DEFCOL_DATA_DIR\n", name);
            continue;
        }
        scene->advance(3);
        Sweep sweep(scene->meshes[0]);
        std::printf("\n%s, %zu triangles\n%-22s %10s %12s %10s %10s\n", name, sweep.normals.size(), "set",
                    "directions", "ns/triangle", "calls", "leaf calls");
        for (const AxisSet& set : axis_sets()) {
            double best = HUGE_VAL;
            for (int round = 0; round < 3; ++round) best = std::min(best, sweep.give_directions(set));
            sweep.calls = 0;
            sweep.leaf_calls = 0;
            sweep.call_inside(0);
            std::printf("%-22s %10zu %12.1f %10llu %10llu\n", set.name, 2 * set.axes.size(), best,
                        static_cast<unsigned long long>(sweep.calls),
                        static_cast<unsigned long long>(sweep.leaf_calls));
        }
    }
    return 0;
}
