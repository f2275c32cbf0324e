// SPDX-License-Identifier: MIT
#include <algorithm>

#include "backends/backend_cases.hpp"
#include "narrowphase/simd_level.hpp"
#include "scenes/transforms.hpp"

// The same scene said differently: which primitives meet must not depend on it.
namespace suite {

using InvarianceSuite = BackendSuite;
DEFCOL_FOR_EVERY_BACKEND(InvarianceSuite);

namespace {

// Names primitives of contacts anew and puts each contact and the list in order again.
template <class Rename>
Contacts renamed(Contacts contacts, Rename rename) {
    for (Contact& contact : contacts) {
        rename(contact);
        if (contact.kind == DEFCOL_CONTACT_TRIANGLE_PAIR &&
            std::pair(contact.mesh_a, contact.primitive_a) > std::pair(contact.mesh_b, contact.primitive_b)) {
            std::swap(contact.mesh_a, contact.mesh_b);
            std::swap(contact.primitive_a, contact.primitive_b);
        }
    }
    std::ranges::sort(contacts);
    return contacts;
}

// Surface triangles of tetrahedral meshes have no name that survives a permutation.
bool has_only_triangle_meshes(const scenes::Scene& scene) {
    return scene.tetrahedron_count() == 0;
}

}  // namespace

TEST_P(InvarianceSuite, NumberingOfVerticesAndElementsDoesNotMatter) {
    for (const scenes::Scene& scene : few_scenes_for(GetParam())) {
        if (GetParam().queries != DEFCOL_QUERY_VERTEX_IN_TETRAHEDRON && !has_only_triangle_meshes(scene))
            continue;
        const Contacts expected = detect_once(scene, GetParam().reference());
        for (uint64_t seed = 1; seed <= 4; ++seed) {
            SCOPED_TRACE(scene.name + " seed " + std::to_string(seed));
            const scenes::Permuted permuted = scenes::permuted(scene, seed);
            const Contacts found = detect_once(permuted.scene, GetParam().options());
            const Contacts original = renamed(found, [&](Contact& contact) {
                const bool triangles = contact.kind == DEFCOL_CONTACT_TRIANGLE_PAIR;
                const auto& names_a = triangles ? permuted.triangle_of : permuted.vertex_of;
                const auto& names_b = triangles ? permuted.triangle_of : permuted.tetrahedron_of;
                contact.primitive_a = names_a[contact.mesh_a][contact.primitive_a];
                contact.primitive_b = names_b[contact.mesh_b][contact.primitive_b];
            });
            EXPECT_EQ(difference(scene, original, expected), "");
        }
    }
}

TEST_P(InvarianceSuite, OrderOfMeshesDoesNotMatter) {
    for (const scenes::Scene& scene : few_scenes_for(GetParam())) {
        SCOPED_TRACE(scene.name);
        const auto last = static_cast<uint32_t>(scene.meshes.size() - 1);
        const Contacts found = detect_once(scenes::reversed(scene), GetParam().options());
        const Contacts original = renamed(found, [&](Contact& contact) {
            contact.mesh_a = last - contact.mesh_a;
            contact.mesh_b = last - contact.mesh_b;
        });
        EXPECT_EQ(difference(scene, original, detect_once(scene, GetParam().reference())), "");
    }
}

TEST_P(InvarianceSuite, The48AxisSymmetriesDoNotMatter) {
    for (const scenes::Scene& scene : few_scenes_for(GetParam())) {
        const Contacts expected = detect_once(scene, GetParam().reference());
        // A mirrored tetrahedron keeps its corners, so its surface triangles keep their names.
        for (uint32_t symmetry = 0; symmetry < scenes::axis_symmetry_count; ++symmetry) {
            SCOPED_TRACE(scene.name + " symmetry " + std::to_string(symmetry));
            const scenes::Scene turned = scenes::axis_symmetric(scene, symmetry);
            EXPECT_EQ(difference(turned, detect_once(turned, GetParam().options()), expected), "");
        }
    }
}

TEST_P(InvarianceSuite, ScalingByAPowerOfTwoDoesNotMatter) {
    for (const scenes::Scene& scene : few_scenes_for(GetParam())) {
        const Contacts expected = detect_once(scene, GetParam().reference());
        for (int exponent = -40; exponent <= 40; ++exponent) {
            SCOPED_TRACE(scene.name + " times 2^" + std::to_string(exponent));
            const scenes::Scene scaled = scenes::scaled(scene, exponent);
            EXPECT_EQ(difference(scaled, detect_once(scaled, GetParam().options()), expected), "");
        }
        // To the ends of the range.
        for (const int exponent : {-250, -100, 50}) {
            SCOPED_TRACE(scene.name + " times 2^" + std::to_string(exponent));
            const scenes::Scene scaled = scenes::scaled(scene, exponent);
            EXPECT_EQ(difference(scaled, detect_once(scaled, GetParam().options()), expected), "");
        }
    }
}

TEST_P(InvarianceSuite, WorkersAndInstructionSetsChangeNoBitOfAnyArray) {
    for (scenes::Scene& scene : scenes_for(GetParam())) {
        SessionOptions options = GetParam().options();
        options.fields = DEFCOL_FIELD_ALL;
        DetectorSession reference(scene, options);
        std::vector<uint64_t> expected;
        for (const uint32_t frame : {0U, 1U, 5U}) {
            scene.advance(frame);
            reference.set_positions(scene);
            check(reference.detect());
            expected.push_back(reference.hash());
        }
        for (const uint32_t workers : {1U, 2U, 3U, 8U}) {
            for (int64_t simd_level = 0; simd_level <= defcol::simd_level_count(); ++simd_level) {
                if (workers > 1 && simd_level > 1) continue;
                SCOPED_TRACE(scene.name + " workers " + std::to_string(workers) + " simd level " +
                             std::to_string(simd_level));
                options.workers = workers;
                options.simd_level = simd_level;
                DetectorSession session(scene, options);
                std::vector<uint64_t> found;
                for (const uint32_t frame : {0U, 1U, 5U}) {
                    scene.advance(frame);
                    session.set_positions(scene);
                    check(session.detect());
                    found.push_back(session.hash());
                }
                EXPECT_EQ(found, expected);
            }
        }
    }
}

}  // namespace suite
