// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/error.hpp"
#include "base/status.hpp"
#include "mesh/mesh.hpp"

namespace defcol {

// Reads ids_.
void Mesh::check_removed_triangles() {
    for (uint64_t i = 0; i < ids_.size(); ++i) {
        if (triangle_is_there(ids_[i])) continue;
        throw Error(status::index_range, "removed triangles: entry %llu names triangle %lu, which %s",
                    static_cast<unsigned long long>(i), static_cast<unsigned long>(ids_[i]),
                    ids_[i] < topology_.triangles.size() ? "was removed before" : "is not there");
    }
    sorted_ids_.clear();
    sorted_ids_.append(ids_.span());
    std::sort(sorted_ids_.begin(), sorted_ids_.end());
    const uint32_t* twice = std::adjacent_find(sorted_ids_.begin(), sorted_ids_.end());
    if (twice != sorted_ids_.end()) {
        throw Error(status::invalid_argument, "removed triangles: triangle %lu is listed twice",
                    static_cast<unsigned long>(*twice));
    }
}

void Mesh::edit(const MeshEdit& edit) {
    if (!topology_.tetrahedra.empty()) {
        throw Error(status::invalid_argument,
                    "a tetrahedral mesh cannot be edited by triangles; set its topology instead");
    }
    if (edit.added_positions.count > 0) refuse_if_steered("the number of its vertices");
    read_ids(edit.removed_triangles, edit.removed_triangle_count, "removed triangles");
    check_positions(edit.added_positions, "added positions");
    check_count(edit.added_triangle_count, "added triangles");
    check_pointer(edit.added_triangles, edit.added_triangle_count, alignof(uint32_t), "added triangles");
    check_pointer(edit.out_triangle_ids, 0, alignof(uint32_t), "out triangle ids");
    const uint64_t added_count = edit.added_triangle_count;
    const uint64_t vertex_count = vertices_.count() + edit.added_positions.count;
    check_count(vertex_count, "vertices with the added ones");
    check_removed_triangles();
    const uint64_t free_count = topology_.free_triangles.size() + ids_.size();
    const uint64_t triangle_count =
        topology_.triangles.size() + added_count - std::min(added_count, free_count);
    check_count(triangle_count, "triangles with the added ones");
    added_triangles_.resize_uninitialized(added_count);
    read_triangles(edit.added_triangles, added_count, vertex_count, "added triangle",
                   added_triangles_.data());

    VertexStore::Appending vertices(vertices_, edit.added_positions, workers_);
    StagedGrowth<Triangle> triangles(memory_, topology_.triangles, triangle_count);
    StagedGrowth<uint32_t> free_triangles(memory_, topology_.free_triangles, free_count);
    // A set is needed from the moment a triangle is missing.
    const bool needs_selection = selection_is_explicit_ || free_count > added_count;
    std::optional<IndexSet::Room> selection_room;
    if (needs_selection) selection_room.emplace(memory_, selection_, triangle_count, triangle_count);
    std::optional<UsableElements::Room> room;
    if (!all_vertices_usable() || vertices.skipped_count() > 0) {
        room.emplace(memory_, skipping_, triangle_count, 0);
    }

    vertices.commit();
    auto next_id = static_cast<uint32_t>(topology_.triangles.size());
    triangles.commit(triangle_count);
    free_triangles.commit(topology_.free_triangles.size());
    if (selection_room) selection_room->commit();
    if (room) room->commit();
    for (const uint32_t id : ids_) {
        topology_.triangles[id] = removed_triangle;
        topology_.free_triangles.push_back(id);
        if (selection_is_explicit_) selection_.drop(id);
    }
    for (uint64_t i = 0; i < added_count; ++i) {
        uint32_t id = next_id;
        if (topology_.free_triangles.empty()) {
            ++next_id;
        } else {
            id = topology_.free_triangles.back();
            topology_.free_triangles.pop_back();
        }
        topology_.triangles[id] = added_triangles_[i];
        if (selection_is_explicit_) selection_.add(id);
        if (edit.out_triangle_ids != nullptr) edit.out_triangle_ids[i] = id;
    }
    if (needs_selection && !selection_is_explicit_) select_present_triangles();
    mark_everything_changed();
}

void Mesh::select_present_triangles() noexcept {
    for (uint64_t t = 0; t < topology_.triangles.size(); ++t) {
        if (!is_removed(topology_.triangles[t])) selection_.add(static_cast<uint32_t>(t));
    }
    selection_is_explicit_ = true;
}

}  // namespace defcol
