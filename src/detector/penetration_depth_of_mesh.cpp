// SPDX-License-Identifier: MIT
#include "detector/penetration_depth_of_mesh.hpp"

#include <algorithm>
#include <cmath>

#include "base/radix_sort.hpp"
#include "narrowphase/contact_keys.hpp"

namespace defcol {

namespace {

// Sums of vectors and depths with weights 1 / distance^2. Points at no distance count alone.
struct WeightedAverage {
    Vec3 direction{0.0};
    double depth = 0;
    double weight = 0;
    bool coincides = false;

    void add(const Vec3& offset, const Vec3& normal, double own_depth) {
        const double squared = glm::dot(offset, offset);
        const bool here = !(squared > 0);
        if (coincides && !here) return;
        if (here && !coincides) *this = {.coincides = true};
        const double w = here ? 1.0 : 1.0 / squared;
        if (!std::isfinite(w)) return;
        direction += w * normal;
        depth += w * (glm::dot(offset, normal) + own_depth);
        weight += w;
    }
    bool finish() {
        const double length = std::sqrt(glm::dot(direction, direction));
        if (!(weight > 0) || !(length > 0) || !std::isfinite(length)) return false;
        direction /= length;
        depth = std::max(depth / weight, 0.0);
        return std::isfinite(depth);
    }
};

Box box_of_edge(const Frame& frame, uint32_t a, uint32_t b) {
    Box box;
    box.grow(frame.vertices[a].position());
    box.grow(frame.vertices[b].position());
    return box;
}

// Where along the segment (0 at `from`, 1 at `to`) it passes through the triangle; negative: nowhere. Plain
// arithmetic: what is computed here is a direction, not a decision about contact.
double crossing_of(const Vec3& from, const Vec3& to, const Vec3 (&corner)[3], Vec3& normal) {
    const Vec3 ab = corner[1] - corner[0];
    const Vec3 ac = corner[2] - corner[0];
    normal = glm::cross(ab, ac);
    const Vec3 way = to - from;
    const double speed = glm::dot(normal, way);
    if (speed == 0) return -1;
    const Vec3 offset = from - corner[0];
    const double t = -glm::dot(normal, offset) / speed;
    if (!(t >= 0 && t <= 1)) return -1;
    const Vec3 turned = glm::cross(way, offset);
    const double v = glm::dot(turned, ac) / speed;
    const double w = -glm::dot(turned, ab) / speed;
    // A little wider than the triangle, so that an edge through the seam of two is not lost.
    constexpr double slack = 1e-9;
    if (!(v >= -slack && w >= -slack && v + w <= 1 + slack)) return -1;
    return t;
}

}  // namespace

PenetrationDepthOfMesh::PenetrationDepthOfMesh(std::pmr::memory_resource& memory) noexcept
    : members_(memory),
      scratch_(memory),
      slot_(memory),
      estimates_(memory),
      edges_(memory),
      surface_edges_(memory),
      surface_(memory) {}

void PenetrationDepthOfMesh::raise_to_own(Capacity& capacity) const noexcept {
    capacity.members = std::max(capacity.members, members_.capacity());
    capacity.scratch = std::max(capacity.scratch, scratch_.capacity());
    capacity.slots = std::max(capacity.slots, slot_.capacity());
    capacity.estimates = std::max(capacity.estimates, estimates_.capacity());
    capacity.edges = std::max(capacity.edges, edges_.capacity());
    capacity.surface_edges = std::max(capacity.surface_edges, surface_edges_.capacity());
    capacity.surface = std::max(capacity.surface, surface_.capacity());
}

void PenetrationDepthOfMesh::reserve(const Capacity& capacity) {
    members_.reserve(capacity.members);
    scratch_.reserve(capacity.scratch);
    slot_.reserve(capacity.slots);
    estimates_.reserve(capacity.estimates);
    edges_.reserve(capacity.edges);
    surface_edges_.reserve(capacity.surface_edges);
    surface_.reserve(capacity.surface);
}

void PenetrationDepthOfMesh::apply(const Frame& frame, std::span<const uint64_t> keys,
                                   ContactStore& contacts) {
    const FrameMesh& own = frame.meshes[frame.mesh_of_vertex(key_a(keys[0]))];
    vertex_base_ = own.vertex_base;
    slot_.assign(own.vertex_count, no_index);
    members_.clear();
    for (const uint64_t key : keys) {
        slot_[key_a(key) - vertex_base_] = 0;
        members_.push_back(contact_key(frame.mesh_of_tetrahedron(key_b(key)), key_a(key)));
    }
    sort_unique(members_);
    collect_edges(frame, own);
    for (const uint64_t key : keys) slot_[key_a(key) - vertex_base_] = no_index;
    for (std::size_t begin = 0, end = 0; begin < members_.size(); begin = end) {
        const uint32_t other = key_a(members_[begin]);
        estimates_.clear();
        for (end = begin; end < members_.size() && key_a(members_[end]) == other; ++end) {
            slot_[key_b(members_[end]) - vertex_base_] = static_cast<uint32_t>(estimates_.size());
            estimates_.push_back({key_b(members_[end]), no_index, Vec3(0.0), 0.0});
        }
        find_surface_near(frame, frame.meshes[other]);
        start_at_crossings(frame);
        spread(frame);
        for (const Estimate& estimate : estimates_.span()) {
            slot_[estimate.vertex - vertex_base_] = no_index;
            if (estimate.round == no_index) continue;
            contacts.replace_depth(frame, estimate.vertex, other, estimate.direction, estimate.depth);
        }
    }
}

// Sorted, each once.
void PenetrationDepthOfMesh::sort_unique(Buffer<uint64_t>& keys) {
    scratch_.resize_uninitialized(keys.size());
    sort_keys(keys.span(), scratch_.span());
    keys.resize_uninitialized(static_cast<std::size_t>(std::unique(keys.begin(), keys.end()) - keys.begin()));
}

void PenetrationDepthOfMesh::add_edge(Buffer<uint64_t>& edges, uint32_t a, uint32_t b) {
    if (is_colliding(a)) edges.push_back(contact_key(a, b));
    if (is_colliding(b)) edges.push_back(contact_key(b, a));
}

// For the vertices that collide with anything.
void PenetrationDepthOfMesh::collect_edges(const Frame& frame, const FrameMesh& mesh) {
    edges_.clear();
    surface_edges_.clear();
    for (uint32_t i = mesh.triangle_base; i < mesh.triangle_base + mesh.triangle_count; ++i) {
        if (!frame.triangle_is_usable(i)) continue;
        const uint32_t(&v)[3] = frame.triangles[i].vertex;
        for (uint32_t corner = 0; corner < 3; ++corner) {
            add_edge(surface_edges_, v[corner], v[(corner + 1) % 3]);
        }
    }
    sort_unique(surface_edges_);
    edges_.append(surface_edges_.span());
    for (uint32_t i = mesh.tetrahedron_base; i < mesh.tetrahedron_base + mesh.tetrahedron_count; ++i) {
        if (!frame.tetrahedron_is_usable(i)) continue;
        const uint32_t(&v)[4] = frame.tetrahedra[i].vertex;
        for (uint32_t first = 0; first < 4; ++first) {
            for (uint32_t second = first + 1; second < 4; ++second) add_edge(edges_, v[first], v[second]);
        }
    }
    sort_unique(edges_);
}

void PenetrationDepthOfMesh::find_surface_near(const Frame& frame, const FrameMesh& other) {
    Box box;
    for (const Estimate& estimate : estimates_.span()) {
        for (const uint64_t edge : edges_of(surface_edges_, estimate.vertex)) {
            if (!is_colliding(key_b(edge))) box.grow(box_of_edge(frame, key_a(edge), key_b(edge)));
        }
    }
    surface_.clear();
    widest_ = 0;
    for (uint32_t i = other.triangle_base; i < other.triangle_base + other.triangle_count; ++i) {
        if (!frame.triangle_is_usable(i)) continue;
        const Box of_triangle = frame.box_of_triangle(i);
        if (!overlap(box, of_triangle)) continue;
        widest_ = std::max(widest_, of_triangle.max.x - of_triangle.min.x);
        surface_.push_back({of_triangle.min.x, i, of_triangle});
    }
    std::sort(surface_.begin(), surface_.end(), [](const BoxedTriangle& a, const BoxedTriangle& b) {
        return a.min_x != b.min_x ? a.min_x < b.min_x : a.triangle < b.triangle;
    });
    widest_ *= 1.0F + 0x1p-20F;
}

std::span<const uint64_t> PenetrationDepthOfMesh::edges_of(const Buffer<uint64_t>& edges, uint32_t vertex) {
    const auto* begin = std::lower_bound(edges.begin(), edges.end(), contact_key(vertex, 0));
    const auto* end = std::upper_bound(begin, edges.end(), contact_key(vertex, UINT32_MAX));
    return {begin, end};
}

// If an edge crosses more than once, the crossing nearest to the free vertex counts.
bool PenetrationDepthOfMesh::find_crossing(const Frame& frame, uint32_t inside, uint32_t outside, Vec3& point,
                                           Vec3& normal) const {
    const Box box = box_of_edge(frame, inside, outside);
    const Vec3& from = frame.exact_position(inside);
    const Vec3& to = frame.exact_position(outside);
    double farthest = -1;
    const auto* first = std::lower_bound(
        surface_.begin(), surface_.end(), box.min.x - widest_ - std::fabs(box.min.x) * 0x1p-20F,
        [](const BoxedTriangle& triangle, float x) { return triangle.min_x < x; });
    for (; first != surface_.end() && first->min_x <= box.max.x; ++first) {
        if (!overlap(box, first->box)) continue;
        const Triangle& triangle = frame.triangles[first->triangle];
        if (std::ranges::any_of(triangle.vertex, [&](uint32_t v) { return v == inside || v == outside; })) {
            continue;  // of the same mesh: the edge is part of that surface
        }
        Vec3 corners[3];
        frame.exact_corners(triangle, corners);
        Vec3 face_normal;
        const double t = crossing_of(from, to, corners, face_normal);
        if (t <= farthest) continue;
        const double length = std::sqrt(glm::dot(face_normal, face_normal));
        if (!(length > 0) || !std::isfinite(length)) continue;
        farthest = t;
        point = from + t * (to - from);
        normal = face_normal / length;
    }
    return farthest >= 0;
}

void PenetrationDepthOfMesh::start_at_crossings(const Frame& frame) {
    for (Estimate& estimate : estimates_.span()) {
        const Vec3& position = frame.exact_position(estimate.vertex);
        WeightedAverage average;
        for (const uint64_t edge : edges_of(surface_edges_, estimate.vertex)) {
            Vec3 point;
            Vec3 normal;
            if (is_colliding(key_b(edge)) ||
                !find_crossing(frame, estimate.vertex, key_b(edge), point, normal)) {
                continue;
            }
            average.add(point - position, normal, 0.0);
        }
        if (!average.finish()) continue;
        estimate.round = 0;
        estimate.direction = average.direction;
        estimate.depth = average.depth;
    }
}

// Each round reads only what earlier rounds have written.
void PenetrationDepthOfMesh::spread(const Frame& frame) {
    bool changed = true;
    for (uint32_t round = 1; changed; ++round) {
        changed = false;
        for (Estimate& estimate : estimates_.span()) {
            if (estimate.round != no_index) continue;
            const Vec3& position = frame.exact_position(estimate.vertex);
            WeightedAverage average;
            for (const uint64_t edge : edges_of(edges_, estimate.vertex)) {
                if (!is_colliding(key_b(edge))) continue;
                const Estimate& neighbour = estimates_[slot_[key_b(edge) - vertex_base_]];
                if (neighbour.round >= round) continue;
                average.add(frame.exact_position(neighbour.vertex) - position, neighbour.direction,
                            neighbour.depth);
            }
            if (!average.finish()) continue;
            estimate.round = round;
            estimate.direction = average.direction;
            estimate.depth = average.depth;
            changed = true;
        }
    }
}

}  // namespace defcol
