// SPDX-License-Identifier: MIT
#include "backends/gjk_cut/first_cut.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "backends/gjk_cut/cut_kernels.hpp"
#include "backends/gjk_cut/vertex_outcodes.hpp"
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

// Which triangles of a mesh remain: ids by ranges, each at the beginning of its range.
struct Selection {
    uint32_t* ids;
    uint32_t* first;  // of each range in the list, and the total
    uint32_t source_count;
    uint32_t total;

    uint32_t range_of(uint32_t begin) const { return begin / elements_per_range; }
    uint32_t count_from(uint32_t begin) const { return first[range_of(begin) + 1] - first[range_of(begin)]; }
};

// `region` null: all.
template <class Runner>
Selection select_triangles(const Frame& frame, const FrameMesh& mesh, const Box* region, int64_t target,
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
    for (uint32_t i = 0; i <= range_count; ++i) {
        const uint32_t count = counts[i];
        counts[i] = total;
        total += count;
    }
    return {ids, counts, source.count, total};
}

template <class Runner>
TriangleList make_list(const Frame& frame, const Selection& selection, int64_t target, ColumnArena& arena,
                       const Runner& runner) {
    TriangleList list = arena.take_list(selection.total);
    list.count = selection.total;
    runner.ranges(selection.source_count, [&](uint32_t begin, uint32_t) {
        fill(frame, selection.ids + begin, selection.count_from(begin), list,
             selection.first[selection.range_of(begin)]);
    });
    list.box = bound_list(target, list);
    return list;
}

// Cells over a box, of about as many triangles each as are worth a list when they lie on a surface.
class PartGrid {
  public:
    PartGrid(const Box& box, uint32_t triangle_count) : low_(box.min) {
        const Vec3f size = box.max - box.min;
        const float longest = std::max({size.x, size.y, size.z});
        const float across = std::sqrt(static_cast<float>(triangle_count) / triangles_per_part);
        const float edge = longest / std::clamp(across, 1.0F, static_cast<float>(most_across));
        for (int axis = 0; axis < 3; ++axis) {
            cells_[axis] =
                edge > 0 ? std::clamp(static_cast<int>(std::ceil(size[axis] / edge)), 1, most_across) : 1;
            factor_[axis] = size[axis] > 0x1p-100F ? static_cast<float>(cells_[axis]) / size[axis] : 0.0F;
        }
    }

    uint32_t cell_count() const { return static_cast<uint32_t>(cells_[0] * cells_[1] * cells_[2]); }

    // Of a barycentre; those outside belong to the nearest cell.
    uint32_t cell_of(const LocalVertex& a, const LocalVertex& b, const LocalVertex& c) const {
        const int x = along(0, a.x + b.x + c.x);
        const int y = along(1, a.y + b.y + c.y);
        const int z = along(2, a.z + b.z + c.z);
        return static_cast<uint32_t>((z * cells_[1] + y) * cells_[0] + x);
    }

  private:
    static constexpr float triangles_per_part = 512;
    static constexpr int most_across = 16;

    int along(int axis, float sum) const {
        const float place = (sum * (1.0F / 3) - low_[axis]) * factor_[axis];
        // Clamped as a float: a triangle may reach far beyond the box.
        return static_cast<int>(std::clamp(place, 0.0F, static_cast<float>(cells_[axis]) - 0.5F));
    }

    Vec3f low_;
    float factor_[3];
    int cells_[3];
};

// Shorter lists are better cut first: in light contact the next cuts remove most of them. Measured on pairs
// of 13,000 triangles (2,048 costs a third more in light contact and saves a tenth in deep contact) and
// 86,000.
constexpr uint32_t shortest_parted_list = 8192;

// A counting sort of the selection by cells; each range of the source counts and places its own.
PartedList make_parts(const Frame& frame, const Selection& selection, const Box& box, int64_t target,
                      ColumnArena& arena, Workers& workers, Buffer<TriangleList>& parts) {
    const AllWorkers runner{workers};
    parts.clear();
    if (selection.total < shortest_parted_list) {
        const TriangleList list = make_list(frame, selection, target, arena, runner);
        if (list.count > 0) parts.push_back(list);
        return {list.count, list.box};
    }
    const PartGrid grid(box, selection.total);
    const uint32_t cell_count = grid.cell_count();
    const uint32_t range_count = (selection.source_count - 1) / elements_per_range + 1;
    auto* cells = arena.take_array<uint16_t>(selection.total);
    auto* sorted = arena.take_array<uint32_t>(selection.total);
    auto* places = arena.take_array<uint32_t>(std::size_t{cell_count} * range_count);
    std::fill_n(places, std::size_t{cell_count} * range_count, 0U);
    const LocalVertex* vertices = frame.vertices.data();
    runner.ranges(selection.source_count, [&](uint32_t begin, uint32_t) {
        const uint32_t range = selection.range_of(begin);
        uint32_t* place = places + std::size_t{range} * cell_count;
        uint16_t* cell = cells + selection.first[range];
        for (uint32_t i = 0; i < selection.count_from(begin); ++i) {
            const Triangle& t = frame.triangles[selection.ids[begin + i]];
            const uint32_t found =
                grid.cell_of(vertices[t.vertex[0]], vertices[t.vertex[1]], vertices[t.vertex[2]]);
            cell[i] = static_cast<uint16_t>(found);
            ++place[found];
        }
    });
    TriangleList whole = arena.take_list(selection.total);
    uint32_t sum = 0;
    for (uint32_t cell = 0; cell < cell_count; ++cell) {
        TriangleList part = whole;
        part.data += sum;
        for (uint32_t range = 0; range < range_count; ++range) {
            uint32_t& place = places[std::size_t{range} * cell_count + cell];
            const uint32_t count = place;
            place = sum;
            sum += count;
            part.count += count;
        }
        if (part.count > 0) parts.push_back(part);
    }
    runner.ranges(selection.source_count, [&](uint32_t begin, uint32_t) {
        const uint32_t range = selection.range_of(begin);
        uint32_t* place = places + std::size_t{range} * cell_count;
        const uint16_t* cell = cells + selection.first[range];
        for (uint32_t i = 0; i < selection.count_from(begin); ++i) {
            sorted[place[cell[i]]++] = selection.ids[begin + i];
        }
    });
    workers.run(static_cast<uint32_t>(parts.size()), [&](uint32_t index, uint32_t) {
        TriangleList& part = parts[index];
        const auto first = static_cast<uint32_t>(part.data - whole.data);
        fill(frame, sorted + first, part.count, whole, first);
        part.box = bound_list(target, part);
    });
    PartedList result{selection.total, {}};
    for (const TriangleList& part : parts) result.box.grow(part.box);
    return result;
}

}  // namespace

uint32_t usable_triangle_count(const FrameMesh& mesh) {
    return mesh.mesh->all_triangles_usable() ? mesh.triangle_count
                                             : static_cast<uint32_t>(mesh.mesh->usable_triangles().size());
}

TriangleList cut_mesh(const Frame& frame, const FrameMesh& mesh, const Box& region, int64_t target,
                      ColumnArena& arena) {
    const Selection selection = select_triangles(frame, mesh, &region, target, arena, OneWorker{});
    return make_list(frame, selection, target, arena, OneWorker{});
}

TriangleList list_mesh(const Frame& frame, const FrameMesh& mesh, int64_t target, ColumnArena& arena) {
    const Selection selection = select_triangles(frame, mesh, nullptr, target, arena, OneWorker{});
    return make_list(frame, selection, target, arena, OneWorker{});
}

PartedList cut_mesh(const Frame& frame, const FrameMesh& mesh, const Box& region, int64_t target,
                    ColumnArena& arena, Workers& workers, Buffer<TriangleList>& parts) {
    const Selection selection = select_triangles(frame, mesh, &region, target, arena, AllWorkers{workers});
    Box shared;
    for (int axis = 0; axis < 3; ++axis) {
        shared.min[axis] = std::max(mesh.box.min[axis], region.min[axis]);
        shared.max[axis] = std::max(shared.min[axis], std::min(mesh.box.max[axis], region.max[axis]));
    }
    return make_parts(frame, selection, shared, target, arena, workers, parts);
}

PartedList list_mesh(const Frame& frame, const FrameMesh& mesh, int64_t target, ColumnArena& arena,
                     Workers& workers, Buffer<TriangleList>& parts) {
    const Selection selection = select_triangles(frame, mesh, nullptr, target, arena, AllWorkers{workers});
    return make_parts(frame, selection, mesh.box, target, arena, workers, parts);
}

}  // namespace defcol
