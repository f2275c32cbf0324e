// SPDX-License-Identifier: MIT
#include "backends/hash/vertex_cells.hpp"

namespace defcol {

namespace {

constexpr uint64_t vertices_per_range = 8192;

bool contains(const Box& box, const LocalVertex& vertex) {
    return (box.min.x <= vertex.x) & (vertex.x <= box.max.x) & (box.min.y <= vertex.y) &
           (vertex.y <= box.max.y) & (box.min.z <= vertex.z) & (vertex.z <= box.max.z);
}

}  // namespace

void VertexCells::build(const Frame& frame, const MeshInterests& interests, const CellGridRequest& request,
                        Workers& workers) {
    const CellGrid grid = make_cell_grid(request);
    places_.resize_uninitialized(frame.vertices.size());
    parallel_ranges(
        workers, frame.vertices.size(), vertices_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
            for (auto i = static_cast<uint32_t>(begin); i < end; ++i) {
                const LocalVertex& vertex = frame.vertices[i];
                const bool counts =
                    frame.vertex_is_usable(i) && contains(interests[vertex.mesh].vertices, vertex);
                places_[i] = counts ? grid.place(vertex.position()) : CellTable::no_place;
            }
        });
    table_.sort(grid, places_.span(), workers);

    const uint32_t count = table_.size();
    x_.resize_uninitialized(count);
    y_.resize_uninitialized(count);
    z_.resize_uninitialized(count);
    id_.resize_uninitialized(count);
    mesh_.resize_uninitialized(count);
    tag_.resize_uninitialized(grid.hashed ? count : 0);
    parallel_ranges(workers, count, vertices_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
        const uint32_t* order = table_.order().data();
        for (uint64_t i = begin; i < end; ++i) {
            const LocalVertex& vertex = frame.vertices[order[i]];
            x_[i] = vertex.x;
            y_[i] = vertex.y;
            z_[i] = vertex.z;
            id_[i] = order[i];
            mesh_[i] = vertex.mesh;
            if (grid.hashed) tag_[i] = grid.tag(vertex.position());
        }
    });
}

}  // namespace defcol
