// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "backends/detector_session.hpp"
#include "scenes/registry.hpp"

// What a host reads in the arrays of a contact, on every small scene.
namespace suite {
namespace {

class ContactArrays {
  public:
    explicit ContactArrays(const scenes::Scene& scene)
        : scene_(scene),
          session_(scene, {.queries = DEFCOL_QUERY_TRIANGLE_PAIRS | DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON,
                           .fields = DEFCOL_FIELD_ALL}) {
        check(session_.detect());
        view = session_.view();
    }

    // The weighted sum of a contact's feature vertices.
    std::array<double, 3> weighted_point(const uint32_t* features, const double* weights,
                                         uint32_t mesh) const {
        std::array<double, 3> point{};
        for (int i = 0; i < 4 && features[i] != DEFCOL_NONE; ++i) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                point[axis] +=
                    weights[i] * scene_.meshes[mesh].positions[3 * std::size_t{features[i]} + axis];
            }
        }
        return point;
    }

    defcol_contacts view;

  private:
    const scenes::Scene& scene_;
    DetectorSession session_;
};

double largest_coordinate(const scenes::Scene& scene) {
    double largest = 0;
    for (const scenes::Mesh& mesh : scene.meshes) {
        for (const double x : mesh.positions) largest = std::max(largest, std::fabs(x));
    }
    return largest;
}

TEST(ContactArraysOfEveryScene, AreFiniteOrderedAndMeanWhatTheHeaderSays) {
    uint64_t contacts = 0;
    for (const scenes::SceneInfo& info : scenes::all_of(scenes::Size::small)) {
        auto scene = info.make();
        if (!scene) continue;
        SCOPED_TRACE(scene->name);
        const ContactArrays arrays(*scene);
        const defcol_contacts& c = arrays.view;
        contacts += c.count;
        const double tolerance = 1e-9 * largest_coordinate(*scene);
        for (uint64_t i = 0; i < c.count; ++i) {
            SCOPED_TRACE("contact " + std::to_string(i));
            double length = 0;
            double weights_a = 0;
            double weights_b = 0;
            for (uint64_t k = 0; k < 3; ++k) length += c.normals[3 * i + k] * c.normals[3 * i + k];
            for (uint64_t k = 0; k < 4; ++k) {
                ASSERT_GE(c.weights_a[4 * i + k], 0.0);
                ASSERT_GE(c.weights_b[4 * i + k], 0.0);
                weights_a += c.weights_a[4 * i + k];
                weights_b += c.weights_b[4 * i + k];
            }
            EXPECT_NEAR(weights_a, 1.0, 1e-12);
            EXPECT_NEAR(weights_b, 1.0, 1e-12);
            const bool no_normal = (c.flags[i] & DEFCOL_CONTACT_NO_NORMAL) != 0;
            EXPECT_NEAR(length, no_normal ? 0.0 : 1.0, 1e-12);
            EXPECT_LE(c.distances[i], 0.0);
            for (uint64_t k = 0; k < 6; ++k) ASSERT_TRUE(std::isfinite(c.points[6 * i + k]));
            const auto on_a = arrays.weighted_point(&c.features_a[4 * i], &c.weights_a[4 * i], c.mesh_a[i]);
            const auto on_b = arrays.weighted_point(&c.features_b[4 * i], &c.weights_b[4 * i], c.mesh_b[i]);
            for (std::size_t axis = 0; axis < 3; ++axis) EXPECT_NEAR(on_a[axis], on_b[axis], tolerance);
            if (c.kind[i] == DEFCOL_CONTACT_VERTEX_IN_TETRAHEDRON) {
                EXPECT_EQ(c.features_a[4 * i], c.primitive_a[i]);
                EXPECT_EQ(c.surface_b[i] == DEFCOL_NONE, no_normal);
            } else {
                EXPECT_EQ(c.surface_b[i], DEFCOL_NONE);
                EXPECT_NE(c.flags[i] & 63U, 0U) << "triangles that meet without an edge in the other";
            }
        }
        uint64_t in_ranges = 0;
        for (uint64_t r = 0; r < c.range_count; ++r) {
            EXPECT_EQ(c.ranges[r].first, in_ranges);
            in_ranges += c.ranges[r].count;
            for (uint64_t i = c.ranges[r].first; i < in_ranges; ++i) {
                ASSERT_EQ(c.kind[i], c.ranges[r].kind);
                ASSERT_EQ(c.mesh_a[i], c.ranges[r].mesh_a);
                ASSERT_EQ(c.mesh_b[i], c.ranges[r].mesh_b);
            }
        }
        EXPECT_EQ(in_ranges, c.count);
    }
    EXPECT_GT(contacts, 1000U);
}

TEST(ContactIds, StayTheSameFromFrameToFrameForTheSameFeatures) {
    scenes::Scene scene = *scenes::make(scenes::all_of(scenes::Size::small).front().name);
    DetectorSession session(scene, {.fields = DEFCOL_FIELD_IDS});
    std::map<Contact, uint64_t> seen;
    uint64_t again = 0;
    for (uint32_t frame = 0; frame < 4; ++frame) {
        scene.advance(frame);
        session.set_positions(scene);
        const Contacts contacts = session.run();
        const defcol_contacts view = session.view();
        for (std::size_t i = 0; i < contacts.size(); ++i) {
            const auto [place, is_new] = seen.insert({contacts[i], view.ids[i]});
            EXPECT_EQ(place->second, view.ids[i]);
            again += is_new ? 0 : 1;
        }
    }
    EXPECT_GT(again, 0U);
}

}  // namespace
}  // namespace suite
