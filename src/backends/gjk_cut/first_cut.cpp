// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/first_cut.hpp"

#include <algorithm>
#include <bit>

#include "backends/gjk_cut/cut_kernels.hpp"
#include "mesh/mesh.hpp"

namespace defcol {

namespace {

constexpr uint32_t elements_per_range = 8192;

// A mesh's triangles that count: all, or those of a list.
struct TriangleSource {
    const Triangle* triangles;  // of the frame
    const uint32_t* listed;     // by the mesh's own numbering; null: all
    uint32_t base;
    uint32_t count;

    TriangleSource(const Frame& frame, const FrameMesh& mesh)
        : triangles(frame.triangles.data()),
          listed(mesh.mesh->all_triangles_usable() ? nullptr : mesh.mesh->usable_triangles().data()),
          base(mesh.triangle_base),
          count(usable_triangle_count(mesh)) {}

    uint32_t global(uint32_t index) const { return base + (listed != nullptr ? listed[index] : index); }
};

// Appends the ids of triangles for which is_inside(triangle) to `ids`, without a branch.
template <class IsInside>
uint32_t select(const TriangleSource& source, uint32_t begin, uint32_t end, IsInside&& is_inside,
                uint32_t* ids) {
    uint32_t place = 0;
    for (uint32_t i = begin; i < end; ++i) {
        const uint32_t id = source.global(i);
        ids[place] = id;
        place += is_inside(source.triangles[id]) ? 1U : 0U;
    }
    return place;
}

void fill(const Frame& frame, const uint32_t* ids, uint32_t count, const TriangleList& list, uint32_t place) {
    const LocalVertex* vertices = frame.vertices.data();
    for (uint32_t i = 0; i < count; ++i) {
        const Triangle& triangle = frame.triangles[ids[i]];
        float* out = list.data + place + i;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const LocalVertex& vertex = vertices[triangle.vertex[corner]];
            out[(3 * corner) * list.stride] = vertex.x;
            out[(3 * corner + 1) * list.stride] = vertex.y;
            out[(3 * corner + 2) * list.stride] = vertex.z;
        }
        out[TriangleList::id_column * list.stride] = std::bit_cast<float>(ids[i]);
    }
}

// Runs in ranges on the caller alone.
struct OneWorker {
    template <class Function>
    void ranges(uint32_t count, Function&& function) const {
        if (count > 0) function(0, count);
    }
};
struct AllWorkers {
    Workers& workers;

    template <class Function>
    void ranges(uint32_t count, Function&& function) const {
        parallel_ranges(workers, count, elements_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
            function(static_cast<uint32_t>(begin), static_cast<uint32_t>(end));
        });
    }
};

// `region` null: all.
template <class Runner>
TriangleList make_list(const Frame& frame, const FrameMesh& mesh, const Box* region, int64_t target,
                       ColumnArena& arena, const Runner& runner) {
    const TriangleSource source(frame, mesh);
    auto* ids = arena.take_array<uint32_t>(source.count + std::size_t{1});
    const uint32_t range_count = source.count / elements_per_range + 1;
    auto* counts = arena.take_array<uint32_t>(range_count + std::size_t{1});
    std::fill_n(counts, range_count + std::size_t{1}, 0U);

    // Where few triangles of a large pool count, their corners are looked at one by one.
    const bool has_codes = region != nullptr && source.count >= mesh.vertex_count / 4;
    const LocalVertex* vertices = frame.vertices.data();
    uint8_t* codes = nullptr;
    if (has_codes) {
        codes = arena.take_array<uint8_t>(std::size_t{mesh.vertex_count} + 64);
        runner.ranges(mesh.vertex_count, [&](uint32_t begin, uint32_t end) {
            compute_outcodes(target, vertices + mesh.vertex_base + begin, end - begin, *region,
                             codes + begin);
        });
    }
    runner.ranges(source.count, [&](uint32_t begin, uint32_t end) {
        uint32_t& count = counts[begin / elements_per_range];
        if (region == nullptr) {
            count = select(
                source, begin, end, [](const Triangle&) { return true; }, ids + begin);
        } else if (has_codes) {
            const uint32_t base = mesh.vertex_base;
            count = select(
                source, begin, end,
                [codes, base](const Triangle& t) {
                    return (codes[t.vertex[0] - base] & codes[t.vertex[1] - base] &
                            codes[t.vertex[2] - base]) == 0;
                },
                ids + begin);
        } else {
            count = select(
                source, begin, end,
                [&](const Triangle& t) {
                    Box box;
                    for (const uint32_t v : t.vertex) box.grow(vertices[v].position());
                    return overlap(box, *region);
                },
                ids + begin);
        }
    });
    uint32_t total = 0;
    for (uint32_t i = 0; i < range_count; ++i) {
        const uint32_t count = counts[i];
        counts[i] = total;
        total += count;
    }
    counts[range_count] = total;

    TriangleList list = arena.take_list(total);
    list.count = total;
    runner.ranges(source.count, [&](uint32_t begin, uint32_t end) {
        const uint32_t first = counts[begin / elements_per_range];
        const uint32_t last = end == source.count ? total : counts[end / elements_per_range];
        fill(frame, ids + begin, last - first, list, first);
    });
    list.box = bound_list(target, list);
    return list;
}

}  // namespace

uint32_t usable_triangle_count(const FrameMesh& mesh) {
    return mesh.mesh->all_triangles_usable() ? mesh.triangle_count
                                             : static_cast<uint32_t>(mesh.mesh->usable_triangles().size());
}

TriangleList cut_mesh(const Frame& frame, const FrameMesh& mesh, const Box& region, int64_t target,
                      ColumnArena& arena) {
    return make_list(frame, mesh, &region, target, arena, OneWorker{});
}

TriangleList list_mesh(const Frame& frame, const FrameMesh& mesh, int64_t target, ColumnArena& arena) {
    return make_list(frame, mesh, nullptr, target, arena, OneWorker{});
}

TriangleList cut_mesh(const Frame& frame, const FrameMesh& mesh, const Box& region, int64_t target,
                      ColumnArena& arena, Workers& workers) {
    return make_list(frame, mesh, &region, target, arena, AllWorkers{workers});
}

TriangleList list_mesh(const Frame& frame, const FrameMesh& mesh, int64_t target, ColumnArena& arena,
                       Workers& workers) {
    return make_list(frame, mesh, nullptr, target, arena, AllWorkers{workers});
}

}  // namespace defcol
