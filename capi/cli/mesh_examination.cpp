// SPDX-License-Identifier: MIT
#include "mesh_examination.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>

#include "names.hpp"

namespace cli {
namespace {

using Ids = std::span<const uint32_t>;

class Groups {
  public:
    explicit Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0U); }
    uint32_t find(uint32_t member) {
        while (parent_[member] != member) member = parent_[member] = parent_[parent_[member]];
        return member;
    }
    void join(uint32_t a, uint32_t b) { parent_[find(a)] = find(b); }

  private:
    std::vector<uint32_t> parent_;
};

// A side of a triangle, its ends in ascending order.
struct Side {
    uint32_t low;
    uint32_t high;
    uint32_t triangle;
    bool operator<(const Side& other) const {
        return std::tie(low, high, triangle) < std::tie(other.low, other.high, other.triangle);
    }
};

std::vector<Side> sorted_sides(Ids triangles) {
    std::vector<Side> sides;
    sides.reserve(triangles.size());
    for (std::size_t i = 0; i + 3 <= triangles.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const uint32_t a = triangles[i + k];
            const uint32_t b = triangles[i + (k + 1) % 3];
            sides.push_back({std::min(a, b), std::max(a, b), static_cast<uint32_t>(i / 3)});
        }
    }
    std::sort(sides.begin(), sides.end());
    return sides;
}

double distance(const MeshData& mesh, uint32_t a, uint32_t b) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const double d = mesh.positions[3 * std::size_t{a} + k] - mesh.positions[3 * std::size_t{b} + k];
        sum += d * d;
    }
    return std::sqrt(sum);
}

void examine_components(const MeshData& mesh, MeshExamination& result) {
    const std::size_t corner_count = mesh.is_tetrahedral() ? 4 : 3;
    const Ids elements = mesh.is_tetrahedral() ? Ids(mesh.tetrahedra) : Ids(mesh.triangles);
    Groups groups(mesh.vertex_count());
    std::vector<uint8_t> is_used(mesh.vertex_count());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        is_used[elements[i]] = 1;
        groups.join(elements[i], elements[i - i % corner_count]);
    }
    for (uint32_t v = 0; v < mesh.vertex_count(); ++v) {
        if (is_used[v] != 0 && groups.find(v) == v) ++result.component_count;
    }
}

void examine_duplicates(const MeshData& mesh, MeshExamination& result) {
    const std::size_t corner_count = mesh.is_tetrahedral() ? 4 : 3;
    const Ids elements = mesh.is_tetrahedral() ? Ids(mesh.tetrahedra) : Ids(mesh.triangles);
    std::vector<std::array<uint32_t, 5>> keys(elements.size() / corner_count);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        keys[i].fill(DEFCOL_NONE);
        std::copy_n(elements.begin() + static_cast<std::ptrdiff_t>(i * corner_count), corner_count,
                    keys[i].begin());
        std::sort(keys[i].begin(), keys[i].begin() + 4);
        keys[i][4] = static_cast<uint32_t>(i);
    }
    std::sort(keys.begin(), keys.end());
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (!std::equal(keys[i].begin(), keys[i].begin() + 4, keys[i - 1].begin())) continue;
        ++result.duplicate_element_count;
        result.first_duplicate_element = std::min(result.first_duplicate_element, keys[i][4]);
    }
}

void examine_edges(const MeshData& mesh, const std::vector<Side>& sides, MeshExamination& result) {
    result.shortest_edge = sides.empty() ? 0 : HUGE_VAL;
    for (std::size_t i = 0; i < sides.size();) {
        std::size_t end = i + 1;
        while (end < sides.size() && sides[end].low == sides[i].low && sides[end].high == sides[i].high)
            ++end;
        const double length = distance(mesh, sides[i].low, sides[i].high);
        result.shortest_edge = std::min(result.shortest_edge, length);
        result.longest_edge = std::max(result.longest_edge, length);
        result.mean_edge += length;
        ++result.edge_count;
        if (end - i > 2 && result.first_non_manifold_edge[0] == DEFCOL_NONE) {
            result.first_non_manifold_edge = {sides[i].low, sides[i].high};
        }
        i = end;
    }
    if (result.edge_count > 0) result.mean_edge /= static_cast<double>(result.edge_count);
}

// A corner of a triangle joins the same corner of its neighbours across sides; at a manifold vertex all
// corners become one group.
void examine_fans(Ids triangles, const std::vector<Side>& sides, uint64_t vertex_count,
                  MeshExamination& result) {
    Groups corners(triangles.size());
    const auto corner_at = [&](uint32_t triangle, uint32_t vertex) {
        uint32_t corner = 3 * triangle;
        while (triangles[corner] != vertex) ++corner;
        return corner;
    };
    for (std::size_t i = 1; i < sides.size(); ++i) {
        if (sides[i].low != sides[i - 1].low || sides[i].high != sides[i - 1].high) continue;
        for (const uint32_t vertex : {sides[i].low, sides[i].high}) {
            corners.join(corner_at(sides[i].triangle, vertex), corner_at(sides[i - 1].triangle, vertex));
        }
    }
    std::vector<uint32_t> fan_of(vertex_count, DEFCOL_NONE);
    std::vector<uint8_t> is_split(vertex_count);
    for (uint32_t corner = 0; corner < triangles.size(); ++corner) {
        const uint32_t vertex = triangles[corner];
        const uint32_t fan = corners.find(corner);
        if (fan_of[vertex] == DEFCOL_NONE) fan_of[vertex] = fan;
        if (fan_of[vertex] != fan) is_split[vertex] = 1;
    }
    for (uint32_t v = 0; v < vertex_count; ++v) {
        if (is_split[v] == 0) continue;
        ++result.non_manifold_vertex_count;
        result.first_non_manifold_vertex = std::min(result.first_non_manifold_vertex, v);
    }
}

void examine_size(const MeshData& mesh, Ids triangles, MeshExamination& result) {
    const auto& p = mesh.positions;
    for (std::size_t i = 0; i + 3 <= triangles.size(); i += 3) {
        std::array<double, 3> u{};
        std::array<double, 3> v{};
        std::array<double, 3> a{};
        for (std::size_t k = 0; k < 3; ++k) {
            // Relative to the first corner of the mesh, so that a mesh far away loses no digits.
            a[k] = p[3 * std::size_t{triangles[i]} + k] - p[3 * std::size_t{triangles[0]} + k];
            u[k] = p[3 * std::size_t{triangles[i + 1]} + k] - p[3 * std::size_t{triangles[i]} + k];
            v[k] = p[3 * std::size_t{triangles[i + 2]} + k] - p[3 * std::size_t{triangles[i]} + k];
        }
        double square = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const double n = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
            square += n * n;
            result.volume += a[k] * n / 6;
        }
        result.area += 0.5 * std::sqrt(square);
    }
}

}  // namespace

MeshExamination examine(const World& world, std::size_t mesh) {
    MeshExamination result;
    result.report = initialized(defcol_mesh_report_init);
    check(defcol_mesh_get_report(world.handle(mesh), &result.report));
    const MeshData& data = world.data(mesh);
    const defcol_mesh_surface surface = world.surface(mesh);
    const Ids triangles(surface.triangles, 3 * surface.triangle_count);
    result.surface_triangle_count = surface.triangle_count;
    const std::vector<Side> sides = sorted_sides(triangles);
    examine_components(data, result);
    examine_duplicates(data, result);
    examine_edges(data, sides, result);
    examine_fans(triangles, sides, data.vertex_count(), result);
    examine_size(data, triangles, result);
    return result;
}

}  // namespace cli
