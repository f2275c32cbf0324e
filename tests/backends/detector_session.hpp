// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "scenes/scene.hpp"

// The library as a host uses it, for tests: a context, the meshes of a scene and one detector, through the
// public header only.
namespace suite {

struct Contact {
    int32_t kind;
    uint32_t mesh_a;
    uint32_t primitive_a;
    uint32_t mesh_b;
    uint32_t primitive_b;

    auto operator<=>(const Contact&) const = default;
};
using Contacts = std::vector<Contact>;

struct SessionOptions {
    int32_t backend = DEFCOL_BACKEND_BRUTE_FORCE;
    uint32_t queries = DEFCOL_QUERY_TRIANGLE_PAIRS;
    uint32_t fields = 0;
    uint32_t workers = 1;
    int64_t simd_level = 0;
    bool include_adjacent = false;
};

// A status that is an error ends the test program's case with the library's own message.
void check(defcol_status status);

class DetectorSession {
  public:
    DetectorSession(const scenes::Scene& scene, const SessionOptions& options);
    ~DetectorSession();
    DetectorSession(const DetectorSession&) = delete;
    DetectorSession& operator=(const DetectorSession&) = delete;

    defcol_context context() const { return context_; }
    defcol_detector detector() const { return detector_; }
    defcol_mesh mesh(std::size_t index) const { return meshes_[index]; }

    // Hands over the positions of every mesh of the scene; topology as at construction.
    void set_positions(const scenes::Scene& scene);
    // Positions, topology and vertex counts.
    void set_topology(const scenes::Scene& scene);

    defcol_status detect(const defcol_detect_options* options = nullptr);
    defcol_contacts view() const;
    Contacts contacts() const;
    // A hash of every array of the view, values bit by bit.
    uint64_t hash() const;

    Contacts run() {
        check(detect());
        return contacts();
    }

  private:
    defcol_context context_{};
    defcol_detector detector_{};
    std::vector<defcol_mesh> meshes_;
};

defcol_mesh_desc describe(const scenes::Mesh& mesh);

// What one detector made for this scene alone finds.
Contacts detect_once(const scenes::Scene& scene, const SessionOptions& options);

// The scene's contacts by the independent oracle.
Contacts oracle_contacts(const scenes::Scene& scene, uint32_t queries, bool include_adjacent);

// Surface triangles of a mesh as the library numbers them (the mesh's own triangles, if it has any).
std::vector<uint32_t> surface_triangles(const scenes::Mesh& mesh);

// Empty if equal; else how many are missing and extra, and the first of them with coordinates that replay it.
std::string difference(const scenes::Scene& scene, const Contacts& found, const Contacts& expected);

}  // namespace suite
