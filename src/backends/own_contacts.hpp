// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace defcol {

// A contact of a kind that a backend makes itself, without the narrow phase. Meshes are indices into
// Frame::meshes, primitives count from 0 in each mesh; a is the lower (mesh, primitive).
struct OwnContact {
    uint32_t mesh_a;
    uint32_t primitive_a;
    uint32_t mesh_b;
    uint32_t primitive_b;
    uint32_t flags;
};

struct OwnContacts {
    int32_t kind = 0;                      // DEFCOL_CONTACT_*
    std::span<const OwnContact> contacts;  // in the order they are reported in
    uint64_t total = 0;                    // that there are
    bool is_incomplete = false;            // although nothing stopped the search
};

// Where a backend writes what the host asked for; null where it did not. As many elements per contact as in
// defcol_contacts.
struct ContactColumns {
    uint32_t* features_a;
    double* weights_a;
    uint32_t* features_b;
    double* weights_b;
    double* points;
    double* normals;
    double* distances;
    uint32_t* flags;
    uint32_t* surface_b;
};

}  // namespace defcol
