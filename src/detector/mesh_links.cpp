// SPDX-License-Identifier: MIT
#include "detector/mesh_links.hpp"

#include <mutex>

#include "base/error.hpp"
#include "base/status.hpp"

namespace defcol {

FollowerPins::FollowerPins(Mesh& coarse) : coarse_(coarse) {
    const std::lock_guard lock(process_mutex());
    try {
        for (Mesh* mesh = coarse.followers().first; mesh != nullptr; mesh = mesh->followers().next) {
            mesh->followers().pin = handle_table().pin(*mesh, Access::exclusive);
        }
    } catch (...) {
        release();
        throw;
    }
}

FollowerPins::~FollowerPins() {
    const std::lock_guard lock(process_mutex());
    release();
}

// A mesh whose pin is released may leave the list at once: the caller holds the mutex.
void FollowerPins::release() noexcept {
    for (Mesh* mesh = coarse_.followers().first; mesh != nullptr; mesh = mesh->followers().next) {
        mesh->followers().pin.release();
    }
}

void FollowerPins::let_go() noexcept {
    while (coarse_.followers().first != nullptr) {
        Mesh& mesh = *coarse_.followers().first;
        mesh.stop_following();
        const std::lock_guard lock(process_mutex());
        coarse_.followers().first = mesh.followers().next;
        mesh.followers().next = nullptr;
        const HandlePin last = std::move(mesh.followers().pin);
    }
}

void link_meshes(Mesh& dense, Mesh& coarse, const SteeringSettings& settings) {
    if (coarse.steering() != nullptr) {
        throw Error(status::invalid_argument, "the coarse mesh is steered itself; links form no chains");
    }
    {
        const std::lock_guard lock(process_mutex());
        if (dense.followers().first != nullptr) {
            throw Error(status::invalid_argument, "the dense mesh steers others; links form no chains");
        }
    }
    dense.follow(coarse, settings);
    const std::lock_guard lock(process_mutex());
    dense.followers().next = coarse.followers().first;
    coarse.followers().first = &dense;
}

void leave_coarse_mesh(Mesh& dense) noexcept {
    if (dense.steering() == nullptr) return;
    // The list belongs to a mesh that outlives the link: destroying it ends its links first.
    Mesh** place = &const_cast<Mesh&>(dense.steering()->coarse()).followers().first;
    while (*place != &dense) place = &(*place)->followers().next;
    *place = dense.followers().next;
    dense.followers().next = nullptr;
}

void unlink_mesh(Mesh& dense) noexcept {
    {
        const std::lock_guard lock(process_mutex());
        leave_coarse_mesh(dense);
    }
    dense.stop_following();
}

}  // namespace defcol
