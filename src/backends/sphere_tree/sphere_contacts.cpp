// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "backends/sphere_tree/sphere_tree_backend.hpp"

namespace defcol {

namespace {

constexpr uint32_t features_per_side = 4;

// The vertices that take up a response, the nearer the more (Mendoza & O'Sullivan 2005, section 4.3, take the
// nearest alone).
void write_features(const SphereTree& tree, uint32_t sphere, uint32_t* vertices, double* weights) {
    const uint32_t count = std::min(features_per_side, tree.nodes[sphere].associated_count);
    const uint32_t* const associated = &tree.associated[std::size_t{sphere} * most_associated];
    const double* const distances = &tree.associated_distances[std::size_t{sphere} * most_associated];
    const double radius = tree.rest_spheres[sphere].radius;
    double sum = 0;
    for (uint32_t i = 0; i < features_per_side; ++i) {
        vertices[i] = i < count ? associated[i] : no_index;
        // Bounded where a vertex lies in the centre.
        weights[i] = i < count ? 1 / (distances[i] + 0.01 * radius + 0x1p-400) : 0.0;
        sum += weights[i];
    }
    for (uint32_t i = 0; i < features_per_side; ++i) weights[i] /= sum;
}

}  // namespace

void SphereTreeBackend::fill_own_contacts(const Frame& frame, std::span<const OwnContact> contacts,
                                          const ContactColumns& columns) const {
    (void)frame;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        const OwnContact& contact = contacts[i];
        const MeshTree& tree_a = *tree_of_mesh_[contact.mesh_a];
        const MeshTree& tree_b = *tree_of_mesh_[contact.mesh_b];
        const Sphere& a = tree_a.spheres[contact.primitive_a];
        const Sphere& b = tree_b.spheres[contact.primitive_b];
        const Vec3 apart = b.centre - a.centre;
        const double length = glm::length(apart);
        const bool has_normal = length > 0;
        const Vec3 normal = has_normal ? apart / length : Vec3(0.0);
        if (columns.features_a != nullptr) {
            write_features(tree_a.tree, contact.primitive_a, columns.features_a + 4 * i,
                           columns.weights_a + 4 * i);
            write_features(tree_b.tree, contact.primitive_b, columns.features_b + 4 * i,
                           columns.weights_b + 4 * i);
        }
        if (columns.points != nullptr) {
            const Vec3 deepest_a = a.centre + a.radius * normal;
            const Vec3 deepest_b = b.centre - b.radius * normal;
            for (int axis = 0; axis < 3; ++axis) {
                columns.points[6 * i + static_cast<std::size_t>(axis)] = deepest_a[axis];
                columns.points[6 * i + 3 + static_cast<std::size_t>(axis)] = deepest_b[axis];
            }
        }
        if (columns.normals != nullptr) {
            for (int axis = 0; axis < 3; ++axis) {
                columns.normals[3 * i + static_cast<std::size_t>(axis)] = normal[axis];
            }
            columns.distances[i] = length - (a.radius + b.radius);
        }
        if (columns.flags != nullptr) {
            columns.flags[i] = contact.flags | (has_normal ? 0U : uint32_t{DEFCOL_CONTACT_NO_NORMAL});
        }
        if (columns.surface_b != nullptr) columns.surface_b[i] = no_index;
    }
}

}  // namespace defcol
