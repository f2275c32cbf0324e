// SPDX-License-Identifier: MIT
#include "backends/cone_bvh/mesh_trees.hpp"

#include <algorithm>
#include <cmath>

#include "backends/cone_bvh/tree_builder.hpp"
#include "mesh/mesh.hpp"

namespace defcol {

namespace {

constexpr uint32_t sampled_leaves = 16;

uint64_t key_of(const Mesh* mesh) {
    return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(mesh));
}

}  // namespace

double leaf_shape(const RegionTree& tree, const LocalVertex* vertices) {
    const uint32_t step = tree.leaf_count() / sampled_leaves + 1;
    double squared_diagonals = 0;
    double area = 0;
    for (uint32_t leaf = 0; leaf < tree.leaf_count(); leaf += step) {
        const RegionShape& shape = tree.shapes[tree.leaf_node[leaf]];
        Box box;
        for (uint32_t place = shape.first_place; place < shape.first_place + shape.triangle_count; ++place) {
            Vec3f corner[3];
            for (uint32_t k = 0; k < 3; ++k) {
                corner[k] = vertices[tree.triangles[place].vertex[k]].position();
                box.grow(corner[k]);
            }
            area += 0.5 * glm::length(glm::cross(corner[1] - corner[0], corner[2] - corner[0]));
        }
        const Vec3f diagonal = box.max - box.min;
        squared_diagonals += glm::dot(diagonal, diagonal);
    }
    // Vertices that are not finite, or flat meshes, say nothing.
    const double ratio = squared_diagonals / area;
    return area > 0 && std::isfinite(ratio) ? ratio : 0;
}

MeshTree* MeshTrees::find(std::span<const Entry> entries, uint64_t key) {
    const auto place = std::ranges::lower_bound(entries, key, {}, &Entry::key);
    return place != entries.end() && place->key == key ? place->tree : nullptr;
}

void MeshTrees::match(const Frame& frame, std::span<const uint8_t> needs, const Settings& settings,
                      const Log& log, Buffer<MeshTree*>& tree_of_mesh) {
    if (settings.leaf_size != leaf_size_) trees_.clear();
    leaf_size_ = settings.leaf_size;
    built_count_ = 0;
    by_version_.clear();
    by_mesh_.clear();
    for (const Owned<MeshTree>& entry : trees_) {
        entry->is_used = false;
        by_version_.push_back({entry->topology_version, entry.get()});
        by_mesh_.push_back({key_of(entry->mesh), entry.get()});
    }
    std::ranges::sort(by_version_.span(), {}, &Entry::key);
    std::ranges::sort(by_mesh_.span(), {}, &Entry::key);
    tree_of_mesh.assign(frame.meshes.size(), nullptr);
    for (std::size_t i = 0; i < frame.meshes.size(); ++i) {
        const FrameMesh& mesh = frame.meshes[i];
        // Topology versions are never used twice, so one names a tree whatever the mesh's place in the frame.
        MeshTree* entry = find(by_version_.span(), mesh.mesh->topology_version());
        if (entry != nullptr) {
            entry->is_used = true;
            if (mesh.moved || mesh.usable_changed || frame.layout_changed) entry->is_current = false;
        }
        if (needs[i] == 0) continue;
        if (entry == nullptr) entry = repair(mesh, log);
        if (entry == nullptr) {
            entry = &add(mesh, log);
        } else if (settings.rebuild_decay > 0 && entry->decay >= settings.rebuild_decay) {
            build(*entry, mesh, log);
        }
        tree_of_mesh[i] = entry;
    }
    std::erase_if(trees_, [](const Owned<MeshTree>& entry) { return !entry->is_used; });
}

// The tree from before an edit. Triangles that went stay in their regions, which proves no less (see
// refit_partial_leaf), but count no more; triangles that came get a tree of their own beside it, whose
// regions are searched against the old ones by their boxes. Null if too much changed for that to pay.
MeshTree* MeshTrees::repair(const FrameMesh& mesh, const Log& log) {
    MeshTree* const entry = find(by_mesh_.span(), key_of(mesh.mesh));
    if (entry == nullptr || entry->is_used || entry->tree.empty()) return nullptr;
    RegionTree& tree = entry->tree;
    const auto triangles = mesh.mesh->triangles();
    Buffer<uint8_t> is_new(memory_);
    is_new.resize_uninitialized(triangles.size());
    std::size_t added = 0;
    for (std::size_t id = 0; id < triangles.size(); ++id) {
        is_new[id] = is_removed(triangles[id]) ? 0 : 1;
        added += is_new[id];
    }
    Buffer<uint8_t> dead(memory_);
    dead.assign(tree.triangles.size(), 1);
    std::size_t alive = 0;
    for (uint32_t at = 0; at < tree.triangles.size(); ++at) {
        const uint32_t id = tree.triangle_ids[at];
        if (id >= triangles.size() || is_new[id] == 0 ||
            !std::ranges::equal(triangles[id].vertex, tree.triangles[at].vertex)) {
            continue;
        }
        dead[at] = 0;
        is_new[id] = 0;
        --added;
        ++alive;
    }
    const std::size_t size = tree.triangles.size();
    if (4 * alive < 3 * size || 4 * added > size) return nullptr;
    // Those that went are still looked at, so their vertices must exist.
    if (tree.vertex_count > mesh.vertex_count) return nullptr;

    Buffer<uint32_t> ids(memory_);
    for (uint32_t id = 0; id < is_new.size(); ++id) {
        if (is_new[id] != 0) ids.push_back(id);
    }
    build_tree(triangles, ids.span(), mesh.positions, mesh.vertex_count, leaf_size_, memory_, log,
               entry->patch);
    if (alive == size) dead.clear();
    tree.dead.swap(dead);
    entry->replaced = static_cast<double>(size - alive + added) / static_cast<double>(size);
    entry->topology_version = mesh.mesh->topology_version();
    entry->is_used = true;
    entry->is_current = false;
    return entry;
}

void MeshTrees::build(MeshTree& entry, const FrameMesh& mesh, const Log& log) {
    const auto triangles = mesh.mesh->triangles();
    Buffer<uint32_t> ids(memory_);
    for (uint32_t id = 0; id < triangles.size(); ++id) {
        if (!is_removed(triangles[id])) ids.push_back(id);
    }
    // If memory runs out, half a tree must not be found again.
    entry.mesh = nullptr;
    entry.topology_version = 0;
    entry.is_current = false;
    build_tree(triangles, ids.span(), mesh.positions, mesh.vertex_count, leaf_size_, memory_, log,
               entry.tree);
    build_tree(triangles, {}, mesh.positions, mesh.vertex_count, leaf_size_, memory_, log, entry.patch);
    entry.mesh = mesh.mesh;
    entry.topology_version = mesh.mesh->topology_version();
    entry.shape_as_built = 0;
    entry.replaced = 0;
    entry.decay = 1;
    ++built_count_;
}

MeshTree& MeshTrees::add(const FrameMesh& mesh, const Log& log) {
    Owned<MeshTree> entry = make_owned<MeshTree>(memory_, memory_);
    entry->is_used = true;
    build(*entry, mesh, log);
    trees_.push_back(std::move(entry));
    return *trees_.back();
}

}  // namespace defcol
