// SPDX-License-Identifier: MIT
#include "mesh/mesh.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {
namespace {

// One count for the process: a mesh made where another was destroyed is not taken for it.
uint64_t next_version() noexcept {
    static std::atomic<uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

bool read_flags(uint32_t flags) {
    if ((flags & ~mesh_skip_non_finite) != 0) {
        throw Error(status::invalid_argument, "mesh flags: 0x%lx has bits this version does not know",
                    static_cast<unsigned long>(flags));
    }
    return (flags & mesh_skip_non_finite) != 0;
}

std::optional<RigidTransform> read_optional_transform(const double* transform) {
    if (transform == nullptr) return std::nullopt;
    return read_transform(transform);
}

}  // namespace

Mesh::Mesh(Memory& memory, Workers& workers, HandleObject* owner, const MeshSource& source)
    : HandleObject(HandleType::mesh, owner),
      memory_(memory),
      workers_(workers),
      vertices_(memory, read_flags(source.flags), std::nullopt),
      topology_(memory),
      selection_(memory),
      skipping_(memory),
      ids_(memory),
      sorted_ids_(memory),
      added_triangles_(memory),
      user_data_(source.user_data) {
    replace(source, read_optional_transform(source.transform));
}

void Mesh::set_topology(const MeshSource& source) {
    refuse_if_steered("its topology");
    if (followers_.first != nullptr) {
        throw Error(status::invalid_argument,
                    "the mesh steers others by its vertices; unlink them before its topology changes");
    }
    replace(source, source.transform == nullptr ? vertices_.transform() : read_transform(source.transform));
}

void Mesh::replace(const MeshSource& source, const std::optional<RigidTransform>& transform) {
    check_positions(source.positions, "positions");
    check_elements(source);
    VertexStore vertices(memory_, vertices_.skips_non_finite(), transform);
    vertices.stage_positions(source.positions, workers_);
    vertices.commit();
    Topology topology(memory_);
    read_topology(source, vertices.positions(), vertices.usable(), memory_, topology);
    std::optional<UsableElements::Room> room;
    if (vertices.summary().skipped > 0) {
        room.emplace(memory_, skipping_, topology.triangles.size(), topology.tetrahedra.size());
    }

    vertices_.swap(vertices);
    topology_.swap(topology);
    if (room) room->commit();
    selection_.reset();
    selection_is_explicit_ = false;
    mark_everything_changed();
}

void Mesh::set_positions(const PositionSource& source) {
    refuse_if_steered("its positions");
    check_positions(source, "positions");
    if (source.count != vertices_.count()) {
        throw Error(status::invalid_argument,
                    "positions: %llu vertices for a mesh of %llu; to change their number set the topology",
                    static_cast<unsigned long long>(source.count),
                    static_cast<unsigned long long>(vertices_.count()));
    }
    vertices_.stage_positions(source, workers_);
    commit_with_followers();
}

void Mesh::set_transform(const double* transform) {
    refuse_if_steered("its transform");
    const std::optional<RigidTransform> placed = read_optional_transform(transform);
    if (!placed && !vertices_.transform()) return;
    vertices_.stage_transform(placed, workers_);
    commit_with_followers();
}

void Mesh::refuse_if_steered(const char* what) const {
    if (steering_ == nullptr) return;
    throw Error(status::invalid_argument,
                "the mesh is steered by a coarse mesh, which decides %s; unlink it first", what);
}

// First everything that may fail, here and in the meshes that follow, then all moves at once.
void Mesh::commit_with_followers() {
    struct Rooms {
        Mesh& mesh;
        ~Rooms() {
            mesh.staged_room_.reset();
            for (Mesh* m = mesh.followers_.first; m != nullptr; m = m->followers_.next)
                m->staged_room_.reset();
        }
    } const rooms{*this};
    prepare_commit();
    for (Mesh* mesh = followers_.first; mesh != nullptr; mesh = mesh->followers_.next) {
        mesh->stage_following(vertices_.staged_positions(), vertices_.staged_usable());
        mesh->prepare_commit();
    }
    commit_vertices();
    for (Mesh* mesh = followers_.first; mesh != nullptr; mesh = mesh->followers_.next) {
        mesh->steering_->commit();
        mesh->commit_vertices();
    }
}

void Mesh::stage_following(std::span<const Vec3> coarse_positions, std::span<const uint8_t> coarse_usable) {
    steering_->stage(coarse_positions, coarse_usable, workers_);
    const auto compute = [](const void* steering, uint64_t begin, uint64_t end, double* out) {
        static_cast<const Steering*>(steering)->compute_staged(begin, end, out);
    };
    vertices_.stage_computed({compute, steering_.get()}, workers_);
}

void Mesh::prepare_commit() {
    staged_room_.reset();
    staged_usability_differs_ = vertices_.staged_usability_differs();
    if (staged_usability_differs_ && vertices_.staged_skipped_count() > 0) {
        staged_room_.emplace(memory_, skipping_, topology_.triangles.size(), topology_.tetrahedra.size());
    }
}

void Mesh::commit_vertices() noexcept {
    vertices_.commit();
    if (staged_room_) staged_room_->commit();
    staged_room_.reset();
    positions_version_ = next_version();
    if (staged_usability_differs_) mark_active_changed();
}

// The mesh is put where its links put it at once, which is where it is but for rounding: from now on its
// positions are a function of the coarse ones.
void Mesh::follow(const Mesh& coarse, const SteeringSettings& settings) {
    refuse_if_steered("its link");
    Owned<Steering> steering = make_owned<Steering>(memory_, *this, coarse, settings, memory_, workers_);
    steering_ = std::move(steering);
    try {
        stage_following(coarse.positions(), {});
        prepare_commit();
    } catch (...) {
        steering_.reset();
        throw;
    }
    steering_->commit();
    commit_vertices();
    steering_version_ = next_version();
}

void Mesh::stop_following() noexcept {
    steering_.reset();
    steering_version_ = next_version();
}

void Mesh::read_ids(const uint32_t* ids, uint64_t count, const char* what) {
    check_count(count, what);
    check_pointer(ids, count, alignof(uint32_t), what);
    ids_.resize_uninitialized(count);
    if (count > 0) std::memcpy(ids_.data(), ids, count * sizeof(uint32_t));
}

void Mesh::set_active_triangles(const uint32_t* triangles, uint64_t count) {
    read_ids(triangles, count, "active triangles");
    for (uint64_t i = 0; i < count; ++i) {
        if (triangle_is_there(ids_[i])) continue;
        throw Error(status::index_range, "active triangles: entry %llu names triangle %lu, which %s",
                    static_cast<unsigned long long>(i), static_cast<unsigned long>(ids_[i]),
                    ids_[i] < topology_.triangles.size() ? "was removed" : "is not there");
    }
    const uint64_t triangle_count = topology_.triangles.size();
    IndexSet::Room selection_room(memory_, selection_, triangle_count, std::min(count, triangle_count));
    std::optional<UsableElements::Room> room;
    if (!all_vertices_usable()) {
        room.emplace(memory_, skipping_, triangle_count, topology_.tetrahedra.size());
    }

    selection_room.commit();
    if (room) room->commit();
    selection_.clear();
    for (const uint32_t id : ids_) selection_.add(id);
    selection_is_explicit_ = true;
    mark_active_changed();
}

void Mesh::set_active_triangle_mask(const uint8_t* bits, uint64_t bit_count) {
    const uint64_t triangle_count = topology_.triangles.size();
    const bool selects_all = bits == nullptr && bit_count == 0;
    check_pointer(bits, bit_count, 1, "active triangle mask");
    if (!selects_all && bit_count != triangle_count) {
        throw Error(status::invalid_argument, "active triangle mask: %llu bits for a mesh of %llu triangles",
                    static_cast<unsigned long long>(bit_count),
                    static_cast<unsigned long long>(triangle_count));
    }
    const bool is_explicit = !selects_all || !topology_.free_triangles.empty();
    std::optional<IndexSet::Room> selection_room;
    if (is_explicit) selection_room.emplace(memory_, selection_, triangle_count, triangle_count);
    std::optional<UsableElements::Room> room;
    if (!all_vertices_usable()) {
        room.emplace(memory_, skipping_, triangle_count, topology_.tetrahedra.size());
    }

    if (selection_room) selection_room->commit();
    if (room) room->commit();
    selection_.clear();
    selection_is_explicit_ = is_explicit;
    if (is_explicit) {
        for (uint64_t t = 0; t < triangle_count; ++t) {
            if (is_removed(topology_.triangles[t])) continue;
            if (selects_all || (bits[t / 8] >> (t % 8) & 1) != 0) selection_.add(static_cast<uint32_t>(t));
        }
    }
    mark_active_changed();
}

void Mesh::mark_active_changed() noexcept {
    if (!all_vertices_usable()) {
        skipping_.rebuild(triangles(),
                          selection_is_explicit_ ? selection_.flags() : std::span<const uint8_t>(),
                          tetrahedra(), vertex_usable());
        usable_triangle_count_ = skipping_.triangles().size();
    } else {
        usable_triangle_count_ = selection_is_explicit_ ? selection_.members().size() : triangles().size();
    }
    active_version_ = next_version();
}

void Mesh::mark_everything_changed() noexcept {
    topology_version_ = next_version();
    positions_version_ = next_version();
    mark_active_changed();
}

std::span<const uint8_t> Mesh::triangle_usable() const {
    return all_vertices_usable() ? selection_.flags() : skipping_.triangle_flags();
}

std::span<const uint32_t> Mesh::usable_triangles() const {
    return all_vertices_usable() ? selection_.members() : skipping_.triangles();
}

MeshReport Mesh::report() const {
    MeshReport report;
    report.vertex_count = vertices_.count();
    report.triangle_count = topology_.triangles.size();
    report.active_triangle_count =
        selection_is_explicit_ ? selection_.members().size() : topology_.triangles.size();
    report.tetrahedron_count = topology_.tetrahedra.size();
    const PositionSummary& summary = vertices_.summary();
    report.flushed_coordinate_count = summary.flushed_on_reading + summary.flushed_on_placing;
    report.skipped_vertex_count = summary.skipped;
    report.skipped_triangle_count = report.active_triangle_count - usable_triangle_count_;
    if (!all_vertices_usable()) {
        report.skipped_tetrahedron_count = report.tetrahedron_count - skipping_.tetrahedron_count();
    }
    if (summary.box_min.x <= summary.box_max.x) {
        report.box_min = summary.box_min;
        report.box_max = summary.box_max;
    }
    const std::span<const uint32_t> counting = usable_triangles();
    examine({.positions = positions(),
             .vertex_usable = all_vertices_usable() ? std::span<const uint8_t>() : vertex_usable(),
             .triangles = triangles(),
             .tetrahedra = tetrahedra(),
             .counting = all_triangles_usable() ? nullptr : &counting},
            memory_, workers_, report);
    return report;
}

}  // namespace defcol
