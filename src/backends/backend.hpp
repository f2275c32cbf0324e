// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>

#include "backends/option_values.hpp"
#include "backends/volume_store.hpp"
#include "backends/own_contacts.hpp"
#include "base/log.hpp"
#include "base/memory.hpp"
#include "base/workers.hpp"
#include "defcol/defcol.h"
#include "mesh/frame.hpp"
#include "narrowphase/narrowphase.hpp"

namespace defcol {

// What a backend is given for one frame.
struct BackendFrame {
    const Frame& frame;
    std::span<const MeshPair> pairs;  // wanted and with overlapping boxes, self pairs included, in order
    uint32_t queries;                 // mask of DEFCOL_QUERY_*
    const OptionValues& options;
    Workers& workers;
    const Log& log;
    VolumeStore& volumes;  // empty; filled by search() for DEFCOL_QUERY_INTERSECTION_VOLUME
    // What handing out a contact took in the last frames, for backends that keep time back for it.
    double output_seconds_per_contact = 0;
};

// The way out of a volume for a vertex in it: to `point` on the surface. Where the vertex lies on the
// surface, `outward` is the surface's normal.
struct VolumeContact {
    Vec3 point;
    Vec3 outward;       // unit; zero if there is none
    double depth;       // from the vertex to the point, at least 0
    uint32_t triangle;  // global; no_index: none
};

// A way to find candidates. It keeps what it likes between frames, rejects conservatively and proposes the
// rest to the narrow phase, each pair once; it never decides. Both calls are made once per frame.
class Backend {
  public:
    virtual ~Backend() = default;

    // Brings its own structure up to date with the frame.
    virtual void update(const BackendFrame& input) = 0;

    // Proposes every pair of usable primitives that may be a contact. Must announce its work to
    // narrowphase.control() and poll it often, so that a budget or a cancel flag ends the search soon.
    virtual void search(const BackendFrame& input, Narrowphase& narrowphase) = 0;

    // For each vertex in a volume (a key of global vertex and mesh index, as handed in by search()) the way
    // out. After search(), in the same frame; only where fields ask for it.
    virtual void measure_volume_contacts(const BackendFrame& input, std::span<const uint64_t> keys,
                                         std::span<VolumeContact> contacts) {
        (void)input;
        (void)keys;
        (void)contacts;
    }

    // Contacts of a kind of its own, `limit` at most; asked once after each search. The span is valid until
    // the next search.
    virtual OwnContacts order_own_contacts(uint64_t limit) {
        (void)limit;
        return {};
    }
    // Writes what was asked for about some of them; called by several workers at a time.
    virtual void fill_own_contacts(const Frame& frame, std::span<const OwnContact> contacts,
                                   const ContactColumns& columns) const {
        (void)frame;
        (void)contacts;
        (void)columns;
    }

    // A search that was stopped can go on in the same frame, where a backend knows how.
    virtual bool can_resume() const noexcept { return false; }
    virtual void resume(const BackendFrame& input, SearchControl& control) {
        (void)input;
        (void)control;
    }

    // Fills in what it counted in the last frame; what it does not count is left as it is.
    virtual void report(defcol_statistics& statistics) const { (void)statistics; }
};

// What the capabilities call says of a backend, and how to make one.
struct BackendInfo {
    int32_t id;
    const char* name;
    const char* description;
    const char* limits;
    uint32_t queries;
    uint32_t main_query;
    uint32_t exact_queries;
    std::span<const OptionInfo> options;
    const char* (*unavailable_reason)() = nullptr;  // "" where it works; null: it works everywhere
    Owned<Backend> (*create)(std::pmr::memory_resource& memory);
    // For backends with a choice of devices: what auto comes to on this machine, and why.
    const char* (*device)() = nullptr;
    const char* (*device_reason)() = nullptr;
};

// "" where the backend works.
inline const char* reason_unavailable(const BackendInfo& info) {
    return info.unavailable_reason != nullptr ? info.unavailable_reason() : "";
}

// Every backend of this build, in order of id; the one place to add a line for a new one.
std::span<const BackendInfo* const> backend_registry() noexcept;

// Null if there is none of that id.
const BackendInfo* find_backend(int32_t id) noexcept;

}  // namespace defcol
