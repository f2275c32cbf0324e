// SPDX-License-Identifier: MIT
// The oracle's answers for whole meshes: every pair whose boxes touch goes through the exact test.
#include <algorithm>

#include "oracle/oracle.hpp"

namespace oracle {

namespace {

struct Element {
    std::uint32_t id;
    double min[3];
    double max[3];
};

template <std::size_t Corners>
std::array<double, Corners * 3> corners_of(std::span<const double> positions,
                                           std::span<const std::uint32_t> elements, std::uint32_t id) {
    std::array<double, Corners * 3> result;
    for (std::size_t i = 0; i < Corners; ++i) {
        for (std::size_t j = 0; j < 3; ++j) result[3 * i + j] = positions[3 * elements[Corners * id + i] + j];
    }
    return result;
}

template <std::size_t Corners>
std::vector<Element> boxes_of(std::span<const double> positions, std::span<const std::uint32_t> elements) {
    std::vector<Element> boxes(elements.size() / Corners);
    for (std::uint32_t id = 0; id < boxes.size(); ++id) {
        const auto corners = corners_of<Corners>(positions, elements, id);
        boxes[id].id = id;
        for (std::size_t j = 0; j < 3; ++j) {
            boxes[id].min[j] = boxes[id].max[j] = corners[j];
            for (std::size_t i = 1; i < Corners; ++i) {
                boxes[id].min[j] = std::min(boxes[id].min[j], corners[3 * i + j]);
                boxes[id].max[j] = std::max(boxes[id].max[j], corners[3 * i + j]);
            }
        }
    }
    return boxes;
}

// Calls test(a, b) for each two elements whose boxes touch and collects the pairs it confirms, sorted.
template <typename Test>
Pairs confirmed_pairs(std::vector<Element> a, std::vector<Element> b, Test test) {
    const auto by_min = [](const Element& x, const Element& y) { return x.min[0] < y.min[0]; };
    std::sort(a.begin(), a.end(), by_min);
    std::sort(b.begin(), b.end(), by_min);
    Pairs pairs;
    const auto check = [&](const Element& x, const Element& y) {
        for (int j = 1; j < 3; ++j) {
            if (x.max[j] < y.min[j] || y.max[j] < x.min[j]) return;
        }
        if (test(x.id, y.id)) pairs.emplace_back(x.id, y.id);
    };
    // Of two overlapping intervals, one starts inside the other; equal starts belong to the first loop.
    std::size_t first = 0;
    for (const Element& x : a) {
        while (first < b.size() && b[first].min[0] < x.min[0]) ++first;
        for (std::size_t k = first; k < b.size() && b[k].min[0] <= x.max[0]; ++k) check(x, b[k]);
    }
    first = 0;
    for (const Element& y : b) {
        while (first < a.size() && a[first].min[0] <= y.min[0]) ++first;
        for (std::size_t k = first; k < a.size() && a[k].min[0] <= y.max[0]; ++k) check(a[k], y);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

std::vector<std::pair<int, int>> shared_vertices(std::span<const std::uint32_t> triangles, std::uint32_t a,
                                                 std::uint32_t b) {
    std::vector<std::pair<int, int>> shared;
    std::vector<std::uint32_t> seen;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t vertex = triangles[3 * a + i];
        if (std::find(seen.begin(), seen.end(), vertex) != seen.end()) continue;
        seen.push_back(vertex);
        for (std::size_t j = 0; j < 3; ++j) {
            if (triangles[3 * b + j] == vertex) {
                shared.emplace_back(i, j);
                break;
            }
        }
    }
    return shared;
}

}  // namespace

Pairs triangle_pairs(std::span<const double> positions_a, std::span<const std::uint32_t> triangles_a,
                     std::span<const double> positions_b, std::span<const std::uint32_t> triangles_b) {
    return confirmed_pairs(boxes_of<3>(positions_a, triangles_a), boxes_of<3>(positions_b, triangles_b),
                           [&](std::uint32_t a, std::uint32_t b) {
                               return triangles_intersect(corners_of<3>(positions_a, triangles_a, a).data(),
                                                          corners_of<3>(positions_b, triangles_b, b).data());
                           });
}

Pairs self_triangle_pairs(std::span<const double> positions, std::span<const std::uint32_t> triangles,
                          bool include_adjacent) {
    const std::vector<Element> boxes = boxes_of<3>(positions, triangles);
    return confirmed_pairs(boxes, boxes, [&](std::uint32_t a, std::uint32_t b) {
        if (a >= b) return false;
        const auto shared = shared_vertices(triangles, a, b);
        const auto first = corners_of<3>(positions, triangles, a);
        const auto second = corners_of<3>(positions, triangles, b);
        if (shared.empty()) return triangles_intersect(first.data(), second.data());
        return include_adjacent && triangles_intersect_beyond_shared(first.data(), second.data(), shared);
    });
}

Pairs vertices_in_tetrahedra(std::span<const double> points, std::span<const double> positions,
                             std::span<const std::uint32_t> tetrahedra, bool same_mesh) {
    std::vector<std::uint32_t> indices(points.size() / 3);
    for (std::uint32_t i = 0; i < indices.size(); ++i) indices[i] = i;
    return confirmed_pairs(
        boxes_of<1>(points, indices), boxes_of<4>(positions, tetrahedra),
        [&](std::uint32_t vertex, std::uint32_t tetrahedron) {
            const auto corners = tetrahedra.subspan(std::size_t{4} * tetrahedron, 4);
            if (same_mesh && std::find(corners.begin(), corners.end(), vertex) != corners.end()) return false;
            return tetrahedron_contains(corners_of<4>(positions, tetrahedra, tetrahedron).data(),
                                        &points[std::size_t{3} * vertex]);
        });
}

}  // namespace oracle
