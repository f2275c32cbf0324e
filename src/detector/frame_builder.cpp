// SPDX-License-Identifier: MIT
#include "detector/frame_builder.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

namespace {

constexpr uint64_t vertices_per_range = 16384;

uint32_t checked_total(uint64_t total, const char* what) {
    if (total >= UINT32_MAX) {
        throw Error(status::size_overflow, "the watched meshes have %llu %s together; the limit is 2^32 - 2",
                    static_cast<unsigned long long>(total), what);
    }
    return static_cast<uint32_t>(total);
}

bool is_empty(const Mesh& mesh) {
    return !(mesh.box_min().x <= mesh.box_max().x);
}

// Writes [begin, end) of a mesh's flags, or ones where all count.
void write_flags(bool all, std::span<const uint8_t> flags, uint8_t* out, uint32_t count) {
    if (count == 0) return;
    if (all) {
        std::memset(out, 1, count);
    } else {
        std::memcpy(out, flags.data(), count);
    }
}

}  // namespace

FrameBuilder::FrameBuilder(std::pmr::memory_resource& memory) noexcept
    : meshes_(memory),
      vertices_(memory),
      triangles_(memory),
      tetrahedra_(memory),
      usable_triangles_(memory),
      marked_triangles_(&memory),
      usable_vertices_(memory),
      usable_tetrahedra_(memory),
      excluded_pairs_(memory) {}

const Frame& FrameBuilder::build(std::span<WatchedMesh> watched, std::span<const MeshPair> excluded_pairs,
                                 Workers& workers) {
    const bool was_valid = valid_;
    valid_ = false;
    const bool laid_out_anew = lay_out(watched) || !was_valid;
    const bool new_reference = choose_reference(watched) || laid_out_anew;
    frame_.layout_changed = laid_out_anew || new_reference;

    for (std::size_t i = 0; i < watched.size(); ++i) {
        const WatchedMesh& source = watched[i];
        FrameMesh& mesh = meshes_[i];
        mesh.moved = new_reference || source.seen_positions != source.mesh->positions_version();
        mesh.topology_changed = laid_out_anew || source.seen_topology != source.mesh->topology_version();
        mesh.usable_changed = laid_out_anew || source.seen_usable != source.mesh->active_version();
        mesh.box = local_box(*source.mesh);
        if (mesh.topology_changed) copy_topology(source, mesh);
        if (mesh.moved || mesh.topology_changed) copy_local_vertices(static_cast<uint32_t>(i), workers);
    }
    copy_usable(watched);

    excluded_pairs_.clear();
    for (const MeshPair& pair : excluded_pairs) {
        const auto position_of = [&](uint32_t detector_index) {
            return static_cast<uint32_t>(
                std::ranges::lower_bound(watched, detector_index, {}, &WatchedMesh::detector_index) -
                watched.begin());
        };
        excluded_pairs_.push_back({position_of(pair.a), position_of(pair.b)});
    }

    for (WatchedMesh& source : watched) {
        source.seen_positions = source.mesh->positions_version();
        source.seen_topology = source.mesh->topology_version();
        source.seen_usable = source.mesh->active_version();
    }
    frame_.meshes = meshes_.span();
    frame_.vertices = vertices_.span();
    frame_.triangles = triangles_.span();
    frame_.tetrahedra = tetrahedra_.span();
    frame_.usable_triangles = usable_triangles_.span();
    frame_.usable_vertices = usable_vertices_.span();
    frame_.usable_tetrahedra = usable_tetrahedra_.span();
    frame_.excluded_pairs = excluded_pairs_.span();
    valid_ = true;
    return frame_;
}

// Gives every mesh its place in the global numbering; true if any place differs from the last frame.
bool FrameBuilder::lay_out(std::span<const WatchedMesh> watched) {
    bool changed = meshes_.size() != watched.size();
    meshes_.resize_uninitialized(watched.size());
    uint64_t vertex_count = 0;
    uint64_t triangle_count = 0;
    uint64_t tetrahedron_count = 0;
    for (std::size_t i = 0; i < watched.size(); ++i) {
        const WatchedMesh& source = watched[i];
        const Mesh& mesh = *source.mesh;
        FrameMesh place{};
        place.mesh = &mesh;
        place.positions = mesh.positions().data();
        place.detector_index = source.detector_index;
        place.vertex_base = static_cast<uint32_t>(vertex_count);
        place.vertex_count = static_cast<uint32_t>(mesh.positions().size());
        place.triangle_base = static_cast<uint32_t>(triangle_count);
        place.triangle_count = static_cast<uint32_t>(mesh.triangles().size());
        place.tetrahedron_base = static_cast<uint32_t>(tetrahedron_count);
        place.tetrahedron_count = static_cast<uint32_t>(mesh.tetrahedra().size());
        place.category = source.category;
        place.mask = source.mask;
        place.self_collision = source.self_collision;
        if (!changed) {
            const FrameMesh& last = meshes_[i];
            changed = last.detector_index != place.detector_index || last.vertex_base != place.vertex_base ||
                      last.vertex_count != place.vertex_count || last.triangle_base != place.triangle_base ||
                      last.triangle_count != place.triangle_count ||
                      last.tetrahedron_base != place.tetrahedron_base ||
                      last.tetrahedron_count != place.tetrahedron_count;
        }
        meshes_[i] = place;
        vertex_count += place.vertex_count;
        triangle_count += place.triangle_count;
        tetrahedron_count += place.tetrahedron_count;
    }
    vertices_.resize_uninitialized(checked_total(vertex_count, "vertices"));
    triangles_.resize_uninitialized(checked_total(triangle_count, "triangles"));
    tetrahedra_.resize_uninitialized(checked_total(tetrahedron_count, "tetrahedra"));
    return changed;
}

// Local coordinates are floats, precise near the origin and safe from overflow at a scale of about one. Both
// are kept while they fit, so that meshes that do not move need not be read again; true if they changed.
bool FrameBuilder::choose_reference(std::span<const WatchedMesh> watched) {
    Vec3 low(HUGE_VAL);
    Vec3 high(-HUGE_VAL);
    for (const WatchedMesh& source : watched) {
        if (is_empty(*source.mesh)) continue;
        low = {std::min(low.x, source.mesh->box_min().x), std::min(low.y, source.mesh->box_min().y),
               std::min(low.z, source.mesh->box_min().z)};
        high = {std::max(high.x, source.mesh->box_max().x), std::max(high.y, source.mesh->box_max().y),
                std::max(high.z, source.mesh->box_max().z)};
    }
    if (!(low.x <= high.x)) {
        const bool changed = frame_.scale != 1.0;
        frame_.scale = 1.0;
        frame_.origin = Vec3(0.0);
        return changed;
    }
    const Vec3 size = high - low;
    const double extent = std::max({size.x, size.y, size.z});
    const Vec3 margin(extent);
    const bool origin_fits = glm::all(glm::lessThanEqual(low - margin, frame_.origin)) &&
                             glm::all(glm::lessThanEqual(frame_.origin, high + margin));
    const bool scale_fits =
        frame_.scale > 0 && (extent == 0 || (extent * frame_.scale >= 0.125 && extent * frame_.scale <= 4));
    if (valid_reference_ && origin_fits && scale_fits) return false;

    // The median of a sample, not the centre of the box: one vertex far away must not cost the others their
    // precision.
    constexpr std::size_t most_samples = 64;
    double samples[3][most_samples];
    std::size_t sample_count = 0;
    uint64_t vertex_count = 0;
    for (const FrameMesh& mesh : meshes_) vertex_count += mesh.vertex_count;
    const uint64_t step = vertex_count / most_samples + 1;
    uint64_t next = 0;
    for (const FrameMesh& mesh : meshes_) {
        for (; next < uint64_t{mesh.vertex_base} + mesh.vertex_count; next += step) {
            const Vec3& position = mesh.positions[next - mesh.vertex_base];
            for (int axis = 0; axis < 3; ++axis) samples[axis][sample_count] = position[axis];
            ++sample_count;
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        std::nth_element(samples[axis], samples[axis] + sample_count / 2, samples[axis] + sample_count);
        frame_.origin[axis] = std::clamp(samples[axis][sample_count / 2], low[axis], high[axis]);
    }
    frame_.scale = extent > 0 ? std::ldexp(1.0, -std::ilogb(extent)) : 1.0;
    valid_reference_ = true;
    return true;
}

void FrameBuilder::copy_topology(const WatchedMesh& watched, const FrameMesh& mesh) {
    const auto triangles = watched.mesh->triangles();
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        Triangle& out = triangles_[mesh.triangle_base + i];
        out = triangles[i];
        if (is_removed(out)) continue;
        for (uint32_t& vertex : out.vertex) vertex += mesh.vertex_base;
    }
    const auto tetrahedra = watched.mesh->tetrahedra();
    for (std::size_t i = 0; i < tetrahedra.size(); ++i) {
        Tetrahedron& out = tetrahedra_[mesh.tetrahedron_base + i];
        out = tetrahedra[i];
        for (uint32_t& vertex : out.vertex) vertex += mesh.vertex_base;
    }
}

void FrameBuilder::copy_usable(std::span<const WatchedMesh> watched) {
    bool all_triangles = true;
    bool all_vertices = true;
    bool all_tetrahedra = true;
    for (const WatchedMesh& source : watched) {
        all_triangles &= source.mesh->all_triangles_usable();
        all_vertices &= source.mesh->all_vertices_usable();
        all_tetrahedra &= source.mesh->all_tetrahedra_usable();
    }
    // An array that was empty holds nothing yet: then every mesh writes its part.
    const bool write_triangles = usable_triangles_.empty();
    const bool write_vertices = usable_vertices_.empty();
    const bool write_tetrahedra = usable_tetrahedra_.empty();
    if (all_triangles || write_triangles || frame_.layout_changed) {
        for (Buffer<uint32_t>& marked : marked_triangles_) marked.clear();
        while (marked_triangles_.size() < watched.size()) {
            marked_triangles_.emplace_back(*marked_triangles_.get_allocator().resource());
        }
    }
    usable_triangles_.resize_uninitialized(all_triangles ? 0 : triangles_.size());
    usable_vertices_.resize_uninitialized(all_vertices ? 0 : vertices_.size());
    usable_tetrahedra_.resize_uninitialized(all_tetrahedra ? 0 : tetrahedra_.size());
    for (std::size_t i = 0; i < watched.size(); ++i) {
        const Mesh& source = *watched[i].mesh;
        const FrameMesh& mesh = meshes_[i];
        if (!all_triangles && (write_triangles || mesh.usable_changed)) {
            write_usable_triangles(i);
        }
        if (!all_vertices && (write_vertices || mesh.usable_changed)) {
            write_flags(source.all_vertices_usable(), source.vertex_usable(),
                        usable_vertices_.data() + mesh.vertex_base, mesh.vertex_count);
        }
        if (!all_tetrahedra && (write_tetrahedra || mesh.usable_changed)) {
            write_flags(source.all_tetrahedra_usable(), source.tetrahedron_usable(),
                        usable_tetrahedra_.data() + mesh.tetrahedron_base, mesh.tetrahedron_count);
        }
    }
}

void FrameBuilder::write_usable_triangles(std::size_t mesh_index) {
    const FrameMesh& mesh = meshes_[mesh_index];
    const Mesh& source = *mesh.mesh;
    uint8_t* flags = usable_triangles_.data() + mesh.triangle_base;
    Buffer<uint32_t>& marked = marked_triangles_[mesh_index];
    const bool are_few =
        !source.all_triangles_usable() && source.usable_triangles().size() <= mesh.triangle_count / 8;
    if (are_few && !marked.empty()) {
        for (const uint32_t triangle : marked) flags[triangle] = 0;
        for (const uint32_t triangle : source.usable_triangles()) flags[triangle] = 1;
    } else {
        write_flags(source.all_triangles_usable(), source.triangle_usable(), flags, mesh.triangle_count);
    }
    marked.clear();
    if (are_few) marked.append(source.usable_triangles());
}

void FrameBuilder::copy_local_vertices(uint32_t mesh_index, Workers& workers) {
    const FrameMesh& mesh = meshes_[mesh_index];
    const Vec3 origin = frame_.origin;
    const double scale = frame_.scale;
    const Vec3* positions = mesh.positions;
    LocalVertex* out = vertices_.data() + mesh.vertex_base;
    parallel_ranges(workers, mesh.vertex_count, vertices_per_range,
                    [=](uint64_t begin, uint64_t end, uint32_t) {
                        for (uint64_t i = begin; i < end; ++i) {
                            out[i] = {static_cast<float>((positions[i].x - origin.x) * scale),
                                      static_cast<float>((positions[i].y - origin.y) * scale),
                                      static_cast<float>((positions[i].z - origin.z) * scale), mesh_index};
                        }
                    });
}

Box FrameBuilder::local_box(const Mesh& mesh) const {
    Box box;
    if (is_empty(mesh)) return box;
    box.grow(Vec3f((mesh.box_min() - frame_.origin) * frame_.scale));
    box.grow(Vec3f((mesh.box_max() - frame_.origin) * frame_.scale));
    return box.rounded_outward();
}

}  // namespace defcol
