// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "defcol/defcol.h"
#include "scenes/scene.hpp"

namespace bench {

void check(defcol_status status);

struct NamedMesh {
    std::string name;
    scenes::Mesh mesh;
};

// What is measured: the real meshes where they are (DEFCOL_DATA_DIR), generated ones always. Unit-sized.
std::vector<NamedMesh> sphere_tree_meshes();
scenes::Mesh bumpy_ball(uint32_t frequency);
scenes::Mesh generated_knot(uint32_t detail);

// Two meshes in one context with a detector of backend sphere-tree.
class SpherePairSession {
  public:
    SpherePairSession(const scenes::Mesh& a, const scenes::Mesh& b, uint32_t fields,
                      uint32_t queries = DEFCOL_QUERY_SPHERE_PAIRS);
    ~SpherePairSession();
    SpherePairSession(const SpherePairSession&) = delete;
    SpherePairSession& operator=(const SpherePairSession&) = delete;

    defcol_detector detector() const { return detector_; }
    defcol_mesh mesh(int i) const { return meshes_[i]; }
    void set_positions(int i, const scenes::Mesh& mesh) const;
    // Places the second mesh by a shift.
    void place(double x, double y, double z) const;
    void detect(double seconds, uint64_t tests = UINT64_MAX) const;
    defcol_statistics statistics() const;
    defcol_contacts contacts() const;

  private:
    defcol_context context_{};
    defcol_detector detector_{};
    defcol_mesh meshes_[2]{};
};

}  // namespace bench
