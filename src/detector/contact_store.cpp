// SPDX-License-Identifier: MIT
#include "detector/contact_store.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "geometry/adjacent_triangles.hpp"
#include "geometry/nearest_point.hpp"
#include "geometry/tetrahedron_contact.hpp"
#include "geometry/triangle_contact.hpp"
#include "mesh/mesh.hpp"
#include "narrowphase/contact_keys.hpp"

namespace defcol {

namespace {

constexpr uint64_t contacts_per_range = 256;

template <class T>
const T* data_or_null(const Buffer<T>& buffer) {
    return buffer.empty() ? nullptr : buffer.data();
}

void write_vector(double* out, const Vec3& value) {
    out[0] = value.x;
    out[1] = value.y;
    out[2] = value.z;
}

// Ids and weights of a primitive's corners, filled up to four.
template <std::size_t count>
void write_features(uint32_t* ids, double* weights, const uint32_t (&vertices)[count], uint32_t vertex_base,
                    const double* values) {
    for (std::size_t i = 0; i < 4; ++i) {
        ids[i] = i < count ? vertices[i] - vertex_base : DEFCOL_NONE;
        weights[i] = i < count ? values[i] : 0.0;
    }
}

}  // namespace

ContactStore::ContactStore(std::pmr::memory_resource& memory, uint32_t fields) noexcept
    : fields_(fields),
      kind_(memory),
      mesh_a_(memory),
      primitive_a_(memory),
      mesh_b_(memory),
      primitive_b_(memory),
      keys_(memory),
      features_a_(memory),
      weights_a_(memory),
      features_b_(memory),
      weights_b_(memory),
      points_(memory),
      normals_(memory),
      distances_(memory),
      flags_(memory),
      ids_(memory),
      surface_b_(memory),
      ranges_(memory) {}

void ContactStore::clear() noexcept {
    kind_.clear();
    triangle_pair_count_ = 0;
    vertex_count_ = 0;
    volume_vertex_count_ = 0;
    keys_.clear();
    own_ = {};
    ranges_.clear();
}

void ContactStore::fill_ids(const Frame& frame, std::span<const uint64_t> triangle_keys,
                            std::span<const uint64_t> vertex_keys, uint64_t limit,
                            std::span<const uint64_t> volume_vertex_keys, const VolumeStore* volumes,
                            const OwnContacts& own) {
    clear();
    const auto triangle_count = std::min<uint64_t>(triangle_keys.size(), limit);
    limit -= triangle_count;
    const auto vertex_count = std::min<uint64_t>(vertex_keys.size(), limit);
    limit -= vertex_count;
    const auto volume_vertex_count = std::min<uint64_t>(volume_vertex_keys.size(), limit);
    limit -= volume_vertex_count;
    const auto volume_count = volumes != nullptr ? std::min<uint64_t>(volumes->count(), limit) : 0;
    limit -= volume_count;
    const std::size_t keyed_count = triangle_count + vertex_count + volume_vertex_count + volume_count;
    const auto own_count = std::min<uint64_t>(own.contacts.size(), limit);
    const std::size_t count = keyed_count + own_count;
    // All arrays first: if memory runs out there are no contacts, not half of them.
    mesh_a_.resize_uninitialized(count);
    primitive_a_.resize_uninitialized(count);
    mesh_b_.resize_uninitialized(count);
    primitive_b_.resize_uninitialized(count);
    keys_.resize_uninitialized(keyed_count);
    kind_.resize_uninitialized(count);
    kind_.clear();

    triangle_pair_count_ = triangle_count;
    vertex_count_ = vertex_count;
    volume_vertex_count_ = volume_vertex_count;
    std::size_t i = 0;
    // Contacts are in order: mostly both triangles are of the same meshes as those before, and looking them
    // up would cost two cache misses each.
    const FrameMesh* mesh_a = nullptr;
    const FrameMesh* mesh_b = nullptr;
    const auto find_mesh = [&](uint32_t triangle, const FrameMesh*& last) -> const FrameMesh& {
        if (last == nullptr || triangle - last->triangle_base >= last->triangle_count) {
            last = &frame.meshes[frame.mesh_of_triangle(triangle)];
        }
        return *last;
    };
    for (const uint64_t key : triangle_keys.first(triangle_count)) {
        const FrameMesh& a = find_mesh(key_a(key), mesh_a);
        const FrameMesh& b = find_mesh(key_b(key), mesh_b);
        primitive_a_[i] = key_a(key) - a.triangle_base;
        primitive_b_[i] = key_b(key) - b.triangle_base;
        keys_[i] = key;
        add_contact(i++, DEFCOL_CONTACT_TRIANGLE_PAIR, a.detector_index, b.detector_index);
    }
    for (const uint64_t key : vertex_keys.first(vertex_count)) {
        const FrameMesh& a = frame.meshes[frame.mesh_of_vertex(key_a(key))];
        const FrameMesh& b = frame.meshes[frame.mesh_of_tetrahedron(key_b(key))];
        primitive_a_[i] = key_a(key) - a.vertex_base;
        primitive_b_[i] = key_b(key) - b.tetrahedron_base;
        keys_[i] = key;
        add_contact(i++, DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON, a.detector_index, b.detector_index);
    }
    for (const uint64_t key : volume_vertex_keys.first(volume_vertex_count)) {
        const FrameMesh& a = frame.meshes[frame.mesh_of_vertex(key_a(key))];
        primitive_a_[i] = key_a(key) - a.vertex_base;
        primitive_b_[i] = DEFCOL_NONE;
        keys_[i] = key;
        add_contact(i++, DEFCOL_CONTACT_VERTEX_IN_VOLUME, a.detector_index,
                    frame.meshes[key_b(key)].detector_index);
    }
    for (uint64_t volume = 0; volume < volume_count; ++volume) {
        primitive_a_[i] = DEFCOL_NONE;
        primitive_b_[i] = DEFCOL_NONE;
        keys_[i] = volume;
        add_contact(i++, DEFCOL_CONTACT_INTERSECTION_VOLUME, volumes->mesh_a(volume),
                    volumes->mesh_b(volume));
    }
    own_ = own.contacts.first(own_count);
    for (const OwnContact& contact : own_) {
        primitive_a_[i] = contact.primitive_a;
        primitive_b_[i] = contact.primitive_b;
        add_contact(i++, own.kind, frame.meshes[contact.mesh_a].detector_index,
                    frame.meshes[contact.mesh_b].detector_index);
    }
}

void ContactStore::add_contact(std::size_t i, int32_t kind, uint32_t mesh_a, uint32_t mesh_b) {
    mesh_a_[i] = mesh_a;
    mesh_b_[i] = mesh_b;
    if (ranges_.empty() || ranges_.back().kind != kind || ranges_.back().mesh_a != mesh_a ||
        ranges_.back().mesh_b != mesh_b) {
        ranges_.push_back({kind, mesh_a, mesh_b, 0, i, 0});
    }
    ++ranges_.back().count;
    kind_.push_back(kind);
}

void ContactStore::fill_geometry(const Frame& frame, Workers& workers,
                                 std::span<const VolumeContact> ways_out, const VolumeStore* volumes,
                                 const Backend* backend) {
    const std::size_t count = kind_.size();
    const auto size_for = [&](uint32_t field, std::size_t per_contact) {
        return wants(field) ? count * per_contact : 0;
    };
    features_a_.resize_uninitialized(size_for(DEFCOL_FIELD_FEATURES, 4));
    weights_a_.resize_uninitialized(size_for(DEFCOL_FIELD_FEATURES, 4));
    features_b_.resize_uninitialized(size_for(DEFCOL_FIELD_FEATURES, 4));
    weights_b_.resize_uninitialized(size_for(DEFCOL_FIELD_FEATURES, 4));
    points_.resize_uninitialized(size_for(DEFCOL_FIELD_POINTS, 6));
    normals_.resize_uninitialized(size_for(DEFCOL_FIELD_NORMALS, 3));
    distances_.resize_uninitialized(size_for(DEFCOL_FIELD_NORMALS, 1));
    flags_.resize_uninitialized(size_for(DEFCOL_FIELD_FLAGS, 1));
    ids_.resize_uninitialized(size_for(DEFCOL_FIELD_IDS, 1));
    surface_b_.resize_uninitialized(size_for(DEFCOL_FIELD_SURFACE, 1));
    if (fields_ == 0) return;
    parallel_ranges(workers, count, contacts_per_range, [&](uint64_t begin, uint64_t end, uint32_t) {
        for (uint64_t i = begin; i < end; ++i) {
            if (wants(DEFCOL_FIELD_IDS)) ids_[i] = contact_id(i);
            if (fields_ == DEFCOL_FIELD_IDS || i >= keys_.size()) continue;
            if (kind_[i] == DEFCOL_CONTACT_TRIANGLE_PAIR) {
                fill_triangle_pair(frame, i);
            } else if (kind_[i] == DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON) {
                fill_vertex_in_tetrahedron(frame, i);
            } else if (kind_[i] == DEFCOL_CONTACT_VERTEX_IN_VOLUME) {
                fill_vertex_in_volume(frame, ways_out[i - triangle_pair_count_ - vertex_count_], i);
            } else {
                fill_volume(*volumes, i);
            }
        }
        const uint64_t own_begin = std::max<uint64_t>(begin, keys_.size());
        if (own_begin < end) fill_own(frame, *backend, own_begin, end);
    });
}

void ContactStore::fill_own(const Frame& frame, const Backend& backend, uint64_t begin, uint64_t end) {
    const auto column = [&](auto& buffer, uint64_t per_contact) {
        return buffer.empty() ? nullptr : buffer.data() + begin * per_contact;
    };
    backend.fill_own_contacts(frame, own_.subspan(begin - keys_.size(), end - begin),
                              {.features_a = column(features_a_, 4),
                               .weights_a = column(weights_a_, 4),
                               .features_b = column(features_b_, 4),
                               .weights_b = column(weights_b_, 4),
                               .points = column(points_, 6),
                               .normals = column(normals_, 3),
                               .distances = column(distances_, 1),
                               .flags = column(flags_, 1),
                               .surface_b = column(surface_b_, 1)});
}

uint64_t ContactStore::contact_id(uint64_t i) const noexcept {
    return StableHash()
        .add(static_cast<uint64_t>(kind_[i]))
        .add(mesh_a_[i])
        .add(primitive_a_[i])
        .add(mesh_b_[i])
        .add(primitive_b_[i])
        .value();
}

void ContactStore::fill_triangle_pair(const Frame& frame, uint64_t i) {
    const Triangle& a = frame.triangles[key_a(keys_[i])];
    const Triangle& b = frame.triangles[key_b(keys_[i])];
    Vec3 corners_a[3];
    Vec3 corners_b[3];
    frame.exact_corners(a, corners_a);
    frame.exact_corners(b, corners_b);
    const TriangleContact contact = contact_of_triangles(corners_a, corners_b);
    if (wants(DEFCOL_FIELD_FEATURES)) {
        write_features(&features_a_[4 * i], &weights_a_[4 * i], a.vertex,
                       frame.meshes[frame.mesh_of_vertex(a.vertex[0])].vertex_base, contact.weights_a);
        write_features(&features_b_[4 * i], &weights_b_[4 * i], b.vertex,
                       frame.meshes[frame.mesh_of_vertex(b.vertex[0])].vertex_base, contact.weights_b);
    }
    if (wants(DEFCOL_FIELD_POINTS)) {
        write_vector(&points_[6 * i], contact.points[0]);
        write_vector(&points_[6 * i + 3], contact.points[1]);
    }
    if (wants(DEFCOL_FIELD_NORMALS)) {
        write_vector(&normals_[3 * i], contact.normal);
        distances_[i] = contact.distance;
    }
    if (wants(DEFCOL_FIELD_FLAGS)) {
        const bool adjacent = find_shared_vertices(a.vertex, b.vertex).count > 0;
        flags_[i] = contact.flags | (adjacent ? uint32_t{DEFCOL_CONTACT_ADJACENT} : 0U);
    }
    if (wants(DEFCOL_FIELD_SURFACE)) surface_b_[i] = DEFCOL_NONE;
}

void ContactStore::fill_vertex_in_tetrahedron(const Frame& frame, uint64_t i) {
    const uint32_t vertex = key_a(keys_[i]);
    const Tetrahedron& tetrahedron = frame.tetrahedra[key_b(keys_[i])];
    const FrameMesh& mesh_a = frame.meshes[frame.mesh_of_vertex(vertex)];
    const FrameMesh& mesh_b = frame.meshes[frame.mesh_of_vertex(tetrahedron.vertex[0])];
    const auto& surface = mesh_b.mesh->tetrahedron_surface()[primitive_b_[i]];
    unsigned surface_faces = 0;
    for (unsigned face = 0; face < 4; ++face) {
        if (surface[face] != no_index) surface_faces |= 1U << face;
    }
    Vec3 corners[4];
    frame.exact_corners(tetrahedron, corners);
    const Vec3& point = frame.exact_position(vertex);
    const TetrahedronContact contact = contact_in_tetrahedron(corners, point, surface_faces);
    if (wants(DEFCOL_FIELD_FEATURES)) {
        const uint32_t vertex_alone[1] = {vertex};
        const double weight_alone[1] = {1.0};
        write_features(&features_a_[4 * i], &weights_a_[4 * i], vertex_alone, mesh_a.vertex_base,
                       weight_alone);
        write_features(&features_b_[4 * i], &weights_b_[4 * i], tetrahedron.vertex, mesh_b.vertex_base,
                       contact.weights);
    }
    if (wants(DEFCOL_FIELD_POINTS)) {
        write_vector(&points_[6 * i], point);
        write_vector(&points_[6 * i + 3], point + contact.depth * contact.normal);
    }
    if (wants(DEFCOL_FIELD_NORMALS)) {
        write_vector(&normals_[3 * i], Vec3(0.0) - contact.normal);
        distances_[i] = 0.0 - contact.depth;
    }
    if (wants(DEFCOL_FIELD_FLAGS)) flags_[i] = contact.face < 0 ? DEFCOL_CONTACT_NO_NORMAL : 0;
    if (wants(DEFCOL_FIELD_SURFACE)) {
        surface_b_[i] = contact.face < 0 ? DEFCOL_NONE : surface[static_cast<std::size_t>(contact.face)];
    }
}

void ContactStore::fill_vertex_in_volume(const Frame& frame, const VolumeContact& contact, uint64_t i) {
    const uint32_t vertex = key_a(keys_[i]);
    const FrameMesh& mesh_a = frame.meshes[frame.mesh_of_vertex(vertex)];
    const FrameMesh& mesh_b = frame.meshes[key_b(keys_[i])];
    const bool has_triangle = contact.triangle != no_index;
    if (wants(DEFCOL_FIELD_FEATURES)) {
        const uint32_t vertex_alone[1] = {vertex};
        const double weight_alone[1] = {1.0};
        write_features(&features_a_[4 * i], &weights_a_[4 * i], vertex_alone, mesh_a.vertex_base,
                       weight_alone);
        std::fill_n(&features_b_[4 * i], 4, DEFCOL_NONE);
        std::fill_n(&weights_b_[4 * i], 4, 0.0);
        if (has_triangle) {
            const Triangle& triangle = frame.triangles[contact.triangle];
            Vec3 corners[3];
            frame.exact_corners(triangle, corners);
            const TriangleWeights weights = weights_in_triangle(corners, contact.point);
            write_features(&features_b_[4 * i], &weights_b_[4 * i], triangle.vertex, mesh_b.vertex_base,
                           weights.value);
        }
    }
    if (wants(DEFCOL_FIELD_POINTS)) {
        write_vector(&points_[6 * i], frame.exact_position(vertex));
        write_vector(&points_[6 * i + 3], contact.point);
    }
    if (wants(DEFCOL_FIELD_NORMALS)) {
        write_vector(&normals_[3 * i], Vec3(0.0) - contact.outward);
        distances_[i] = 0.0 - contact.depth;
    }
    if (wants(DEFCOL_FIELD_FLAGS)) {
        flags_[i] = contact.outward == Vec3(0.0) ? DEFCOL_CONTACT_NO_NORMAL : 0;
    }
    if (wants(DEFCOL_FIELD_SURFACE)) {
        surface_b_[i] = has_triangle ? contact.triangle - mesh_b.triangle_base : DEFCOL_NONE;
    }
}

void ContactStore::fill_volume(const VolumeStore& volumes, uint64_t i) {
    const uint64_t volume = keys_[i];
    if (wants(DEFCOL_FIELD_FEATURES)) {
        std::fill_n(&features_a_[4 * i], 4, DEFCOL_NONE);
        std::fill_n(&weights_a_[4 * i], 4, 0.0);
        std::fill_n(&features_b_[4 * i], 4, DEFCOL_NONE);
        std::fill_n(&weights_b_[4 * i], 4, 0.0);
    }
    const Vec3 direction = volumes.direction(volume);
    if (wants(DEFCOL_FIELD_POINTS)) {
        write_vector(&points_[6 * i], volumes.centroid(volume));
        write_vector(&points_[6 * i + 3], volumes.centroid(volume));
    }
    if (wants(DEFCOL_FIELD_NORMALS)) {
        write_vector(&normals_[3 * i], direction);
        distances_[i] = 0.0 - volumes.depth(volume);
    }
    if (wants(DEFCOL_FIELD_FLAGS)) flags_[i] = direction == Vec3(0.0) ? DEFCOL_CONTACT_NO_NORMAL : 0;
    if (wants(DEFCOL_FIELD_SURFACE)) surface_b_[i] = DEFCOL_NONE;
}

void ContactStore::replace_depth(const Frame& frame, uint32_t vertex, uint32_t mesh, const Vec3& outward,
                                 double depth) {
    const uint32_t first_tetrahedron = frame.meshes[mesh].tetrahedron_base;
    const uint32_t tetrahedron_end = first_tetrahedron + frame.meshes[mesh].tetrahedron_count;
    const auto keys = vertex_keys();
    const auto place = std::ranges::lower_bound(keys, contact_key(vertex, first_tetrahedron));
    auto i = triangle_pair_count_ + static_cast<std::size_t>(place - keys.begin());
    const std::size_t end = triangle_pair_count_ + vertex_count_;
    for (; i < end && keys_[i] < contact_key(vertex, tetrahedron_end); ++i) {
        if (wants(DEFCOL_FIELD_POINTS)) {
            write_vector(&points_[6 * i + 3], frame.exact_position(vertex) + depth * outward);
        }
        if (wants(DEFCOL_FIELD_NORMALS)) {
            write_vector(&normals_[3 * i], Vec3(0.0) - outward);
            distances_[i] = 0.0 - depth;
        }
        if (wants(DEFCOL_FIELD_FLAGS)) flags_[i] &= ~uint32_t{DEFCOL_CONTACT_NO_NORMAL};
    }
}

void ContactStore::view(defcol_contacts& contacts) const noexcept {
    contacts.count = kind_.size();
    contacts.range_count = ranges_.size();
    if (kind_.empty()) return;
    contacts.kind = kind_.data();
    contacts.mesh_a = mesh_a_.data();
    contacts.primitive_a = primitive_a_.data();
    contacts.mesh_b = mesh_b_.data();
    contacts.primitive_b = primitive_b_.data();
    contacts.features_a = data_or_null(features_a_);
    contacts.weights_a = data_or_null(weights_a_);
    contacts.features_b = data_or_null(features_b_);
    contacts.weights_b = data_or_null(weights_b_);
    contacts.points = data_or_null(points_);
    contacts.normals = data_or_null(normals_);
    contacts.distances = data_or_null(distances_);
    contacts.flags = data_or_null(flags_);
    contacts.ids = data_or_null(ids_);
    contacts.surface_b = data_or_null(surface_b_);
    contacts.ranges = ranges_.data();
}

}  // namespace defcol
